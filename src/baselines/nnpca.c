/* SPDX-License-Identifier: BSD-3-Clause
 * Non-negative principal components one after the other (Sigg & Buhmann 2008, expectation-
 * maximisation). For one component the two steps together are
 *     w <- max(M w, 0) / |max(M w, 0)|,   M = (I - QQ') K (I - QQ'),
 * which never lowers w'Mw. Q: orthonormal basis of the components before. The best of several
 * random starts and of one from the variable most correlated with all is kept.
 */
#include "baselines/baselines.h"

#include <math.h>
#include <string.h>

static const double TOL = 1e-10; /* relative gain of an iteration; the gain is quadratic in the angle */

typedef struct search {
    int64_t p;
    double *M;        /* p × p, deflated */
    double *w, *u, *best; /* p */
} search;

static bool normalise(int64_t p, double *w)
{
    const double size = lcn_norm(p, w);
    if (!(size > 0)) return false;
    for (int64_t r = 0; r < p; r++) w[r] /= size;
    return true;
}

/* From s->w to a fixed point; its variance w'Mw, or -1 when nothing positive is left. */
static double climb(search *s, const lacon_baseline_options *options, bool *converged)
{
    const int64_t p = s->p;
    const double tol = options->tol > 0 ? options->tol : TOL;
    double value = -1;
    *converged = false;
    if (!normalise(p, s->w)) return -1;
    for (int64_t i = 0; i < options->max_iter && !*converged; i++) {
        lcn_gemv(LCN_N, p, p, 1.0, s->M, p, s->w, 0.0, s->u);
        const double now = lcn_dot(p, s->w, s->u);
        *converged = i > 0 && now - value <= tol * fabs(now);
        value = now;
        for (int64_t r = 0; r < p; r++) s->w[r] = fmax(s->u[r], 0);
        if (!normalise(p, s->w)) return -1;
    }
    return value;
}

/* Half-normal entries; start 0 is the positive part of the longest column of M. */
static void start(search *s, const lacon_baseline_options *options, int64_t which, int64_t component)
{
    lcn_rng rng = lcn_rng_stream(options->seed, LCN_STREAM_BASELINE, (uint32_t)component);
    rng.position = (uint64_t)which * (uint64_t)s->p;
    for (int64_t r = 0; r < s->p; r++) s->w[r] = fabs(lcn_rng_normal(&rng));
    if (which > 0) return;
    int64_t top = 0; /* the variable with the longest column of M */
    double most = -1;
    for (int64_t r = 0; r < s->p; r++) {
        const double size = lcn_dot(s->p, s->M + r * s->p, s->M + r * s->p);
        if (size > most) {
            most = size;
            top = r;
        }
    }
    for (int64_t r = 0; r < s->p; r++) s->w[r] = fmax(s->M[top * s->p + r], 0);
}

/* The best start, in s->best; false when there is no variance left that non-negative weights reach. */
static bool component(search *s, const lacon_baseline_options *options, int64_t j, bool *converged)
{
    double most = 0;
    bool found = false;
    for (int64_t i = 0; i <= options->starts; i++) {
        bool ended;
        start(s, options, i, j);
        const double value = climb(s, options, &ended);
        if (!(value > most)) continue;
        found = true;
        most = value;
        *converged = ended;
        memcpy(s->best, s->w, (size_t)s->p * sizeof *s->w);
    }
    return found;
}

/* q = part of w orthogonal to the earlier components; M <- (I - qq') M (I - qq'). Q: done × p */
static bool deflate(search *s, double *Q, int64_t done)
{
    const int64_t p = s->p;
    double *q = Q + done * p, *M = s->M;
    memcpy(q, s->best, (size_t)p * sizeof *q);
    for (int twice = 0; twice < 2; twice++) /* once is not orthogonal to rounding */
        for (int64_t j = 0; j < done; j++) {
            const double along = lcn_dot(p, q, Q + j * p);
            for (int64_t r = 0; r < p; r++) q[r] -= along * Q[j * p + r];
        }
    if (lcn_norm(p, q) < 1e-8 || !normalise(p, q)) return false;
    lcn_gemv(LCN_N, p, p, 1.0, M, p, q, 0.0, s->u);
    const double own = lcn_dot(p, q, s->u);
    for (int64_t r = 0; r < p; r++)
        for (int64_t l = 0; l < p; l++)
            M[r * p + l] += own * q[r] * q[l] - s->u[r] * q[l] - q[r] * s->u[l];
    return true;
}

lacon_status lcn_nnpca(lacon_ctx *ctx, const lcn_pooled *job)
{
    const int64_t p = job->p, k = job->options->k;
    lacon_status status = LACON_E_MEMORY;
    double *block = lcn_alloc(ctx, (size_t)(p + k + 3), (size_t)p * sizeof *block);
    if (block == NULL) return status;
    search s = {.p = p, .M = block, .w = block + p * p};
    s.u = s.w + p;
    s.best = s.u + p;
    double *Q = s.best + p;
    memcpy(s.M, job->K, (size_t)(p * p) * sizeof *s.M);
    status = LACON_OK;
    for (int64_t j = 0; j < k; j++) {
        bool converged = true;
        if (!component(&s, job->options, j, &converged)) break;
        if (!converged) status = LACON_W_NOT_CONVERGED;
        for (int64_t r = 0; r < p; r++) job->loadings[r * k + j] = s.best[r];
        if (!deflate(&s, Q, j)) break;
    }
    lcn_free(&ctx->allocator, block);
    return status;
}
