/* SPDX-License-Identifier: BSD-3-Clause
 * One pass over rows that are added up in bundles; see bundle.h. Eight rows at a time, so that a sum is moved
 * once for all of them.
 */
#include "fit/bundle.h"
#include "fit/clones.h"
#include "util/rng.h"

#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi" /* vectors are passed to inlined functions only */

#define INLINE static inline __attribute__((always_inline))

enum { TOGETHER = 8, LANES = 8 };

typedef double doubles __attribute__((vector_size(64), aligned(8), may_alias));
typedef float floats __attribute__((vector_size(32), aligned(4), may_alias));

/* Signs of the rows in turn, a bit each. */
typedef struct coins {
    lcn_rng rng;
    uint32_t bits;
    int left;
} coins;

static coins coins_of(const lcn_bundles *by)
{
    return (coins){.rng = lcn_rng_stream(by->seed, LCN_STREAM_SKETCH, (uint32_t)by->which)};
}

static void toss(coins *c, float *sign, int64_t count)
{
    for (int64_t i = 0; i < count; i++, c->bits >>= 1, c->left--) {
        if (c->left == 0) {
            c->bits = lcn_rng_u32(&c->rng);
            c->left = 32;
        }
        sign[i] = c->bits & 1 ? 1.0F : -1.0F;
    }
}

/* Rows of a group, so that no bundle stays empty. */
static int64_t together(const lcn_bundles *by, int64_t n)
{
    const int64_t most = by->count > 0 ? n / by->count : TOGETHER;
    return most < TOGETHER ? (most > 0 ? most : 1) : TOGETHER;
}

/* For i < m rows: to_i = scale x_i, b += sign_i to_i, square += x_i² */
INLINE void round_group(int64_t m, float *to, int64_t ldt, float *b, double *square, const double *x, int64_t ld,
                        int64_t p, double scale, const float *sign)
{
    int64_t r = 0;
    for (; r + LANES <= p; r += LANES) {
        doubles sum = *(const doubles *)(square + r);
        floats all = b ? *(const floats *)(b + r) : (floats){0};
        for (int64_t i = 0; i < m; i++) {
            const doubles v = *(const doubles *)(x + i * ld + r);
            const floats f = __builtin_convertvector(scale * v, floats);
            sum += v * v;
            all += sign[i] * f;
            *(floats *)(to + i * ldt + r) = f;
        }
        *(doubles *)(square + r) = sum;
        if (b) *(floats *)(b + r) = all;
    }
    for (; r < p; r++)
        for (int64_t i = 0; i < m; i++) {
            const double v = x[i * ld + r];
            square[r] += v * v;
            to[i * ldt + r] = (float)(scale * v);
            if (b) b[r] += sign[i] * to[i * ldt + r];
        }
}

LCN_CLONES static void round_any(int64_t m, float *to, int64_t ldt, float *b, double *square, const double *x,
                                 int64_t ld, int64_t p, double scale, const float *sign)
{
    if (m == TOGETHER) round_group(TOGETHER, to, ldt, b, square, x, ld, p, scale, sign);
    else round_group(m, to, ldt, b, square, x, ld, p, scale, sign);
}

void lcn_bundle_rounded(float *to, int64_t ldt, float *B, double *square, const lcn_bundles *by, const double *x,
                        int64_t ld, int64_t n, int64_t p, double scale)
{
    const int64_t size = together(by, n);
    coins c = coins_of(by);
    float sign[TOGETHER];
    memset(square, 0, (size_t)p * sizeof *square);
    memset(B, 0, (size_t)(by->count * p) * sizeof *B);
    for (int64_t i = 0, g = 0, m; i < n; i += m, g++) {
        m = n - i < size ? n - i : size;
        toss(&c, sign, m);
        round_any(m, to + i * ldt, ldt, by->count > 0 ? B + g % by->count * p : NULL, square, x + i * ld, ld, p,
                  scale, sign);
    }
}

/* b += sum of m signed rows; B of all rows */
#define BUNDLE(NAME, ADD, REAL)                                                                             \
    LCN_CLONES static void ADD(int64_t m, REAL *restrict b, const REAL *restrict x, int64_t ld, int64_t p,  \
                               const float *sign)                                                           \
    {                                                                                                       \
        for (int64_t r = 0; m == TOGETHER && r < p; r++) {                                                  \
            REAL sum = b[r];                                                                                \
            for (int64_t i = 0; i < TOGETHER; i++) sum += (REAL)sign[i] * x[i * ld + r];                    \
            b[r] = sum;                                                                                     \
        }                                                                                                   \
        for (int64_t i = 0; m < TOGETHER && i < m; i++)                                                     \
            for (int64_t r = 0; r < p; r++) b[r] += (REAL)sign[i] * x[i * ld + r];                          \
    }                                                                                                       \
    void NAME(REAL *B, const lcn_bundles *by, const REAL *x, int64_t ld, int64_t n, int64_t p)              \
    {                                                                                                       \
        const int64_t size = together(by, n);                                                               \
        coins c = coins_of(by);                                                                             \
        float sign[TOGETHER];                                                                               \
        memset(B, 0, (size_t)(by->count * p) * sizeof *B);                                                  \
        for (int64_t i = 0, g = 0, m; i < n; i += m, g++) {                                                 \
            m = n - i < size ? n - i : size;                                                                \
            toss(&c, sign, m);                                                                              \
            ADD(m, B + g % by->count * p, x + i * ld, ld, p, sign);                                         \
        }                                                                                                   \
    }
BUNDLE(lcn_bundle_f32, add_f32, float)
BUNDLE(lcn_bundle_f64, add_f64, double)
