/* SPDX-License-Identifier: BSD-3-Clause
 * Dense loadings to start from, the leading eigenvectors of the mean covariance, and modules from them.
 */
#include "fit/mm/mm.h"
#include "fit/search/starts.h"
#include "la/krylov.h"
#include "la/la.h"
#include "util/rng.h"

#include <string.h>

enum { EXTRA = 4 };    /* columns beyond k, that let the last of them settle */
enum { PRODUCTS = 5 }; /* with the mean: as near to its eigenvectors as a dozen power steps */
static const double ROUGH_ANGLE = 5e-2; /* of varimax, whose result is rounded to modules */

typedef struct mean_operator {
    const lcn_mean *mean;
    double *scratch;
} mean_operator;

static void apply_mean(const void *self, double *out, const double *V, int64_t m)
{
    const mean_operator *a = self;
    lcn_mean_apply(a->mean, out, V, m, a->scratch);
}

lacon_status lcn_leading(lacon_ctx *ctx, double *U, int64_t k, const lcn_mean *mean, uint64_t seed)
{
    const int64_t p = mean->p, m = k + EXTRA < p ? k + EXTRA : p;
    const int64_t space = lcn_krylov_scratch(p, m, PRODUCTS), product = lcn_mean_scratch(mean, m);
    double *V = lcn_alloc_raw(ctx, (size_t)(p * m + m + space + product), sizeof *V);
    lcn_ranked *order = lcn_alloc_raw(ctx, (size_t)p, sizeof *order);
    lacon_status status = LACON_E_MEMORY;
    if (!V || !order) goto done;
    double *value = V + p * m, *scratch = value + m;
    const mean_operator self = {mean, scratch + space};
    LCN_GOTO(lcn_rank_variables(ctx, order, mean));
    lcn_rng_normals(ctx->threads, lcn_rng_stream(seed, LCN_STREAM_STARTS, 0), scratch, p * m);
    for (int64_t r = 0; r < p; r++) memcpy(V + order[r].variable * m, scratch + r * m, (size_t)m * sizeof *V);
    status = lcn_krylov(&(lcn_operator){p, apply_mean, &self, ctx->threads}, m, PRODUCTS, V, value, scratch);
    for (int64_t r = 0; r < p; r++) memcpy(U + r * k, V + r * m, (size_t)k * sizeof *U);
done:
    lcn_free(&ctx->allocator, order);
    lcn_free(&ctx->allocator, V);
    return status;
}

lacon_status lcn_start_varimax(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_mean *mean, uint64_t seed)
{
    double *U = lcn_alloc_raw(ctx, (size_t)(work->p * work->k), sizeof *U);
    lacon_status status = LACON_E_MEMORY;
    if (!U) return status;
    LCN_GOTO(lcn_leading(ctx, U, work->k, mean, seed));
    lcn_varimax_to(U, work->p, work->k, ROUGH_ANGLE);
    lcn_round_to_modules(work, x, U);
done:
    lcn_free(&ctx->allocator, U);
    return status;
}

/* A module nobody chose takes the row that loses least. */
static void fill_empty(lcn_loadings *W, const double *U)
{
    const int64_t k = W->k;
    for (int32_t j = 0; j < k; j++) {
        if (W->size[j] > 0) continue;
        int64_t best = -1;
        for (int64_t r = 0; r < W->p; r++)
            if (W->module[r] >= 0 && W->size[W->module[r]] > 1 &&
                (best < 0 || U[r * k + j] > U[best * k + j])) best = r;
        if (best < 0) continue;
        W->size[W->module[best]]--;
        W->module[best] = j;
        W->size[j]++;
    }
}

void lcn_round_to_modules(lcn_work *work, lcn_point *x, const double *U)
{
    const int64_t p = work->p, k = work->k;
    for (int64_t r = 0; r < p; r++) {
        int32_t best = 0;
        for (int32_t j = 0; j < k; j++) {
            x->F[j * work->pp + r] = U[r * k + j];
            if (U[r * k + j] > U[r * k + best]) best = j;
        }
        x->W.module[r] = best;
        x->W.weight[r] = 0.0;
    }
    lcn_loadings_count(&x->W);
    fill_empty(&x->W, U);
    lcn_row_moves(work, &work->trial.W, x, &(lcn_inner){0}); /* U is no tangent: its size says nothing */
    lcn_loadings_copy(&x->W, &work->trial.W);
    lcn_loadings_count(&x->W);
}
