/* SPDX-License-Identifier: BSD-3-Clause
 * Shapes a disturbance may have: a few mixtures of two Gaussians with mean 0 and variance 1. What
 * is known of a disturbance e is its posterior under the Gaussian model, N(m, tau); a shape f
 * explains it better by
 *
 *     log E f(e)/phi(e) = log sum_i w_i N(x; mu_i, s_i + nu) - log N(x; 0, 1 + nu),
 *     nu = tau / (1 - tau),  x = m / (1 - tau),
 *
 * which is exact for one disturbance (tau = 0: no noise). The value is tabulated over m and tau and
 * taken by straight lines, beyond |m| = 8 along the last one: an outlier counts, but does not dominate.
 */
#include "causal/causal.h"

#include "util/instruction_sets.h"

#include <math.h>
#include <string.h>

/* cells of 1/16 standard deviation out to 8, beyond which no sample of 1e12 comes */
enum { SHAPES = 7, LANES = 8, LEVELS = 32, PER_UNIT = 16, REACH = 8, CELLS = 2 * REACH * PER_UNIT };
enum { TABLE = CELLS * 2 * LANES }; /* per cell the values at its left end, then the slopes */

#define GAUSSIAN_PRICE 4 /* nats */

typedef struct mixture {
    double w, mu[2], s[2]; /* weight of the first; means and variances before standardising */
    double price;          /* nats */
} mixture;

/* Skewness and excess kurtosis of each beside it. Heavier tails than Gaussian are what disturbances
 * are guessed to have; other shapes pay two nats (odds of 1 : 7), which keeps a chance finding of
 * seven tries out and costs nothing as rows grow. The eighth shape is the Gaussian, whose gain is
 * 0: without it a Gaussian disturbance would count against an order the more the less noise hides
 * it, and orders would lean towards small variances first. It pays four nats: all other
 * shapes resemble it while rows are few. */
static const mixture catalogue[SHAPES] = {
    {0.50, {0, 0}, {0.38, 1.62}, 0},        /*  0    1.2: logistic */
    {0.75, {0, 0}, {0.42, 2.75}, 0},        /*  0    3.0: Laplace */
    {0.90, {0, 0}, {0.60, 4.60}, 0},        /*  0    4.3: rare large ones */
    {0.50, {-1, 1}, {0.55, 0.55}, 2},       /*  0   -0.8: flat */
    {0.50, {-1, 1}, {0.28, 0.28}, 2},       /*  0   -1.2: two-humped or uniform */
    {0.72, {-0.55, 1.20}, {0.30, 1.20}, 2}, /*  1.1  1.1: skewed to the right */
    {0.72, {0.55, -1.20}, {0.30, 1.20}, 2}, /* -1.1  1.1: to the left */
};

struct lcn_shapes {
    double table[LEVELS + 1][TABLE]; /* tau = level / LEVELS; the last, tau = 1, is 0 */
};

static double log_ratio(const mixture *f, double m, double tau)
{
    const double nu = tau / (1 - tau), x = m / (1 - tau);
    const double mean = f->w * f->mu[0] + (1 - f->w) * f->mu[1];
    double variance = 0, top = -INFINITY, term[2];
    for (int i = 0; i < 2; i++) {
        const double d = f->mu[i] - mean;
        variance += (i == 0 ? f->w : 1 - f->w) * (f->s[i] + d * d);
    }
    for (int i = 0; i < 2; i++) {
        const double d = x - (f->mu[i] - mean) / sqrt(variance), s = f->s[i] / variance + nu;
        term[i] = log(i == 0 ? f->w : 1 - f->w) - 0.5 * (d * d / s + log(s));
        top = fmax(top, term[i]);
    }
    return top + log(exp(term[0] - top) + exp(term[1] - top)) +
           0.5 * (x * x / (1 + nu) + log1p(nu));
}

lacon_status lcn_shapes_new(lacon_ctx *ctx, lcn_shapes **out)
{
    lcn_shapes *shapes = lcn_alloc(ctx, 1, sizeof *shapes);
    *out = shapes;
    if (shapes == NULL) return LACON_E_MEMORY;
    for (int level = 0; level < LEVELS; level++)
        for (int f = 0; f < SHAPES; f++) {
            const double tau = (double)level / LEVELS;
            double right = log_ratio(&catalogue[f], -REACH, tau);
            for (int cell = 0; cell < CELLS; cell++) {
                const double m = (double)(cell + 1) / PER_UNIT - REACH, left = right;
                right = log_ratio(&catalogue[f], m, tau);
                shapes->table[level][cell * 2 * LANES + f] = left;
                shapes->table[level][cell * 2 * LANES + LANES + f] = right - left;
            }
        }
    return LACON_OK;
}

void lcn_shapes_free(const lacon_allocator *a, lcn_shapes *shapes)
{
    lcn_free(a, shapes);
}

int64_t lcn_shapes_scratch(void)
{
    return TABLE;
}

LCN_CLONES static void blend(double *restrict to, const double *restrict a,
                             const double *restrict b, double share)
{
    for (int i = 0; i < TABLE; i++) to[i] = a[i] + share * (b[i] - a[i]);
}

/* sum[f] += value of shape f over all rows, eight shapes at a time */
LCN_CLONES static void add_rows(int64_t n, const double *restrict m, const double *restrict table,
                                double *restrict sum)
{
    for (int64_t i = 0; i < n; i++) {
        const double at = (m[i] + REACH) * PER_UNIT;
        const double held = at < 0 ? 0 : at > CELLS - 1 ? CELLS - 1 : at;
        const int cell = (int)held;
        const double share = at - cell, *row = table + cell * 2 * LANES;
        for (int f = 0; f < LANES; f++) sum[f] += row[f] + share * row[LANES + f];
    }
}

double lcn_shapes_gain(const lcn_shapes *shapes, int64_t n, const double *m, double tau,
                       double *scratch)
{
    const double at = (tau < 0 ? 0 : tau > 1 ? 1 : tau) * LEVELS;
    const int level = at >= LEVELS ? LEVELS - 1 : (int)at;
    const double *table = shapes->table[level];
    if (at > level) { /* no noise: the table as it is */
        blend(scratch, table, shapes->table[level + 1], at - level);
        table = scratch;
    }
    double sum[LANES] = {0}, best = -INFINITY;
    add_rows(n, m, table, sum);
    for (int f = 0; f < SHAPES; f++) best = fmax(best, sum[f] - catalogue[f].price);
    /* the Gaussian; of the others a trace is left, to break ties */
    return best > -GAUSSIAN_PRICE ? best : -GAUSSIAN_PRICE + 1e-6 * (best + GAUSSIAN_PRICE);
}
