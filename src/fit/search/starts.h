/* SPDX-License-Identifier: BSD-3-Clause
 * Where to start (docs/algorithm/starts.md): the leading eigenvectors of the mean covariance with varimax (leading.c),
 * Ward clustering of the variables (ward.c), seed variables far apart (seeds.c), splits of modules (split.c). Each
 * leaves a partition with weights in x->W; none of them depends on the order of the variables beyond rounding and ties.
 */
#ifndef LCN_STARTS_H
#define LCN_STARTS_H

#include "fit/mm/evaluation.h"
#include "fit/problem/mean_covariance.h"

/* U (p × k, orthonormal): the leading eigenvectors of the mean covariance. With one class they have the least
 * objective over W'W = I. */
lacon_status lcn_leading(lacon_ctx *ctx, double *U, int64_t k, const lcn_mean *mean, uint64_t seed);

/* The same, turned by varimax, as a start. */
lacon_status lcn_start_varimax(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_mean *mean, uint64_t seed);

/* The point of St+ nearest to U: largest entry per row, no module empty, then row moves. */
void lcn_round_to_modules(lcn_work *work, lcn_point *x, const double *U);

/* The variables by their correlation with the sum of all: the place of a variable here does not depend on that of its
 * column, so what is drawn for places is drawn for the variables themselves. */
typedef struct lcn_ranked {
    double by;
    int64_t variable;
} lcn_ranked;
lacon_status lcn_rank_variables(lacon_ctx *ctx, lcn_ranked *order, const lcn_mean *mean);
/* mixed (p): the variables in one order for all searches, drawn over that one: neighbours have nothing in common. */
void lcn_mix_variables(int64_t *mixed, const lcn_ranked *order, int64_t p);

/* From correlations with k seed variables far apart in correlation, the first drawn at random from `order`, each next
 * one the variable least correlated with those before it. */
void lcn_start_seeds(lcn_work *work, lcn_point *x, const lcn_mean *mean, const lcn_ranked *order, uint64_t seed,
                     int64_t which, double *scratch);
int64_t lcn_seeds_scratch(const lcn_mean *mean, int64_t k); /* doubles */

typedef enum lcn_ward { LCN_WARD_PROFILES, LCN_WARD_VARIABLES } lcn_ward;
/* Ward clustering of the variables' correlation profiles, or of the variables themselves, cut at k; weights of the
 * first principal component of each cluster. Up to so many variables, where the mean covariance is explicit: */
enum { LCN_WARD_MOST = LCN_MEAN_EXPLICIT };
lacon_status lcn_start_ward(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_mean *mean, lcn_ward kind);

/* Every module in two: side[r] = +1 or -1 along the direction of largest variance that the weights of the module of r
 * leave, 0 where it cannot be split. ratio (k): that variance relative to the module's own, or 0. x: any point of the
 * workspace, overwritten; scratch: lcn_split_scratch doubles. */
void lcn_split(lcn_work *work, lcn_point *x, const lcn_loadings *W, const lcn_mean *mean, int8_t *side, double *ratio,
               double *scratch);
int64_t lcn_split_scratch(int64_t p, int64_t k);
/* The module that its cut leaves most variance to, whose ratio is 0 from then on; -1: none is left. */
int64_t lcn_next_cut(double *ratio, int64_t k);
/* to, of one column more than W, = W with module `cut` in two: those of side +1 are the last. */
void lcn_cut(lcn_loadings *to, const lcn_loadings *W, int64_t cut, const int8_t *side);

/* Weights of the first principal component of each module, for the partition in x->W. */
void lcn_component_weights(lcn_work *work, lcn_point *x);

/* Every unassigned variable joins the module with the largest tangent (x evaluated), weights follow. */
void lcn_assign_all(lcn_work *work, lcn_point *x);

#endif
