/* SPDX-License-Identifier: BSD-3-Clause
 * The relaxed start: the same majorise-minimise iteration over W'W = I alone, where the inner problem is
 * the polar factor of F. Dense p × k.
 */
#include "fit/problem/dense.h"
#include "fit/search/starts.h"
#include "fit/mm/mm.h"
#include "la/krylov.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

/* a bound: SETTLED ends it; columns beyond k that let the last of them settle */
enum { RELAX_STEPS = 30, EXTRA = 4 };
enum { PRODUCTS = 5 }; /* with the mean: as near to its eigenvectors as a dozen power steps */
static const double SETTLED = 1e-5; /* change of the objective per variable: it is only a start */

typedef struct mean_operator {
    const lcn_mean *mean;
    double *scratch;
} mean_operator;

static void apply_mean(const void *self, double *out, const double *V, int64_t m)
{
    const mean_operator *a = self;
    lcn_mean_apply(a->mean, out, V, m, a->scratch);
}

/* Leading k eigenvectors of the mean covariance, with a few extra columns on the way. */
static lacon_status leading(lacon_ctx *ctx, double *U, int64_t k, const lcn_mean *mean, uint64_t seed)
{
    const int64_t p = mean->p, m = k + EXTRA < p ? k + EXTRA : p;
    const int64_t scratch = lcn_krylov_scratch(p, m, PRODUCTS);
    double *V = lcn_alloc_raw(ctx, (size_t)(p * m + m + scratch + lcn_mean_scratch(mean, m)), sizeof *V);
    if (!V) return LACON_E_MEMORY;
    double *value = V + p * m, *space = value + m;
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_STARTS, 0);
    for (int64_t e = 0; e < p * m; e++) V[e] = lcn_rng_normal(&rng);
    const mean_operator self = {mean, space + scratch};
    const lacon_status status = lcn_krylov(&(lcn_operator){p, apply_mean, &self}, m, PRODUCTS, V, value, space);
    for (int64_t r = 0; r < p; r++) memcpy(U + r * k, V + r * m, (size_t)k * sizeof *U);
    lcn_free(&ctx->allocator, V);
    return status;
}

typedef struct relax {
    lcn_work *work;
    double *F;      /* p × k */
    double *slots;  /* slots × slot_size: F, P (p × k) and scratch of a chunk of classes */
    int64_t slot_size;
    double *f;      /* n_chunks */
    double *scratch;
} relax;

/* F and f of one chunk of classes */
static void relaxed_chunk(const relax *x, const double *U, int64_t chunk, int64_t slot)
{
    lcn_work *w = x->work;
    const lcn_problem *q = w->problem;
    const int64_t p = q->p, k = q->k, N = q->n_terms;
    double *F = x->slots + slot * x->slot_size, *P = F + p * k, *scratch = P + p * k;
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

/* F = sum omega_i P_i M_i at U; returns the objective. Chunks are added in order, as many at work as there are
 * slots. */
static double relaxed_tangent(const relax *x, const double *U)
{
    const int64_t chunks = x->work->n_chunks, slots = x->work->slots, size = x->work->p * x->work->k;
    const int threads = x->work->threads;
    double f = 0.0;
    memset(x->F, 0, (size_t)size * sizeof *x->F);
    for (int64_t first = 0; first < chunks; first += slots) {
        const int64_t count = chunks - first < slots ? chunks - first : slots;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads) if (threads > 1 && count > 1)
        for (int64_t s = 0; s < count; s++) relaxed_chunk(x, U, first + s, s);
        for (int64_t s = 0; s < count; s++) {
            f += x->f[first + s];
            for (int64_t e = 0; e < size; e++) x->F[e] += x->slots[s * x->slot_size + e];
        }
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
    const int64_t each = 2 * p * k + lcn_dense_scratch(q, k), memory = work->slots * each;
    double *block = lcn_alloc_raw(ctx, (size_t)(p * k + memory + work->n_chunks + lcn_polar_scratch(p, k)),
                                  sizeof *block);
    if (!block) return LACON_E_MEMORY;
    const relax x = {.work = work, .F = block, .slots = block + p * k, .slot_size = each,
                     .f = block + p * k + memory, .scratch = block + p * k + memory + work->n_chunks};
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
