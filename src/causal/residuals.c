/* SPDX-License-Identifier: BSD-3-Clause
 * The disturbances an estimate leaves, e = (I - B) z, and two tests of them: are they Gaussian
 * (then no direction can be identified), and are they independent (else something is left out: a common
 * cause, a loop, an arrow that is not linear).
 */
#include "causal/causal.h"

#include <math.h>
#include <string.h>

void lcn_disturbances(double *E, const lcn_sample *s, const double *B)
{
    const int64_t k = s->k, ld = s->ld;
    memcpy(E, s->Z, (size_t)(k * ld) * sizeof *E);
    for (int64_t j = 0; j < k; j++)
        for (int64_t i = 0; i < k; i++) {
            const double b = B[j * k + i];
            for (int64_t t = 0; t < ld && b != 0; t++) E[j * ld + t] -= b * s->Z[i * ld + t];
        }
}

/* ---- Gaussian? D'Agostino & Pearson (1973): a normal score of the skewness and one of the
 * kurtosis ---- */

/* D'Agostino (1970) */
static double skewness_score(double n, double skewness)
{
    const double y = skewness * sqrt((n + 1) * (n + 3) / (6 * (n - 2)));
    const double beta2 =
        3 * (n * n + 27 * n - 70) * (n + 1) * (n + 3) / ((n - 2) * (n + 5) * (n + 7) * (n + 9));
    const double w2 = sqrt(2 * (beta2 - 1)) - 1, alpha = sqrt(2 / (w2 - 1));
    return asinh(y / alpha) / sqrt(0.5 * log(w2));
}

/* Anscombe & Glynn (1983); kurtosis is E u^4, 3 when Gaussian */
static double kurtosis_score(double n, double kurtosis)
{
    const double expected = 3 * (n - 1) / (n + 1);
    const double variance = 24 * n * (n - 2) * (n - 3) / ((n + 1) * (n + 1) * (n + 3) * (n + 5));
    const double x = (kurtosis - expected) / sqrt(variance);
    const double root = 6 * (n * n - 5 * n + 2) / ((n + 7) * (n + 9)) *
                        sqrt(6 * (n + 3) * (n + 5) / (n * (n - 2) * (n - 3)));
    const double a = 6 + 8 / root * (2 / root + sqrt(1 + 4 / (root * root)));
    const double base = 1 + x * sqrt(2 / (a - 4));
    const double cube = cbrt((1 - 2 / a) / base); /* base is not 0: x would be below its minimum */
    return (1 - 2 / (9 * a) - cube) / sqrt(2 / (9 * a));
}

void lcn_normality(int64_t n, const double *x, double *skewness, double *kurtosis, double *p)
{
    enum { FEWEST = 8 }; /* the scores are not defined below */
    double mean = 0, m2 = 0, m3 = 0, m4 = 0;
    for (int64_t i = 0; i < n; i++) mean += x[i];
    mean /= (double)n;
    for (int64_t i = 0; i < n; i++) {
        const double d = x[i] - mean;
        m2 += d * d;
        m3 += d * d * d;
        m4 += d * d * d * d;
    }
    m2 /= (double)n;
    *skewness = m2 > 0 ? m3 / (double)n / (m2 * sqrt(m2)) : 0;
    *kurtosis = m2 > 0 ? m4 / (double)n / (m2 * m2) - 3 : 0;
    *p = 1;
    if (n < FEWEST || !(m2 > 0)) return;
    const double a = skewness_score((double)n, *skewness);
    const double b = kurtosis_score((double)n, *kurtosis + 3);
    *p = exp(-0.5 * (a * a + b * b)); /* upper tail of chi square with two degrees of freedom */
}

/* ---- independent? ---- */

/* E x^4 and E x^6 of a variable in units of its standard deviation s */
static void even_moments(int64_t n, const double *x, double s, double *four, double *six)
{
    double a = 0, b = 0;
    for (int64_t i = 0; i < n; i++) {
        const double x2 = x[i] * x[i] / (s * s);
        a += x2 * x2;
        b += x2 * x2 * x2;
    }
    *four = a / (double)n;
    *six = b / (double)n;
}

/* Variance of x²y - y, x³y - 3xy, (x² - 1)(y² - 1) for independent x and y of unit variance */
static void null_errors(int64_t n, const double *x, const double *y, double sx, double sy,
                        double error[LCN_CROSS])
{
    double x4, x6, y4, y6;
    even_moments(n, x, sx, &x4, &x6);
    even_moments(n, y, sy, &y4, &y6);
    const double variance[LCN_CROSS] = {x4 - 1, y4 - 1, x6 - 6 * x4 + 9, (x4 - 1) * (y4 - 1),
                                        y6 - 6 * y4 + 9};
    for (int i = 0; i < LCN_CROSS; i++) error[i] = sqrt(fmax(variance[i], 0) / (double)n);
}

/* Both are centred. Products of even order are less what correlated Gaussians would give. */
void lcn_cross_cumulants(int64_t n, const double *x, const double *y, double out[LCN_CROSS],
                         double error[LCN_CROSS])
{
    double xx = 0, xy = 0, yy = 0, m[LCN_CROSS] = {0};
    for (int64_t i = 0; i < n; i++) {
        const double a = x[i], b = y[i], ab = a * b;
        xx += a * a;
        xy += ab;
        yy += b * b;
        m[0] += a * ab;
        m[1] += ab * b;
        m[2] += a * a * ab;
        m[3] += ab * ab;
        m[4] += ab * b * b;
    }
    const double N = (double)n, sx = sqrt(xx / N), sy = sqrt(yy / N), r = xy / N / (sx * sy);
    const bool usable = sx > 0 && sy > 0;
    out[0] = usable ? m[0] / N / (sx * sx * sy) : 0;
    out[1] = usable ? m[1] / N / (sx * sy * sy) : 0;
    out[2] = usable ? m[2] / N / (sx * sx * sx * sy) - 3 * r : 0;
    out[3] = usable ? m[3] / N / (sx * sx * sy * sy) - 1 - 2 * r * r : 0;
    out[4] = usable ? m[4] / N / (sx * sy * sy * sy) - 3 * r : 0;
    for (int i = 0; error && i < LCN_CROSS; i++) error[i] = 0;
    if (error && usable) null_errors(n, x, y, sx, sy, error);
}
