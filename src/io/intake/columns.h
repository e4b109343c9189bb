/* SPDX-License-Identifier: BSD-3-Clause
 * Which columns of which file are which variables. The first file of a read is the reference:
 * options choose from its columns. Later files are matched to it, by name where both have names.
 */
#ifndef LCN_COLUMNS_H
#define LCN_COLUMNS_H

#include "io/formats/table.h"
#include <lacon/io.h>

typedef struct lcn_reference {
    const char *path;  /* borrowed */
    int64_t variables; /* all columns of the file */
    char **names;      /* of all, one block; NULL: none in the file */
    lcn_namemap map;   /* of names */
    lcn_columns columns;
    bool align;  /* variables may be absent from a table */
    bool chosen; /* the kept ones were named (columns), others are of no interest */
} lcn_reference;

/* path must outlive the reference. Duplicate and empty names of kept columns are LACON_E_DATA. */
lacon_status lcn_reference_make(lacon_ctx *ctx, lcn_reference *ref, const lcn_table *table,
                                const lacon_read_options *options);
void lcn_reference_clear(const lacon_allocator *a, lcn_reference *ref);
/* Names of the kept variables, for lacon_data_set_names; NULL with LACON_OK when V1.. are right. */
lacon_status lcn_reference_names(lacon_ctx *ctx, const lcn_reference *ref, char ***names);

/* The columns of another table. Free target with lcn_free. */
lacon_status lcn_columns_match(lacon_ctx *ctx, lcn_columns *columns, const lcn_reference *ref,
                               const lcn_table *table);

/* The same where variables may be absent: the columns that are there are read side by side, and
 * place[j] is the variable of the j-th of them. Free target and place with lcn_free. */
lacon_status lcn_columns_place(lacon_ctx *ctx, lcn_columns *columns, int64_t **place,
                               const lcn_reference *ref, const lcn_table *table);
/* What was read so, n × count, among `kept` variables: n × kept with NaN elsewhere; *x is replaced. */
lacon_status lcn_columns_spread(lacon_ctx *ctx, void **x, lcn_kind kind, int64_t n, int64_t count,
                                const int64_t *place, int64_t kept);

#endif
