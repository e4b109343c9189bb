/* SPDX-License-Identifier: BSD-3-Clause
 * Ward clustering as a start, of all variables or a sample of them (linkage.c).
 */
#include "la/linkage.h"
#include "util/instruction_sets.h"
#include "la/gram.h"
#include "fit/search/starts.h"
#include "fit/mm/mm.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* All variables up to WHOLE, otherwise a sample of SAMPLE of them: the chain is quadratic. */
enum { WHOLE = 1024, SAMPLE = 512, WEIGHT_STEPS = 4 };

typedef struct ward_scratch {
    int64_t m;
    int64_t *index;  /* m variables clustered here */
    double *C;       /* m × m correlations */
    double *A;       /* scratch of lcn_mean_block */
    lcn_tree tree;
} ward_scratch;

static lacon_status scratch_new(lacon_ctx *ctx, ward_scratch *w, int64_t m, const lcn_mean *mean)
{
    *w = (ward_scratch){.m = m};
    w->index = lcn_alloc(ctx, (size_t)m, sizeof *w->index);
    w->C = lcn_alloc(ctx, (size_t)(m * m), sizeof *w->C);
    w->A = lcn_alloc_raw(ctx, (size_t)lcn_mean_block_scratch(mean, m), sizeof *w->A);
    const lacon_status status = lcn_tree_init(ctx, &w->tree, m, false);
    return status >= 0 && w->index && w->C && w->A ? LACON_OK : LACON_E_MEMORY;
}

static void scratch_clear(const lacon_allocator *a, ward_scratch *w)
{
    lcn_free(a, w->index);
    lcn_free(a, w->C);
    lcn_free(a, w->A);
    lcn_tree_clear(a, &w->tree);
}

/* All variables, or some that are evenly spaced in their order: sampling by rank keeps strong and weak modules
 * represented and does not depend on the order of the columns. */
static lacon_status sample(lacon_ctx *ctx, ward_scratch *w, const lcn_mean *mean)
{
    const int64_t p = mean->p, m = w->m;
    lacon_status status = LACON_OK;
    lcn_ranked *order = m < p ? lcn_alloc_raw(ctx, (size_t)p, sizeof *order) : NULL;
    if (m < p && !order) return LACON_E_MEMORY;
    if (order) status = lcn_rank_variables(ctx, order, mean);
    for (int64_t i = 0; i < m; i++) w->index[i] = order ? order[(2 * i + 1) * p / (2 * m)].variable : i;
    lcn_free(&ctx->allocator, order);
    return status;
}

/* C: correlations of the sample, from its covariances */
LCN_CLONES static void correlate(double *restrict C, int64_t m, const double *restrict inverse_sd)
{
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b < m; b++) C[a * m + b] *= inverse_sd[a] * inverse_sd[b];
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

/* Squared distances between profiles (rows of the correlations) or variables. */
static void distances(ward_scratch *w, const lcn_mean *mean, lcn_ward kind)
{
    const int64_t m = w->m, ld = w->tree.ld;
    double *D = w->tree.D, *inverse_sd = w->tree.size;
    for (int64_t a = 0; a < m; a++) inverse_sd[a] = lcn_inverse_sd(mean->variance[w->index[a]]);
    lcn_mean_block(mean, w->C, w->index, m, w->A);
    correlate(w->C, m, inverse_sd);
    if (kind == LCN_WARD_PROFILES) lcn_gram(D, ld, w->C, m, m, m, 1.0); /* C symmetric: C C' */
    for (int64_t a = 0; kind != LCN_WARD_PROFILES && a < m; a++)
        memcpy(D + a * ld, w->C + a * m, (size_t)m * sizeof *D);
    part(D, m, ld, w->tree.size);
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

lacon_status lcn_start_ward(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_mean *mean,
                            lcn_ward kind)
{
    const int64_t p = work->p, k = work->k;
    const int64_t few = k > SAMPLE / 4 ? 4 * k : SAMPLE;
    ward_scratch scratch;
    lacon_status status;
    LCN_GOTO(scratch_new(ctx, &scratch, p <= WHOLE || p <= few ? p : few, mean));
    LCN_GOTO(sample(ctx, &scratch, mean));
    distances(&scratch, mean, kind);
    lcn_tree_cut(&scratch.tree, k);
    for (int64_t r = 0; r < p; r++) x->W.module[r] = LCN_UNASSIGNED;
    for (int64_t i = 0; i < scratch.m; i++) x->W.module[scratch.index[i]] = scratch.tree.label[i];
    lcn_component_weights(work, x);
    if (scratch.m < p) {
        lcn_evaluate(work, x, LCN_TANGENT);
        lcn_assign_all(work, x);
        lcn_row_moves(work, &work->trial.W, x, &(lcn_inner){0});
        lcn_loadings_copy(&x->W, &work->trial.W);
    }
done:
    scratch_clear(&ctx->allocator, &scratch);
    return status;
}
