/* SPDX-License-Identifier: BSD-3-Clause
 * Gram matrices of rows: covariances of a class (fit/problem/problem.c) and distances between profiles
 * (fit/search/ward.c).
 */
#ifndef LCN_GRAM_H
#define LCN_GRAM_H

#include <stdint.h>

/* K (p × p, ld) = scale X'X of n rows, summed in double whatever the rows are */
void lcn_gram(double *K, int64_t ld, const double *x, int64_t ldx, int64_t n, int64_t p, double scale);
void lcn_gram_f32(double *K, int64_t ld, const float *x, int64_t ldx, int64_t n, int64_t p, double scale);

#endif
