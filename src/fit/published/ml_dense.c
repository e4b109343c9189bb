/* SPDX-License-Identifier: BSD-3-Clause
 * Solver `ml-dense`: the supplement's maximum likelihood, with Sigma_i = W G_i W' + v_i I, its
 * inverse and the product of three p × p matrices formed explicitly (docs/algorithm/ml-dense.md):
 *
 *     f = ½ sum_i omega_i [log det Sigma_i + tr(Omega_i K_i)],   Omega_i = Sigma_i^-1
 *     gradient = sum_i omega_i (Omega_i - Omega_i K_i Omega_i) W G_i
 *
 * O(p³) per class and step. Kept as the slow rival of the runtime figure: mm and alm maximise the
 * same likelihood without a p × p inverse.
 */
#include "fit/published/augmented_lagrangian.h"
#include "fit/problem/dense.h"
#include "la/la.h"
#include "model/profile.h"

#include <math.h>
#include <string.h>

enum { CHUNKS = 16 }; /* partial sums of the classes, whatever the threads */
/* In units of the curvature. This f bounds W by itself, unlike the one of alm.c. */
static const double RHO = 0.1;
static const double PARALLEL_WORK = 2e6; /* multiply-adds of an evaluation: break-even size for threading */

typedef struct dense {
    const lcn_problem *problem;
    int threads;
    int64_t n_chunks;
    double *K;       /* n_terms × p × p */
    double *G, *v;   /* n_terms × k × k, n_terms */
    double *F;       /* n_chunks × p × k: gradient */
    double *C;       /* n_chunks × k × k: sum omega_i S_i M_i */
    double *f;       /* n_chunks */
    double *T;       /* k × k */
    double *scratch; /* per worker, size doubles */
    int64_t size;
    const double *W; /* p × k: where the workers evaluate */
    bool moving;     /* (G, v) follow W and the gradient is wanted */
} dense;

/* Sigma, Omega, product (p × p each), W G and K W (p × k), S, M, half (k × k), profile */
static int64_t worker_size(int64_t p, int64_t k)
{
    return 3 * p * p + 2 * p * k + 3 * k * k + lcn_profile_scratch(k);
}

/* (G, v) of class i at the orthonormal matrix nearest to W; adds to the curvature */
static void update_class(dense *s, int64_t i, double *C, double *KW, double *S, double *rest)
{
    const lcn_problem *q = s->problem;
    const lcn_term *t = &q->terms[i];
    const int64_t p = q->p, k = q->k;
    double *half = S + k * k, *M = half + k * k;
    lcn_profile profile;
    lcn_gemm(LCN_N, LCN_N, p, k, p, 1, s->K + i * p * p, p, s->W, k, 0, KW, k);
    lcn_gemm(LCN_T, LCN_N, k, k, p, 1, s->W, k, KW, k, 0, S, k);
    lcn_gemm(LCN_N, LCN_N, k, k, k, 1, s->T, k, S, k, 0, half, k);
    lcn_gemm(LCN_N, LCN_N, k, k, k, 1, half, k, s->T, k, 0, S, k);
    lcn_profile_compute(&profile, s->G + i * k * k, M, LACON_OBJECTIVE_ML, p, k, S, t->trace, rest);
    s->v[i] = profile.v;
    lcn_gemm(LCN_N, LCN_N, k, k, k, t->omega, S, k, M, k, 1, C, k);
}

/* Sigma and Omega of class i, W G beside; the answer is log det Sigma + tr(Omega K), NaN when Sigma
 * is not positive definite */
static double invert(const dense *s, int64_t i, double *sigma, double *omega, double *WG)
{
    const int64_t p = s->problem->p, k = s->problem->k;
    lcn_gemm(LCN_N, LCN_N, p, k, k, 1, s->W, k, s->G + i * k * k, k, 0, WG, k);
    lcn_gemm(LCN_N, LCN_T, p, p, k, 1, WG, k, s->W, k, 0, sigma, p);
    for (int64_t r = 0; r < p; r++) sigma[r * p + r] += s->v[i];
    if (!lcn_chol(p, sigma, p)) return NAN;
    lcn_chol_inverse(p, sigma, p, omega);
    return lcn_chol_logdet(p, sigma, p) + lcn_dot(p * p, omega, s->K + i * p * p);
}

static void add_class(dense *s, int64_t i, int64_t chunk, double *scratch)
{
    const int64_t p = s->problem->p, k = s->problem->k;
    const double omega_i = s->problem->terms[i].omega;
    double *sigma = scratch, *omega = sigma + p * p, *product = omega + p * p;
    double *WG = product + p * p, *KW = WG + p * k, *S = KW + p * k;
    if (s->moving) update_class(s, i, s->C + chunk * k * k, KW, S, S + 3 * k * k);
    s->f[chunk] += 0.5 * omega_i * invert(s, i, sigma, omega, WG);
    if (!s->moving) return;
    lcn_gemm(LCN_N, LCN_N, p, p, p, 1, omega, p, s->K + i * p * p, p, 0, product, p); /* Omega K */
    memcpy(sigma, omega, (size_t)(p * p) * sizeof *sigma);
    lcn_gemm(LCN_N, LCN_N, p, p, p, -1, product, p, omega, p, 1, sigma, p); /* - Omega K Omega */
    lcn_gemm(LCN_N, LCN_N, p, k, p, omega_i, sigma, p, WG, k, 1, s->F + chunk * p * k, k);
}

static double evaluate(dense *s, const double *W, bool moving)
{
    const lcn_problem *q = s->problem;
    const int64_t n = s->n_chunks;
    s->W = W;
    s->moving = moving;
    if (moving) lcn_inverse_root(s->T, W, q->p, q->k, s->scratch);
    memset(s->F, 0, (size_t)(n * (q->p * q->k + q->k * q->k + 1)) * sizeof *s->F); /* F, C, f */
#pragma omp parallel for schedule(static, 1) num_threads(s->threads)
    for (int worker = 0; worker < s->threads; worker++)
        for (int64_t chunk = worker; chunk < n; chunk += s->threads)
            for (int64_t i = chunk; i < q->n_terms; i += n)
                add_class(s, i, chunk, s->scratch + worker * s->size);
    double sum = 0;
    for (int64_t chunk = 0; chunk < n; chunk++) sum += s->f[chunk];
    return sum;
}

static double value(void *self, const double *W) { return evaluate(self, W, false); }

static double accept(void *self, const double *W, double *gradient, double *f)
{
    dense *s = self;
    const int64_t pk = s->problem->p * s->problem->k, kk = s->problem->k * s->problem->k;
    *f = evaluate(s, W, true);
    for (int64_t chunk = 0; chunk < s->n_chunks; chunk++) {
        for (int64_t e = 0; e < pk; e++)
            gradient[e] = (chunk ? gradient[e] : 0) + s->F[chunk * pk + e];
        for (int64_t e = 0; e < kk && chunk; e++) s->C[e] += s->C[chunk * kk + e];
    }
    return lcn_top_eigenvalue(s->C, s->problem->k, s->scratch);
}

/* The negative log-likelihood, with the constant that f goes without. */
static double reached(const void *self)
{
    const dense *s = self;
    double sum = 0.5 * (double)s->problem->p * log(2 * M_PI);
    for (int64_t chunk = 0; chunk < s->n_chunks; chunk++) sum += s->f[chunk];
    return sum;
}

static lacon_status dense_init(lacon_ctx *ctx, dense *s, const lcn_problem *q)
{
    const int64_t p = q->p, k = q->k, N = q->n_terms, n = N < CHUNKS ? N : CHUNKS;
    const int64_t size = worker_size(p, k), root = lcn_inverse_root_scratch(k);
    const double work = (double)N * (double)p * (double)p * (double)p;
    *s = (dense){.problem = q, .threads = work > PARALLEL_WORK ? ctx->threads : 1, .n_chunks = n};
    s->size = size > root ? size : root;
    s->K = lcn_alloc(ctx, (size_t)N * (size_t)p, (size_t)p * sizeof *s->K);
    s->G = lcn_alloc(ctx, (size_t)(N * (k * k + 1)), sizeof *s->G);
    s->F = lcn_alloc(ctx, (size_t)(n * (p * k + k * k + 1)), sizeof *s->F);
    s->scratch = lcn_alloc(ctx, (size_t)(s->threads * s->size + k * k), sizeof *s->scratch);
    if (!s->K || !s->G || !s->F || !s->scratch) return LACON_E_MEMORY;
    s->v = s->G + N * k * k;
    s->C = s->F + n * p * k;
    s->f = s->C + n * k * k;
    s->T = s->scratch + s->threads * s->size;
    for (int64_t i = 0; i < N; i++) {
        s->v[i] =
            q->terms[i].trace / (double)p; /* G = 0: a valid model before the first update */
        lcn_dense_covariance(q, &q->terms[i], s->K + i * p * p);
    }
    return LACON_OK;
}

lacon_status lcn_ml_dense_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                              const lacon_fit_options *options, const lcn_loadings *init)
{
    LCN_FAIL_IF(problem->objective != LACON_OBJECTIVE_ML, LACON_E_ARGUMENT,
                "solver ml-dense maximises the likelihood: use objective ml, or solver alm for sm");
    dense s = {0};
    lacon_status status;
    LCN_GOTO(dense_init(ctx, &s, problem));
    const lcn_scheme scheme = {{&s, value, accept, reached}, RHO, options->max_iter};
    LCN_GOTO(lcn_restarts(ctx, out, problem, options, init, &scheme));
done:
    lcn_free(&ctx->allocator, s.K);
    lcn_free(&ctx->allocator, s.G);
    lcn_free(&ctx->allocator, s.F);
    lcn_free(&ctx->allocator, s.scratch);
    return status;
}
