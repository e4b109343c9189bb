/* SPDX-License-Identifier: BSD-3-Clause
 * Pairs of modules that the evidence would rather have as one (docs/model.md). Joining a and b takes a fit from k to
 * k - 1 modules. From the cost of the pair (join_columns.h), the prior of the partition and the size of G
 * (evidence.h) the log evidence gains
 *
 *   - nats(a, b)  +  log (p + k) - log k  +  k sum_i 1/2 log n*_i
 *
 * at fixed (G, v) of the others, before weights or variables move: a fit at k - 1 gains about as much. Also before the
 * membership test: single variables that would rather be in another module.
 */
#include "fit/search/join_columns.h"
#include "util/pieces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What joining two of k columns gains beside what lcn_columns_judge counts. */
static double size_gain(const lcn_columns *c)
{
    const double k = (double)c->K, p = (double)c->problem->p;
    return log(p + k) - log(k) + k * lcn_parameter_price(c->problem);
}

/* M_i of the likelihood, whatever the objective was, and G_i + v_i I in place of S_i: the same likelihood with nothing
 * clipped, which is what joining is judged by. Where G_i has lost rank S_i would leave too much to the noise. */
static void unclip(void *user, int64_t chunk, int64_t from, int64_t to)
{
    lcn_work *w = user;
    const int64_t k = w->k;
    double *own = w->scratch + chunk * w->scratch_size, *scratch = own + k * k;
    for (int64_t i = from; i < to; i++) {
        double *S = w->S + i * k * k;
        memcpy(own, S, (size_t)(k * k) * sizeof *own);
        lcn_profile_compute(&w->profile[i], S, w->M + i * k * k, LACON_OBJECTIVE_ML, w->p, k, own,
                            w->problem->terms[i].trace, scratch);
        for (int64_t j = 0; j < k; j++) S[j * k + j] += w->profile[i].v;
    }
}

static void columns_without_clipping(lcn_columns *c, lcn_work *w, const lcn_point *x)
{
    lcn_share_each(&w->problem->share, w->threads, w->problem->n_terms, unclip, w);
    lcn_columns_of(c, w, x);
    for (int64_t i = 0; i < w->problem->n_terms; i++) c->left[i] = (double)(w->p - w->k) * c->v[i];
}

/* Number of column j of x in the sorted model; 0 where it has no variable. */
static int32_t number_of(const lacon_model *m, const lcn_point *x, int64_t j)
{
    for (int64_t r = 0; r < m->p; r++)
        if (x->W.module[r] == j && m->module_of[r] > 0) return m->module_of[r];
    return 0;
}

static int by_nats(const void *a, const void *b)
{
    const lacon_fit_merge *x = a, *y = b;
    if (x->nats != y->nats) return x->nats > y->nats ? -1 : 1;
    if (x->module_a != y->module_a) return x->module_a < y->module_a ? -1 : 1;
    return x->module_b < y->module_b ? -1 : x->module_b > y->module_b;
}

/* The pair that gains most by joining, of which one is a single variable where `lone`; false where none gains. */
static bool best_join(const lcn_columns *c, bool lone, lcn_pair *best)
{
    const int64_t pairs = lcn_columns_judge_all(c), *size = c->size;
    best->nats = size_gain(c);
    for (int64_t e = 0; e < pairs; e++) {
        const lcn_pair *q = &c->pairs[e];
        if ((!lone || size[q->a] == 1 || size[q->b] == 1) && q->nats < best->nats) *best = *q;
    }
    return best->nats < size_gain(c);
}

/* The best pair joined as long as that gains, the columns of W too unless it is NULL: the modules that are left. */
static int64_t join_all(lcn_columns *c, bool lone, lcn_loadings *W)
{
    for (lcn_pair best; c->K > 1 && best_join(c, lone, &best);) {
        lcn_columns_join(c, &best);
        if (W) lcn_loadings_join(W, W, &best), W->k = c->K;
    }
    return c->K;
}

lacon_status lcn_join_lone(lacon_ctx *ctx, lcn_work *work, lcn_point *x)
{
    lcn_columns columns = {0};
    bool any = false;
    lcn_loadings_count(&x->W);
    for (int64_t j = 0; j < work->k; j++) any = any || x->W.size[j] == 1;
    if (!any || work->k < 2 || work->k >= work->p) return LACON_OK;
    const lacon_status status = lcn_columns_new(ctx, &columns, work);
    if (status >= 0) {
        lcn_evaluate_once(work, x);
        columns_without_clipping(&columns, work, x);
        join_all(&columns, true, &x->W);
        lcn_loadings_normalise(&x->W);
    }
    lcn_columns_clear(&ctx->allocator, &columns);
    return status;
}

/* The pairs that gain, the best first. */
static lacon_status fill(lacon_ctx *ctx, lacon_model *m, lcn_columns *c, const lcn_point *x)
{
    const double size = size_gain(c);
    const int64_t pairs = lcn_columns_judge_all(c);
    m->merges = lcn_alloc(ctx, (size_t)pairs, sizeof *m->merges);
    if (!m->merges) return LACON_E_MEMORY;
    for (int64_t e = 0; e < pairs; e++) {
        const lcn_pair *q = &c->pairs[e];
        if (!(size - q->nats > 0.0)) continue;
        const int32_t i = number_of(m, x, q->a), j = number_of(m, x, q->b);
        m->merges[m->info.n_merges++] = (lacon_fit_merge){i < j ? i : j, i < j ? j : i, size - q->nats};
    }
    qsort(m->merges, (size_t)m->info.n_merges, sizeof *m->merges, by_nats);
    m->info.merges = m->merges;
    m->info.k_merged = join_all(c, false, NULL);
    return LACON_OK;
}

lacon_status lcn_merges(lacon_ctx *ctx, lacon_model *m, lcn_work *work, lcn_point *x)
{
    lcn_columns columns = {0};
    m->info.k_merged = m->k;
    if (m->k < 2 || m->k >= m->p) return LACON_OK; /* as many modules as variables: no noise to judge by */
    lacon_status status = lcn_columns_new(ctx, &columns, work);
    if (status >= 0) {
        lcn_loadings_count(&x->W);
        columns_without_clipping(&columns, work, x);
        status = fill(ctx, m, &columns, x);
    }
    lcn_columns_clear(&ctx->allocator, &columns);
    return status;
}
