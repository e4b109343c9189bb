/* SPDX-License-Identifier: BSD-3-Clause
 * P_i = K_i W for W with one non-zero per row: the only code that touches all of the data. P is kept
 * transposed, k × pp with pp = p rounded up to LCN_LANE, so that every row of it is contiguous in the
 * variables, as the data are.
 *
 *   covariance route   P_j += w_s K_s,:  for s in module j                       p² multiply-adds
 *   row route          per block of rows: Y = X_b W (n p), P += Y' X_b (n p k), one read of the data
 */
#ifndef LCN_KERNEL_H
#define LCN_KERNEL_H

#include "la/gram.h"

#include <stdint.h>

enum { LCN_BLOCK = 32 }; /* rows whose products with W stay in the first cache */

/* W by modules: variables order[start[j] .. start[j+1]) belong to j, with these weights. Variables not
 * named belong to none. */
typedef struct lcn_sorted {
    int64_t p, k;
    int32_t *order; /* p */
    double *weight; /* p, in this order */
    int64_t *start; /* k + 1 */
} lcn_sorted;

/* From the module of each variable (below 0: none) and its weight, times shrink where there is one. O(p). */
void lcn_sort_modules(lcn_sorted *s, const int32_t *module, const double *weight, const double *shrink);

/* P (k × pp) = K W. K is p × pp, its padding columns zero. In single precision: relative error about 1e-7. */
void lcn_kernel_cov(double *P, const double *K, const lcn_sorted *W);
void lcn_kernel_cov_f32(double *P, const float *K, const lcn_sorted *W);

/* Doubles of scratch that the row kernels want: blocks of Y, W in the order of the columns, and P in
 * single precision. */
int64_t lcn_kernel_scratch(int64_t p, int64_t k);

/* P (k × pp) += (1 / divisor) X' X W over `rows` rows of x (ld); the padding columns of P stay as they are.
 * float32 rows are multiplied in single precision and summed in double after 1024 rows or 512 columns at
 * the latest: relative error about 1e-7. scratch: lcn_kernel_scratch(p, k), not shared by threads. */
void lcn_kernel_rows(double *P, const double *x, int64_t ld, int64_t rows, double divisor,
                     const lcn_sorted *W, double *scratch);
void lcn_kernel_rows_f32(double *P, const float *x, int64_t ld, int64_t rows, double divisor,
                         const lcn_sorted *W, double *scratch);

/* Its two halves, for some columns of rows that are wider: Y (k × rows) = X W with W->p columns of x (ld), and
 * P (k × ldP) += scale X'Y with `width` columns. scratch: lcn_kernel_scratch of as many columns. */
void lcn_kernel_times(double *Y, const double *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch);
void lcn_kernel_times_f32(double *Y, const float *x, int64_t ld, int64_t rows, const lcn_sorted *W, double *scratch);
void lcn_kernel_back(double *P, int64_t ldP, const double *x, int64_t ld, int64_t rows, int64_t width, const double *Y,
                     int64_t k, double scale, double *scratch);
void lcn_kernel_back_f32(double *P, int64_t ldP, const float *x, int64_t ld, int64_t rows, int64_t width,
                         const double *Y, int64_t k, double scale, double *scratch);

/* The same by the code for one instruction set, not above lcn_level() of instruction_sets.h; for tests. */
void lcn_kernel_cov_at(int level, double *P, const double *K, const lcn_sorted *W);
void lcn_kernel_cov_f32_at(int level, double *P, const float *K, const lcn_sorted *W);
void lcn_kernel_rows_at(int level, double *P, const double *x, int64_t ld, int64_t rows,
                        double divisor, const lcn_sorted *W, double *scratch);
void lcn_kernel_rows_f32_at(int level, double *P, const float *x, int64_t ld, int64_t rows,
                            double divisor, const lcn_sorted *W, double *scratch);

#endif
