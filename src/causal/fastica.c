/* SPDX-License-Identifier: BSD-3-Clause
 * FastICA (Hyvärinen 1999). On whitened rows X (k × n) a direction w moves to
 *
 *     w <- E x g(w'x) - E g'(w'x) w,    then all are made orthonormal:
 *
 * together, W <- (WW')^-1/2 W (symmetric), or each to those found before it (deflation).
 *
 *     logcosh   g = tanh u          exp   g = u exp(-u²/2)          kurtosis   g = u³
 *
 * Whitening by the eigenvectors of the correlations depends neither on the order of the columns nor
 * on their units, and neither does the start: so the directions found do not.
 */
#include "causal/fastica.h"
#include "causal/smooth.h"
#include "util/instruction_sets.h"
#include "la/la.h"
#include "util/options.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

void lacon_ica_options_init_sized(lacon_ica_options *options, size_t size)
{
    /* scikit-learn's tolerance, five times its rounds */
    const lacon_ica_options defaults = {.size = sizeof defaults, .tol = 1e-4, .max_iter = 1000, .seed = 1};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

/* Values of one block: the contrast G, its derivative g in place of u, and g'. */
typedef void kernel(int64_t n, double *restrict u, double *restrict slope, double *restrict value);

LCN_CLONES static void apply_logcosh(int64_t n, double *restrict u, double *restrict slope,
                                     double *restrict value)
{
    for (int64_t i = 0; i < n; i++) {
        const double size = fabs(u[i]), e = lcn_exp_down(-2 * size), t = (1 - e) / (1 + e);
        value[i] = size + lcn_log1p_unit(e) - M_LN2;
        slope[i] = 1 - t * t;
        u[i] = copysign(t, u[i]);
    }
}

LCN_CLONES static void apply_exp(int64_t n, double *restrict u, double *restrict slope,
                                 double *restrict value)
{
    for (int64_t i = 0; i < n; i++) {
        const double x = u[i], e = lcn_exp_down(-0.5 * x * x);
        value[i] = -e;
        slope[i] = (1 - x * x) * e;
        u[i] = x * e;
    }
}

LCN_CLONES static void apply_kurtosis(int64_t n, double *restrict u, double *restrict slope,
                                      double *restrict value)
{
    for (int64_t i = 0; i < n; i++) {
        const double x = u[i], x2 = x * x;
        value[i] = 0.25 * x2 * x2;
        slope[i] = 3 * x2;
        u[i] = x2 * x;
    }
}

/* Added in lanes, so that the compiler may add them side by side. */
static void add(int64_t n, const double *x, double *sum)
{
    enum { LANES = 8 }; /* doubles of a cache line */
    double lane[LANES] = {0};
    for (int64_t i = 0; i < n / LANES * LANES; i += LANES)
        for (int l = 0; l < LANES; l++) lane[l] += x[i + l];
    for (int64_t i = n / LANES * LANES; i < n; i++) lane[0] += x[i];
    for (int l = 0; l < LANES; l++) *sum += lane[l];
}

lcn_contrast lcn_ica_apply(const lcn_ica *q, double *u)
{
    enum { BLOCK = 256 }; /* a row's piece and its values stay in the first cache */
    kernel *const kernels[] = {apply_logcosh, apply_exp, apply_kurtosis};
    double slope[BLOCK], value[BLOCK], product[BLOCK];
    lcn_contrast sum = {0};
    for (int64_t first = 0; first < q->n; first += BLOCK) {
        const int64_t rows = q->n - first < BLOCK ? q->n - first : BLOCK;
        double *own = u + first;
        memcpy(product, own, (size_t)rows * sizeof *product);
        kernels[q->options->contrast](rows, own, slope, value);
        for (int64_t i = 0; i < rows; i++) product[i] *= own[i];
        add(rows, value, &sum.value);
        add(rows, slope, &sum.slope);
        add(rows, product, &sum.product);
    }
    const double n = (double)q->n;
    return (lcn_contrast){sum.value / n, sum.slope / n, sum.product / n};
}

int64_t lcn_fastica_scratch(int64_t ld, int64_t k)
{
    return 2 * k * ld + 5 * k * k + k + lcn_eigh_scratch(k) + lcn_ica_settle_scratch(k);
}

static void lay_out(lcn_ica *q, const lcn_sample *s, const lacon_ica_options *options, double *scratch)
{
    const int64_t k = s->k, ld = s->ld;
    *q = (lcn_ica){.n = s->n, .k = k, .ld = ld, .options = options, .K = scratch};
    q->W = q->K + k * k;
    q->old = q->W + k * k;
    q->gram = q->old + k * k;
    q->X = q->gram + k * k;
    q->U = q->X + k * ld;
    q->small = q->U + k * ld;
    q->memory = q->small + k + lcn_eigh_scratch(k) + k * k;
}

/* K = diag(s)^-1/2 U' D^-1 with U s U' the correlations and D the standard deviations, X = K Z */
static lacon_status whiten(lcn_ica *q, const lcn_sample *s)
{
    const int64_t k = q->k;
    double *value = q->small;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++)
            q->K[a * k + b] = s->S[a * k + b] / sqrt(s->S[a * k + a] * s->S[b * k + b]);
    if (lcn_eigh(k, q->K, value, value + k) < 0 || !(value[k - 1] > 0)) return LACON_E_NUMERIC;
    for (int64_t e = 0; e < k; e++)
        for (int64_t j = 0; j < k; j++) q->K[e * k + j] /= sqrt(value[e] * s->S[j * k + j]);
    lcn_gemm(LCN_N, LCN_N, k, q->ld, k, 1, q->K, k, s->Z, q->ld, 0, q->X, q->ld);
    return LACON_OK;
}

static void start(lcn_ica *q)
{
    lcn_rng rng = lcn_rng_stream(q->options->seed, LCN_STREAM_CAUSAL, 0);
    for (int64_t i = 0; i < q->k * q->k; i++) q->W[i] = lcn_rng_normal(&rng);
}

/* W <- (3 W - W W'W) / 2 until it is orthonormal: quadratic when it is nearly so already. gram holds I - WW' on
 * entry; false when it is too far off or does not arrive. */
static bool newton_schulz(lcn_ica *q)
{
    enum { MOST = 8 }; /* it squares the error: .5 is at rounding after six */
    const int64_t k = q->k, kk = k * k;
    double *copy = q->small;
    for (int i = 0; i < MOST; i++) {
        const double off = lcn_norm(kk, q->gram);
        if (off < 1e-13 * (double)k) return true; /* rounding of k sums */
        if (!(off < 0.5)) return false;
        memcpy(copy, q->W, (size_t)kk * sizeof *copy);
        lcn_gemm(LCN_N, LCN_N, k, k, k, 0.5, q->gram, k, copy, k, 1, q->W, k);
        lcn_gemm(LCN_N, LCN_T, k, k, k, -1, q->W, k, q->W, k, 0, q->gram, k);
        for (int64_t j = 0; j < k; j++) q->gram[j * (k + 1)] += 1;
    }
    return false;
}

/* By Newton-Schulz where it is near, else by the eigenvectors of WW'. */
lacon_status lcn_ica_orthonormalise(lcn_ica *q)
{
    const int64_t k = q->k;
    double *value = q->small, *root = q->small + k + lcn_eigh_scratch(k);
    lcn_gemm(LCN_N, LCN_T, k, k, k, -1, q->W, k, q->W, k, 0, q->gram, k);
    for (int64_t j = 0; j < k; j++) q->gram[j * (k + 1)] += 1;
    if (newton_schulz(q)) return LACON_OK;
    lcn_gemm(LCN_N, LCN_T, k, k, k, 1, q->W, k, q->W, k, 0, q->gram, k);
    if (lcn_eigh(k, q->gram, value, value + k) < 0 || !(value[k - 1] > 0)) return LACON_E_NUMERIC;
    for (int64_t e = 0; e < k; e++) { /* rows scaled by s^-1/4: gram'gram is then (WW')^-1/2 */
        const double scale = 1 / sqrt(sqrt(value[e]));
        for (int64_t j = 0; j < k; j++) q->gram[e * k + j] *= scale;
    }
    lcn_gemm(LCN_T, LCN_N, k, k, k, 1, q->gram, k, q->gram, k, 0, root, k);
    lcn_gemm(LCN_N, LCN_N, k, k, k, 1, root, k, q->W, k, 0, q->gram, k);
    memcpy(q->W, q->gram, (size_t)(k * k) * sizeof *q->W);
    return LACON_OK;
}

/* How far the direction that moved most has rotated, 1 - |cos|. */
static double rotated(const lcn_ica *q, int64_t first, int64_t last)
{
    double most = 0;
    for (int64_t j = first; j < last; j++)
        most = fmax(most, fabs(1 - fabs(lcn_dot(q->k, q->W + j * q->k, q->old + j * q->k))));
    return most;
}

/* One move of the directions first..last-1, not yet orthonormal. */
static void move(lcn_ica *q, int64_t first, int64_t last)
{
    const int64_t k = q->k, ld = q->ld, count = last - first;
    double *W = q->W + first * k;
    memcpy(q->old + first * k, W, (size_t)(count * k) * sizeof *W);
    lcn_gemm(LCN_N, LCN_N, count, ld, k, 1, W, k, q->X, ld, 0, q->U, ld);
    for (int64_t j = 0; j < count; j++) {
        const double mean = lcn_ica_apply(q, q->U + j * ld).slope;
        for (int64_t l = 0; l < k; l++) W[j * k + l] *= -mean;
    }
    lcn_gemm(LCN_N, LCN_T, count, k, ld, 1 / (double)q->n, q->U, ld, q->X, ld, 1, W, k);
}

/* The fixed point is fast where it settles, and goes to and fro where directions are nearly
 * Gaussian: what has not settled soon is left to settle.c. */
static lacon_status symmetric(lcn_ica *q, int64_t *iterations)
{
    enum { SOON = 15 }; /* rounds: what needs more is slow here and quick there */
    lacon_status status = lcn_ica_orthonormalise(q);
    for (*iterations = 0; status >= 0 && *iterations < q->options->max_iter;) {
        if (*iterations == SOON) return lcn_ica_settle(q, iterations);
        move(q, 0, q->k);
        status = lcn_ica_orthonormalise(q);
        *iterations += 1;
        if (status >= 0 && rotated(q, 0, q->k) < q->options->tol) return LACON_OK;
    }
    return status < 0 ? status : LACON_W_NOT_CONVERGED;
}

/* Direction j orthogonal to those before it and of unit length; twice, for rounding. */
static void deflate(lcn_ica *q, int64_t j)
{
    const int64_t k = q->k;
    double *w = q->W + j * k;
    for (int pass = 0; pass < 2; pass++) {
        for (int64_t e = 0; e < j; e++) {
            const double along = lcn_dot(k, w, q->W + e * k);
            for (int64_t l = 0; l < k; l++) w[l] -= along * q->W[e * k + l];
        }
        const double length = lcn_norm(k, w);
        for (int64_t l = 0; length > 0 && l < k; l++) w[l] /= length;
    }
}

static lacon_status one_by_one(lcn_ica *q, int64_t *iterations)
{
    bool settled = true;
    *iterations = 0;
    for (int64_t j = 0; j < q->k; j++) {
        int64_t count = 0;
        bool good = false;
        deflate(q, j);
        while (!good && count < q->options->max_iter) {
            move(q, j, j + 1);
            deflate(q, j);
            count++;
            good = rotated(q, j, j + 1) < q->options->tol;
        }
        settled = settled && good;
        if (count > *iterations) *iterations = count;
    }
    return settled ? LACON_OK : LACON_W_NOT_CONVERGED;
}

lacon_status lcn_fastica(double *unmixing, int64_t *iterations, const lcn_sample *s,
                         const lacon_ica_options *options, double *scratch)
{
    lcn_ica q;
    lay_out(&q, s, options, scratch);
    lacon_status status = whiten(&q, s);
    if (status < 0) return status;
    start(&q);
    status = options->deflation ? one_by_one(&q, iterations) : symmetric(&q, iterations);
    if (status >= 0) lcn_gemm(LCN_N, LCN_N, q.k, q.k, q.k, 1, q.W, q.k, q.K, q.k, 0, unmixing, q.k);
    return status;
}
