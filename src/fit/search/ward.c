/* SPDX-License-Identifier: BSD-3-Clause
 * Ward clustering of the variables as a start (linkage.c).
 */
#include "la/linkage.h"
#include "util/instruction_sets.h"
#include "la/gram.h"
#include "fit/search/starts.h"
#include "fit/mm/mm.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

enum { WEIGHT_STEPS = 4 }; /* of the power method: what follows settles them */

/* C (m × m): correlations, from covariances of row length ld */
LCN_CLONES static void correlate(double *restrict C, int64_t m, const double *restrict K, int64_t ld,
                                 const double *restrict inverse_sd)
{
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b < m; b++) C[a * m + b] = K[a * ld + b] * inverse_sd[a] * inverse_sd[b];
}

/* D: squared distances, from products; diagonal (m) is scratch */
LCN_CLONES static void part(double *restrict D, int64_t m, int64_t ld, double *restrict diagonal)
{
    for (int64_t a = 0; a < m; a++) diagonal[a] = D[a * ld + a];
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b < m; b++) {
            const double d = diagonal[a] + diagonal[b] - 2.0 * D[a * ld + b];
            D[a * ld + b] = d > 0.0 ? d : 0.0;
        }
}

/* Squared distances between profiles (rows of the correlations C) or variables. */
static void distances(lcn_tree *tree, double *C, const lcn_mean *mean, lcn_ward kind)
{
    const int64_t m = mean->p, ld = tree->ld;
    double *D = tree->D, *inverse_sd = tree->size;
    for (int64_t a = 0; a < m; a++) inverse_sd[a] = lcn_inverse_sd(mean->variance[a]);
    correlate(C, m, mean->K, mean->pp, inverse_sd);
    if (kind == LCN_WARD_PROFILES) lcn_gram(D, ld, C, m, m, m, 1.0); /* C symmetric: C C' */
    for (int64_t a = 0; kind != LCN_WARD_PROFILES && a < m; a++)
        memcpy(D + a * ld, C + a * m, (size_t)m * sizeof *D);
    part(D, m, ld, tree->size);
}

/* power steps w_r <- (mean K W)_r,c(r) */
void lcn_component_weights(lcn_work *work, lcn_point *x)
{
    for (int64_t r = 0; r < work->p; r++) x->W.weight[r] = x->W.module[r] >= 0 ? 1.0 : 0.0;
    lcn_loadings_normalise(&x->W);
    for (int step = 0; step < WEIGHT_STEPS; step++) {
        lcn_evaluate(work, x, LCN_POWER);
        for (int64_t r = 0; r < work->p; r++) {
            const int32_t j = x->W.module[r];
            if (j >= 0) x->W.weight[r] = fmax(x->F[j * work->pp + r], 0.0);
        }
        lcn_loadings_normalise(&x->W);
    }
}

void lcn_assign_all(lcn_work *work, lcn_point *x)
{
    for (int64_t r = 0; r < work->p; r++) {
        if (x->W.module[r] >= 0) continue;
        int32_t best = 0;
        for (int32_t j = 1; j < work->k; j++)
            if (x->F[j * work->pp + r] > x->F[best * work->pp + r]) best = j;
        x->W.module[r] = best;
        x->W.weight[r] = 0.0; /* the next step gives it one */
    }
    lcn_loadings_count(&x->W);
}

lacon_status lcn_start_ward(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_mean *mean, lcn_ward kind)
{
    const int64_t p = work->p;
    lcn_tree tree;
    double *C = lcn_alloc_raw(ctx, (size_t)(p * p), sizeof *C);
    lacon_status status;
    LCN_GOTO(lcn_tree_init(ctx, &tree, p, false));
    LCN_GOTO(C ? LACON_OK : LACON_E_MEMORY);
    distances(&tree, C, mean, kind);
    lcn_tree_cut(&tree, work->k);
    for (int64_t r = 0; r < p; r++) x->W.module[r] = tree.label[r];
    lcn_component_weights(work, x);
done:
    lcn_tree_clear(&ctx->allocator, &tree);
    lcn_free(&ctx->allocator, C);
    return status;
}
