/* SPDX-License-Identifier: BSD-3-Clause
 * What skewed errors do to t = c / sqrt V of one column, c = sum x_i e_i, V = sum_g M_g |r_g|² / nu_g (spread.c).
 * With mu_i the third moment of class i, its mean and third cumulant are to the first order
 *
 *     -A_c / 2,   A_u - 3 A_c,      A_u = sum x_i³ mu_i / V^1.5         skewness of c
 *                                   A_c = sum_g M_g / nu_g sum_g x_i R_ii mu_i / V^1.5     c goes with V
 *
 * so that P(t <= x) = Phi(x) + phi(x) (s + b x²), s = A_u / 6, b = A_c / 2 - A_u / 6, and Hall's (1992) cubic
 *
 *     t + s + b t² + b² t³ / 3
 *
 * is normal to that order, grows with t and can be turned round. Two groups: A_u = A_c. Groups are taken to differ in
 * mean and spread, not in shape, so they share a skewness: mu_i = gamma s_g³, gamma = sum_i r_i³ / s_g³ / sum R_ij³ (of
 * one group the unbiased third moment over s³). One of its own would hang on the few classes of the smallest group.
 */
#include "inference/spread.h"
#include "la/la.h"

#include <math.h>

/* Residuals that share their errors, as those of a pair do, cancel the skewness that is asked for: sum R_ij³, what is
 * left of it, is then small beside sum R_ii^1.5, what residuals of that size would have on their own. A group of four,
 * the least that has a variance, has .58 of it; below one half it is not told. */
static const double TOLD = 0.5;

void lcn_skew_measure(lcn_spread *s)
{
    const lcn_design *d = s->design;
    const int64_t width = d->r + d->q;
    const double mean = d->flip ? 0.0 : 1.0 / (double)d->n;
    double own = 0.0;
    for (int64_t i = 0; i < d->n; i++) {
        const double *row = s->Q + i * width, x = row[d->r], R = 1.0 - mean - lcn_dot(width, row, row);
        const int32_t g = d->variance ? d->variance[i] : 0;
        s->cube[g] += x * x * x;
        s->along[g] += s->scale[g] * x * R;
        own += pow(fmax(R, 0.0), 1.5);
        s->cubes += R * R * R;
        for (int64_t j = 0; j < i; j++) {
            const double other = -mean - lcn_dot(width, row, s->Q + j * width);
            s->cubes += 2.0 * other * other * other;
        }
    }
    if (!(s->cubes > TOLD * own)) s->cubes = 0.0;
}

void lcn_skew_take(const lcn_spread *s, lcn_wald *w, const double *parts, int64_t e, int64_t E)
{
    double sum = 0.0, own = 0.0, with = 0.0;
    for (int64_t g = 0; g < s->groups; g++) {
        const double square = parts[g * E + e] / s->nu[g], size = square * sqrt(square);
        if (!(size > 0.0)) continue;
        sum += parts[(s->groups + g) * E + e] / size;
        own += s->cube[g] * size;
        with += s->along[g] * size;
    }
    const double gamma = sum / s->cubes / (w->V * sqrt(w->V));
    w->shift = gamma * own / 6.0;
    w->bend = gamma * (with / 2.0 - own / 6.0);
}

double lcn_bend(double t, double shift, double bend)
{
    return t + shift + bend * t * t * (1.0 + bend * t / 3.0);
}

/* (cbrt(1 + x) - 1) / bend, x = 3 bend (t - shift), without the difference */
double lcn_unbend(double t, double shift, double bend)
{
    const double root = cbrt(1.0 + 3.0 * bend * (t - shift));
    return 3.0 * (t - shift) / (root * root + root + 1.0);
}
