/* SPDX-License-Identifier: BSD-3-Clause
 * Who belongs to a module at all (docs/algorithm/membership.md). The evidence of a variable is the
 * log-likelihood its membership gains. A pure-noise variable that picks the best of k modules and a
 * non-negative weight gains half the square of the largest of k normal deviates, if positive; so it is
 * placed with probability at most `level` when the price is half the square of the 1 - level/k quantile.
 */
#include "fit/fit.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 20 };

/* z with P(N(0,1) > z) = tail, by Newton on erfc; 0 < tail <= 1/2 */
static double upper_quantile(double tail)
{
    double z = sqrt(fmax(-2.0 * log(2.0 * tail), 0.0)) * 0.8;
    for (int i = 0; i < 60; i++) {
        const double excess = 0.5 * erfc(z * M_SQRT1_2) - tail;
        const double density = exp(-0.5 * z * z) * 0.3989422804014327;
        const double step = excess / density;
        z += fmax(-1.0, fmin(1.0, step));
        if (fabs(step) < 1e-12) break;
    }
    return z;
}

double lcn_membership_price(double level, int64_t k)
{
    const double z = upper_quantile(fmin(level / (double)k, 0.5));
    return 0.5 * z * z;
}

/* ---- evidence ---- */

typedef struct tally {
    const lcn_point *x;
    double *chunks; /* n_chunks × p */
} tally;

static void add_class(void *user, lcn_work *work, int64_t term, int64_t chunk, const double *P)
{
    const tally *t = user;
    double *sum = t->chunks + chunk * work->p;
    for (int64_t r = 0; r < work->p; r++) {
        const int32_t j = t->x->W.module[r];
        if (j >= 0 && t->x->W.size[j] > 1) sum[r] += lcn_removal_cost(work, t->x, term, chunk, P, r);
    }
}

lacon_status lcn_evidence(lacon_ctx *ctx, lcn_work *work, lcn_point *x, double *evidence)
{
    tally t = {x, lcn_alloc(ctx, (size_t)(work->n_chunks * work->p), sizeof *t.chunks)};
    if (!t.chunks) return LACON_E_MEMORY;
    lcn_loadings_count(&x->W);
    lcn_evaluate_each(work, x, add_class, &t);
    memset(evidence, 0, (size_t)work->p * sizeof *evidence);
    for (int64_t c = 0; c < work->n_chunks; c++)
        for (int64_t r = 0; r < work->p; r++) evidence[r] += t.chunks[c * work->p + r];
    lcn_free(&ctx->allocator, t.chunks);
    return LACON_OK;
}

/* ---- the test ---- */

static int64_t leave_out(lcn_loadings *W, const double *evidence, double price)
{
    int64_t left = 0;
    lcn_loadings_count(W);
    for (int64_t r = 0; r < W->p; r++) {
        const int32_t j = W->module[r];
        if (j < 0 || (W->size[j] > 1 && evidence[r] >= price)) continue;
        W->module[r] = LCN_UNASSIGNED;
        W->weight[r] = 0.0;
        left++;
    }
    lcn_loadings_normalise(W);
    return left;
}

/* Close the gaps that emptied modules leave; returns how many remain. */
static int64_t close_ranks(lcn_loadings *W, int32_t *renamed)
{
    int32_t next = 0;
    lcn_loadings_count(W);
    for (int64_t j = 0; j < W->k; j++) renamed[j] = W->size[j] > 0 ? next++ : LCN_UNASSIGNED;
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) W->module[r] = renamed[W->module[r]];
    W->k = next;
    return next;
}

/* One round on the modules that are left. */
static lacon_status round_of(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                             const lacon_fit_options *options, double *evidence, int64_t *left)
{
    lcn_problem now = *problem; /* the same data with as many modules as there are */
    now.k = out->W.k;
    lcn_work *work = NULL;
    lcn_point x = {0};
    lacon_status status;
    LCN_GOTO(lcn_work_new(ctx, &work, &now));
    LCN_GOTO(lcn_point_new(ctx, &x, now.p, now.k));
    lcn_loadings_copy(&x.W, &out->W);
    LCN_GOTO(lcn_evidence(ctx, work, &x, evidence));
    *left = leave_out(&x.W, evidence, lcn_membership_price(options->level, options->k));
    if (*left > 0) {
        lcn_loadings_count(&x.W);
        bool whole = true;
        for (int64_t j = 0; j < now.k; j++) whole = whole && x.W.size[j] > 0;
        if (whole) { /* settle at once; a smaller k is for the next round */
            lcn_evaluate(work, &x, LCN_TANGENT);
            const lcn_limits limits = lcn_limits_of(&now, options);
            lcn_settle(ctx, work, &x, &limits);
        }
    }
    lcn_loadings_copy(&out->W, &x.W);
    out->iterations += work->evaluations;
done:
    lcn_point_clear(&ctx->allocator, &x);
    lcn_work_free(work);
    return status;
}

lacon_status lcn_membership(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                            const lacon_fit_options *options)
{
    double *evidence = lcn_alloc(ctx, (size_t)problem->p, sizeof *evidence);
    int32_t *renamed = lcn_alloc(ctx, (size_t)problem->k, sizeof *renamed);
    lacon_status status = evidence && renamed ? LACON_OK : LACON_E_MEMORY;
    int64_t left = 1;
    for (int round = 0; round < ROUNDS && left > 0 && status >= 0; round++) {
        status = round_of(ctx, out, problem, options, evidence, &left);
        if (status >= 0 && close_ranks(&out->W, renamed) == 0) left = 0;
        lcn_progress(ctx, "membership", round + 1, 0, NAN);
    }
    lcn_free(&ctx->allocator, evidence);
    lcn_free(&ctx->allocator, renamed);
    return status;
}
