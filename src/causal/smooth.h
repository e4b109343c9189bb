/* SPDX-License-Identifier: BSD-3-Clause
 * exp and log cosh without branches or calls, so that loops over rows become vector code
 * (LCN_CLONES). Within 2e-15 of the C library's; tests/unit/causal/test_entropy.c compares.
 */
#ifndef LCN_SMOOTH_H
#define LCN_SMOOTH_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* exp(x) for x <= 0, 0 to rounding below -700. x = n log 2 + r, |r| <= log(2) / 2: Taylor to r^13 is
 * exact to rounding; adding 1.5 2^52 leaves n in the lowest bits, from where it goes into the
 * exponent. */
static inline double lcn_exp_down(double x)
{
    const double magic = 0x1.8p52, clipped = x < -700 ? -700 : x;
    const double shifted = clipped * 1.4426950408889634074 + magic, n = shifted - magic; /* 1 / ln 2 */
    const double r = (clipped - n * 0x1.62e42fefa39efp-1) - n * 0x1.abc9e3b39803fp-56;
    double sum = 1.0 / 6227020800;
    sum = sum * r + 1.0 / 479001600;
    sum = sum * r + 1.0 / 39916800;
    sum = sum * r + 1.0 / 3628800;
    sum = sum * r + 1.0 / 362880;
    sum = sum * r + 1.0 / 40320;
    sum = sum * r + 1.0 / 5040;
    sum = sum * r + 1.0 / 720;
    sum = sum * r + 1.0 / 120;
    sum = sum * r + 1.0 / 24;
    sum = sum * r + 1.0 / 6;
    sum = sum * r + 0.5;
    sum = sum * r + 1;
    sum = sum * r + 1;
    int64_t low, bits;
    memcpy(&low, &shifted, sizeof low);
    memcpy(&bits, &sum, sizeof bits);
    bits += (int64_t)((uint64_t)low << 52);
    memcpy(&sum, &bits, sizeof sum);
    return sum;
}

/* log(1 + y), 0 <= y <= 1: 2 atanh(s) with s = y / (2 + y) <= 1/3; s^33 is below rounding. */
static inline double lcn_log1p_unit(double y)
{
    const double s = y / (2 + y), q = s * s;
    double sum = 1.0 / 31;
    for (int i = 29; i >= 1; i -= 2) sum = sum * q + 1.0 / i;
    return 2 * s * sum;
}

static inline double lcn_log_cosh(double u)
{
    const double size = fabs(u);
    return size + lcn_log1p_unit(lcn_exp_down(-2 * size)) - M_LN2;
}

#endif
