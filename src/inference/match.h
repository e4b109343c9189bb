/* SPDX-License-Identifier: BSD-3-Clause
 * Classes of a model and rows of a table of participants, matched by name.
 */
#ifndef LCN_MATCH_H
#define LCN_MATCH_H

#include "data/participants.h"

typedef struct lcn_match {
    int64_t *row; /* classes of the model: row of the table, -1 none */
    int64_t loose, loose_class; /* how many were matched by how their name begins, and one of them */
} lcn_match;

/* LACON_E_DATA when no class has a row, or one has none and drop is false. */
lacon_status lcn_match_make(lacon_ctx *ctx, lcn_match *out, const lacon_participants *table,
                            const char *id, const lacon_model *model, bool drop);
void lcn_match_clear(const lacon_allocator *a, lcn_match *match);

#endif
