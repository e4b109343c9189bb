/* SPDX-License-Identifier: BSD-3-Clause
 * Products with the mean covariance of many variables, from the rows that the problem has anyway: nothing of the size
 * of the data is made. mean_covariance.h chooses between this and the explicit matrix.
 */
#ifndef LCN_MEAN_ROWS_H
#define LCN_MEAN_ROWS_H

#include "fit/problem/problem.h"
#include "kernels/wide_class.h"

typedef struct lcn_mean_rows {
    lacon_allocator allocator;
    const lcn_problem *problem; /* all its terms are rows */
    int threads;
    double *scale;     /* n_terms: omega_i / (t_i divisor_i) */
    struct lcn_mean_block *blocks; /* of rows, which do not cross classes */
    int64_t *first;    /* pieces × slices + 1: first block of each piece of the classes, or of each slice of a class */
} lcn_mean_rows;

lacon_status lcn_mean_rows_new(lacon_ctx *ctx, lcn_mean_rows **out, const lcn_problem *problem);
void lcn_mean_rows_free(lcn_mean_rows *mean);
/* Doubles for a product with w columns. */
int64_t lcn_mean_rows_scratch(const lcn_mean_rows *mean, int64_t w);
/* Y = mean U, both p × w, in one pass; rows of single precision are multiplied in it. 4 rows p w flops. */
void lcn_mean_rows_apply(const lcn_mean_rows *mean, double *Y, const double *U, int64_t w, double *scratch);

#endif
