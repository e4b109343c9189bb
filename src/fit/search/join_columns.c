/* SPDX-License-Identifier: BSD-3-Clause
 * Joining columns; see join_columns.h.
 */
#include "fit/search/join_columns.h"
#include "util/pieces.h"

#include <math.h>
#include <string.h>

/* two columns, or one alone */
static int64_t most_pairs(int64_t K) { return K * (K + 1) / 2; }

lacon_status lcn_columns_new(lacon_ctx *ctx, lcn_columns *c, const lcn_work *work)
{
    const int64_t N = work->problem->n_terms, ld = work->k;
    *c = (lcn_columns){.problem = work->problem, .log_factorial = work->log_factorial, .threads = work->threads};
    c->part_size = lcn_padded(2 * most_pairs(ld) + ld); /* nll and h of every pair, nh of every column */
    c->left = lcn_alloc(ctx, (size_t)(2 * N + ld * ld + ld), sizeof *c->left);
    c->size = lcn_alloc(ctx, (size_t)ld, sizeof *c->size);
    c->parts = lcn_alloc(ctx, (size_t)(c->problem->share.pieces * c->part_size), sizeof *c->parts);
    c->pairs = lcn_alloc(ctx, (size_t)most_pairs(ld), sizeof *c->pairs);
    if (!c->left || !c->size || !c->parts || !c->pairs) return LACON_E_MEMORY;
    c->v = c->left + N;
    c->mean = c->v + N;
    return LACON_OK;
}

void lcn_columns_clear(const lacon_allocator *a, lcn_columns *c)
{
    lcn_free(a, c->left);
    lcn_free(a, c->size);
    lcn_free(a, c->parts);
    lcn_free(a, c->pairs);
    *c = (lcn_columns){0};
}

/* ---- classes in pieces ---- */

typedef struct task {
    const lcn_columns *c;
    const lcn_work *work;
    const lcn_pair *pairs; /* judged, or joined */
    int64_t count;
} task;

static void each_class(const task *t, lcn_part *some)
{
    lcn_share_each(&t->c->problem->share, t->c->threads, t->c->problem->n_terms, some, (void *)t);
}

static void add_up(const lcn_columns *c, double *sum, int64_t size)
{
    const lcn_sharing *share = &c->problem->share;
    lcn_share_sum(share, 1, sum, c->parts + share->from * c->part_size, c->part_size, size);
}

static void take_some(void *user, int64_t piece, int64_t from, int64_t to)
{
    const task *t = user;
    const lcn_columns *c = t->c;
    const int64_t k = c->K;
    double *mean = c->parts + piece * c->part_size;
    if (lcn_starts_piece(c->problem, piece, from)) memset(mean, 0, (size_t)(k * k) * sizeof *mean);
    for (int64_t i = from; i < to; i++) {
        double *S = c->S + i * k * k, *B = c->B + i * k * k;
        const lcn_term *term = &c->problem->terms[i];
        c->v[i] = t->work->profile[i].v;
        c->left[i] = term->trace;
        for (int64_t a = 0; a < k; a++) c->left[i] -= S[a * k + a];
        for (int64_t e = 0; e < k * k; e++) {
            mean[e] += term->omega / term->trace * S[e];
            B[e] = (e % (k + 1) == 0 ? 1.0 / c->v[i] : 0.0) - B[e];
        }
    }
}

void lcn_columns_of(lcn_columns *c, lcn_work *w, const lcn_point *x)
{
    lcn_prices prices;
    c->K = c->ld = w->k;
    c->S = w->S;
    c->B = w->M;
    c->sum = c->mean + c->ld * c->ld;
    lcn_prices_at(&prices, w, &x->W, w->prices);
    c->spread2 = prices.spread2;
    memcpy(c->sum, prices.sum, (size_t)w->k * sizeof *c->sum);
    memcpy(c->size, x->W.size, (size_t)w->k * sizeof *c->size);
    each_class(&(task){.c = c, .work = w}, take_some);
    add_up(c, c->mean, w->k * w->k);
    lcn_work_invalidate(w);
}

/* ---- all of them ---- */

/* What all classes have in common follows: mean, sums, sizes. */
static void join_common(double *mean, double *sum, int64_t *size, int64_t ld, int64_t K, const lcn_pair *q)
{
    lcn_pair_fold(mean, ld, K, q);
    sum[q->a] = q->alpha * sum[q->a] + q->beta * sum[q->b];
    size[q->a] += size[q->b];
    sum[q->b] = sum[K - 1];
    size[q->b] = size[K - 1];
}

static void join_some(void *user, int64_t piece, int64_t from, int64_t to)
{
    const task *t = user;
    const lcn_columns *c = t->c;
    const int64_t ld = c->ld;
    double *y = c->parts + piece * c->part_size;
    for (int64_t i = from; i < to; i++)
        c->left[i] = lcn_pair_join(c->S + i * ld * ld, c->B + i * ld * ld, c->left[i], ld, c->K, t->pairs, y);
}

void lcn_columns_join(lcn_columns *c, const lcn_pair *q)
{
    each_class(&(task){.c = c, .pairs = q}, join_some);
    join_common(c->mean, c->sum, c->size, c->ld, c->K, q);
    c->K--;
}

void lcn_loadings_join(lcn_loadings *to, const lcn_loadings *from, const lcn_pair *q)
{
    const int64_t last = from->k - 1, free = q->b < 0 ? q->a : q->b; /* the last column takes the place that is free */
    for (int64_t r = 0; r < from->p; r++) {
        int64_t j = from->module[r];
        double weight = from->weight[r];
        if (j >= 0 && j == q->b) weight *= q->beta, j = q->a;
        else if (j == q->a && q->b < 0) weight = 0.0, j = LCN_UNASSIGNED;
        else if (j == q->a) weight *= q->alpha;
        to->module[r] = (int32_t)(j == last ? free : j);
        to->weight[r] = weight;
    }
    to->spread2 = from->spread2;
}

/* nll[q], h[q]: n* times what the likelihood loses when u goes to the noise, and the curvature of the weights of both;
 * nh[j]: that of column j */
static void judge_class(const task *t, double *nll, const double *S, const double *B, double left, double v, double n)
{
    const int64_t ld = t->c->ld, K = t->c->K;
    const double free = (double)(t->c->problem->p - K), had = fmax(left, v), before = free * log(had / free);
    double *h = nll + t->count, *nh = h + t->count;
    for (int64_t e = 0; e < t->count; e++) {
        const lcn_pair *q = &t->pairs[e];
        if (q->nats == INFINITY) continue;
        /* a direction that is empty: log of 0 */
        nll[e] += 0.5 * n * (log(fmax(lcn_pair_across(B, ld, q), 1e-300)) +
                             (free + 1.0) * log((had + lcn_pair_across(S, ld, q)) / (free + 1.0)) - before);
        h[e] += lcn_curvature(n, lcn_pair_along(S, ld, q), v);
    }
    for (int64_t j = 0; j < K; j++) nh[j] += lcn_curvature(n, S[j * ld + j], v);
}

static void judge_some(void *user, int64_t piece, int64_t from, int64_t to)
{
    const task *t = user;
    const lcn_columns *c = t->c;
    const int64_t ld = c->ld, block = ld * ld;
    double *nll = c->parts + piece * c->part_size;
    if (lcn_starts_piece(c->problem, piece, from)) memset(nll, 0, (size_t)(2 * t->count + ld) * sizeof *nll);
    for (int64_t i = from; i < to; i++)
        judge_class(t, nll, c->S + i * block, c->B + i * block, c->left[i], c->v[i],
                    c->problem->effective * c->problem->terms[i].omega);
}

/* nats of a pair, from what its classes add up to; `out` variables are unassigned */
static double price(const lcn_columns *c, const lcn_pair *q, double nll, double h, const double *nh, int64_t out)
{
    const double *lf = c->log_factorial, *sum = c->sum;
    const int64_t a = q->a, b = q->b, *size = c->size, others = b < 0 ? out : size[b], m = size[a] + others;
    nll -= lcn_price_of_free_weights(nh[a], c->spread2, size[a], sum[a]) + lf[m] - lf[size[a]] - lf[others];
    if (b < 0) return nll;
    return nll + lcn_price_of_free_weights(h, c->spread2, m, q->alpha * sum[a] + q->beta * sum[b]) -
           lcn_price_of_free_weights(nh[b], c->spread2, size[b], sum[b]);
}

void lcn_columns_judge(const lcn_columns *c, lcn_pair *pairs, int64_t count)
{
    double *nll = c->parts;
    int64_t out = c->problem->p;
    for (int64_t j = 0; j < c->K; j++) out -= c->size[j];
    for (int64_t e = 0; e < count; e++) {
        lcn_pair *q = &pairs[e];
        q->nats = 0.0;
        if (q->b >= 0 && q->alpha == 0.0 && q->beta == 0.0) lcn_pair_direction(q, c->mean, c->ld);
    }
    each_class(&(task){.c = c, .pairs = pairs, .count = count}, judge_some);
    add_up(c, nll, 2 * count + c->ld);
    for (int64_t e = 0; e < count; e++)
        if (pairs[e].nats < INFINITY)
            pairs[e].nats = price(c, &pairs[e], nll[e], nll[count + e], nll + 2 * count, out);
}

int64_t lcn_columns_judge_all(const lcn_columns *c)
{
    int64_t count = 0;
    for (int64_t a = 0; a < c->K; a++)
        for (int64_t b = a + 1; b < c->K; b++) c->pairs[count++] = (lcn_pair){.a = a, .b = b};
    lcn_columns_judge(c, c->pairs, count);
    return count;
}

lcn_pair lcn_columns_cheapest(const lcn_columns *c)
{
    lcn_pair best = {.b = 1, .alpha = 1.0, .nats = INFINITY};
    const int64_t count = lcn_columns_judge_all(c);
    for (int64_t e = 0; e < count; e++)
        if (c->pairs[e].nats < best.nats) best = c->pairs[e];
    return best;
}
