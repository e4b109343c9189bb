/* SPDX-License-Identifier: BSD-3-Clause
 * All k on one path (docs/selection.md): up from the lowest k by splitting one module at a time, then down
 * from the highest by joining two, keeping the better of the two at every k. Each step starts where the
 * last one ended, so it settles in a few iterations.
 *
 *   up     the modules that split best (split.c), a few candidates judged after one iteration
 *   down   the pairs that go together most, and the faintest module dissolved
 *   ends   the starts of search.c: varimax and Ward at the lowest k, at the highest also
 */
#include "fit/search/path.h"
#include "fit/search/starts.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* candidates of a step, those that promise most; one step tells which to follow */
enum { WIDE = 3, TRIAL_STEPS = 1 };

typedef struct walker {
    lacon_ctx *ctx;
    lcn_path *path;
    const lacon_fit_options *options;
    lcn_problem now; /* the problem with the k of the moment */
    lcn_work *work;
    lcn_mean *mean;
    lcn_limits limits;
    lcn_point x, best, base; /* candidate, best candidate, where the step starts */
    double best_cost;        /* of the best candidate, minus its log evidence (evidence.h) */
    double *U;               /* p × high */
    double *scratch;         /* lcn_split_scratch */
    double *score, *share;   /* high² */
    int8_t *side;            /* p */
} walker;

/* ---- workspace ---- */

static void walker_clear(walker *w)
{
    const lacon_allocator *a = &w->ctx->allocator;
    lcn_point_clear(a, &w->x);
    lcn_point_clear(a, &w->best);
    lcn_point_clear(a, &w->base);
    lcn_free(a, w->U);
    lcn_free(a, w->scratch);
    lcn_free(a, w->score);
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
    w->U = lcn_alloc(w->ctx, (size_t)(p * k), sizeof *w->U);
    w->scratch = lcn_alloc(w->ctx, (size_t)lcn_split_scratch(p, k), sizeof *w->scratch);
    w->score = lcn_alloc(w->ctx, (size_t)(2 * k * k), sizeof *w->score);
    w->share = w->score ? w->score + k * k : NULL;
    w->side = lcn_alloc(w->ctx, (size_t)p, sizeof *w->side);
    return w->U && w->scratch && w->score && w->side ? LACON_OK : LACON_E_MEMORY;
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
    const int64_t p = w->now.p, k = w->now.k;
    begin_candidates(w);
    for (int kind = 0; kind < 3; kind++) {
        if (kind == 0) {
            LCN_TRY(lcn_leading(w->ctx, w->U, k, w->mean, w->options->seed));
            lcn_varimax(w->U, p, k);
            lcn_round_to_modules(w->work, &w->x, w->U);
        } else {
            LCN_TRY(lcn_start_ward(w->ctx, w->work, &w->x, w->mean,
                                   kind == 1 ? LCN_WARD_PROFILES : LCN_WARD_VARIABLES));
        }
        lcn_evaluate(w->work, &w->x, LCN_TANGENT);
        lcn_settle(w->ctx, w->work, &w->x, &w->limits);
        compare(w);
    }
    keep(w);
    return LACON_OK;
}

/* ---- up ---- */

/* The largest of score[0..n), which is then out; -1 when none is left. */
static int64_t take_largest(double *score, int64_t n)
{
    int64_t at = -1;
    for (int64_t i = 0; i < n; i++)
        if (score[i] > -INFINITY && (at < 0 || score[i] > score[at])) at = i;
    if (at >= 0) score[at] = -INFINITY;
    return at;
}

static void add_shares(void *user)
{
    walker *w = user;
    const int64_t k = w->now.k;
    if (w->now.share.from == 0) memset(w->share, 0, (size_t)(k * k) * sizeof *w->share);
    for (int64_t i = lcn_own_begin(&w->now); i < lcn_own_end(&w->now); i++)
        for (int64_t e = 0; e < k * k; e++)
            w->share[e] += w->now.terms[i].omega * w->work->S[i * k * k + e] / w->now.terms[i].trace;
}

/* Variance of each module as a share of the whole, mean over classes. The workspace is at base. */
static void find_shares(walker *w)
{
    lcn_share_relay(&w->now.share, &(lcn_handed){w->share, w->now.k * w->now.k}, 1, add_shares, w);
}

/* x <- base with the chosen half of module a as a module of its own, the last. */
static void split_off(walker *w, int32_t a, int32_t last)
{
    lcn_loadings_copy(&w->x.W, &w->base.W);
    for (int64_t r = 0; r < w->now.p; r++)
        if (w->base.W.module[r] == a && w->side[r] > 0) w->x.W.module[r] = last;
}

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

/* From the k - 1 modules kept to k. */
static void step_up(walker *w, int64_t k)
{
    const int32_t last = (int32_t)(k - 1);
    turn_to(w, k - 1);
    lcn_loadings_copy(&w->base.W, &w->path->W[k - 1 - w->path->low]);
    lcn_loadings_count(&w->base.W);
    lcn_evaluate(w->work, &w->base, LCN_TANGENT);
    lcn_split(w->work, &w->x, &w->base.W, w->mean, w->side, w->score, w->scratch);
    find_shares(w);
    for (int32_t j = 0; j < last; j++)
        w->score[j] = w->score[j] > 0.0 ? w->score[j] * w->share[j * (last + 1)] : -INFINITY;
    turn_to(w, k);
    begin_candidates(w);
    int64_t a;
    for (int tried = 0; tried < WIDE && (a = take_largest(w->score, last)) >= 0; tried++) {
        split_off(w, (int32_t)a, last);
        enter(w);
    }
    if (w->best_cost == INFINITY) {
        split_any(w, last);
        enter(w);
    }
    keep(w);
}

/* ---- down ---- */

/* x <- base with modules a < b as one, the last of them (index k) taking b's place. */
static void join_pair(walker *w, int32_t a, int32_t b, int32_t last)
{
    lcn_loadings_copy(&w->x.W, &w->base.W);
    for (int64_t r = 0; r < w->now.p; r++) {
        int32_t *module = &w->x.W.module[r];
        if (*module == b) *module = a;
        else if (*module == last) *module = b;
    }
}

/* x <- base with module b gone, its variables where their tangent is largest. F is base's, k + 1 rows. */
static void dissolve(walker *w, int32_t b, int32_t last)
{
    const int64_t pp = w->work->pp;
    const double *F = w->base.F;
    lcn_loadings_copy(&w->x.W, &w->base.W);
    for (int64_t r = 0; r < w->now.p; r++) {
        int32_t *module = &w->x.W.module[r];
        if (*module == b) {
            int32_t to = b == 0 ? 1 : 0;
            for (int32_t j = 0; j <= last; j++)
                if (j != b && F[j * pp + r] > F[to * pp + r]) to = j;
            *module = to;
            w->x.W.weight[r] = 0.0;
        }
        if (*module == last) *module = b;
    }
}

/* score[a last1 + b], a < b: correlation of the two modules, mean over classes; returns the faintest. */
static int64_t rate_pairs(walker *w, int64_t k1)
{
    int64_t faintest = 0;
    const double *share = w->share;
    find_shares(w);
    for (int64_t e = 0; e < k1 * k1; e++) w->score[e] = -INFINITY;
    for (int64_t a = 0; a < k1; a++) {
        const double own = share[a * (k1 + 1)];
        if (own < share[faintest * (k1 + 1)]) faintest = a;
        for (int64_t b = a + 1; b < k1; b++) {
            const double size = own * share[b * (k1 + 1)];
            w->score[a * k1 + b] = size > 0.0 ? share[a * k1 + b] / sqrt(size) : 0.0;
        }
    }
    return faintest;
}

/* From the k + 1 modules kept to k. */
static void step_down(walker *w, int64_t k)
{
    const int32_t last = (int32_t)k;
    turn_to(w, k + 1);
    lcn_loadings_copy(&w->base.W, &w->path->W[k + 1 - w->path->low]);
    lcn_evaluate(w->work, &w->base, LCN_TANGENT);
    const int64_t faintest = rate_pairs(w, k + 1);
    turn_to(w, k);
    begin_candidates(w);
    int64_t pair;
    for (int tried = 0; tried < WIDE && (pair = take_largest(w->score, (k + 1) * (k + 1))) >= 0; tried++) {
        join_pair(w, (int32_t)(pair / (k + 1)), (int32_t)(pair % (k + 1)), last);
        enter(w);
    }
    dissolve(w, (int32_t)faintest, last);
    enter(w);
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
