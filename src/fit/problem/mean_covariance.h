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
    float *R;          /* p × rows: a variable is contiguous. Single precision: starts are rounded to modules */
    int64_t rows;
    double *variance;  /* p: diagonal of the whole */
    double *scratch;   /* p, or 4 rows in single precision */
} lcn_mean;

enum { LCN_MEAN_COLUMNS = 4 }; /* of lcn_mean_apply_at at a time: the rows are read once for all of them */

/* 1 / sqrt of a variance; 0 for a constant variable, which correlates with nothing */
static inline double lcn_inverse_sd(double variance) { return variance > 0.0 ? 1.0 / sqrt(variance) : 0.0; }

lacon_status lcn_mean_new(lacon_ctx *ctx, lcn_mean **out, const lcn_problem *problem);
void lcn_mean_free(lcn_mean *mean);
/* Y = mean U, both p × m row-major; scratch: so many doubles (none where K is explicit) */
int64_t lcn_mean_scratch(const lcn_mean *mean, int64_t m);
void lcn_mean_apply(const lcn_mean *mean, double *Y, const double *U, int64_t m, double *scratch);
/* C (m × m) = mean[index, index]; scratch m × (rows + m) (may be NULL when K is explicit) */
void lcn_mean_block(const lcn_mean *mean, double *C, const int64_t *index, int64_t m, float *scratch);
/* z_c = mean[index, index] y_c for up to LCN_MEAN_COLUMNS columns of m each, one after the other */
void lcn_mean_apply_at(lcn_mean *mean, double *z, const double *y, const int64_t *index, int64_t m, int64_t columns);

#endif
