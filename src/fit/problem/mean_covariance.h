/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance  sum_i (omega_i / t_i) K_i  that the starts and the splits use: explicit
 * where p is moderate, as stacked rows plus a diagonal where it is large.
 */
#ifndef LCN_MEAN_COVARIANCE_H
#define LCN_MEAN_COVARIANCE_H

#include "fit/problem/problem.h"

#include <math.h>

typedef struct lcn_mean {
    lacon_allocator allocator;
    int64_t p, pp;
    double *K;         /* p × pp, or NULL: R R' */
    double *R;         /* p × rows: what a variable has of them is contiguous */
    int64_t rows;
    double *variance;  /* p: diagonal of the whole */
    double *scratch;   /* rows */
} lcn_mean;

/* 1 / sqrt of a variance; 0 for a constant variable, which correlates with nothing */
static inline double lcn_inverse_sd(double variance) { return variance > 0.0 ? 1.0 / sqrt(variance) : 0.0; }

lacon_status lcn_mean_new(lacon_ctx *ctx, lcn_mean **out, const lcn_problem *problem);
void lcn_mean_free(lcn_mean *mean);
/* Y = mean U, both p × m row-major; scratch rows × m (may be NULL when K is explicit) */
void lcn_mean_apply(const lcn_mean *mean, double *Y, const double *U, int64_t m, double *scratch);
/* C (m × m) = mean[index, index]; scratch m × rows (may be NULL when K is explicit) */
void lcn_mean_block(const lcn_mean *mean, double *C, const int64_t *index, int64_t m, double *scratch);
/* z = mean[index, index] y */
void lcn_mean_apply_at(lcn_mean *mean, double *z, const double *y, const int64_t *index, int64_t m);

#endif
