/* SPDX-License-Identifier: BSD-3-Clause
 * Non-negative principal components one after the other (Sigg & Buhmann 2008, expectation-
 * maximisation). For one component the two steps together are
 *     w <- max(M w, 0) / |max(M w, 0)|,   M = (I - QQ') K (I - QQ'),
 * which never lowers w'Mw; every second one is extrapolated (SQUAREM, Varadhan & Roland 2008) where that
 * is higher. Q: orthonormal basis of the components before. All starts climb side by side, as the
 * columns of one matrix: the positive and the negative part of the leading
 * eigenvector of M, and of M times random signed vectors (random non-negative ones all lie near the
 * mean of the variables and climb to the same point). All together: nncum.c.
 */
#include "baselines/baselines.h"
#include "baselines/krylov.h"

#include <math.h>
#include <string.h>

static const double TOL = 1e-10; /* relative gain of an iteration; the gain is quadratic in the angle */
static const double HOPELESS = 100;
static const double ROUNDING = 1e-13; /* of weights whose squares add up to 1 */
enum { WIDTH = 8, STEPS = 3 };   /* of Krylov */

typedef struct search {
    int64_t p, k, m, done; /* m: starts, a multiple of 8 */
    const lcn_pooled *job;
    double *W, *U, *T; /* p × m: starts, M times them, scratch */
    double *one, *two; /* p × m: W after one step and after two */
    double *Q;         /* p × k: `done` columns */
    double *H;         /* k × m */
    double *value, *now, *scale; /* m */
    double *V, *krylov, *scratch;
    bool *still;       /* m: has converged */
} search;

/* T (p × m) <- (I - QQ') T */
static void project(const search *s, double *T, int64_t m)
{
    if (s->done == 0) return;
    lcn_gemm(LCN_T, LCN_N, s->done, m, s->p, 1.0, s->Q, s->k, T, m, 0.0, s->H, m);
    lcn_gemm(LCN_N, LCN_N, s->p, m, s->done, -1.0, s->Q, s->k, s->H, m, 1.0, T, m);
}

/* out = M V; the operator of Krylov too */
static void apply(const void *self, double *out, const double *V, int64_t m)
{
    const search *s = self;
    memcpy(s->T, V, (size_t)(s->p * m) * sizeof *V);
    project(s, s->T, m);
    lcn_pooled_apply(s->job, out, s->T, m, s->scratch);
    project(s, out, m);
}

/* W <- max(U, 0), columns of unit length; one without positive entries becomes zero */
static void rectify(const search *s, double *W, const double *U)
{
    const int64_t p = s->p, m = s->m;
    double *norm = s->scale;
    memset(norm, 0, (size_t)m * sizeof *norm);
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < m; j++) {
            const double u = U[r * m + j] > 0 ? U[r * m + j] : 0;
            W[r * m + j] = u;
            norm[j] += u * u;
        }
    for (int64_t j = 0; j < m; j++) norm[j] = norm[j] > 0 ? 1 / sqrt(norm[j]) : 0;
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < m; j++) W[r * m + j] *= norm[j];
}

static lacon_status begin(search *s, int64_t component)
{
    const int64_t p = s->p, m = s->m;
    const lcn_operator M = {.p = p, .apply = apply, .self = s};
    double value[WIDTH];
    lcn_rng rng = lcn_rng_stream(s->job->options->seed, LCN_STREAM_BASELINE, (uint32_t)component);
    for (int64_t i = 0; i < p * WIDTH; i++) s->V[i] = lcn_rng_normal(&rng);
    LCN_TRY(lcn_krylov(&M, WIDTH, STEPS, s->V, value, s->krylov));
    for (int64_t i = 0; i < p * m; i++) s->W[i] = lcn_rng_normal(&rng);
    apply(s, s->U, s->W, m);
    for (int64_t r = 0; r < p; r++) {
        s->U[r * m] = s->V[r * WIDTH];
        s->U[r * m + 1] = -s->V[r * WIDTH];
    }
    rectify(s, s->W, s->U);
    return LACON_OK;
}

/* U = M W, and w'Mw of each column to `to` */
static void variances(search *s, double *W, double *to)
{
    const int64_t p = s->p, m = s->m;
    apply(s, s->U, W, m);
    memset(to, 0, (size_t)m * sizeof *to);
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < m; j++) to[j] += W[r * m + j] * s->U[r * m + j];
}

/* U = W - 2 a r + a² v with r = one - W, v = (two - one) - r, a = -|r| / |v|, where that goes on beyond
 * `two`, else two */
static void extrapolate(search *s)
{
    const int64_t p = s->p, m = s->m;
    double *rr = s->H, *vv = rr + m;
    memset(rr, 0, (size_t)(2 * m) * sizeof *rr);
    for (int64_t i = 0; i < p * m; i += m)
        for (int64_t j = 0; j < m; j++) {
            const double r = s->one[i + j] - s->W[i + j], v = s->two[i + j] - s->one[i + j] - r;
            rr[j] += r * r;
            vv[j] += v * v;
        }
    for (int64_t j = 0; j < m; j++) rr[j] = vv[j] > 0 && rr[j] > vv[j] ? -sqrt(rr[j] / vv[j]) : -1;
    for (int64_t i = 0; i < p * m; i += m)
        for (int64_t j = 0; j < m; j++) {
            const double r = s->one[i + j] - s->W[i + j], v = s->two[i + j] - s->one[i + j] - r;
            s->U[i + j] = s->W[i + j] - 2 * rr[j] * r + rr[j] * rr[j] * v;
        }
}

/* From W with U = M W on, two steps and as far beyond as gains; the variances to now. */
static void advance(search *s)
{
    const int64_t p = s->p, m = s->m;
    bool all = true;
    rectify(s, s->one, s->U);
    variances(s, s->one, s->now);
    rectify(s, s->two, s->U);
    extrapolate(s);
    rectify(s, s->W, s->U);
    memcpy(s->scale, s->now, (size_t)m * sizeof *s->now); /* rectify is done with it */
    variances(s, s->W, s->now);
    for (int64_t j = 0; j < m; j++) {
        if (s->now[j] >= s->scale[j]) continue;
        all = false;
        for (int64_t i = j; i < p * m; i += m) s->W[i] = s->two[i];
    }
    if (!all) variances(s, s->W, s->now);
}

/* All columns to fixed points, their variances w'Mw to value; which of them have arrived. Those that are
 * behind by HOPELESS times what they still gain are not waited for. */
static lacon_status climb(lacon_ctx *ctx, search *s)
{
    const lacon_baseline_options *options = s->job->options;
    const int64_t m = s->m;
    const double tol = options->tol > 0 ? options->tol : TOL;
    bool moving = true;
    variances(s, s->W, s->value);
    for (int64_t i = 0; i < options->max_iter && moving; i++) {
        double top = 0;
        if (lcn_cancelled(ctx)) return LACON_E_CANCELLED;
        advance(s);
        for (int64_t j = 0; j < m; j++) top = fmax(top, s->now[j]);
        moving = false;
        for (int64_t j = 0; j < m; j++) {
            const double gain = s->now[j] - s->value[j];
            s->still[j] = gain <= tol * fabs(s->now[j]);
            s->value[j] = s->now[j];
            moving |= !s->still[j] && top - s->now[j] <= HOPELESS * gain;
        }
    }
    return LACON_OK;
}

/* Column `best` to component j, and the part of it that is new to Q; false when nothing is new. */
static bool keep(search *s, int64_t best)
{
    const int64_t p = s->p, k = s->k, j = s->done;
    double *q = s->T;
    for (int64_t r = 0; r < p; r++) {
        const double w = s->W[r * s->m + best];
        q[r] = s->job->loadings[r * k + j] = w > ROUNDING ? w : 0;
    }
    project(s, q, 1);
    project(s, q, 1); /* once is not orthogonal to rounding */
    const double size = lcn_norm(p, q);
    if (size < 1e-8) return false; /* what the projection left is rounding: the square root of the unit roundoff */
    for (int64_t r = 0; r < p; r++) s->Q[r * k + j] = q[r] / size;
    s->done++;
    return true;
}

static lacon_status components(lacon_ctx *ctx, search *s)
{
    lacon_status status = LACON_OK;
    double trace = 0;
    lcn_pooled_variances(s->job, s->T);
    for (int64_t r = 0; r < s->p; r++) trace += s->T[r];
    for (int64_t j = 0; j < s->k; j++) {
        int64_t best = 0;
        LCN_TRY(begin(s, j));
        LCN_TRY(climb(ctx, s));
        for (int64_t i = 1; i < s->m; i++)
            if (s->value[i] > s->value[best]) best = i;
        /* what is left after that is rounding */
        if (!(s->value[best] > 1e-14 * trace)) break;
        if (!s->still[best]) status = LACON_W_NOT_CONVERGED;
        if (!keep(s, best)) break;
    }
    return status;
}

static double *lay_out(lacon_ctx *ctx, search *s)
{
    const int64_t p = s->p, k = s->k, m = s->m, wide = m > WIDTH * STEPS ? m : WIDTH * STEPS;
    const int64_t size = 4 * p * m + p * wide + p * k + (k + 2) * wide + 3 * m + p * WIDTH +
                         lcn_krylov_scratch(p, WIDTH, STEPS) + lcn_pooled_scratch(s->job, wide);
    double *block = lcn_alloc(ctx, (size_t)size, sizeof *block);
    if (block == NULL) return NULL;
    s->W = block;
    s->U = s->W + p * m;
    s->one = s->U + p * m;
    s->two = s->one + p * m;
    s->T = s->two + p * m;
    s->Q = s->T + p * wide;
    s->H = s->Q + p * k;
    s->value = s->H + (k + 2) * wide;
    s->now = s->value + m;
    s->scale = s->now + m;
    s->V = s->scale + m;
    s->krylov = s->V + p * WIDTH;
    s->scratch = s->krylov + lcn_krylov_scratch(p, WIDTH, STEPS);
    return block;
}

lacon_status lcn_nnpca(lacon_ctx *ctx, const lcn_pooled *job)
{
    if (job->options->nnpca == LACON_NNPCA_CUMULATIVE) return lcn_nncum(ctx, job);
    search s = {.p = job->p, .k = job->options->k, .job = job};
    s.m = (job->options->starts + 2 + 7) / 8 * 8;
    double *block = lay_out(ctx, &s);
    s.still = lcn_alloc(ctx, (size_t)s.m, sizeof *s.still);
    lacon_status status = block && s.still ? components(ctx, &s) : LACON_E_MEMORY;
    if (status < 0 && status != LACON_E_MEMORY)
        lcn_fail(ctx, status, status == LACON_E_CANCELLED
                                  ? "non-negative components: cancelled"
                                  : "non-negative components: the eigenvectors cannot be computed");
    lcn_free(&ctx->allocator, s.still);
    lcn_free(&ctx->allocator, block);
    return status;
}
