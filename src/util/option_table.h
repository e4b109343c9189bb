/* SPDX-License-Identifier: BSD-3-Clause
 * A table of options: what each is called, what it may be, where it lies in its struct. Setting by name and the
 * check of ranges follow from it. Tables: fit/fit_options.c, interface/option_tables.c.
 */
#ifndef LCN_OPTION_TABLE_H
#define LCN_OPTION_TABLE_H

#include "util/ctx.h"
#include "util/sha256.h"
#include <lacon/fit.h>

typedef enum lcn_option_kind {
    LCN_OPTION_INTEGER,
    LCN_OPTION_REAL,
    LCN_OPTION_CHOICE, /* the value is the position in the list of the range, "first|second" */
    LCN_OPTION_FLAG,
    LCN_OPTION_TEXT
} lcn_option_kind;

typedef struct lcn_option {
    lacon_option_row shown;
    lcn_option_kind kind;
    size_t offset, width; /* width 0: an argument of a call, not a field */
    double low, high;     /* admissible, both ends */
} lcn_option;

typedef struct lcn_option_table {
    const char *name;
    const lcn_option *rows;
    int count;
} lcn_option_table;

/* options begin with their size; fields behind that are not known to the caller. */
lacon_status lcn_option_set(lacon_ctx *ctx, const lcn_option_table *table, void *options, const char *name,
                            const char *value);
/* Every field within its range? options: ours, whole. */
lacon_status lcn_option_check(lacon_ctx *ctx, const lcn_option_table *table, const void *options);
/* The value of every field into a digest. */
void lcn_option_digest(lcn_sha256 *hash, const lcn_option_table *table, const void *options);

#endif
