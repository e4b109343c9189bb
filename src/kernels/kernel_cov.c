/* SPDX-License-Identifier: BSD-3-Clause
 * The covariance route of kernel.h: kernel_cov.h compiled for both types of K and for the instruction sets the
 * machine may have. In single precision, half of the memory is read, and eight rows (or one module of a small K)
 * are summed before the sum becomes a double.
 */
#include "kernels/kernel.h"
#include "util/instruction_sets.h"
#include "kernels/kernel_vec.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

/* Columns from which reading whole rows is faster (measured: even between 200 and 264). */
enum { LONG_ROWS = 256 };

#define REAL    double
#define VEC     d8
#define NAME(x) f64_##x
#define IN_V3   4 /* vectors of sums that registers hold */
#include "kernels/kernel_cov.h"

#define REAL    float
#define VEC     f8
#define NAME(x) f32_##x
#define IN_V3   8 /* the same, of floats */
#include "kernels/kernel_cov.h"

void lcn_kernel_cov_at(int level, double *P, const double *K, const lcn_sorted *W)
{
    LCN_BY_LEVEL(level, f64_cov, P, K, W);
}

void lcn_kernel_cov_f32_at(int level, double *P, const float *K, const lcn_sorted *W)
{
    LCN_BY_LEVEL(level, f32_cov, P, K, W);
}

void lcn_kernel_cov(double *P, const double *K, const lcn_sorted *W)
{
    lcn_kernel_cov_at(lcn_level(), P, K, W);
}

void lcn_kernel_cov_f32(double *P, const float *K, const lcn_sorted *W)
{
    lcn_kernel_cov_f32_at(lcn_level(), P, K, W);
}
