/* SPDX-License-Identifier: BSD-3-Clause
 * The solver around the augmented Lagrangian: starts (non-negative part of the leading eigenvectors
 * as published, of their varimax rotation, Ward's clusters, random rotations), each descended and
 * judged by the objective at its projection on St+.
 */
#include "fit/published/augmented_lagrangian.h"
#include "fit/mm/mm.h"
#include "fit/search/starts.h"
#include "la/la.h"
#include "util/rng.h"

#include <math.h>
#include <string.h>

enum { DEFAULT_STARTS = 3 }; /* components, Ward's, and one at random */

typedef struct restarts {
    lacon_ctx *ctx;
    const lacon_fit_options *options;
    lcn_work *work;
    lcn_mean *mean;
    lcn_point x, y; /* result of a start; Ward's clusters */
    double *U;      /* p × k: leading components */
    double *start;  /* p × k */
    double *rotation_matrix;   /* k × k and lcn_qr_scratch */
    double best;
} restarts;

static void clear(restarts *s)
{
    const lacon_allocator *a = &s->ctx->allocator;
    lcn_point_clear(a, &s->x);
    lcn_point_clear(a, &s->y);
    lcn_free(a, s->U);
    lcn_mean_free(s->mean);
    lcn_work_free(s->work);
}

static lacon_status prepare(restarts *s, const lcn_problem *problem, bool searching)
{
    const int64_t p = problem->p, k = problem->k;
    const size_t doubles = (size_t)(2 * p * k + k * k + lcn_qr_scratch(k, k));
    LCN_TRY(lcn_work_new(s->ctx, &s->work, problem));
    LCN_TRY(lcn_point_new(s->ctx, &s->x, p, k));
    s->U = lcn_alloc(s->ctx, doubles, sizeof *s->U);
    if (s->U == NULL) return LACON_E_MEMORY;
    s->start = s->U + p * k;
    s->rotation_matrix = s->start + p * k;
    s->best = INFINITY;
    if (!searching) return LACON_OK;
    LCN_TRY(lcn_point_new(s->ctx, &s->y, p, k));
    LCN_TRY(lcn_mean_new(s->ctx, &s->mean, problem));
    return lcn_leading(s->ctx, s->U, k, s->mean, s->options->seed);
}

/* Signs that make the sum of each column positive: its non-negative part is then the larger one. */
static void published(restarts *s)
{
    const int64_t p = s->x.W.p, k = s->x.W.k;
    for (int64_t j = 0; j < k; j++) {
        double sum = 0;
        for (int64_t r = 0; r < p; r++) sum += s->U[r * k + j];
        for (int64_t r = 0; r < p; r++) s->start[r * k + j] = copysign(1, sum) * s->U[r * k + j];
    }
}

static lacon_status rotation(restarts *s, int64_t which)
{
    const int64_t p = s->x.W.p, k = s->x.W.k;
    lcn_rng rng = lcn_rng_stream(s->options->seed, LCN_STREAM_STARTS, (uint32_t)which);
    for (int64_t e = 0; e < k * k; e++) s->rotation_matrix[e] = lcn_rng_normal(&rng);
    const lacon_status status = lcn_qr(k, k, s->rotation_matrix, NULL, s->rotation_matrix + k * k);
    if (status < 0) return lcn_fail(s->ctx, status, "a random rotation could not be formed");
    lcn_gemm(LCN_N, LCN_N, p, k, k, 1, s->U, k, s->rotation_matrix, k, 0, s->start, k);
    lcn_varimax(s->start, p, k);
    return LACON_OK;
}

static lacon_status make_start(restarts *s, int64_t which, const char **name)
{
    const int64_t p = s->x.W.p, k = s->x.W.k;
    static const char *const names[] = {"varimax", "ward-profiles", "eigenvectors"};
    if (which == 1 && p > LCN_WARD_MOST) which = 3;
    *name = which < 3 ? names[which] : "rotation";
    if (which == 0) {
        memcpy(s->start, s->U, (size_t)(p * k) * sizeof *s->start);
        lcn_varimax(s->start, p, k);
    } else if (which == 1) {
        LCN_TRY(lcn_start_ward(s->ctx, s->work, &s->y, s->mean, LCN_WARD_PROFILES));
        lcn_spread_loadings(s->start, &s->y.W);
    } else if (which == 2) {
        published(s);
    } else {
        LCN_TRY(rotation(s, which));
    }
    return LACON_OK;
}

/* Descend from s->start, judge, keep the better. True when cancelled. */
static bool descend(restarts *s, lcn_outcome *out, lcn_auglag *a, const char *name)
{
    const lcn_descent end = lcn_auglag_run(s->ctx, a, s->start, &s->x.W, lcn_outcome_trace(out));
    lcn_evaluate(s->work, &s->x, LCN_TANGENT);
    lcn_outcome_start(out, name, s->x.f, &s->x.W);
    out->iterations += end.steps;
    if (s->x.f < s->best || s->best == INFINITY) {
        s->best = s->x.f;
        lcn_loadings_copy(&out->W, &s->x.W);
        out->stop = end.stop;
    }
    if (end.stop == LACON_STOP_CANCELLED) out->stop = end.stop;
    return end.stop == LACON_STOP_CANCELLED;
}

lacon_status lcn_restarts(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                          const lacon_fit_options *options, const lcn_loadings *init,
                          const lcn_scheme *scheme)
{
    const int64_t asked = options->starts > 0 ? options->starts : DEFAULT_STARTS;
    const int64_t wanted = init ? 1 : asked < LCN_MAX_STARTS ? asked : LCN_MAX_STARTS;
    restarts s = {.ctx = ctx, .options = options};
    lcn_auglag *a = NULL;
    lacon_status status;
    LCN_GOTO(prepare(&s, problem, init == NULL));
    LCN_GOTO(lcn_auglag_new(ctx, &a, problem->p, problem->k, scheme));
    for (int64_t i = 0; i < wanted; i++) {
        const char *name = "init";
        if (init)
            lcn_spread_loadings(s.start, init);
        else
            LCN_GOTO(make_start(&s, i, &name));
        if (descend(&s, out, a, name)) break;
        lcn_progress(ctx, "start", i + 1, wanted, s.best);
    }
done:
    lcn_auglag_free(a);
    clear(&s);
    return status;
}
