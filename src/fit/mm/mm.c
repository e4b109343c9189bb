/* SPDX-License-Identifier: BSD-3-Clause
 * Majorise-minimise over St+ (docs/algorithm/mm.md). At fixed (G, v) the objective is concave in W, so
 * it lies below its tangent and  W <- argmax <F, W>  never raises it; neither does profiling (G, v).
 *
 * Acceleration: on W'W = I the objective does not change when K_i becomes K_i - delta I, but the share
 * of F that merely repeats W does: F - delta W D. With delta near the noise v_i the iteration stops
 * clinging to its own past; the majorisation then holds only where K_i - delta I is not negative, so
 * the objective is the safeguard, and delta halves, then is 0 (the guaranteed step), whenever it rises.
 */
#include "fit/mm/sweeps.h"

#include <math.h>

/* Just below the noise itself: measured best on simulations and on all real sets (docs/algorithm/mm.md). */
static const double DEFLATE = 0.9;

/* A step gains one to two and a half times what its tangent promises (the objective bends down from it). */
static const double PROMISED = 2.0;

/* Less deflation after a step that did not help; false when it was the guaranteed one. */
static bool deflate_less(lcn_inner *inner)
{
    if (inner->deflate == 0.0) return false;
    inner->deflate = inner->deflate > 0.5 ? 0.5 * inner->deflate : 0.0;
    return true;
}

/* What a descent follows, in units of the objective. */
static double followed(const lcn_work *work, lcn_point *x) { return lcn_cost(work, x) * work->problem->nat; }

bool lcn_descend(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits)
{
    if (work->sweeps) return lcn_sweep_down(ctx, work, x, limits);
    lcn_point *trial = &work->trial;
    lcn_prices prices;
    lcn_inner inner = {.deflate = DEFLATE, .prices = &prices, .leave = limits->leave};
    lcn_evaluate_once(work, x);
    double last = 0.0, now = followed(work, x);
    for (int64_t step = 0; step < limits->max_iter; step++) {
        if (lcn_is_at(work, x)) {
            lcn_prices_at(&prices, work, &x->W, work->prices + 2 * work->k);
            prices.spread2 = lcn_spread_of(&prices, &x->W);
        }
        lcn_row_moves(work, &trial->W, x, &inner);
        if (PROMISED * work->promise <= limits->gain) return true; /* not worth an evaluation */
        lcn_evaluate(work, trial, LCN_TANGENT);
        const double next = followed(work, trial), decrease = now - next;
        if (!(decrease >= 0.0)) {
            if (prices.spread2 != x->W.spread2 && x->W.spread2 > 0.0) prices.spread2 = x->W.spread2; /* too early */
            else if (!deflate_less(&inner)) return true; /* at the rounding of the objective */
            continue;
        }
        lcn_point_swap(x, trial);
        now = next;
        lcn_trace_step(work->trace, x->f, 0.0);
        /* linear rate: decreases shrink by `rate`, so what is left is decrease rate / (1 - rate) */
        const double rate = last > 0.0 ? fmin(decrease / last, 0.995) : 0.995, left = decrease * rate / (1.0 - rate);
        if (left <= limits->gain) return true;
        if (step >= 4 && now - left > limits->give_up) return true;
        last = decrease;
        if (ctx && lcn_cancelled(ctx)) return false;
    }
    return false;
}

/* ---- weights of a partition that stays ---- */

/* What weights of a partition that stays are settled by: the objective and their distance from equal ones, at
 * spread t²; sizes are counted. */
static double drawn(const lcn_work *work, const lcn_point *x, double spread2)
{
    double far = 0.0, *sum = work->prices;
    for (int64_t j = 0; j < x->W.k; j++) sum[j] = 0.0;
    for (int64_t r = 0; r < x->W.p; r++)
        if (x->W.module[r] >= 0) sum[x->W.module[r]] += x->W.weight[r];
    for (int64_t j = 0; j < x->W.k; j++) far += (double)x->W.size[j] - sqrt((double)x->W.size[j]) * sum[j];
    return x->f + far / spread2 * work->problem->nat;
}

/* Weights at rest at one spread tell the next: those on their way do not (lcn_spread_of). */
static const double AT_REST = 1e-6; /* nats, before the spread is judged first; in a rough search what it stops at */
static const double CAME = 1e-4;    /* of what a new spread promised: 99 % of the way to it are behind them */
static const double NEAR_ENOUGH = 0.03; /* of log t², in a rough search: .1 nats at most */
enum { SPREADS = 24 };                  /* each brings log t² nearer by a good part of what is left */

/* False when the spread is what it was, or near enough. */
static bool spread_anew(lcn_prices *prices, lcn_loadings *W, double enough)
{
    W->spread2 = prices->spread2; /* which they are at rest at */
    const double next = lcn_spread_of(prices, W);
    if (fabs(log(next / W->spread2)) <= enough) return false;
    W->spread2 = prices->spread2 = next;
    return true;
}

bool lcn_settle_weights(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits)
{
    lcn_prices prices;
    lcn_inner inner = {.deflate = DEFLATE, .hold = true, .prices = &prices};
    int spreads = 0;
    bool moved = true; /* since the spread was judged: weights at rest at another one would mislead */
    double rest = fmax(limits->gain, AT_REST * work->problem->nat);
    const double enough = limits->gain < rest ? 0.0 : NEAR_ENOUGH;
    lcn_evaluate_once(work, x);
    for (int64_t step = 0; step < limits->max_iter; step++) {
        if (lcn_is_at(work, x)) lcn_prices_at(&prices, work, &x->W, work->prices + 2 * work->k);
        lcn_row_moves(work, &work->trial.W, x, &inner);
        if (!moved) rest = fmax(limits->gain, CAME * work->promise);
        if (PROMISED * work->promise <= rest) {
            const bool anew = moved && spreads++ < SPREADS && spread_anew(&prices, &x->W, enough);
            if (!anew && rest <= limits->gain) return true;
            if (!anew) rest = limits->gain;
            moved = !anew;
            continue;
        }
        lcn_evaluate(work, &work->trial, LCN_TANGENT);
        if (!(drawn(work, &work->trial, prices.spread2) <= drawn(work, x, prices.spread2))) {
            if (!deflate_less(&inner)) return true; /* at the rounding of the objective */
            continue;
        }
        lcn_point_swap(x, &work->trial);
        moved = true;
        lcn_trace_step(work->trace, x->f, 0.0);
        if (ctx && lcn_cancelled(ctx)) return false;
    }
    return false;
}

bool lcn_settle(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits)
{
    lcn_limits now = *limits;
    now.gain = fmax(limits->gain, limits->rough);
    if (!lcn_descend(ctx, work, x, &now)) return false;
    if (limits->give_up < INFINITY) {
        lcn_evaluate_once(work, x);
        if (lcn_cost(work, x) * work->problem->nat > limits->give_up) return true;
    }
    const bool alone = work->keeps && !work->sweeps; /* sweeps go by single variables anyway */
    for (int64_t round = 0; alone && round < limits->rounds; round++) {
        if (lcn_single_moves(work, x, now.gain, limits) == 0) break;
        if (!lcn_settle_weights(ctx, work, x, &now)) return false;
    }
    return lcn_settle_weights(ctx, work, x, limits);
}

/* Nats that the last steps may leave of the likelihood. The evidence is read to 1e-3 of them, and what weights cost
 * changes with the square root of this. */
static const double NO_NATS = 1e-9;
static const double ROUNDING = 1e-14; /* of the likelihood: nats per variable and row that its sums are good to */

/* nats over all observations that a descent may leave while single variables still move */
static const double ROUGHLY = 0.05, NEARLY = 1e-3;

enum { ROUNDS = 50 }; /* a bound: a round without a move ends it */

lcn_limits lcn_limits_of(const lcn_problem *problem, const lacon_fit_options *options)
{
    const double all = (double)problem->p * problem->effective;
    const double nats = options->tol > 0.0 ? options->tol * all : fmax(NO_NATS, ROUNDING * all);
    return (lcn_limits){.gain = nats * problem->nat,
                        .rough = NEARLY * problem->nat,
                        .max_iter = options->max_iter,
                        .rounds = ROUNDS,
                        .give_up = INFINITY,
                        .leave = options->membership == LACON_MEMBERSHIP_TEST,
                        .entry = options->membership == LACON_MEMBERSHIP_TEST ? 0.0 : INFINITY};
}

lcn_limits lcn_limits_rough(const lcn_problem *problem, const lacon_fit_options *options)
{
    lcn_limits limits = lcn_limits_of(problem, options);
    limits.rough = ROUGHLY * problem->nat;
    limits.gain = fmax(limits.gain, limits.rough);
    return limits;
}
