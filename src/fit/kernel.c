/* SPDX-License-Identifier: BSD-3-Clause
 * The kernels of kernel.h, written once with vectors of eight doubles and compiled for each
 * instruction set that the machine may have. Sums run in an order that depends on sizes alone.
 */
#include "fit/kernel.h"
#include "fit/clones.h"

#include <stdbool.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

typedef double v8 __attribute__((vector_size(64), aligned(8), may_alias));
typedef float f16 __attribute__((vector_size(64), aligned(4), may_alias));
typedef double v16 __attribute__((vector_size(128), aligned(8), may_alias));

#define INLINE static inline __attribute__((always_inline))

/* ---- covariance route ---- */

/* P[0 .. 8 n) = sum_i w_i K[order_i][0 .. 8 n), n vectors held in registers */
INLINE void cov_tile(int n, double *P, const double *K, int64_t ld, const int32_t *order,
                     const double *w, int64_t count)
{
    v8 sum[8] = {{0}};
    for (int64_t i = 0; i < count; i++) {
        const double *row = K + order[i] * ld;
        for (int t = 0; t < n; t++) sum[t] += w[i] * *(const v8 *)(row + 8 * t);
    }
    for (int t = 0; t < n; t++) *(v8 *)(P + 8 * t) = sum[t];
}

LCN_CLONES void lcn_kernel_cov(double *P, const double *K, const lcn_sorted *W)
{
    const int64_t pp = lcn_padded(W->p);
    for (int64_t j = 0; j < W->k; j++) {
        const int32_t *order = W->order + W->start[j];
        const double *w = W->weight + W->start[j];
        const int64_t count = W->start[j + 1] - W->start[j];
        double *Pj = P + j * pp;
        int64_t c = 0;
        for (; c + 64 <= pp; c += 64) cov_tile(8, Pj + c, K + c, pp, order, w, count);
        switch ((pp - c) / 8) {
        case 7: cov_tile(7, Pj + c, K + c, pp, order, w, count); break;
        case 6: cov_tile(6, Pj + c, K + c, pp, order, w, count); break;
        case 5: cov_tile(5, Pj + c, K + c, pp, order, w, count); break;
        case 4: cov_tile(4, Pj + c, K + c, pp, order, w, count); break;
        case 3: cov_tile(3, Pj + c, K + c, pp, order, w, count); break;
        case 2: cov_tile(2, Pj + c, K + c, pp, order, w, count); break;
        case 1: cov_tile(1, Pj + c, K + c, pp, order, w, count); break;
        default: break;
        }
    }
}

/* ---- row route ----
 * Written for a sample type through the two macros below: Y = X_b W gathers each module's variables for
 * eight rows at a time; P += Y' X_b keeps up to eight modules of one column tile in registers. */

/* Y[b][j] = scale sum_{s in j} w_s x[b][s], b = 0..rows-1 */
#define DEFINE_PROJECT(NAME, TYPE)                                                                 \
    INLINE void NAME(TYPE *Y, const TYPE *x, int64_t ld, int64_t rows, double scale,               \
                     const lcn_sorted *W)                                                          \
    {                                                                                              \
        int64_t b = 0;                                                                             \
        for (; b + 8 <= rows; b += 8) {                                                            \
            const TYPE *x0 = x + b * ld, *x4 = x0 + 4 * ld;                                        \
            for (int64_t j = 0; j < W->k; j++) {                                                   \
                double s[8] = {0};                                                                 \
                for (int64_t i = W->start[j]; i < W->start[j + 1]; i++) {                          \
                    const int64_t r = W->order[i];                                                 \
                    const double w = W->weight[i];                                                 \
                    for (int t = 0; t < 4; t++) s[t] += w * (double)x0[r + t * ld];                \
                    for (int t = 0; t < 4; t++) s[4 + t] += w * (double)x4[r + t * ld];            \
                }                                                                                  \
                for (int t = 0; t < 8; t++) Y[(b + t) * W->k + j] = (TYPE)(scale * s[t]);          \
            }                                                                                      \
        }                                                                                          \
        for (; b < rows; b++)                                                                      \
            for (int64_t j = 0; j < W->k; j++) {                                                   \
                double s = 0.0;                                                                    \
                for (int64_t i = W->start[j]; i < W->start[j + 1]; i++)                            \
                    s += W->weight[i] * (double)x[b * ld + W->order[i]];                           \
                Y[b * W->k + j] = (TYPE)(scale * s);                                               \
            }                                                                                      \
    }
DEFINE_PROJECT(project_f64, double)
DEFINE_PROJECT(project_f32, float)

/* Few modules: W spread out to m dense rows costs m multiply-adds per entry, but in full vectors. */
enum { FEW = 8, TOGETHER = 4 };

#define DEFINE_FEW(TYPE, VECTOR, LANES, SPREAD_OUT, PROJECT4, PROJECT_FEW)                         \
    static void SPREAD_OUT(TYPE *dense, int64_t pp, const lcn_sorted *W)                           \
    {                                                                                              \
        memset(dense, 0, (size_t)(W->k * pp) * sizeof *dense);                                     \
        for (int64_t j = 0; j < W->k; j++)                                                         \
            for (int64_t i = W->start[j]; i < W->start[j + 1]; i++)                                \
                dense[j * pp + W->order[i]] = (TYPE)W->weight[i];                                  \
    }                                                                                              \
    /* Y[b][j] = scale x_b'w_j for four rows and m modules */                                      \
    INLINE void PROJECT4(int m, TYPE *Y, int64_t k, const TYPE *x, int64_t ld, int64_t p,          \
                         double scale, const TYPE *dense, int64_t pp)                              \
    {                                                                                              \
        VECTOR sum[TOGETHER][6] = {{{0}}};                                                         \
        const int64_t full = p / LANES * LANES;                                                    \
        for (int64_t c = 0; c < full; c += LANES)                                                  \
            for (int j = 0; j < m; j++) {                                                          \
                const VECTOR w = *(const VECTOR *)(dense + j * pp + c);                            \
                for (int b = 0; b < TOGETHER; b++)                                                 \
                    sum[b][j] += w * *(const VECTOR *)(x + b * ld + c);                            \
            }                                                                                      \
        for (int b = 0; b < TOGETHER; b++)                                                         \
            for (int j = 0; j < m; j++) {                                                          \
                double y = 0.0;                                                                    \
                for (int t = 0; t < LANES; t++) y += (double)sum[b][j][t];                         \
                for (int64_t c = full; c < p; c++)                                                 \
                    y += (double)dense[j * pp + c] * (double)x[b * ld + c];                        \
                Y[b * k + j] = (TYPE)(scale * y);                                                  \
            }                                                                                      \
    }                                                                                              \
    /* the same for every group of four rows; returns how many rows that were */                   \
    INLINE int64_t PROJECT_FEW(TYPE *Y, const TYPE *x, int64_t ld, int64_t rows, double scale,     \
                               const TYPE *dense, int64_t p, int64_t k)                            \
    {                                                                                              \
        const int64_t pp = lcn_padded(p);                                                          \
        int64_t b = 0;                                                                             \
        for (; b + TOGETHER <= rows; b += TOGETHER)                                                \
            for (int64_t j = 0; j < k; j += 6) {                                                   \
                const TYPE *D = dense + j * pp, *xb = x + b * ld;                                  \
                TYPE *Yj = Y + b * k + j;                                                          \
                switch (k - j) {                                                                   \
                case 1: PROJECT4(1, Yj, k, xb, ld, p, scale, D, pp); break;                        \
                case 2: PROJECT4(2, Yj, k, xb, ld, p, scale, D, pp); break;                        \
                case 3: PROJECT4(3, Yj, k, xb, ld, p, scale, D, pp); break;                        \
                case 4: PROJECT4(4, Yj, k, xb, ld, p, scale, D, pp); break;                        \
                case 5: PROJECT4(5, Yj, k, xb, ld, p, scale, D, pp); break;                        \
                default: PROJECT4(6, Yj, k, xb, ld, p, scale, D, pp); break;                       \
                }                                                                                  \
            }                                                                                      \
        return b;                                                                                  \
    }
DEFINE_FEW(double, v8, 8, spread_out_f64, project4_f64, project_few_f64)
DEFINE_FEW(float, f16, 16, spread_out_f32, project4_f32, project_few_f32)

/* P[j][0..16) += sum_b Y[b][j] x[b][0..16) for m modules */
INLINE void spread16(int m, double *P, int64_t pp, const double *Y, int64_t k, const double *x,
                     int64_t ld, int64_t rows)
{
    v8 lo[8], hi[8];
    for (int j = 0; j < m; j++) {
        lo[j] = *(const v8 *)(P + j * pp);
        hi[j] = *(const v8 *)(P + j * pp + 8);
    }
    for (int64_t b = 0; b < rows; b++) {
        const v8 xl = *(const v8 *)(x + b * ld), xh = *(const v8 *)(x + b * ld + 8);
        for (int j = 0; j < m; j++) {
            const double y = Y[b * k + j];
            lo[j] += y * xl;
            hi[j] += y * xh;
        }
    }
    for (int j = 0; j < m; j++) {
        *(v8 *)(P + j * pp) = lo[j];
        *(v8 *)(P + j * pp + 8) = hi[j];
    }
}

/* the same for float32 rows: products in single, sums over the block added to P in double */
INLINE void spread16_f32(int m, double *P, int64_t pp, const float *Y, int64_t k, const float *x,
                         int64_t ld, int64_t rows)
{
    f16 even[8] = {{0}}, odd[8] = {{0}}; /* rows in turn: no addition waits for the one before */
    int64_t b = 0;
    for (; b + 2 <= rows; b += 2) {
        const f16 xe = *(const f16 *)(x + b * ld), xo = *(const f16 *)(x + (b + 1) * ld);
        for (int j = 0; j < m; j++) {
            even[j] += Y[b * k + j] * xe;
            odd[j] += Y[(b + 1) * k + j] * xo;
        }
    }
    for (; b < rows; b++)
        for (int j = 0; j < m; j++) even[j] += Y[b * k + j] * *(const f16 *)(x + b * ld);
    for (int j = 0; j < m; j++) *(v16 *)(P + j * pp) += __builtin_convertvector(even[j] + odd[j], v16);
}

/* columns that do not fill a tile of 16 */
#define DEFINE_EDGE(NAME, TYPE)                                                                    \
    INLINE void NAME(double *P, int64_t pp, const TYPE *Y, int64_t k, const TYPE *x, int64_t ld,   \
                     int64_t rows, int64_t columns)                                                \
    {                                                                                              \
        for (int64_t j = 0; j < k; j++)                                                            \
            for (int64_t b = 0; b < rows; b++)                                                     \
                for (int64_t c = 0; c < columns; c++)                                              \
                    P[j * pp + c] += (double)Y[b * k + j] * (double)x[b * ld + c];                 \
    }
DEFINE_EDGE(edge_f64, double)
DEFINE_EDGE(edge_f32, float)

#define SPREAD_CASES(SPREAD)                                                                       \
    switch (m) {                                                                                   \
    case 1: SPREAD(1, Pj, pp, Yj, k, x + c, ld, rows); break;                                      \
    case 2: SPREAD(2, Pj, pp, Yj, k, x + c, ld, rows); break;                                      \
    case 3: SPREAD(3, Pj, pp, Yj, k, x + c, ld, rows); break;                                      \
    case 4: SPREAD(4, Pj, pp, Yj, k, x + c, ld, rows); break;                                      \
    case 5: SPREAD(5, Pj, pp, Yj, k, x + c, ld, rows); break;                                      \
    case 6: SPREAD(6, Pj, pp, Yj, k, x + c, ld, rows); break;                                      \
    case 7: SPREAD(7, Pj, pp, Yj, k, x + c, ld, rows); break;                                      \
    default: SPREAD(8, Pj, pp, Yj, k, x + c, ld, rows); break;                                     \
    }

#define DEFINE_SPREAD(NAME, TYPE, SPREAD, EDGE)                                                    \
    INLINE void NAME(double *P, int64_t p, const TYPE *Y, int64_t k, const TYPE *x, int64_t ld,    \
                     int64_t rows)                                                                 \
    {                                                                                              \
        const int64_t pp = lcn_padded(p), full = p / 16 * 16;                                      \
        for (int64_t j = 0; j < k; j += 8) {                                                       \
            const int m = k - j < 8 ? (int)(k - j) : 8;                                            \
            const TYPE *Yj = Y + j;                                                                \
            for (int64_t c = 0; c < full; c += 16) {                                               \
                double *Pj = P + j * pp + c;                                                       \
                SPREAD_CASES(SPREAD)                                                               \
            }                                                                                      \
        }                                                                                          \
        EDGE(P + full, pp, Y, k, x + full, ld, rows, p - full);                                    \
    }
DEFINE_SPREAD(spread_f64, double, spread16, edge_f64)
DEFINE_SPREAD(spread_f32, float, spread16_f32, edge_f32)

/* Rows per block: the block should stay in half of a 1 MB cache between its two uses. */
static int64_t block_rows(int64_t row_bytes)
{
    int64_t rows = (512 << 10) / (row_bytes > 0 ? row_bytes : 1) / 8 * 8;
    return rows < 8 ? 8 : rows > LCN_BLOCK ? LCN_BLOCK : rows;
}

int64_t lcn_kernel_scratch(int64_t p, int64_t k)
{
    return LCN_BLOCK * k + (k <= FEW ? k * lcn_padded(p) : 0) + 64;
}

#define ROWS_BODY(TYPE, SPREAD_OUT, PROJECT_FEW, PROJECT, SPREAD)                                  \
    const int64_t step = block_rows(W->p * (int64_t)sizeof *x), k = W->k;                          \
    const bool few = k <= FEW;                                                                     \
    TYPE *Y = (TYPE *)scratch, *dense = (TYPE *)(scratch + LCN_BLOCK * k);                         \
    if (few) SPREAD_OUT(dense, lcn_padded(W->p), W);                                               \
    for (int64_t b = 0; b < rows; b += step) {                                                     \
        const int64_t m = rows - b < step ? rows - b : step;                                       \
        const TYPE *xb = x + b * ld;                                                               \
        const int64_t done = few ? PROJECT_FEW(Y, xb, ld, m, 1.0 / divisor, dense, W->p, k) : 0;   \
        PROJECT(Y + done * k, xb + done * ld, ld, m - done, 1.0 / divisor, W);                     \
        SPREAD(P, W->p, Y, k, xb, ld, m);                                                          \
    }

LCN_CLONES void lcn_kernel_rows(double *P, const double *x, int64_t ld, int64_t rows, double divisor,
                                const lcn_sorted *W, double *scratch)
{
    ROWS_BODY(double, spread_out_f64, project_few_f64, project_f64, spread_f64)
}

LCN_CLONES void lcn_kernel_rows_f32(double *P, const float *x, int64_t ld, int64_t rows,
                                    double divisor, const lcn_sorted *W, double *scratch)
{
    ROWS_BODY(float, spread_out_f32, project_few_f32, project_f32, spread_f32)
}
