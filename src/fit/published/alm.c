/* SPDX-License-Identifier: BSD-3-Clause
 * Solver `alm`: the published algorithm. The objective of augmented_lagrangian.h at O(p² k) or O(n p k) per class
 * and evaluation (docs/algorithm/alm.md):
 *
 *     f(W; G, v) = -½ sum_i omega_i tr(S_i M_i) + const,   S_i = W'K_i W
 *     gradient = -sum_i omega_i K_i W M_i
 *
 * for both objectives; M_i is in model/profile.h. An evaluation at W sums f with the old M_i and, in the
 * same pass over the data, gradient and value with the new ones, so that a step costs one pass.
 */
#include "fit/published/augmented_lagrangian.h"
#include "fit/problem/dense.h"
#include "la/la.h"
#include "model/profile.h"

#include <math.h>
#include <string.h>

enum { CHUNKS = 16 }; /* partial sums of the classes, whatever the threads */
/* In units of the curvature. Below it the first round lets W grow without bound. */
static const double RHO = 0.5;
static const double PARALLEL_WORK = 2e6; /* multiply-adds of an evaluation: break-even size for threading */

typedef struct alm {
    const lcn_problem *problem;
    int threads;
    int64_t n_chunks;
    double *M, *next;   /* n_terms × k × k: in use, and at the W seen last */
    double *F;          /* n_chunks × p × k: sum omega_i K_i W M_i with the new M_i */
    double *C;          /* n_chunks × k × k: sum omega_i S_i M_i */
    double *f, *next_f; /* n_chunks: value with the old and the new M_i */
    double *profiled;   /* n_chunks: the objective at W T, which is orthonormal */
    double *T;          /* k × k: (W'W)^-1/2 */
    double *scratch;    /* per worker, size doubles */
    int64_t size;
} alm;

/* P, S, T S T and the product between, then whatever the callees want */
static int64_t worker_size(const lcn_problem *q)
{
    const int64_t k = q->k, dense = lcn_dense_scratch(q, k), profile = lcn_profile_scratch(k);
    return q->p * k + 3 * k * k + (dense > profile ? dense : profile);
}

static void add_class(alm *s, int64_t i, int64_t chunk, const double *W, double *scratch)
{
    const lcn_problem *q = s->problem;
    const lcn_term *t = &q->terms[i];
    const int64_t p = q->p, k = q->k;
    double *P = scratch, *S = P + p * k, *half = S + k * k, *TST = half + k * k; /* T'S T */
    double *rest = TST + k * k, *M = s->next + i * k * k, *C = s->C + chunk * k * k;
    lcn_profile profile;
    lcn_dense_multiply(q, t, W, k, P, rest);
    lcn_gemm(LCN_T, LCN_N, k, k, p, 1, W, k, P, k, 0, S, k);
    lcn_gemm(LCN_N, LCN_N, k, k, k, 1, s->T, k, S, k, 0, half, k);
    lcn_gemm(LCN_N, LCN_N, k, k, k, 1, half, k, s->T, k, 0, TST, k);
    lcn_profile_compute(&profile, NULL, M, q->objective, p, k, TST, t->trace, rest);
    s->f[chunk] -= 0.5 * t->omega * lcn_dot(k * k, S, s->M + i * k * k);
    s->profiled[chunk] +=
        t->omega * (q->objective == LACON_OBJECTIVE_ML ? profile.nll : profile.score);
    s->next_f[chunk] -= 0.5 * t->omega * lcn_dot(k * k, S, M);
    lcn_gemm(LCN_N, LCN_N, p, k, k, t->omega, P, k, M, k, 1, s->F + chunk * p * k, k);
    lcn_gemm(LCN_N, LCN_N, k, k, k, t->omega, S, k, M, k, 1, C, k);
}

static double value(void *self, const double *W)
{
    alm *s = self;
    const lcn_problem *q = s->problem;
    const int64_t k = q->k, n = s->n_chunks;
    lcn_inverse_root(s->T, W, q->p, k, s->scratch);
    memset(s->F, 0, (size_t)(n * (q->p * k + k * k + 3)) * sizeof *s->F); /* F to profiled */
#pragma omp parallel for schedule(static, 1) num_threads(s->threads)
    for (int worker = 0; worker < s->threads; worker++)
        for (int64_t chunk = worker; chunk < n; chunk += s->threads)
            for (int64_t i = chunk; i < q->n_terms; i += n)
                add_class(s, i, chunk, W, s->scratch + worker * s->size);
    double sum = 0;
    for (int64_t chunk = 0; chunk < n; chunk++) sum += s->f[chunk];
    return sum;
}

static double accept(void *self, const double *W, double *gradient, double *f)
{
    alm *s = self;
    const int64_t pk = s->problem->p * s->problem->k, kk = s->problem->k * s->problem->k;
    double *const old = s->M;
    (void)W;
    s->M = s->next;
    s->next = old;
    *f = 0;
    for (int64_t chunk = 0; chunk < s->n_chunks; chunk++) {
        *f += s->next_f[chunk];
        for (int64_t e = 0; e < pk; e++)
            gradient[e] = (chunk ? gradient[e] : 0) - s->F[chunk * pk + e];
        for (int64_t e = 0; e < kk && chunk; e++) s->C[e] += s->C[chunk * kk + e];
    }
    return lcn_top_eigenvalue(s->C, s->problem->k, s->scratch);
}

static double reached(const void *self)
{
    const alm *s = self;
    double sum = 0;
    for (int64_t chunk = 0; chunk < s->n_chunks; chunk++) sum += s->profiled[chunk];
    return sum;
}

/* multiply-adds of one pass over the data */
static double pass_work(const lcn_problem *q)
{
    double work = 0;
    for (int64_t i = 0; i < q->n_terms; i++)
        work += (double)q->terms[i].rows * (double)q->p * (double)q->k;
    return work;
}

static lacon_status alm_init(lacon_ctx *ctx, alm *s, const lcn_problem *q)
{
    const int64_t k = q->k, N = q->n_terms, n = N < CHUNKS ? N : CHUNKS;
    const int64_t size = worker_size(q), least = lcn_inverse_root_scratch(k);
    *s = (alm){.problem = q, .threads = 1, .n_chunks = n};
    if (pass_work(q) > PARALLEL_WORK) s->threads = ctx->threads;
    s->size = size > least ? size : least;
    s->M = lcn_alloc(ctx, (size_t)(2 * N * k * k), sizeof *s->M);
    s->F = lcn_alloc(ctx, (size_t)(n * (q->p * k + k * k + 3)), sizeof *s->F);
    s->scratch = lcn_alloc(ctx, (size_t)(s->threads * s->size + k * k), sizeof *s->scratch);
    if (!s->M || !s->F || !s->scratch) return LACON_E_MEMORY;
    s->next = s->M + N * k * k;
    s->C = s->F + n * q->p * k;
    s->f = s->C + n * k * k;
    s->next_f = s->f + n;
    s->profiled = s->next_f + n;
    s->T = s->scratch + s->threads * s->size;
    return LACON_OK;
}

lacon_status lcn_alm_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                         const lacon_fit_options *options, const lcn_loadings *init)
{
    alm s = {0};
    double *first = NULL; /* of the two halves that accept exchanges */
    lacon_status status;
    LCN_GOTO(alm_init(ctx, &s, problem));
    first = s.M;
    const lcn_scheme scheme = {{&s, value, accept, reached}, RHO, options->max_iter};
    LCN_GOTO(lcn_restarts(ctx, out, problem, options, init, &scheme));
done:
    lcn_free(&ctx->allocator, first ? first : s.M);
    lcn_free(&ctx->allocator, s.F);
    lcn_free(&ctx->allocator, s.scratch);
    return status;
}
