/* SPDX-License-Identifier: BSD-3-Clause
 * Values of a table that cannot be used, counted to the end of the file so that the user hears of
 * all at once; the first three positions are kept. Missing values are no fault where they are kept.
 */
#ifndef LCN_BAD_VALUES_H
#define LCN_BAD_VALUES_H

#include "util/ctx.h"

#include <stdbool.h>

typedef enum lcn_bad_kind {
    LCN_BAD_MISSING,
    LCN_BAD_INFINITE,
    LCN_BAD_LARGE
} lcn_bad_kind;

enum { LCN_BAD_VALUES_FIRST = 3 };

typedef struct lcn_bad_value {
    lcn_bad_kind flaw;
    int64_t line, column; /* from 1; column counts cells of the line */
} lcn_bad_value;

typedef struct lcn_bad_values {
    int64_t count;
    int64_t missing;                   /* of them */
    lcn_bad_value first[LCN_BAD_VALUES_FIRST]; /* of all */
    lcn_bad_value worse[LCN_BAD_VALUES_FIRST]; /* of those that are not missing */
} lcn_bad_values;

/* How to speak of positions in this table. */
typedef struct lcn_positions {
    const char *path;
    const char *line_word;    /* "line", or "row" where there are no lines */
    const char *column_word;  /* "column" */
    const char *const *names; /* of the columns, may be NULL */
    int64_t unnamed;          /* columns before the first of them: names of rows */
} lcn_positions;

void lcn_bad_values_note(lcn_bad_values *bad_values, lcn_bad_kind flaw, int64_t line, int64_t column);
/* LACON_OK when nothing was noted, or only missing values and they are to be kept. */
lacon_status lcn_bad_values_check(lacon_ctx *ctx, const lcn_bad_values *bad_values, const lcn_positions *positions,
                             bool keep_missing);

/* "column 3 ('b')", or without the name when there is none. */
enum { LCN_POSITION_TEXT = 128 };
const char *lcn_column_text(char out[LCN_POSITION_TEXT], const lcn_positions *positions, int64_t column);

#endif
