/* SPDX-License-Identifier: BSD-3-Clause
 * All k on one path (docs/selection.md): up from the lowest k by splitting one module at a time, then down
 * from the highest by joining two, keeping the better of the two at every k. Each step starts where the
 * last one ended, so it settles in a few iterations.
 *
 *   up     the cuts that leave most variance (split.c), a few candidates judged after one iteration
 *   down   the joins that cost least by the evidence (join_columns.h)
 *   ends   the starts of search.c: varimax and Ward at the lowest k, at the highest also
 */
#include "fit/search/path.h"
#include "fit/search/join_columns.h"
#include "fit/search/starts.h"

#include <math.h>

/* candidates of a step, those that promise most; one step tells which to follow */
enum { WIDE = 3, TRIAL_STEPS = 1 };

typedef struct walker {
    lacon_ctx *ctx;
    lcn_path *path;
    const lacon_fit_options *options;
    lcn_problem now; /* the problem with the k of the moment */
    lcn_work *work;
    lcn_mean *mean;
    lcn_columns columns;     /* of base */
    lcn_limits limits;
    lcn_point x, best, base; /* candidate, best candidate, where the step starts */
    double best_cost;        /* of the best candidate, minus its log evidence (evidence.h) */
    double *scratch;         /* lcn_split_scratch */
    double *ratio;           /* high: of cuts */
    int8_t *side;            /* p */
} walker;

/* ---- workspace ---- */

static void walker_clear(walker *w)
{
    const lacon_allocator *a = &w->ctx->allocator;
    lcn_point_clear(a, &w->x);
    lcn_point_clear(a, &w->best);
    lcn_point_clear(a, &w->base);
    lcn_columns_clear(a, &w->columns);
    lcn_free(a, w->scratch);
    lcn_free(a, w->ratio);
    lcn_free(a, w->side);
    lcn_mean_free(w->mean);
    lcn_work_free(w->work);
}

static lacon_status walker_new(walker *w, const lcn_problem *problem)
{
    const int64_t p = problem->p, k = w->path->high;
    w->now = *problem;
    w->now.k = k;
    w->limits = lcn_limits_rough(&w->now, w->options);
    LCN_TRY(lcn_work_new(w->ctx, &w->work, &w->now));
    LCN_TRY(lcn_mean_new(w->ctx, &w->mean, &w->now));
    LCN_TRY(lcn_point_new(w->ctx, &w->x, p, k));
    LCN_TRY(lcn_point_new(w->ctx, &w->best, p, k));
    LCN_TRY(lcn_point_new(w->ctx, &w->base, p, k));
    LCN_TRY(lcn_columns_new(w->ctx, &w->columns, w->work));
    w->scratch = lcn_alloc(w->ctx, (size_t)lcn_split_scratch(p, k), sizeof *w->scratch);
    w->ratio = lcn_alloc(w->ctx, (size_t)k, sizeof *w->ratio);
    w->side = lcn_alloc(w->ctx, (size_t)p, sizeof *w->side);
    return w->scratch && w->ratio && w->side ? LACON_OK : LACON_E_MEMORY;
}

/* The workspace is that of the highest k; from here on it serves k of them. */
static void turn_to(walker *w, int64_t k)
{
    w->now.k = k;
    lcn_work_shrink(w->work, k);
    w->x.W.k = w->best.W.k = w->base.W.k = k;
}

/* ---- candidates ---- */

static void begin_candidates(walker *w) { w->best_cost = INFINITY; }

static double cost_of(walker *w, lcn_point *x)
{
    lcn_evaluate_once(w->work, x);
    return lcn_cost(w->work, x);
}

/* x is settled, or as far as a candidate goes: the better of the candidates stays in best. */
static void compare(walker *w)
{
    const double cost = cost_of(w, &w->x);
    if (!(cost < w->best_cost)) return;
    lcn_point_swap(&w->x, &w->best);
    w->best_cost = cost;
}

/* x has its loadings: a short descent, and it is a candidate. */
static void enter(walker *w)
{
    const lcn_limits brief = {.gain = w->limits.gain, .max_iter = TRIAL_STEPS, .give_up = INFINITY,
                              .leave = w->limits.leave, .entry = w->limits.entry};
    lcn_loadings_normalise(&w->x.W);
    lcn_evaluate(w->work, &w->x, LCN_TANGENT);
    lcn_descend(NULL, w->work, &w->x, &brief);
    compare(w);
}

/* The best candidate settles, and is kept for its k if nothing better is. */
static void keep(walker *w)
{
    const int64_t at = w->now.k - w->path->low;
    lcn_limits limits = w->limits;
    limits.give_up = w->path->cost[at] * w->now.nat; /* no way to something worse is walked to its end */
    lcn_evaluate(w->work, &w->best, LCN_TANGENT);
    lcn_settle(w->ctx, w->work, &w->best, &limits);
    const double cost = cost_of(w, &w->best);
    if (!(cost < w->path->cost[at])) return;
    w->path->cost[at] = cost;
    w->path->f[at] = w->best.f;
    lcn_loadings_copy(&w->path->W[at], &w->best.W);
}

static lacon_status starts(walker *w)
{
    begin_candidates(w);
    for (int kind = 0; kind < 3 && (kind == 0 || w->now.p <= LCN_WARD_MOST); kind++) {
        if (kind == 0) LCN_TRY(lcn_start_varimax(w->ctx, w->work, &w->x, w->mean, w->options->seed));
        else LCN_TRY(lcn_start_ward(w->ctx, w->work, &w->x, w->mean,
                                    kind == 1 ? LCN_WARD_PROFILES : LCN_WARD_VARIABLES));
        lcn_evaluate(w->work, &w->x, LCN_TANGENT);
        lcn_settle(w->ctx, w->work, &w->x, &w->limits);
        compare(w);
    }
    keep(w);
    return LACON_OK;
}

/* ---- up ---- */

/* Where no module splits along a direction: the faintest variable of the largest module goes alone, or one that has
 * no module where each has a single variable. */
static void split_any(walker *w, int32_t last)
{
    const lcn_loadings *W = &w->base.W;
    int32_t largest = 0;
    for (int32_t j = 0; j < last; j++)
        if (W->size[j] > W->size[largest]) largest = j;
    const int32_t from = W->size[largest] > 1 ? largest : LCN_UNASSIGNED;
    int64_t faintest = -1;
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] == from && (faintest < 0 || W->weight[r] < W->weight[faintest])) faintest = r;
    lcn_loadings_copy(&w->x.W, W);
    w->x.W.module[faintest] = last;
    w->x.W.weight[faintest] = 1.0;
}

/* The workspace turns to the k modules kept, and base with it. */
static void begin_at(walker *w, int64_t k)
{
    turn_to(w, k);
    lcn_loadings_copy(&w->base.W, &w->path->W[k - w->path->low]);
    lcn_loadings_count(&w->base.W);
    begin_candidates(w);
}

/* From the k - 1 modules kept to k. */
static void step_up(walker *w, int64_t k)
{
    begin_at(w, k - 1);
    lcn_split(w->work, &w->x, &w->base.W, w->mean, w->side, w->ratio, w->scratch);
    turn_to(w, k);
    w->base.W.k = k - 1;
    int64_t cut;
    for (int tried = 0; tried < WIDE && (cut = lcn_next_cut(w->ratio, k - 1)) >= 0; tried++) {
        lcn_cut(&w->x.W, &w->base.W, cut, w->side);
        enter(w);
    }
    if (w->best_cost == INFINITY) {
        split_any(w, (int32_t)(k - 1));
        enter(w);
    }
    keep(w);
}

/* ---- down ---- */

/* All joins of two of base's modules, judged: nats are the likelihood's, whatever is minimised. Returns how many. */
static int64_t judge_joins(walker *w)
{
    const lacon_objective objective = w->now.objective;
    w->now.objective = LACON_OBJECTIVE_ML;
    lcn_evaluate(w->work, &w->base, LCN_TANGENT);
    lcn_columns_of(&w->columns, w->work, &w->base);
    w->now.objective = objective;
    return lcn_columns_judge_all(&w->columns);
}

/* The join that costs least, which comes no more; where all modules oppose each other the first two. */
static lcn_pair take_cheapest(lcn_pair *pairs, int64_t count)
{
    lcn_pair *best = pairs;
    for (int64_t e = 1; e < count; e++)
        if (pairs[e].nats < best->nats) best = &pairs[e];
    const lcn_pair q = best->nats < INFINITY ? *best : (lcn_pair){.b = 1, .alpha = 1.0, .nats = INFINITY};
    best->nats = INFINITY;
    return q;
}

/* From the k + 1 modules kept to k. */
static void step_down(walker *w, int64_t k)
{
    begin_at(w, k + 1);
    const int64_t count = judge_joins(w);
    turn_to(w, k);
    w->base.W.k = k + 1;
    for (int tried = 0; tried < WIDE; tried++) {
        const lcn_pair q = take_cheapest(w->columns.pairs, count);
        if (tried > 0 && q.nats == INFINITY) break;
        lcn_loadings_join(&w->x.W, &w->base.W, &q);
        enter(w);
    }
    keep(w);
}

/* ---- the path ---- */

static lacon_status walk(walker *w)
{
    const lcn_path *path = w->path;
    turn_to(w, path->low);
    LCN_TRY(starts(w));
    for (int64_t k = path->low + 1; k <= path->high; k++) {
        step_up(w, k);
        if (lcn_cancelled(w->ctx)) return lcn_fail(w->ctx, LACON_E_CANCELLED, "stopped at k = %lld", (long long)k);
    }
    if (path->high > path->low) {
        turn_to(w, path->high);
        LCN_TRY(starts(w));
    }
    for (int64_t k = path->high - 1; k >= path->low; k--) {
        step_down(w, k);
        if (lcn_cancelled(w->ctx)) return lcn_fail(w->ctx, LACON_E_CANCELLED, "stopped at k = %lld", (long long)k);
    }
    return LACON_OK;
}

static lacon_status path_new(lacon_ctx *ctx, lcn_path *path, int64_t p, int64_t low, int64_t high)
{
    const size_t count = (size_t)(high - low + 1);
    *path = (lcn_path){.low = low, .high = high};
    path->W = lcn_alloc(ctx, count, sizeof *path->W);
    path->f = lcn_alloc(ctx, count, sizeof *path->f);
    path->cost = lcn_alloc(ctx, count, sizeof *path->cost);
    if (!path->W || !path->f || !path->cost) return LACON_E_MEMORY;
    for (size_t i = 0; i < count; i++) {
        path->f[i] = path->cost[i] = INFINITY;
        LCN_TRY(lcn_loadings_new(ctx, &path->W[i], p, low + (int64_t)i));
    }
    return LACON_OK;
}

lacon_status lcn_path_run(lacon_ctx *ctx, lcn_path *out, const lcn_problem *problem, int64_t low,
                          int64_t high, const lacon_fit_options *options)
{
    walker w = {.ctx = ctx, .path = out, .options = options};
    lacon_status status;
    LCN_GOTO(path_new(ctx, out, problem->p, low, high));
    LCN_GOTO(walker_new(&w, problem));
    LCN_GOTO(walk(&w));
done:
    walker_clear(&w);
    if (status < 0) lcn_path_clear(&ctx->allocator, out);
    return status;
}

void lcn_path_clear(const lacon_allocator *a, lcn_path *path)
{
    for (int64_t i = 0; path->W && i <= path->high - path->low; i++) lcn_loadings_clear(a, &path->W[i]);
    lcn_free(a, path->W);
    lcn_free(a, path->f);
    lcn_free(a, path->cost);
    *path = (lcn_path){0};
}
