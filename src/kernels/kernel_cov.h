/* SPDX-License-Identifier: BSD-3-Clause
 * P_j = sum over the module of w_s K_s,:, written once and included by kernel_cov.c for each type of K
 * (REAL, VEC of eight of them, NAME). A small K is in cache and tiles of columns are summed in registers; a large
 * one is read row by row as it lies in memory, eight rows at a time, P_j staying in the first-level cache.
 */

#define WIDER(sum) __builtin_convertvector(sum, d8)

/* P[0 .. 8 n) = sum_i w_i K[order_i][0 .. 8 n) */
INLINE void NAME(tile)(int n, double *P, const REAL *K, int64_t ld, const int32_t *order, const double *w,
                       int64_t count)
{
    VEC sum[8] = {{0}};
    for (int64_t i = 0; i < count; i++) {
        const REAL *row = K + order[i] * ld, weight = (REAL)w[i];
        UNROLL for (int t = 0; t < n; t++) sum[t] += weight * *(const VEC *)(row + 8 * t);
    }
    UNROLL for (int t = 0; t < n; t++) *(d8 *)(P + 8 * t) = WIDER(sum[t]);
}

/* P = sum_i w_i K[order_i], pp columns; `wide` vectors at a time fit in the registers */
INLINE void NAME(short_rows)(int wide, double *P, const REAL *K, int64_t pp, const int32_t *order, const double *w,
                             int64_t count)
{
    int64_t c = 0;
    for (; c + 8 * wide <= pp; c += 8 * wide) NAME(tile)(wide, P + c, K + c, pp, order, w, count);
#define TILE(n) NAME(tile)(n, P + c, K + c, pp, order, w, count)
    FIXED((pp - c) / 8, wide, TILE)
#undef TILE
}

/* P (= or +=) sum of n rows of K */
INLINE void NAME(add_rows)(int n, int fresh, double *P, const REAL *K, int64_t pp, const int32_t *order,
                           const double *w)
{
    const REAL *row[8];
    REAL weight[8];
    UNROLL for (int i = 0; i < n; i++) row[i] = K + order[i] * pp, weight[i] = (REAL)w[i];
    for (int64_t c = 0; c < pp; c += 8) {
        VEC sum = {0};
        UNROLL for (int i = 0; i < n; i++) sum += weight[i] * *(const VEC *)(row[i] + c);
        const d8 before = fresh ? (d8){0} : *(const d8 *)(P + c);
        *(d8 *)(P + c) = before + WIDER(sum);
    }
}

INLINE void NAME(long_rows)(double *P, const REAL *K, int64_t pp, const int32_t *order, const double *w,
                            int64_t count)
{
    int64_t i = count == 0 ? 0 : (count - 1) % 8 + 1;
    if (count == 0) memset(P, 0, (size_t)pp * sizeof *P);
#define FIRST(n) NAME(add_rows)(n, 1, P, K, pp, order, w)
    FIXED(i, 8, FIRST)
#undef FIRST
    for (; i < count; i += 8) NAME(add_rows)(8, 0, P, K, pp, order + i, w + i);
}

INLINE void NAME(modules)(int wide, double *P, const REAL *K, const lcn_sorted *W)
{
    const int64_t pp = lcn_padded(W->p);
    for (int64_t j = 0; j < W->k; j++) {
        const int32_t *order = W->order + W->start[j];
        const double *w = W->weight + W->start[j];
        const int64_t count = W->start[j + 1] - W->start[j];
        if (pp < LONG_ROWS) NAME(short_rows)(wide, P + j * pp, K, pp, order, w, count);
        else NAME(long_rows)(P + j * pp, K, pp, order, w, count);
    }
}

static void NAME(cov_v1)(double *P, const REAL *K, const lcn_sorted *W)
{
    NAME(modules)(4, P, K, W);
}

#ifdef LCN_LEVELS
LCN_V3 static void NAME(cov_v3)(double *P, const REAL *K, const lcn_sorted *W)
{
    NAME(modules)(IN_V3, P, K, W);
}

LCN_V4 static void NAME(cov_v4)(double *P, const REAL *K, const lcn_sorted *W)
{
    NAME(modules)(8, P, K, W);
}
#endif

#undef REAL
#undef VEC
#undef NAME
#undef IN_V3
#undef WIDER
