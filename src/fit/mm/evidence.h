/* SPDX-License-Identifier: BSD-3-Clause
 * The evidence of a fit (docs/algorithm/evidence.md): what optima, splits, merges and moves of single variables
 * are judged by. Minus its logarithm, in nats over all effective rows, is
 *
 *   n* sum omega_i L_i  +  Occam factor of the weights  +  -log P(c)
 *
 * with the partition drawn from a Dirichlet(1) prior over the shares of the k modules and the unassigned,
 *   log P(c) = log k! + sum_j log m_j! - log (p + k)!,   m_0 .. m_k the sizes.
 *
 * Between different k the size of the G_i counts too (Schwarz 1978): 1/2 log n*_i for each of the k (k + 1) / 2 free
 * parameters of G_i and for v_i, n*_i = n* omega_i being the rows that class i counts for. At one k that is constant,
 * so lcn_cost, which the search asks, goes without it; lcn_cost_ml, which a fit reports, has it.
 */
#ifndef LCN_EVIDENCE_H
#define LCN_EVIDENCE_H

#include "fit/mm/evaluation.h"

/* -log P(c) of W, whose sizes are counted. */
double lcn_partition_price(const lcn_work *work, const lcn_loadings *W);

/* sum_i 1/2 log n*_i: what one free parameter in every class costs, in nats. */
double lcn_parameter_price(const lcn_problem *problem);

/* Minus the log evidence at x, the size of G aside, in nats; the workspace is there. */
double lcn_cost(const lcn_work *work, lcn_point *x);
/* With the size of G, comparable over k; by likelihood whatever the objective, in the units of the data. */
double lcn_cost_ml(const lcn_work *work, lcn_point *x);

/* What the weights cost, taken apart for single moves, at the spread W has; where it has none, at the best for it. */
typedef struct lcn_prices {
    double spread2; /* t²: variance of the weights of a module about their common one, relative to its square */
    double *nh;     /* k: curvature of the log-likelihood in a weight of the module */
    double *sum;    /* k: of the weights of the module */
    const double *log_factorial; /* p + 1 */
    int64_t k, left_out; /* modules; unassigned variables */
} lcn_prices;
/* The workspace is at W, whose sizes are counted; scratch: 2 k doubles. */
void lcn_prices_at(lcn_prices *prices, const lcn_work *work, const lcn_loadings *W, double *scratch);
/* t² of most evidence for weights that scatter as those of W do, were they not drawn together. */
double lcn_spread_of(const lcn_prices *prices, const lcn_loadings *W);
double lcn_prices_total(const lcn_prices *prices, const lcn_loadings *W);
/* What the move adds, in nats; W and its sizes as they are before it. */
double lcn_price_of_move(const lcn_prices *prices, const lcn_loadings *W, const lcn_move *move);
/* Of a module of m weights that sum to `sum` and have unit length, with curvature nh. */
double lcn_price_of_weights(double nh, double spread2, int64_t m, double sum);
/* The same before they are drawn together. */
double lcn_price_of_free_weights(double nh, double spread2, int64_t m, double sum);
/* n_i h_ij of one class: curvature of its log-likelihood in a weight of module j. */
double lcn_curvature(double effective, double sjj, double v);

#endif
