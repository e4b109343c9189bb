/* SPDX-License-Identifier: BSD-3-Clause
 * Factor analysis by maximum likelihood, K ~ L L' + diag(psi), then varimax. Expectation-maximisation
 * (Rubin & Thayer 1982) in O(p² k) per iteration, extrapolated (SQUAREM, Varadhan & Roland 2008)
 * wherever that does not lower the likelihood.
 */
#include "baselines/baselines.h"
#include "fit/start.h"

#include <math.h>
#include <string.h>

static const double TOL = 1e-9;    /* nats per row and variable an iteration must gain to go on */
static const double FLOOR = 1e-6;  /* of a variable's variance: psi is not allowed below (Heywood) */
static const double ANGLE = 1e-9;  /* varimax */
enum { POWER_STEPS = 12 };

/* A point is p × k loadings and then p log psi, in one array. */
typedef struct factor {
    int64_t p, k, size; /* size = p k + p */
    const double *K;
    double *x[4];       /* points: now, after one step, after two, extrapolated */
    double *B, *A;      /* p × k */
    double *M, *inverse, *E; /* k × k */
} factor;

/* beta' = psi^-1 L M^-1 with M = I + L'psi^-1 L, into B; A = K beta'. The answer is the
 * log-likelihood per row at x, without the constant. */
static double expect(factor *f, const double *x)
{
    const int64_t p = f->p, k = f->k;
    const double *psi = x + p * k;
    double value = 0;
    for (int64_t r = 0; r < p; r++) {
        const double inverse = exp(-psi[r]);
        value -= psi[r] + f->K[r * p + r] * inverse;
        for (int64_t j = 0; j < k; j++) f->A[r * k + j] = x[r * k + j] * inverse;
    }
    lcn_gemm(LCN_T, LCN_N, k, k, p, 1.0, x, k, f->A, k, 0.0, f->M, k);
    for (int64_t j = 0; j < k; j++) f->M[j * k + j] += 1;
    if (!lcn_chol(k, f->M, k)) return -INFINITY;
    value -= lcn_chol_logdet(k, f->M, k);
    lcn_chol_inverse(k, f->M, k, f->inverse);
    lcn_gemm(LCN_N, LCN_N, p, k, k, 1.0, f->A, k, f->inverse, k, 0.0, f->B, k);
    /* tr(psi^-1 L M^-1 L'psi^-1 K) = tr(U'K B) with U = psi^-1 L */
    lcn_gemm(LCN_N, LCN_N, p, k, p, 1.0, f->K, p, f->B, k, 0.0, f->A, k);
    for (int64_t r = 0; r < p; r++) {
        const double inverse = exp(-psi[r]);
        for (int64_t j = 0; j < k; j++) value += x[r * k + j] * inverse * f->A[r * k + j];
    }
    return 0.5 * value;
}

/* L = A E^-1, E = M^-1 + beta A; psi = diag(K - L A'). After expect. */
static bool maximise(factor *f, double *to)
{
    const int64_t p = f->p, k = f->k;
    memcpy(f->E, f->inverse, (size_t)(k * k) * sizeof *f->E);
    lcn_gemm(LCN_T, LCN_N, k, k, p, 1.0, f->B, k, f->A, k, 1.0, f->E, k);
    if (!lcn_chol(k, f->E, k)) return false;
    for (int64_t r = 0; r < p; r++) {
        double *row = to + r * k, left = f->K[r * p + r];
        memcpy(row, f->A + r * k, (size_t)k * sizeof *row);
        lcn_chol_solve(k, f->E, k, row);
        for (int64_t j = 0; j < k; j++) left -= row[j] * f->A[r * k + j];
        to[p * k + r] = log(fmax(left, FLOOR * f->K[r * p + r]));
    }
    return true;
}

/* x3 = x0 - 2 a r + a² v with r = x1 - x0, v = (x2 - x1) - r, a = -|r| / |v|; false when x2 is as far
 * as one can go. */
static bool extrapolate(factor *f)
{
    double rr = 0, vv = 0;
    for (int64_t i = 0; i < f->size; i++) {
        const double r = f->x[1][i] - f->x[0][i], v = f->x[2][i] - f->x[1][i] - r;
        rr += r * r;
        vv += v * v;
    }
    if (!(vv > 0) || rr <= vv) return false;
    const double a = -sqrt(rr / vv);
    for (int64_t i = 0; i < f->size; i++) {
        const double r = f->x[1][i] - f->x[0][i], v = f->x[2][i] - f->x[1][i] - r;
        f->x[3][i] = f->x[0][i] - 2 * a * r + a * a * v;
    }
    for (int64_t r = 0; r < f->p; r++) { /* as maximise would leave it */
        const double low = log(FLOOR * f->K[r * f->p + r]), high = log(f->K[r * f->p + r]);
        double *psi = f->x[3] + f->p * f->k + r;
        *psi = fmin(fmax(*psi, low), high);
    }
    return true;
}

static void swap(double **a, double **b)
{
    double *keep = *a;
    *a = *b;
    *b = keep;
}

/* Two steps, then as far as the likelihood allows; the result is x[0]. expect has run at x[0] whenever
 * maximise is called. */
static lacon_status iterate(factor *f, const lacon_baseline_options *options)
{
    const double tol = (options->tol > 0 ? options->tol : TOL) * (double)f->p;
    double value = expect(f, f->x[0]);
    if (!isfinite(value)) return LACON_E_NUMERIC;
    for (int64_t i = 0; i < options->max_iter; i++) {
        if (!maximise(f, f->x[1])) return LACON_E_NUMERIC;
        expect(f, f->x[1]);
        if (!maximise(f, f->x[2])) return LACON_E_NUMERIC;
        double now = extrapolate(f) ? expect(f, f->x[3]) : -INFINITY;
        if (now - value > tol) { /* else the two plain steps, which never lower it, decide */
            swap(&f->x[0], &f->x[3]);
        } else {
            now = expect(f, f->x[2]);
            swap(&f->x[0], &f->x[2]);
        }
        if (!isfinite(now)) return LACON_E_NUMERIC;
        if (now - value <= tol) return LACON_OK;
        value = now;
    }
    return LACON_W_NOT_CONVERGED;
}

/* Principal components by a few steps of subspace iteration: L = V sqrt(s), psi what they leave. */
static lacon_status begin(factor *f, uint64_t seed, double *scratch)
{
    const int64_t p = f->p, k = f->k;
    double *V = f->B, *x = f->x[0];
    lcn_rng rng = lcn_rng_stream(seed, LCN_STREAM_BASELINE, 0);
    for (int64_t i = 0; i < p * k; i++) V[i] = lcn_rng_normal(&rng);
    LCN_TRY(lcn_qr(p, k, V, NULL, scratch));
    for (int i = 0; i < POWER_STEPS; i++) {
        lcn_gemm(LCN_N, LCN_N, p, k, p, 1.0, f->K, p, V, k, 0.0, f->A, k);
        memcpy(V, f->A, (size_t)(p * k) * sizeof *V);
        LCN_TRY(lcn_qr(p, k, V, f->M, scratch));
    }
    for (int64_t r = 0; r < p; r++) {
        double left = f->K[r * p + r];
        for (int64_t j = 0; j < k; j++) {
            x[r * k + j] = V[r * k + j] * sqrt(f->M[j * k + j]);
            left -= x[r * k + j] * x[r * k + j];
        }
        /* half of a variable's variance at least is its own, to begin with */
        x[p * k + r] = log(fmax(left, 0.5 * f->K[r * p + r]));
    }
    return LACON_OK;
}

lacon_status lcn_factor(lacon_ctx *ctx, const lcn_pooled *job)
{
    const int64_t p = job->p, k = job->options->k, size = p * k + p;
    factor f = {.p = p, .k = k, .size = size, .K = job->K};
    LCN_FAIL_IF(k >= p, LACON_E_ARGUMENT,
                "factor analysis of %lld variables has fewer than %lld factors: k is %lld",
                (long long)p, (long long)p, (long long)k);
    for (int64_t r = 0; r < p; r++)
        LCN_FAIL_IF(!(job->K[r * p + r] > 0), LACON_E_DATA, "variable %lld has no variance",
                    (long long)(r + 1));
    const int64_t extra = lcn_qr_scratch(p, k);
    double *block = lcn_alloc(ctx, (size_t)(4 * size + 2 * p * k + 3 * k * k + extra), sizeof *block);
    if (block == NULL) return LACON_E_MEMORY;
    for (int i = 0; i < 4; i++) f.x[i] = block + i * size;
    f.B = block + 4 * size;
    f.A = f.B + p * k;
    f.M = f.A + p * k;
    f.inverse = f.M + k * k;
    f.E = f.inverse + k * k;
    lacon_status status = begin(&f, job->options->seed, f.E + k * k);
    if (status >= 0) status = iterate(&f, job->options);
    if (status >= 0) {
        memcpy(job->loadings, f.x[0], (size_t)(p * k) * sizeof *job->loadings);
        lcn_varimax_to(job->loadings, p, k, ANGLE);
    } else {
        lcn_fail(ctx, status, "factor analysis: the likelihood cannot be computed");
    }
    lcn_free(&ctx->allocator, block);
    return status;
}
