/* SPDX-License-Identifier: BSD-3-Clause
 * The relaxed start: the same majorise-minimise iteration over W'W = I alone, where the inner problem is
 * the polar factor of F. Dense p × k.
 */
#include "fit/problem/dense.h"
#include "fit/search/starts.h"
#include "fit/mm/mm.h"
#include "la/la.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

enum { POWER_STEPS = 12, RELAX_STEPS = 30, EXTRA = 4 };
static const double SETTLED = 1e-5; /* change of the objective per variable: it is only a start */

/* Leading k eigenvectors of the mean covariance by block power steps with a few extra columns. */
static lacon_status leading(lacon_ctx *ctx, double *U, int64_t k, const lcn_mean *mean, uint64_t seed)
{
    const int64_t p = mean->p, m = k + EXTRA < p ? k + EXTRA : p;
    const int64_t scratch_size = lcn_qr_scratch(p, m) + lcn_eigh_scratch(m) + lcn_mean_scratch(mean, m) + m * m + m;
    double *block = lcn_alloc_raw(ctx, (size_t)(2 * p * m + scratch_size), sizeof *block);
    if (!block) return LACON_E_MEMORY;
    double *Q = block, *Y = Q + p * m, *A = Y + p * m, *s = A + m * m, *scratch = s + m;
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_STARTS, 0);
    for (int64_t e = 0; e < p * m; e++) Q[e] = lcn_rng_normal(&rng);
    lacon_status status = lcn_qr(p, m, Q, NULL, scratch);
    for (int step = 0; step < POWER_STEPS && status >= 0; step++) {
        lcn_mean_apply(mean, Y, Q, m, scratch);
        if (step + 1 < POWER_STEPS) {
            memcpy(Q, Y, (size_t)(p * m) * sizeof *Q);
            status = lcn_qr(p, m, Q, NULL, scratch);
        }
    }
    if (status >= 0) { /* Rayleigh-Ritz: A = Q'(mean)Q, U = Q times its leading vectors */
        lcn_gemm(LCN_T, LCN_N, m, m, p, 1.0, Q, m, Y, m, 0.0, A, m);
        status = lcn_eigh(m, A, s, scratch);
    }
    if (status >= 0) lcn_gemm(LCN_N, LCN_T, p, k, m, 1.0, Q, m, A, m, 0.0, U, k);
    lcn_free(&ctx->allocator, block);
    return status;
}

typedef struct relax {
    lcn_work *work;
    double *F;      /* p × k */
    double *chunks_memory;   /* n_chunks × chunk_size: F, P (p × k) and scratch of a chunk of classes */
    int64_t chunk_size;
    double *f;      /* n_chunks */
    double *scratch;
} relax;

/* F and f of one chunk of classes */
static void relaxed_chunk(const relax *x, const double *U, int64_t chunk)
{
    lcn_work *w = x->work;
    const lcn_problem *q = w->problem;
    const int64_t p = q->p, k = q->k, N = q->n_terms;
    double *F = x->chunks_memory + chunk * x->chunk_size, *P = F + p * k, *scratch = P + p * k;
    memset(F, 0, (size_t)(p * k) * sizeof *F);
    x->f[chunk] = 0.0;
    for (int64_t i = N * chunk / w->n_chunks; i < N * (chunk + 1) / w->n_chunks; i++) {
        const lcn_term *t = &q->terms[i];
        double *S = w->S + i * k * k, *M = w->M + i * k * k;
        lcn_profile profile;
        lcn_dense_multiply(q, t, U, k, P, scratch);
        lcn_term_end(q, i);
        lcn_gemm(LCN_T, LCN_N, k, k, p, 1.0, U, k, P, k, 0.0, S, k);
        lcn_profile_compute(&profile, NULL, M, q->objective, p, k, S, t->trace,
                            w->scratch + chunk * w->scratch_size);
        lcn_gemm(LCN_N, LCN_N, p, k, k, t->omega, P, k, M, k, 1.0, F, k);
        x->f[chunk] += t->omega * (q->objective == LACON_OBJECTIVE_ML ? profile.nll : profile.score);
    }
}

/* F = sum omega_i P_i M_i at U; returns the objective. Chunks are added in order. */
static double relaxed_tangent(const relax *x, const double *U)
{
    const int64_t chunks = x->work->n_chunks, size = x->work->p * x->work->k;
    const int threads = x->work->threads;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1 && chunks > 1)
    for (int64_t c = 0; c < chunks; c++) relaxed_chunk(x, U, c);
    double f = x->f[0];
    memcpy(x->F, x->chunks_memory, (size_t)size * sizeof *x->F);
    for (int64_t c = 1; c < chunks; c++) {
        f += x->f[c];
        for (int64_t e = 0; e < size; e++) x->F[e] += x->chunks_memory[c * x->chunk_size + e];
    }
    return f;
}

static lacon_status relax_steps(const relax *x, double *U)
{
    const lcn_problem *q = x->work->problem;
    double last = INFINITY;
    for (int step = 0; step < RELAX_STEPS; step++) {
        const double f = relaxed_tangent(x, U);
        if (last - f <= lcn_slack(q, f, SETTLED)) break;
        last = f;
        memcpy(U, x->F, (size_t)(q->p * q->k) * sizeof *U);
        LCN_TRY(lcn_polar(q->p, q->k, U, x->scratch));
    }
    return LACON_OK;
}

lacon_status lcn_stiefel(lacon_ctx *ctx, double *U, lcn_work *work, const lcn_mean *mean, uint64_t seed)
{
    const lcn_problem *q = work->problem;
    const int64_t p = q->p, k = q->k;
    LCN_TRY(leading(ctx, U, k, mean, seed));
    if (q->n_terms == 1) return LACON_OK; /* one class: the eigenvectors are the minimiser */
    const int64_t chunks = work->n_chunks, each = 2 * p * k + lcn_dense_scratch(q, k);
    double *block = lcn_alloc_raw(ctx, (size_t)(p * k + chunks * (each + 1) + lcn_polar_scratch(p, k)),
                              sizeof *block);
    if (!block) return LACON_E_MEMORY;
    const relax x = {.work = work, .F = block, .chunks_memory = block + p * k,
                     .chunk_size = each, .f = block + p * k + chunks * each,
                     .scratch = block + p * k + chunks * (each + 1)};
    const lacon_status status = relax_steps(&x, U);
    lcn_free(&ctx->allocator, block);
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
