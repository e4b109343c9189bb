/* SPDX-License-Identifier: BSD-3-Clause
 * Values of a table that cannot be used, counted to the end of the file so that the user is told of
 * all at once; the first three places are kept. Missing values are no fault where they are kept.
 */
#ifndef LCN_TALLY_H
#define LCN_TALLY_H

#include "util/ctx.h"

#include <stdbool.h>

typedef enum lcn_flaw {
    LCN_FLAW_MISSING,
    LCN_FLAW_INFINITE,
    LCN_FLAW_LARGE,
    LCN_FLAW_CLASS /* a row that does not tell its class */
} lcn_flaw;

enum { LCN_TALLY_FIRST = 3 };

typedef struct lcn_flawed {
    lcn_flaw flaw;
    int64_t line, column; /* from 1; column counts cells of the line */
} lcn_flawed;

typedef struct lcn_tally {
    int64_t count;
    int64_t missing;                   /* of them */
    lcn_flawed first[LCN_TALLY_FIRST]; /* of all */
    lcn_flawed worse[LCN_TALLY_FIRST]; /* of those that are not missing */
} lcn_tally;

/* How to speak of places in this table. */
typedef struct lcn_places {
    const char *path;
    const char *line_word;    /* "line", or "row" where there are no lines */
    const char *column_word;  /* "column" */
    const char *const *names; /* of the columns, may be NULL */
    int64_t unnamed;          /* columns before the first of them: names of rows */
} lcn_places;

void lcn_tally_note(lcn_tally *tally, lcn_flaw flaw, int64_t line, int64_t column);
/* LACON_OK when nothing was noted, or only missing values and they are to be kept. */
lacon_status lcn_tally_check(lacon_ctx *ctx, const lcn_tally *tally, const lcn_places *places,
                             bool keep_missing);

/* "column 3 ('b')", or without the name when there is none. */
enum { LCN_PLACE_TEXT = 128 };
const char *lcn_column_text(char out[LCN_PLACE_TEXT], const lcn_places *places, int64_t column);

#endif
