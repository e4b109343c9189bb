/* SPDX-License-Identifier: BSD-3-Clause
 * What skewed errors do to t = V^-1/2 c, c = sum x_i e_i, V = sum_g M_g |r_g|² / nu_g (spread.c). With mu_i the third
 * moment of class i and x_i as V^-1/2 leaves them, its mean and third cumulants are to the first order
 *
 *     -1/2 sum_b D_b,ab                       A_abc = sum x_a x_b x_c mu_i                       skewness of c
 *     A_abc - D_a,bc - D_b,ac - D_c,ab        D_a,bc = sum_g (M_g)_bc / nu_g sum_g x_a R_ii mu_i     c goes with V
 *
 * and neither is left of
 *
 *     t + s + B t + B B t / 3,   B_ab = sum_c B_abc t_c,   B_abc = (D_a,bc + D_b,ac + D_c,ab - A_abc) / 6,
 *                                s_a = sum_b D_b,ab / 2 - B_abb
 *
 * (the last term is of a higher order). Of one column that is Hall's (1992) cubic t + s + b t² + b² t³ / 3, which
 * grows with t and can be turned round; with two groups D = A there. Groups are taken to differ in mean and spread, not
 * in shape, so they share a skewness: mu_i = gamma s_g³, gamma = sum_i r_i³ / s_g³ / sum R_ij³ (of one group the
 * unbiased third moment over s³). One of its own would hang on the few classes of the smallest group.
 */
#include "inference/spread.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* Residuals that share their errors, as those of a pair do, cancel the skewness that is asked for: sum R_ij³, what is
 * left of it, is then small beside sum R_ii^1.5, what residuals of that size would have on their own. A group of four,
 * the least that has a variance, has .58 of it; below one half it is not told. */
static const double TOLD = 0.5;

/* A_abc into bend and sum_g x_a R_ii into along (groups × q), of a skewness of one; sum R_ij³ */
static void measure(lcn_spread *s, double *along)
{
    const lcn_design *d = s->design;
    const int64_t q = d->q, width = d->r + q;
    const double mean = d->flip ? 0.0 : 1.0 / (double)d->n;
    double own = 0.0;
    for (int64_t i = 0; i < d->n; i++) {
        const double *row = s->Q + i * width, *x = row + d->r, R = 1.0 - mean - lcn_dot(width, row, row);
        const int32_t g = d->variance ? d->variance[i] : 0;
        for (int64_t a = 0; a < q; a++) along[g * q + a] += x[a] * R;
        for (int64_t abc = 0; abc < q * q * q; abc++)
            s->bend[g * q * q * q + abc] += x[abc / (q * q)] * x[abc / q % q] * x[abc % q];
        own += pow(fmax(R, 0.0), 1.5);
        s->cubes += R * R * R;
        for (int64_t j = 0; j < i; j++) {
            const double other = -mean - lcn_dot(width, row, s->Q + j * width);
            s->cubes += 2.0 * other * other * other;
        }
    }
    if (!(s->cubes > TOLD * own)) s->cubes = 0.0;
}

lacon_status lcn_skew_measure(lacon_ctx *ctx, lcn_spread *s)
{
    const int64_t q = s->design->q, cube = q * q * q;
    s->shift = lcn_alloc(ctx, (size_t)(s->groups * (2 * cube + q)), sizeof *s->shift);
    if (!s->shift) return LACON_E_MEMORY;
    s->bend = s->shift + s->groups * cube;
    double *along = s->bend + s->groups * cube;
    measure(s, along);
    for (int64_t at = 0; at < s->groups * cube; at++) {
        const int64_t g = at / cube, a = at / (q * q) % q, b = at / q % q, c = at % q;
        const double *M = s->scale + g * q * q, *D = along + g * q;
        s->bend[at] = (D[a] * M[b * q + c] + D[b] * M[a * q + c] + D[c] * M[a * q + b] - s->bend[at]) / 6.0;
        s->shift[at] = D[b] * M[a * q + c] / 2.0 - s->bend[at];
    }
    return LACON_OK;
}

/* gamma: what the third moment of a class of group g is in parts of its spread cubed */
static double skewness(const lcn_spread *s, const double *parts, int64_t e, int64_t E)
{
    double sum = 0.0;
    for (int64_t g = 0; g < s->groups; g++) {
        const double square = parts[g * E + e] / s->nu[g], size = square * sqrt(square);
        if (size > 0.0) sum += parts[(s->groups + g) * E + e] / size;
    }
    return sum / s->cubes;
}

static double third_moment(const lcn_spread *s, const double *parts, int64_t g, int64_t e, int64_t E, double gamma)
{
    const double square = parts[g * E + e] / s->nu[g];
    return gamma * square * sqrt(square);
}

void lcn_skew_take(const lcn_spread *s, lcn_wald *w, const double *parts, int64_t e, int64_t E)
{
    const double gamma = skewness(s, parts, e, E) / (w->V * sqrt(w->V));
    for (int64_t g = 0; g < s->groups; g++) {
        const double mu = third_moment(s, parts, g, e, E, gamma);
        w->shift += mu * s->shift[g];
        w->bend += mu * s->bend[g];
    }
}

/* With V = LL' the bent t is L^-1 (c + s + B y + B V^-1 B y / 3), y = V^-1 c, s and B of x as they are. */
double lcn_skew_square(const lcn_spread *s, const double *c, const double *L, const double *y, const double *parts,
                       int64_t e, int64_t E, double *work)
{
    const int64_t q = s->design->q, square = q * q;
    double *inverse = work, *B = inverse + square, *sum = B + square, *once = sum + q, *twice = once + q, T = 0.0;
    const double gamma = skewness(s, parts, e, E);
    memset(inverse, 0, (size_t)(2 * square + 3 * q) * sizeof *inverse);
    for (int64_t a = 0; a < q; a++) {
        inverse[a * (q + 1)] = 1.0;
        lcn_chol_solve(q, L, q, inverse + a * q);
        sum[a] = c[a * E + e];
    }
    for (int64_t g = 0; g < s->groups; g++) {
        const double mu = third_moment(s, parts, g, e, E, gamma);
        for (int64_t ab = 0; ab < square; ab++) {
            const int64_t at = (g * square + ab) * q;
            B[ab] += mu * lcn_dot(q, s->bend + at, y);
            sum[ab / q] += mu * lcn_dot(q, s->shift + at, inverse + ab % q * q);
        }
    }
    for (int64_t a = 0; a < q; a++) twice[a] = once[a] = lcn_dot(q, B + a * q, y);
    lcn_chol_solve(q, L, q, twice);
    for (int64_t a = 0; a < q; a++) sum[a] += once[a] + lcn_dot(q, B + a * q, twice) / 3.0;
    memcpy(once, sum, (size_t)q * sizeof *once);
    lcn_chol_solve(q, L, q, once);
    for (int64_t a = 0; a < q; a++) T += sum[a] * once[a];
    return T;
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
