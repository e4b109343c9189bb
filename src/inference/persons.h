/* SPDX-License-Identifier: BSD-3-Clause
 * Which classes are scans of one person, as a table of participants tells; see persons.c.
 */
#ifndef LCN_PERSONS_H
#define LCN_PERSONS_H

#include "data/match.h"
#include "inference/inference.h"

typedef struct lcn_persons {
    int64_t column; /* of the table, that tells them apart; -1: each class has a line of its own */
    int64_t count;  /* lines */
} lcn_persons;

/* Of n classes of the match, with their rows of the table. */
lacon_status lcn_persons_find(lacon_ctx *ctx, const lcn_match *m, const lcn_formula *formula, const int64_t *classes,
                              const int64_t *rows, int64_t n, lcn_persons *out);

#endif
