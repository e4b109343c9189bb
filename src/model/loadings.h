/* SPDX-License-Identifier: BSD-3-Clause
 * W of St+ as it is stored while solving: at most one non-zero per row, so a module and a weight for
 * each variable. Dense p × k matrices appear only in the first start and in the finished model.
 */
#ifndef LCN_LOADINGS_H
#define LCN_LOADINGS_H

#include "util/ctx.h"

enum { LCN_UNASSIGNED = -1 };

typedef struct lcn_loadings {
    int64_t p, k;
    int32_t *module; /* p, padded to whole vectors with unassigned ones: 0..k-1, or LCN_UNASSIGNED */
    double *weight;  /* p: >= 0, unit norm within each module; 0 when unassigned */
    double spread2;  /* t² that the weights were drawn together with (evidence.h); 0: with none */
    double *norm;    /* k, scratch of normalise */
    int64_t *size;   /* k, variables per module after count or normalise */
} lcn_loadings;

lacon_status lcn_loadings_new(lacon_ctx *ctx, lcn_loadings *W, int64_t p, int64_t k);
void lcn_loadings_clear(const lacon_allocator *a, lcn_loadings *W);
void lcn_loadings_copy(lcn_loadings *to, const lcn_loadings *from); /* modules, weights and their spread */
void lcn_loadings_count(lcn_loadings *W);
/* Unit norm per module (sizes counted). A module whose weights all vanished gets equal ones. */
void lcn_loadings_normalise(lcn_loadings *W);

#endif
