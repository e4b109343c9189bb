/* SPDX-License-Identifier: BSD-3-Clause
 * The default solver's steps: the inner problem over St+ (row_moves.c), the majorise-minimise iteration
 * (mm.c), moves of single variables judged by the evidence (single_moves.c).
 */
#ifndef LCN_MM_H
#define LCN_MM_H

#include "fit/mm/evidence.h"

typedef struct lcn_limits {
    double gain;      /* an iteration that gains no more has converged */
    double rough;     /* lcn_settle: it may pause there while single variables still move */
    int64_t max_iter; /* of one descent */
    int64_t rounds;   /* of single moves; 0: none */
    double give_up;   /* stop early when the descent cannot get below this; INFINITY: never */
    bool leave;       /* variables may be unassigned where the evidence says so */
    double entry;     /* log-likelihood in nats that an unassigned variable must bring; INFINITY: none is placed */
} lcn_limits;

/* The limits of a fit of this problem: options->tol nats per variable and observation, or where that is 0
 * what evidence is read to. */
lcn_limits lcn_limits_of(const lcn_problem *problem, const lacon_fit_options *options);
/* The limits of a search whose result is settled to the end elsewhere. */
lcn_limits lcn_limits_rough(const lcn_problem *problem, const lacon_fit_options *options);

/* The inner problem: which tangent, what a place costs, may rows move. */
typedef struct lcn_inner {
    double deflate; /* F - deflate W D in place of F */
    const lcn_prices *prices; /* at the point; NULL: the evidence is not asked, moves are free */
    bool hold;  /* rows stay, weights move */
    bool leave; /* rows may leave all modules, and come back */
} lcn_inner;
/* to = argmax <F - deflate W D, .> less the prices of the evidence, over St+, by row moves from x's partition.
 * Unassigned variables stay so unless `leave`. Returns the number of moved rows. */
int64_t lcn_row_moves(lcn_work *work, lcn_loadings *to, const lcn_point *x, const lcn_inner *how);

/* From x (evaluated) down to a fixed point; x is evaluated at the end. The evidence never falls.
 * True when it converged within the limits. */
bool lcn_descend(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits);

/* Single-row moves judged by the evidence, all that help together (needs work->keeps), if they promise to
 * gain more than `worth`. Returns the number of rows moved; x is evaluated at the end, and the evidence never
 * falls. */
int64_t lcn_single_moves(lcn_work *work, lcn_point *x, double worth, const lcn_limits *limits);

/* The weights of x's partition to their fixed point, steps extrapolated. */
bool lcn_settle_weights(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits);

/* lcn_descend, then single moves and descents of the weights in turn until neither helps. */
bool lcn_settle(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_limits *limits);

/* What the rows say for the place of a variable: sums over classes of (effective) rows times its product with what its
 * module is without it, times the variance that product would have per row were the variable noise; the rows, and what
 * the means take of them, one of n in each class. */
typedef struct lcn_score {
    double product, square, rows, means;
} lcn_score;
/* sums[r] += what one class says for variable r (docs/algorithm/membership.md), the other weights held. Unassigned
 * variables and lone members of a module are left out. P is that class's, the workspace is at x, whose sizes are
 * counted. share (p): of each variable's rows in this class that count (series.h); NULL: all. */
void lcn_add_scores(lcn_work *work, const lcn_point *x, int64_t term, int64_t chunk, const double *P,
                    const double *share, lcn_score *sums);

/* What each variable would gain at fixed (G, v) if its sign were turned and it joined its best module, in nats (ml), 0
 * where that is less than it has: large for a reversed item, which a non-negative W cannot hold. The workspace is at x;
 * gain (p) is not part of its scratch. */
void lcn_flip_gains(lcn_work *work, const lcn_point *x, double *gain);

#endif
