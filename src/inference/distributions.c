/* SPDX-License-Identifier: BSD-3-Clause
 * t and F, central and non-central, for intervals and thresholds. All come from the incomplete beta
 * function by its continued fraction (Lentz); quantiles by bisection, which cannot fail.
 */
#include "inference/inference.h"

#include <math.h>

/* bounds that end a loop whose own test fails */
enum { FRACTION_STEPS = 500, BISECTIONS = 200, POISSON_TERMS = 20000 };
/* in place of 0 in a continued fraction (Lentz); four units of roundoff */
static const double TINY = 1e-300, ENOUGH = 1e-15;

/* Even part of the continued fraction of I_x(a, b); converges fast for x < (a + 1) / (a + b + 2). */
static double fraction(double a, double b, double x)
{
    double c = 1.0, d = 1.0 - (a + b) * x / (a + 1.0);
    d = 1.0 / (fabs(d) < TINY ? TINY : d);
    double h = d;
    for (int m = 1; m <= FRACTION_STEPS; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        for (int half = 0; half < 2; half++) {
            const double step = half ? odd : even;
            d = 1.0 + step * d;
            c = 1.0 + step / c;
            d = 1.0 / (fabs(d) < TINY ? TINY : d);
            if (fabs(c) < TINY) c = TINY;
            h *= c * d;
        }
        if (fabs(c * d - 1.0) < ENOUGH) break;
    }
    return h;
}

double lcn_beta_share(double a, double b, double x)
{
    if (x <= 0.0) return 0.0;
    if (x >= 1.0) return 1.0;
    if (x > (a + 1.0) / (a + b + 2.0)) return 1.0 - lcn_beta_share(b, a, 1.0 - x);
    int sign; /* lgamma writes a global of the C library, lgamma_r does not */
    const double front = lgamma_r(a + b, &sign) - lgamma_r(a, &sign) - lgamma_r(b, &sign) +
                         a * log(x) + b * log1p(-x);
    return exp(front) * fraction(a, b, x) / a;
}

/* sum_j Poisson(j; lambda / 2) I_x(d1 / 2 + j, d2 / 2), outwards from the largest weight */
double lcn_f_cdf(double f, double d1, double d2, double lambda)
{
    if (f <= 0.0) return 0.0;
    const double x = d1 * f / (d1 * f + d2), half = 0.5 * lambda;
    if (!(lambda > 0.0)) return lcn_beta_share(0.5 * d1, 0.5 * d2, x);
    const double mode = floor(half);
    double sum = 0.0;
    int sign;
    for (int side = 0; side < 2; side++)
        for (int step = side; step < POISSON_TERMS; step++) {
            const double j = side ? mode - step : mode + step;
            if (j < 0.0) break;
            const double weight = exp(-half + j * log(half) - lgamma_r(j + 1.0, &sign));
            sum += weight * lcn_beta_share(0.5 * d1 + j, 0.5 * d2, x);
            if (weight < 1e-17) break; /* of a sum of at most 1: below roundoff */
        }
    return fmin(sum, 1.0);
}

double lcn_f_bound(double level, double d1, double d2)
{
    double low = 0.0, high = 1.0;
    while (lcn_f_cdf(high, d1, d2, 0.0) < level && high < 1e300) high *= 2.0; /* before it overflows */
    for (int i = 0; i < BISECTIONS && high - low > ENOUGH * high; i++) {
        const double middle = 0.5 * (low + high);
        if (lcn_f_cdf(middle, d1, d2, 0.0) < level) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
}

double lcn_t_bound(double confidence, double df) { return sqrt(lcn_f_bound(confidence, 1.0, df)); }

double lcn_f_lambda(double f, double d1, double d2, double level)
{
    if (lcn_f_cdf(f, d1, d2, 0.0) <= level) return 0.0;
    double low = 0.0, high = 1.0;
    /* the series has POISSON_TERMS terms: its sum ends near here */
    while (lcn_f_cdf(f, d1, d2, high) > level && high < 1e7) high *= 2.0;
    for (int i = 0; i < BISECTIONS && high - low > 1e-10 * high; i++) { /* more digits than the series has */
        const double middle = 0.5 * (low + high);
        if (lcn_f_cdf(f, d1, d2, middle) > level) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
}
