/* SPDX-License-Identifier: BSD-3-Clause
 * Non-negative principal components all together (Sigg & Buhmann 2008; cumulative): W >= 0 with columns
 * of unit length that minimises
 *     min_Z |X - Z W'|² / n + g |W'W - I|² = tr K - tr((W'W)^-1 W'KW) + g |W'W - I|².
 * E-step: Z = X W (W'W)^-1, of which only B = X'Z / n and Z'Z / n are needed. M-step: column by column;
 * the penalty 2 g w'CC'w (C: the other columns) is, on the sphere, below its tangent once lambda >=
 * lambda_max(C'C) is taken off, so that w_j <- the positive part of
 *     B_j - sum_i (Z'Z)_ij w_i / n - 2 g (CC' - lambda I) w_j,
 * made of unit length, never raises it. Then no more than p entries, the largest, are kept, and the
 * descent goes on with those. One after the other: nnpca.c.
 */
#include "baselines/baselines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TOL = 1e-8;     /* of the total variance: what an iteration must gain to go on */
static const double PENALTY = 1;    /* g: an overlap of 0.1 of two columns costs 0.02 of a variable */
static const double LITTLE = 1e-3;  /* weight of a variable in a start that nothing speaks for */
enum { SWEEPS = 3 };                /* of M-steps per E-step: those are the cheap ones */

typedef struct cumulative {
    int64_t p, k, ld; /* ld: k rounded up to a multiple of 8, columns of zeros */
    const lcn_pooled *job;
    double g, trace;
    double *W, *KW;     /* p × ld */
    double *B;          /* p × k */
    double *best, low;  /* p × k; its objective */
    double *A, *L, *inverse, *S, *Z; /* k × k: W'W, its factor, its inverse, W'KW, Z'Z / n */
    double *c;          /* k: factors of the columns in a step */
    double *f;          /* p */
    double *sorted;     /* p k */
    int64_t *home;      /* p: column of each variable in a start */
    unsigned char *held; /* p × k: entries that may differ from zero */
    double *scratch;
} cumulative;

/* A = W'W */
static void overlaps(cumulative *t)
{
    const int64_t p = t->p, k = t->k, ld = t->ld;
    lcn_gemm(LCN_T, LCN_N, k, k, p, 1.0, t->W, ld, t->W, ld, 0.0, t->A, k);
}

/* The objective, B and Z; INFINITY when two columns have become one. */
static double expect(cumulative *t)
{
    const int64_t p = t->p, k = t->k, ld = t->ld;
    double value = t->trace;
    lcn_pooled_apply(t->job, t->KW, t->W, ld, t->scratch);
    overlaps(t);
    memcpy(t->L, t->A, (size_t)(k * k) * sizeof *t->L);
    if (!lcn_chol(k, t->L, k)) return INFINITY;
    lcn_chol_inverse(k, t->L, k, t->inverse);
    lcn_gemm(LCN_N, LCN_N, p, k, k, 1.0, t->KW, ld, t->inverse, k, 0.0, t->B, k);
    lcn_gemm(LCN_T, LCN_N, k, k, p, 1.0, t->W, ld, t->B, k, 0.0, t->S, k); /* W'KW A^-1 */
    lcn_gemm(LCN_N, LCN_N, k, k, k, 1.0, t->inverse, k, t->S, k, 0.0, t->Z, k);
    for (int64_t i = 0; i < k; i++) {
        value -= t->S[i * k + i];
        for (int64_t j = 0; j < k; j++) {
            const double off = t->A[i * k + j] - (i == j);
            value += t->g * off * off;
        }
    }
    return value;
}

/* At least the largest eigenvalue of the other columns' products: their largest sum, none is negative. */
static double bound(const cumulative *t, int64_t j)
{
    double top = 0;
    for (int64_t i = 0; i < t->k; i++) {
        double sum = 0;
        for (int64_t l = 0; l < t->k; l++) sum += l == j || i == j ? 0 : t->A[i * t->k + l];
        top = fmax(top, sum);
    }
    return top;
}

/* The M-step of column j; a column that would vanish stays. */
static void improve(cumulative *t, int64_t j)
{
    const int64_t p = t->p, k = t->k, ld = t->ld;
    double size = 0;
    for (int64_t i = 0; i < k; i++) t->c[i] = -t->Z[i * k + j] - 2 * t->g * t->A[i * k + j];
    t->c[j] = 2 * t->g * bound(t, j);
    for (int64_t r = 0; r < p; r++) {
        double sum = t->B[r * k + j];
        for (int64_t i = 0; i < k; i++) sum += t->c[i] * t->W[r * ld + i];
        t->f[r] = t->held[r * k + j] ? fmax(sum, 0) : 0;
        size += t->f[r] * t->f[r];
    }
    if (!(size > 0)) return;
    size = 1 / sqrt(size);
    for (int64_t i = 0; i < k; i++) t->c[i] = 0;
    for (int64_t r = 0; r < p; r++) {
        t->W[r * ld + j] = t->f[r] * size;
        for (int64_t i = 0; i < k; i++) t->c[i] += t->W[r * ld + i] * t->W[r * ld + j];
    }
    for (int64_t i = 0; i < k; i++) t->A[i * k + j] = t->A[j * k + i] = t->c[i];
}

/* To a fixed point on the entries held; the objective there. */
static double descend(cumulative *t, bool *converged)
{
    const lacon_baseline_options *options = t->job->options;
    const double tol = (options->tol > 0 ? options->tol : TOL) * t->trace;
    double value = expect(t);
    *converged = false;
    for (int64_t i = 0; i < options->max_iter && isfinite(value) && !*converged; i++) {
        for (int sweep = 0; sweep < SWEEPS; sweep++)
            for (int64_t j = 0; j < t->k; j++) improve(t, j);
        const double now = expect(t);
        *converged = value - now <= tol;
        value = now;
    }
    return value;
}

/* ---- starts ---- */

static void normalise(cumulative *t)
{
    const int64_t p = t->p, k = t->k, ld = t->ld;
    for (int64_t j = 0; j < k; j++) {
        double size = 0;
        for (int64_t r = 0; r < p; r++) size += t->W[r * ld + j] * t->W[r * ld + j];
        for (int64_t r = 0; r < p; r++) t->W[r * ld + j] = size > 0 ? t->W[r * ld + j] / sqrt(size) : 0;
    }
}

/* The column in which row r of W is largest. */
static int64_t largest(const cumulative *t, int64_t r)
{
    int64_t best = 0;
    for (int64_t j = 1; j < t->k; j++)
        if (t->W[r * t->ld + j] > t->W[r * t->ld + best]) best = j;
    return best;
}

/* Every variable in the column of K times random signed ones that it is largest in, so that the columns
 * are orthogonal; an empty one takes the next variable that is not alone. */
static void begin(cumulative *t, int64_t which)
{
    const int64_t p = t->p, k = t->k, ld = t->ld;
    double *size = t->c;
    lcn_rng rng = lcn_rng_stream(t->job->options->seed, LCN_STREAM_BASELINE, (uint32_t)which);
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < ld; j++) t->W[r * ld + j] = j < k ? lcn_rng_normal(&rng) : 0;
    lcn_pooled_apply(t->job, t->KW, t->W, ld, t->scratch);
    memcpy(t->W, t->KW, (size_t)(p * ld) * sizeof *t->W);
    normalise(t);
    memset(size, 0, (size_t)k * sizeof *size);
    for (int64_t r = 0; r < p; r++) size[t->home[r] = largest(t, r)]++;
    for (int64_t j = 0, r = 0; j < k; j++)
        for (; size[j] == 0; r++)
            if (size[t->home[r]] > 1) {
                size[t->home[r]]--;
                size[t->home[r] = j]++;
            }
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < k; j++)
            t->W[r * ld + j] = j == t->home[r] ? fmax(t->W[r * ld + j], 0) + LITTLE : 0;
    normalise(t);
    memset(t->held, 1, (size_t)(p * k));
}

static int downwards(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Only the p largest entries, and the largest of every column, are held from here on. */
static void prune(cumulative *t)
{
    const int64_t p = t->p, k = t->k, ld = t->ld;
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < k; j++) t->sorted[r * k + j] = t->W[r * ld + j];
    qsort(t->sorted, (size_t)(p * k), sizeof *t->sorted, downwards);
    const double low = t->sorted[p - 1];
    for (int64_t j = 0; j < k; j++) {
        double top = 0;
        for (int64_t r = 0; r < p; r++) top = fmax(top, t->W[r * ld + j]);
        for (int64_t r = 0; r < p; r++) {
            double *w = t->W + r * ld + j;
            t->held[r * k + j] = *w > 0 && (*w >= low || *w == top);
            if (!t->held[r * k + j]) *w = 0;
        }
    }
    normalise(t);
}

/* The best start, in t->best. */
static lacon_status search(lacon_ctx *ctx, cumulative *t)
{
    lacon_status status = LACON_E_NUMERIC;
    t->low = INFINITY;
    for (int64_t i = 0; i < t->job->options->starts; i++) {
        bool whole, pruned;
        LCN_FAIL_IF(lcn_cancelled(ctx), LACON_E_CANCELLED, "non-negative components: cancelled");
        begin(t, i);
        if (!isfinite(descend(t, &whole))) continue;
        prune(t);
        const double value = descend(t, &pruned);
        if (!(value < t->low)) continue;
        t->low = value;
        for (int64_t r = 0; r < t->p; r++)
            memcpy(t->best + r * t->k, t->W + r * t->ld, (size_t)t->k * sizeof *t->best);
        status = whole && pruned ? LACON_OK : LACON_W_NOT_CONVERGED;
    }
    LCN_FAIL_IF(status < 0, status,
                "non-negative components: from no start are there %lld different ones; a smaller k "
                "may have them",
                (long long)t->k);
    memcpy(t->job->loadings, t->best, (size_t)(t->p * t->k) * sizeof *t->best);
    return status;
}

static double *lay_out(lacon_ctx *ctx, cumulative *t)
{
    const int64_t p = t->p, k = t->k, ld = t->ld;
    double *block = lcn_alloc(ctx, (size_t)(2 * p * ld + 3 * p * k + 5 * k * k + k + p +
                                            lcn_pooled_scratch(t->job, ld)), sizeof *block);
    if (block == NULL) return NULL;
    t->W = block;
    t->KW = t->W + p * ld;
    t->B = t->KW + p * ld;
    t->best = t->B + p * k;
    t->sorted = t->best + p * k;
    t->A = t->sorted + p * k;
    t->L = t->A + k * k;
    t->inverse = t->L + k * k;
    t->S = t->inverse + k * k;
    t->Z = t->S + k * k;
    t->c = t->Z + k * k;
    t->f = t->c + k;
    t->scratch = t->f + p;
    return block;
}

lacon_status lcn_nncum(lacon_ctx *ctx, const lcn_pooled *job)
{
    cumulative t = {.p = job->p, .k = job->options->k, .job = job};
    lacon_status status = LACON_E_MEMORY;
    t.ld = (t.k + 7) / 8 * 8;
    t.g = job->options->penalty > 0 ? job->options->penalty : PENALTY;
    double *block = lay_out(ctx, &t);
    t.held = lcn_alloc(ctx, (size_t)(t.p * t.k), sizeof *t.held);
    t.home = lcn_alloc(ctx, (size_t)t.p, sizeof *t.home);
    if (block && t.held && t.home) {
        lcn_pooled_variances(job, t.f);
        for (int64_t r = 0; r < t.p; r++) t.trace += t.f[r];
        status = t.trace > 0 ? search(ctx, &t) : LACON_OK; /* no variance: no loadings */
    }
    lcn_free(&ctx->allocator, t.home);
    lcn_free(&ctx->allocator, t.held);
    lcn_free(&ctx->allocator, block);
    return status;
}
