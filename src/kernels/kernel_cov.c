/* SPDX-License-Identifier: BSD-3-Clause
 * The covariance route of kernel.h: P_j = sum over the module of w_s K_s,:. A small K is in cache and
 * tiles of columns are summed in registers; a large one is read row by row as it lies in memory, eight
 * rows at a time, P_j staying in the first-level cache.
 */
#include "kernels/kernel.h"
#include "util/instruction_sets.h"
#include "kernels/kernel_vec.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

/* Columns from which reading whole rows is faster (measured: even between 200 and 264). */
enum { LONG_ROWS = 256 };

/* P[0 .. 8 n) = sum_i w_i K[order_i][0 .. 8 n) */
INLINE void tile(int n, double *P, const double *K, int64_t ld, const int32_t *order,
                 const double *w, int64_t count)
{
    d8 sum[8] = {{0}};
    for (int64_t i = 0; i < count; i++) {
        const double *row = K + order[i] * ld;
        UNROLL for (int t = 0; t < n; t++) sum[t] += w[i] * *(const d8 *)(row + 8 * t);
    }
    UNROLL for (int t = 0; t < n; t++) *(d8 *)(P + 8 * t) = sum[t];
}

/* P = sum_i w_i K[order_i], pp columns; `wide` vectors at a time fit in the registers */
INLINE void short_rows(int wide, double *P, const double *K, int64_t pp, const int32_t *order,
                       const double *w, int64_t count)
{
    int64_t c = 0;
    for (; c + 8 * wide <= pp; c += 8 * wide) tile(wide, P + c, K + c, pp, order, w, count);
#define TILE(n) tile(n, P + c, K + c, pp, order, w, count)
    FIXED((pp - c) / 8, wide, TILE)
#undef TILE
}

/* P (= or +=) sum of n rows of K */
INLINE void add_rows(int n, int fresh, double *P, const double *K, int64_t pp, const int32_t *order,
                     const double *w)
{
    const double *row[8];
    UNROLL for (int i = 0; i < n; i++) row[i] = K + order[i] * pp;
    for (int64_t c = 0; c < pp; c += 8) {
        d8 sum = fresh ? (d8){0} : *(const d8 *)(P + c);
        UNROLL for (int i = 0; i < n; i++) sum += w[i] * *(const d8 *)(row[i] + c);
        *(d8 *)(P + c) = sum;
    }
}

INLINE void long_rows(double *P, const double *K, int64_t pp, const int32_t *order, const double *w,
                      int64_t count)
{
    int64_t i = count == 0 ? 0 : (count - 1) % 8 + 1;
    if (count == 0) memset(P, 0, (size_t)pp * sizeof *P);
#define FIRST(n) add_rows(n, 1, P, K, pp, order, w)
    FIXED(i, 8, FIRST)
#undef FIRST
    for (; i < count; i += 8) add_rows(8, 0, P, K, pp, order + i, w + i);
}

INLINE void modules(int wide, double *P, const double *K, const lcn_sorted *W)
{
    const int64_t pp = lcn_padded(W->p);
    for (int64_t j = 0; j < W->k; j++) {
        const int32_t *order = W->order + W->start[j];
        const double *w = W->weight + W->start[j];
        const int64_t count = W->start[j + 1] - W->start[j];
        if (pp < LONG_ROWS) short_rows(wide, P + j * pp, K, pp, order, w, count);
        else long_rows(P + j * pp, K, pp, order, w, count);
    }
}

static void modules_v1(double *P, const double *K, const lcn_sorted *W)
{
    modules(4, P, K, W);
}

#ifdef LCN_LEVELS
LCN_V3 static void modules_v3(double *P, const double *K, const lcn_sorted *W)
{
    modules(4, P, K, W);
}

LCN_V4 static void modules_v4(double *P, const double *K, const lcn_sorted *W)
{
    modules(8, P, K, W);
}
#endif

void lcn_kernel_cov_at(int level, double *P, const double *K, const lcn_sorted *W)
{
    LCN_BY_LEVEL(level, modules, P, K, W);
}

void lcn_kernel_cov(double *P, const double *K, const lcn_sorted *W)
{
    lcn_kernel_cov_at(lcn_level(), P, K, W);
}
