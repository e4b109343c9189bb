/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance of mean_covariance.h: how it is formed, and its products with a block of columns.
 */
#include "fit/problem/mean_covariance.h"
#include "util/instruction_sets.h"
#include "util/pieces.h"
#include "la/gram.h"
#include "kernels/kernel.h"
#include "la/la.h"

#include <string.h>

static bool any_cov(const lcn_problem *q)
{
    for (int64_t i = 0; i < q->n_terms; i++)
        if (q->terms[i].route == LCN_COV) return true;
    return false;
}

/* ---- as a matrix ---- */

/* Some classes after each other: first the covariances of those that are rows, then all are added in their order, to
 * the sum of their chunk. */
typedef struct wave {
    lacon_ctx *ctx;
    lacon_status status;
    const lcn_mean *mean;
    const lcn_problem *problem;
    int64_t first, count; /* classes */
    double *own;          /* count × p × pp */
    double *parts;        /* p × pp of each chunk of this rank; where it is alone of one, and of a branch of them */
} wave;

static void form_class(void *user, int64_t slot)
{
    wave *w = user;
    const lcn_term *t = &w->problem->terms[w->first + slot];
    const int64_t p = w->mean->p, pp = w->mean->pp;
    double *own = w->own + slot * p * pp;
    for (int64_t e = 0; t->single && e < p * pp; e++) own[e] = (double)((const float *)t->x)[e];
    if (t->route == LCN_COV) return;
    const lcn_class rows = lcn_term_rows(t);
    const lacon_status status = lcn_rows_gram(w->ctx, own, &rows, p, t->divisor);
    if (status < 0) {
#pragma omp atomic write
        w->status = status;
    }
    lcn_term_end(w->problem, w->first + slot); /* rows in a file need not stay */
}

/* Row r of a chunk that is complete, onto its branch, and a branch that is onto K: the tree of parallel/share.h, where
 * nobody else has any. */
static void add_to_branch(const wave *w, int64_t chunk, int64_t r, const double *sum)
{
    const int64_t p = w->mean->p, at = r * w->mean->pp, place = chunk % LCN_FEW_PIECES;
    double *branch = w->parts + p * w->mean->pp + at, *K = w->mean->K + at;
    for (int64_t s = 0; s < p; s++) branch[s] = place == 0 ? sum[s] : branch[s] + sum[s];
    if (place < LCN_FEW_PIECES - 1 && chunk + 1 < w->problem->share.pieces) return;
    for (int64_t s = 0; s < p; s++) K[s] += branch[s];
}

/* rows [from, to) of the sum over a chunk of classes += scale D K_i D for each of them; one that is complete goes into
 * its branch, where nobody else has any */
static void add_rows(void *user, int64_t from, int64_t to)
{
    const wave *w = user;
    const lcn_sharing *share = &w->problem->share;
    const int64_t p = w->mean->p, pp = w->mean->pp, N = w->problem->n_terms;
    const double *shrink = w->problem->shrink;
    for (int64_t i = 0; i < w->count; i++) {
        const int64_t at = w->first + i, chunk = ((at + 1) * share->pieces - 1) / N;
        const bool first = at == lcn_piece_begin(chunk, share->pieces, N);
        const bool last = !share->ctx && at + 1 == lcn_piece_begin(chunk + 1, share->pieces, N);
        const lcn_term *t = &w->problem->terms[at];
        const double *K = t->route == LCN_COV && !t->single ? t->x : w->own + i * p * pp;
        double *part = w->parts + (share->ctx ? (chunk - share->from) * p * pp : 0);
        for (int64_t r = from; r < to; r++) {
            const double dr = t->omega / t->trace * (shrink ? shrink[r] : 1.0);
            double *sum = part + r * pp;
            if (first) memset(sum, 0, (size_t)p * sizeof *sum);
            if (shrink)
                for (int64_t s = 0; s < p; s++) sum[s] += dr * shrink[s] * K[r * pp + s];
            else
                for (int64_t s = 0; s < p; s++) sum[s] += dr * K[r * pp + s];
            if (last) add_to_branch(w, chunk, r, sum);
        }
    }
}

static lacon_status sum_covariances(lacon_ctx *ctx, lcn_mean *m, const lcn_problem *q)
{
    enum { ROWS = 8, EACH = 8, MOST_BYTES = 1 << 25 }; /* of a wave: some classes for each thread, at the least one */
    const int64_t size = m->p * m->pp, fit_in = MOST_BYTES / (8 * size), end = lcn_own_end(q);
    const int64_t wanted = ctx->threads > 1 ? EACH * ctx->threads : 1;
    const int64_t most = fit_in < 1 ? 1 : fit_in < wanted ? fit_in : wanted;
    const int threads = q->slices.ctx ? 1 : ctx->threads; /* ranks talk on one thread */
    wave w = {.ctx = ctx, .mean = m, .problem = q, .first = lcn_own_begin(q)};
    w.own = lcn_alloc_raw(ctx, (size_t)((most < q->n_terms ? most : q->n_terms) * size), sizeof *w.own);
    w.parts = lcn_alloc(ctx, (size_t)((lcn_share_parts(&q->share) + !q->share.ctx) * size + 1), sizeof *w.parts);
    for (; w.own && w.parts && w.first < end && w.status >= 0; w.first += w.count) {
        w.count = end - w.first < most ? end - w.first : most;
        lcn_each_piece(threads, w.count, form_class, &w);
        lcn_each_range(ctx->threads, m->p, ROWS, add_rows, &w);
    }
    const bool there = w.own && w.parts && w.status >= 0;
    if (there && q->share.ctx) lcn_share_sum(&q->share, ctx->threads, m->K, w.parts, size, size);
    lcn_free(&ctx->allocator, w.own);
    lcn_free(&ctx->allocator, w.parts);
    return there ? LACON_OK : w.status < 0 ? w.status : LACON_E_MEMORY;
}

static void add_variances(void *user)
{
    const wave *w = user;
    const lcn_problem *q = w->problem;
    for (int64_t i = lcn_own_begin(q); i < lcn_own_end(q); i++)
        for (int64_t r = 0; r < q->p; r++)
            w->mean->variance[r] += q->terms[i].omega / q->terms[i].trace * q->terms[i].variance[r];
}

static lacon_status fill(lacon_ctx *ctx, lcn_mean *m, const lcn_problem *q)
{
    const size_t p = (size_t)m->p;
    m->variance = lcn_alloc(ctx, p, sizeof *m->variance);
    if (!m->variance) return LACON_E_MEMORY;
    lcn_share_relay(&q->share, &(lcn_handed){m->variance, m->p}, 1, add_variances, &(wave){.mean = m, .problem = q});
    if (any_cov(q) || m->p <= LCN_MEAN_EXPLICIT) {
        m->K = lcn_alloc(ctx, p * (size_t)m->pp, sizeof *m->K);
        return m->K ? sum_covariances(ctx, m, q) : LACON_E_MEMORY;
    }
    return lcn_mean_rows_new(ctx, &m->rows, q);
}

lacon_status lcn_mean_new(lacon_ctx *ctx, lcn_mean **out, const lcn_problem *problem)
{
    lcn_mean *m = lcn_alloc(ctx, 1, sizeof *m);
    if (!m) return LACON_E_MEMORY;
    *m = (lcn_mean){.allocator = ctx->allocator, .p = problem->p, .pp = lcn_padded(problem->p)};
    const lacon_status status = fill(ctx, m, problem);
    if (status < 0) lcn_mean_free(m);
    else *out = m;
    return status;
}

void lcn_mean_free(lcn_mean *m)
{
    if (!m) return;
    const lacon_allocator a = m->allocator;
    lcn_free(&a, m->K);
    lcn_mean_rows_free(m->rows);
    lcn_free(&a, m->variance);
    lcn_free(&a, m);
}

int64_t lcn_mean_scratch(const lcn_mean *mean, int64_t w) { return mean->K ? 1 : lcn_mean_rows_scratch(mean->rows, w); }

void lcn_mean_apply(const lcn_mean *mean, double *Y, const double *U, int64_t m, double *scratch)
{
    const int64_t p = mean->p;
    if (mean->K) lcn_gemm(LCN_N, LCN_N, p, m, p, 1.0, mean->K, mean->pp, U, m, 0.0, Y, m);
    else lcn_mean_rows_apply(mean->rows, Y, U, m, scratch);
}

/* The others of y being zeros in `masked`, a line of K is gone through as it lies. */
LCN_CLONES void lcn_mean_apply_within(const lcn_mean *mean, double *z, const double *y, const int32_t *module,
                                      int64_t k, double *masked)
{
    memset(z, 0, (size_t)mean->p * sizeof *z);
    for (int32_t j = 0; j < k; j++) {
        for (int64_t r = 0; r < mean->p; r++) masked[r] = module[r] == j ? y[r] : 0.0;
        for (int64_t r = 0; r < mean->p; r++)
            if (module[r] == j) z[r] = lcn_short_dot(mean->K + r * mean->pp, masked, mean->p);
    }
}
