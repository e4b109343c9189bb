/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance  sum_i (omega_i / t_i) K_i  that the starts and the splits use: explicit
 * where p is moderate, from the rows of the problem (mean_rows.h) where it is large.
 */
#ifndef LCN_MEAN_COVARIANCE_H
#define LCN_MEAN_COVARIANCE_H

#include "fit/problem/mean_rows.h"

#include <math.h>

enum { LCN_MEAN_EXPLICIT = 1024 }; /* variables up to which it always is: p² doubles stay within 8 MB */

typedef struct lcn_mean {
    lacon_allocator allocator;
    int64_t p, pp;
    double *K;           /* p × pp, or NULL: */
    lcn_mean_rows *rows; /* the problem's own, which must outlive this */
    double *variance;    /* p: diagonal of the whole */
} lcn_mean;

/* 1 / sqrt of a variance; 0 for a constant variable, which correlates with nothing */
static inline double lcn_inverse_sd(double variance) { return variance > 0.0 ? 1.0 / sqrt(variance) : 0.0; }

lacon_status lcn_mean_new(lacon_ctx *ctx, lcn_mean **out, const lcn_problem *problem);
void lcn_mean_free(lcn_mean *mean);
/* Y = mean U, both p × m row-major; scratch: so many doubles */
int64_t lcn_mean_scratch(const lcn_mean *mean, int64_t m);
void lcn_mean_apply(const lcn_mean *mean, double *Y, const double *U, int64_t m, double *scratch);
/* z_r = sum over the variables s in the module of r of mean_rs y_s, zero for the unassigned, where the mean is
 * explicit; scratch: p */
void lcn_mean_apply_within(const lcn_mean *mean, double *z, const double *y, const int32_t *module, int64_t k,
                           double *scratch);

#endif
