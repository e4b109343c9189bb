/* SPDX-License-Identifier: BSD-3-Clause
 * The evidence of a variable where rows are autocorrelated: twice a gain in log-likelihood is c times a
 * chi-square where the variable and its module have c (data/effective.h), so a share 1/c of it counts.
 */
#ifndef LCN_SERIES_H
#define LCN_SERIES_H

#include "data/effective.h"
#include "model/loadings.h"
#include "fit/problem/problem.h"

typedef struct lcn_series lcn_series;

/* The autocorrelations of every variable in every class of the problem; reads the rows once. *out is NULL where no
 * class has any. The data must outlive it. */
lacon_status lcn_series_new(lacon_ctx *ctx, lcn_series **out, const lcn_problem *problem);
void lcn_series_free(lcn_series *series);

/* Shares for the modules of W: reads the rows again, for the autocorrelations of the composites X w_j. */
void lcn_series_at(lcn_series *series, const lcn_problem *problem, const lcn_loadings *W);
/* p: share of each variable's evidence in class `term` that counts, at the W of the last lcn_series_at. */
const double *lcn_series_share(const lcn_series *series, int64_t term);

/* The composites of LCN_TILE modules of W from `first` on into the tile, standardised: sums over a module of weight_r
 * (p) times x_r. A missing value counts as the mean. */
void lcn_compose(lcn_tile *tile, const lcn_class *class, const lcn_loadings *W, const double *weight, int32_t first);

#endif
