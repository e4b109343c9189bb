/* SPDX-License-Identifier: BSD-3-Clause
 * The default solver's steps: the inner problem over St+ (rowmoves.c), the majorise-minimise iteration
 * (mm.c), moves of single variables judged by the objective itself (exact.c), what optima are compared
 * by (occam.c).
 */
#ifndef LCN_MM_H
#define LCN_MM_H

#include "fit/tangent.h"

typedef struct lcn_limits {
    double gain;      /* an iteration that gains no more has converged */
    double rough;     /* lcn_settle: it may pause there while single variables still move */
    int64_t max_iter; /* of one descent */
    int64_t rounds;   /* of exact moves; 0: none */
    double give_up;   /* stop early when the descent cannot get below this; INFINITY: never */
    bool priced;      /* exact moves pay the Occam factor of what they change; else the objective decides */
} lcn_limits;

/* The limits of a fit of this problem: options->tol nats per variable and observation, or where that is 0
 * what the route can afford: the covariance route 1e-11 of them, the row route 0.0075 nats per variable over
 * all observations together. */
lcn_limits lcn_limits_of(const lcn_problem *problem, const lacon_fit_options *options);
/* The limits of the polish on rows, before the membership test where there is one. */
lcn_limits lcn_limits_first(const lcn_problem *problem, const lacon_fit_options *options);
/* The limits of a search whose result is polished elsewhere. */
lcn_limits lcn_limits_rough(const lcn_problem *problem, const lacon_fit_options *options);
/* The limits of the last word on single variables, which is the evidence's (on a covariance route, by likelihood,
 * where a variable may also be left out); on the row route single variables have had theirs in the polish. */
lcn_limits lcn_limits_last(const lcn_problem *problem, const lacon_fit_options *options);

/* to = argmax <F - deflate W D, .> over St+, by row moves from x's partition. Unassigned variables stay
 * so. Returns the number of moved rows. */
int64_t lcn_row_moves(lcn_work *work, lcn_loadings *to, const lcn_point *x, double deflate);

/* From x (evaluated) down to a fixed point; x is evaluated at the end. The objective never rises.
 * True when it converged within the limits. */
bool lcn_descend(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits);

/* Single-row moves judged by the true objective, all that help together (needs work->keeps), if they promise to
 * gain more than `worth`; priced: by the objective and the Occam factor (ml only). Returns the number of rows
 * moved; x is evaluated at the end, and what judges never rises. */
int64_t lcn_exact_moves(lcn_work *work, lcn_point *x, double worth, bool priced);

/* lcn_descend and lcn_exact_moves in turn until neither helps. */
bool lcn_settle(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits);

/* Nats that the weights of a partition cost, by Laplace's method: weights of a module scatter about a common one,
 * as widely over all modules as suits the data best. The workspace stands at W, whose sizes are counted;
 * room: 2 k doubles. */
double lcn_occam(const lcn_work *work, const lcn_loadings *W, double *room);

/* The same taken apart, for single moves: their costs at the spread that suits W best. */
typedef struct lcn_prices {
    double spread2; /* t² */
    double *nh;     /* k: curvature of the log-likelihood in a weight of the module */
    double *sum;    /* k: of the weights of the module */
} lcn_prices;
void lcn_prices_at(lcn_prices *prices, const lcn_work *work, const lcn_loadings *W, double *room);
double lcn_prices_total(const lcn_prices *prices, const lcn_loadings *W);
/* What the move adds, in nats; W and its sizes as they are before it. */
double lcn_price_of_move(const lcn_prices *prices, const lcn_loadings *W, const lcn_move *move);

/* cost[r] += what one class says for variable r's membership: n_i (L_i without r - L_i with r) in nats, the
 * other weights held, in units of the variable's own noise: a variable noisier than v_i would otherwise seem
 * to gain v_own / v_i times too much. Unassigned variables and lone members of a module are left out. P is that
 * class's, the workspace stands at x, whose sizes are counted. A variable whose cost is `enough` already is not
 * asked again (INFINITY: all are). share (p): of each variable's evidence in this class that counts (series.h);
 * NULL: all of it. */
void lcn_removal_costs(lcn_work *work, const lcn_point *x, int64_t term, int64_t chunk, const double *P,
                       const double *share, double enough, double *cost);

/* What each variable would gain at fixed (G, v) if its sign were turned and it joined its best module, in
 * nats (ml): large for a reversed item, which a non-negative W cannot hold. The workspace stands at x;
 * gain (p) is not part of its scratch. */
void lcn_flip_gains(lcn_work *work, const lcn_point *x, double *gain);

#endif
