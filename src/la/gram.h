/* SPDX-License-Identifier: BSD-3-Clause
 * Gram matrices of rows: covariances of a class (data/reduce.c, fit/problem/problem.c) and distances between profiles
 * (fit/search/ward.c).
 */
#ifndef LCN_GRAM_H
#define LCN_GRAM_H

#include <stdint.h>

/* Rows of covariances that kernels read are padded with zeros to whole vectors. */
enum { LCN_LANE = 8 };
static inline int64_t lcn_padded(int64_t p) { return (p + LCN_LANE - 1) / LCN_LANE * LCN_LANE; }

/* K (p × p, ld) = scale X'X of n rows, summed in double whatever the rows are */
void lcn_gram(double *K, int64_t ld, const double *x, int64_t ldx, int64_t n, int64_t p, double scale);
void lcn_gram_f32(double *K, int64_t ld, const float *x, int64_t ldx, int64_t n, int64_t p, double scale);

#endif
