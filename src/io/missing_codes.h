/* SPDX-License-Identifier: BSD-3-Clause
 * What else a table writes for a missing value: codes such as -999 and words such as "refused", as the user lists
 * them. Numbers are compared as numbers, so that -999 is -999.0 too; words to the letter. The spellings that are
 * always missing (NA, n/a, ?, ..) are in text/cells.c.
 */
#ifndef LCN_MISSING_CODES_H
#define LCN_MISSING_CODES_H

#include "util/ctx.h"

#include <stdbool.h>

enum { LCN_CODES_MAX = 64 }; /* a list for people; each number of a file is compared with all */

typedef struct lcn_codes {
    const char *list; /* "-999,refused"; borrowed, NULL: none */
    int count;        /* of the numbers among them */
    double number[LCN_CODES_MAX];
} lcn_codes;

/* list may be NULL: no codes. It must outlive the codes. */
lacon_status lcn_codes_init(lacon_ctx *ctx, lcn_codes *codes, const char *list);
bool lcn_codes_have(const lcn_codes *codes, double value);
bool lcn_codes_have_word(const lcn_codes *codes, const char *text, size_t length);
/* Those of the values that are codes become NaN. */
void lcn_codes_clear(const lcn_codes *codes, double *values, int64_t count);

#endif
