/* SPDX-License-Identifier: BSD-3-Clause
 * Products of long vectors; see vector_products.h. A pair of vectors at a time with up to PAIR_MOST others: each number
 * that is loaded is used in several multiply-adds, and all sums stay in registers.
 */
#include "kernels/vector_products.h"
#include "kernels/kernel_vec.h"
#include "util/instruction_sets.h"

#include <stdbool.h>
#include <stddef.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

enum { PAIR_MOST = 6 }; /* twelve sums, two vectors and one other: the registers of AVX2 */

INLINE float across(f8 a) { return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7])); }

#define AT(x) (*(const f8 *)(x))

/* f and g (n; NULL: not wanted) += <x, z_j> and <y, z_j> over one stretch */
INLINE void pair_with(int n, double *f, double *g, const float *x, const float *y, const float *Z, int64_t length,
                      int64_t from, int64_t to)
{
    f8 a[PAIR_MOST] = {{0}}, b[PAIR_MOST] = {{0}};
    for (int64_t t = from; t < to; t += LCN_LANE) {
        const f8 u = AT(x + t), v = AT(y + t);
        UNROLL for (int j = 0; j < n; j++) {
            const f8 z = AT(Z + j * length + t);
            a[j] += u * z;
            b[j] += v * z;
        }
    }
    for (int j = 0; j < n; j++) {
        f[j] += (double)across(a[j]);
        if (g) g[j] += (double)across(b[j]);
    }
}

LCN_CLONES static void pair_dots(double *f, double *g, const float *x, const float *y, const float *Z, int64_t k,
                                 int64_t length, int64_t from, int64_t end)
{
    for (int64_t j = 0; j < k; j++) f[j] = 0.0;
    for (int64_t j = 0; g && j < k; j++) g[j] = 0.0;
    for (; from < end; from += LCN_STRETCH) {
        const int64_t to = from + LCN_STRETCH < end ? from + LCN_STRETCH : end;
        for (int64_t j = 0; j < k;) {
            const int64_t n = k - j <= PAIR_MOST ? k - j : k - j == PAIR_MOST + 1 ? 4 : PAIR_MOST;
#define SOME(count) pair_with(count, f + j, g ? g + j : NULL, x, y, Z + j * length, length, from, to)
            FIXED(n, PAIR_MOST, SOME)
#undef SOME
            j += n;
        }
    }
}

void lcn_vector_dots(double *F, const float *x, int64_t count, const float *Z, int64_t k, int64_t length, int64_t from,
                     int64_t to)
{
    for (int64_t i = 0; i < count; i += 2) {
        const bool two = i + 1 < count;
        const float *here = x + i * length;
        pair_dots(F + i * k, two ? F + (i + 1) * k : NULL, here, two ? here + length : here, Z, k, length, from, to);
    }
}

LCN_CLONES void lcn_vector_add(float *restrict y, float a, const float *restrict x, int64_t length)
{
    for (int64_t t = 0; t < length; t += LCN_LANE) *(f8 *)(y + t) += a * AT(x + t);
}

INLINE double dot(const float *x, const float *y, int64_t length)
{
    double sum = 0.0;
    for (int64_t from = 0; from < length; from += LCN_STRETCH) {
        const int64_t to = from + LCN_STRETCH < length ? from + LCN_STRETCH : length;
        f8 part = {0}, other = {0};
        int64_t t = from;
        for (; t + 2 * LCN_LANE <= to; t += 2 * LCN_LANE) {
            part += AT(x + t) * AT(y + t);
            other += AT(x + t + LCN_LANE) * AT(y + t + LCN_LANE);
        }
        for (; t < to; t += LCN_LANE) part += AT(x + t) * AT(y + t);
        sum += (double)across(part + other);
    }
    return sum;
}

LCN_CLONES void lcn_vector_gram(double *S, const float *Y, int64_t k, int64_t length, int64_t from, int64_t to)
{
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b <= a; b++)
            S[a * k + b] = S[b * k + a] = dot(Y + a * length + from, Y + b * length + from, to - from);
}

/* z_j (n of them) = sum_l M_lj y_l */
INLINE void mix_some(int n, float *Z, const float *Y, const float *M, int64_t k, int64_t length, int64_t from,
                     int64_t to)
{
    for (int64_t t = from; t < to; t += LCN_LANE) {
        f8 sum[PAIR_MOST] = {{0}};
        for (int64_t l = 0; l < k; l++) {
            const f8 y = AT(Y + l * length + t);
            UNROLL for (int j = 0; j < n; j++) sum[j] += M[l * k + j] * y;
        }
        UNROLL for (int j = 0; j < n; j++) *(f8 *)(Z + j * length + t) = sum[j];
    }
}

LCN_CLONES void lcn_vector_mix(float *restrict Z, const float *restrict Y, const float *restrict M, int64_t k,
                               int64_t length, int64_t from, int64_t to)
{
    for (int64_t j = 0; j < k; j += PAIR_MOST) {
        const int64_t n = k - j < PAIR_MOST ? k - j : PAIR_MOST;
#define SOME(count) mix_some(count, Z + j * length, Y, M + j, k, length, from, to)
        FIXED(n, PAIR_MOST, SOME)
#undef SOME
    }
}
