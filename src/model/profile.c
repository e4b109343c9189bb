/* SPDX-License-Identifier: BSD-3-Clause
 * The profile: G and v of a class in closed form from S = W'KW and t = tr K
 * (docs/algorithm/profile.md). It sits inside every iteration of every solver, so the usual case
 * (all eigenvalues of S above v) is settled by two k × k Cholesky factors; eigenvectors are
 * computed only when G must lose rank.
 */
#include "model/profile.h"

#include "la/la.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* v never falls below this share of the mean variance t/p: data without noise have a likelihood
 * without bound. 1e-12 is far above the rounding of t - tr S (about p 2^-53 t/p) and far below any
 * measured noise. */
#define V_FLOOR 1e-12

int64_t lcn_profile_scratch(int64_t k) { return 2 * k * k + k + lcn_eigh_scratch(k); }

static double floor_of(int64_t p, double t)
{
    return fmax(V_FLOOR * t / (double)p, DBL_MIN); /* DBL_MIN: a class of zeros */
}

/* v = R/(p - r) for the part R = t - sum of the kept, floored; r = p leaves nothing to estimate it
 * from */
static double noise(lcn_profile *out, int64_t p, int64_t r, double R, double floor)
{
    const double v = r < p ? R / (double)(p - r) : 0;
    out->floored = !(v > floor);
    return out->floored ? floor : v;
}

/* Both objectives from what the eigenvalues leave: r kept with sums of log s and of 1/s, and R.
 * Without the floor R/v = p - r and these are the profiled forms. */
static void finish(lcn_profile *out, int64_t p, int64_t r, double log_kept, double inverse_kept,
                   double R)
{
    const double v = out->v, left = (double)(p - r);
    /* tr of the noise part of Omega K */
    const double misfit = out->floored ? fmax(R, 0) / v : left;
    out->kept = r;
    out->nll = 0.5 * ((double)p * LCN_LOG_2PI + log_kept + left * log(v) + (double)r + misfit);
    out->score = -0.5 * inverse_kept - left / v + 0.5 * misfit / v;
}

/* The usual case, r = k. False when an eigenvalue of S is not above v or v is at its floor. */
static bool full_rank(lcn_profile *out, double *G, double *M, lacon_objective objective, int64_t p,
                      int64_t k, const double *S, double t, double *scratch)
{
    if (p <= k) return false;
    double *shifted = scratch, *inverse = scratch + k * k, R = t;
    for (int64_t j = 0; j < k; j++) R -= S[j * k + j];
    const double v = noise(out, p, k, R, floor_of(p, t));
    if (out->floored) return false;

    memcpy(shifted, S, (size_t)(k * k) * sizeof *S);
    for (int64_t j = 0; j < k; j++) shifted[j * k + j] -= v;
    if (G) memcpy(G, shifted, (size_t)(k * k) * sizeof *G); /* G = S - v I */
    if (!lcn_chol(k, shifted, k)) return false;             /* S - v I not positive definite */
    memcpy(shifted, S, (size_t)(k * k) * sizeof *S);
    if (!lcn_chol(k, shifted, k)) return false;
    double trace = NAN; /* of B, for the score: not wanted where only the likelihood is */
    if (M || objective == LACON_OBJECTIVE_SM) {
        lcn_chol_inverse(k, shifted, k, inverse); /* B = S^-1 */
        trace = 0;
        for (int64_t j = 0; j < k; j++) trace += inverse[j * k + j];
    }
    out->v = v;
    finish(out, p, k, lcn_chol_logdet(k, shifted, k), trace, R);
    if (!M) return true;
    if (objective == LACON_OBJECTIVE_SM) /* B² */
        lcn_gemm(LCN_N, LCN_N, k, k, k, -1, inverse, k, inverse, k, 0, M, k);
    else
        for (int64_t i = 0; i < k * k; i++) M[i] = -inverse[i];
    const double top = objective == LACON_OBJECTIVE_SM ? 1 / (v * v) : 1 / v;
    for (int64_t j = 0; j < k; j++) M[j * k + j] += top;
    return true;
}

/* X = sum_j d_j u_j u_j', vectors in the rows of U */
static void rebuild(int64_t k, int64_t r, const double *U, const double *d, double *X)
{
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++) {
            double sum = 0;
            for (int64_t j = 0; j < r; j++) sum += d[j] * U[j * k + a] * U[j * k + b];
            X[a * k + b] = X[b * k + a] = sum;
        }
}

static void not_a_number(lcn_profile *out, double *G, double *M, int64_t k)
{
    *out = (lcn_profile){.v = NAN, .nll = NAN, .score = NAN};
    for (int64_t i = 0; i < k * k; i++) {
        if (G) G[i] = NAN;
        if (M) M[i] = NAN;
    }
}

/* From r = k drop the smallest eigenvalue while it is not above v. The dropped go into the
 * noise. */
static void clipped(lcn_profile *out, double *G, double *M, lacon_objective objective, int64_t p,
                    int64_t k, const double *S, double t, double *scratch)
{
    double *U = scratch, *d = U + k * k, *s = d + k, R = t, log_kept = 0, inverse_kept = 0;
    memcpy(U, S, (size_t)(k * k) * sizeof *S);
    if (!isfinite(t) || (G || M ? lcn_eigh : lcn_eigvals)(k, U, s, s + k) < 0) {
        not_a_number(out, G, M, k);
        return;
    }
    for (int64_t j = 0; j < k; j++) R -= s[j];
    int64_t r = k;
    out->v = noise(out, p, r, R, floor_of(p, t));
    while (r > 0 && !(s[r - 1] > out->v)) {
        R += s[--r];
        out->v = noise(out, p, r, R, floor_of(p, t));
    }
    for (int64_t j = 0; j < r; j++) {
        log_kept += log(s[j]);
        inverse_kept += 1 / s[j];
    }
    finish(out, p, r, log_kept, inverse_kept, r < p ? R : 0);

    const double v = out->v;
    for (int64_t j = 0; j < r; j++) d[j] = s[j] - v;
    if (G) rebuild(k, r, U, d, G);
    for (int64_t j = 0; j < r; j++) /* 1/v - 1/s; 1/v² - 1/s², without cancellation */
        d[j] *=
            objective == LACON_OBJECTIVE_SM ? (s[j] + v) / (v * v * s[j] * s[j]) : 1 / (v * s[j]);
    if (M) rebuild(k, r, U, d, M);
}

void lcn_profile_compute(lcn_profile *out, double *G, double *M, lacon_objective objective,
                         int64_t p, int64_t k, const double *S, double t, double *scratch)
{
    if (!full_rank(out, G, M, objective, p, k, S, t, scratch))
        clipped(out, G, M, objective, p, k, S, t, scratch);
}
