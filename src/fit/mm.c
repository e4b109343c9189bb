/* SPDX-License-Identifier: BSD-3-Clause
 * Majorise-minimise over St+ (docs/algorithm/mm.md). At fixed (G, v) the objective is concave in W, so
 * it lies below its tangent and  W <- argmax <F, W>  never raises it; neither does profiling (G, v).
 *
 * Acceleration: on W'W = I the objective does not change when K_i becomes K_i - delta I, but the share
 * of F that merely repeats W does: F - delta W D. With delta near the noise v_i the iteration stops
 * clinging to its own past; the majorisation then holds only where K_i - delta I is not negative, so
 * the objective is the safeguard, and delta halves (to 0, the guaranteed step) whenever it rises.
 */
#include "fit/mm.h"

#include <math.h>

/* Just below the noise itself: measured best on simulations and on all real sets (docs/algorithm/mm.md). */
static const double DEFLATE = 0.9;

/* A step gains one to two and a half times what its tangent promises (the objective bends down from it). */
static const double PROMISED = 2.0;

bool lcn_descend(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits)
{
    lcn_point *trial = &work->trial;
    double deflate = DEFLATE, last = 0.0;
    for (int64_t step = 0; step < limits->max_iter; step++) {
        lcn_row_moves(work, &trial->W, x, deflate);
        if (PROMISED * work->promise <= limits->gain) return true; /* not worth a look */
        lcn_evaluate(work, trial, LCN_TANGENT);
        const double decrease = x->f - trial->f;
        if (!(decrease >= 0.0)) {
            if (deflate == 0.0) return true; /* at the rounding of the objective */
            deflate = deflate > 0.2 ? 0.5 * deflate : 0.0;
            continue;
        }
        lcn_point_swap(x, trial);
        lcn_trace_step(work->trace, x->f, 0.0);
        if (decrease <= limits->gain) return true;
        /* linear rate: decreases shrink by `rate`, so what is left is decrease rate / (1 - rate) */
        const double rate = last > 0.0 ? fmin(decrease / last, 0.995) : 0.995;
        if (step >= 4 && x->f - decrease * rate / (1.0 - rate) > limits->give_up) return true;
        last = decrease;
        if (ctx && lcn_cancelled(ctx)) return false;
    }
    return false;
}

bool lcn_settle(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits)
{
    lcn_limits now = *limits;
    now.gain = fmax(limits->gain, limits->rough);
    for (int64_t round = 0;;) {
        if (!lcn_descend(ctx, work, x, &now)) return false;
        if (round < limits->rounds && work->keeps && lcn_exact_moves(work, x, now.gain, limits->priced) > 0) {
            now.gain = fmax(limits->gain, limits->rough);
            round++;
        } else if (now.gain > limits->gain) {
            now.gain = limits->gain; /* nothing moves any more: now to the end */
        } else {
            return true;
        }
    }
}

/* nats per variable over all observations: a place among the modules must earn some four (membership.c); on a
 * sketch, from whose end the first step on the rows gains more than ten times that */
static const double ROW_GAIN = 0.0075, SKETCH_GAIN = 0.04;

/* times as much before the membership test, after which those who stay settle again */
static const double BEFORE_TEST = 2.0;

/* nats over all observations that a descent may leave while single variables still move */
static const double ROUGHLY = 0.05;

/* of priced moves: a descent between them may undo what it does not see the price of */
enum { LAST_ROUNDS = 5 };

static bool reads_rows(const lcn_problem *problem)
{
    for (int64_t i = 0; i < problem->n_terms; i++)
        if (problem->terms[i].route != LCN_COV) return true;
    return false;
}

/* nats per observation, in units of the objective: score matching has no nats, its gain is relative to
 * the value at no structure, -p / (2 v) with v the mean variance */
static double in_units(const lcn_problem *q, double nats)
{
    if (q->objective == LACON_OBJECTIVE_ML) return nats;
    double scale = 0.0;
    for (int64_t i = 0; i < q->n_terms; i++)
        scale += q->terms[i].omega * (double)q->p / q->terms[i].trace; /* 1 / mean variance */
    return nats * scale;
}

lcn_limits lcn_limits_of(const lcn_problem *problem, const lacon_fit_options *options)
{
    const double per_variable = options->tol > 0.0 ? options->tol : 1e-11;
    double nats = per_variable * (double)problem->p;
    if (options->tol == 0.0 && reads_rows(problem))
        nats = fmax(nats, ROW_GAIN * (double)problem->p / (double)problem->n_total);
    return (lcn_limits){.gain = in_units(problem, nats),
                        .rough = in_units(problem, ROUGHLY / (double)problem->n_total),
                        .max_iter = options->max_iter,
                        .rounds = reads_rows(problem) ? 1 : 50,
                        .give_up = INFINITY};
}

lcn_limits lcn_limits_first(const lcn_problem *problem, const lacon_fit_options *options)
{
    lcn_limits limits = lcn_limits_of(problem, options);
    if (options->tol == 0.0 && options->membership == LACON_MEMBERSHIP_TEST) limits.gain *= BEFORE_TEST;
    return limits;
}

lcn_limits lcn_limits_rough(const lcn_problem *problem, const lacon_fit_options *options)
{
    lcn_limits limits = lcn_limits_of(problem, options);
    const double per_variable = fmax(1e-6, problem->diagonals ? SKETCH_GAIN / (double)problem->n_total : 0.0);
    limits.gain = fmax(limits.gain, in_units(problem, per_variable * (double)problem->p));
    limits.rounds = 1;
    return limits;
}

lcn_limits lcn_limits_last(const lcn_problem *problem, const lacon_fit_options *options)
{
    lcn_limits limits = lcn_limits_of(problem, options);
    limits.priced = options->membership == LACON_MEMBERSHIP_TEST && problem->objective == LACON_OBJECTIVE_ML &&
                    !reads_rows(problem);
    if (limits.priced) limits.rounds = LAST_ROUNDS;
    else if (reads_rows(problem)) limits.rounds = 0; /* what the polish left moves no more */
    return limits;
}
