/* SPDX-License-Identifier: BSD-3-Clause
 * The products that touch the data, as a table of functions: a fit takes them from the row that its context names
 * (lacon_ctx_options.backend), so that another processor is another row. Sizes and shapes are those of kernel.h and
 * gram.h. The row `reference` is slow and plain; tests hold every other row against it.
 */
#ifndef LCN_BACKEND_H
#define LCN_BACKEND_H

#include "kernels/kernel.h"

#include <stdbool.h>

typedef struct lcn_backend {
    const char *name;
    /* P (k × pp) = K W */
    void (*cov)(double *P, const double *K, const lcn_sorted *W);
    void (*cov_f32)(double *P, const float *K, const lcn_sorted *W);
    /* P (k × pp) += (1 / divisor) X'X W; scratch: lcn_kernel_scratch */
    void (*rows)(double *P, const double *x, int64_t ld, int64_t rows, double divisor, const lcn_sorted *W,
                 double *scratch);
    void (*rows_f32)(double *P, const float *x, int64_t ld, int64_t rows, double divisor, const lcn_sorted *W,
                     double *scratch);
    /* Y (k × rows) = X W of some columns; P (k × ldP) += scale X'Y of `width` columns; scratch: lcn_kernel_scratch */
    void (*times)(double *Y, const double *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch);
    void (*times_f32)(double *Y, const float *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch);
    void (*back)(double *P, int64_t ldP, const double *x, int64_t ld, int64_t rows, int64_t width, const double *Y,
                 int64_t k, double scale, double *scratch);
    void (*back_f32)(double *P, int64_t ldP, const float *x, int64_t ld, int64_t rows, int64_t width, const double *Y,
                     int64_t k, double scale, double *scratch);
    /* S (k × k) = W'P, symmetric; weight (p): of each variable, by number */
    void (*inner)(double *S, const double *P, const double *weight, const lcn_sorted *W);
    /* F (k × pp) (+)= omega P M; first: F has no content yet */
    void (*tangent)(double *F, const double *P, const double *M, double omega, int64_t k, int64_t pp, bool first);
    /* K (p × p, ld) = scale X'X */
    void (*gram)(double *K, int64_t ld, const double *x, int64_t ldx, int64_t n, int64_t p, double scale);
    void (*gram_f32)(double *K, int64_t ld, const float *x, int64_t ldx, int64_t n, int64_t p, double scale);
} lcn_backend;

extern const lcn_backend lcn_backend_cpu, lcn_backend_reference;

/* NULL: the first, cpu. NULL when there is none of that name. */
const lcn_backend *lcn_backend_get(const char *name);
/* Row i of the table; NULL past the end. */
const lcn_backend *lcn_backend_at(int i);

#endif
