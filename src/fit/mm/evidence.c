/* SPDX-License-Identifier: BSD-3-Clause
 * Prices of a partition: its prior, and the Occam factor of its weights; see evidence.h.
 */
#include "fit/mm/evidence.h"

#include <math.h>
#include <string.h>

static const double LEAST_SPREAD = 1.0 / 16.0; /* of the common weight; the largest is 1, as far as the weight itself */
enum { TRIALS = 50 };                   /* of log t²: a bound, some eight come to its rounding */
static const double ROUNDING = 0x1p-50; /* of log t², which is below 8 in size */
static const double SAME_SPREAD = 1e-8; /* of log t²: a spread this near stays, so that weights come to rest */

double lcn_partition_price(const lcn_work *w, const lcn_loadings *W)
{
    const double *lf = w->log_factorial;
    int64_t placed = 0;
    double log_p = lgamma((double)W->k + 1.0) - lgamma((double)(W->p + W->k) + 1.0);
    for (int64_t j = 0; j < W->k; j++) {
        log_p += lf[W->size[j]];
        placed += W->size[j];
    }
    return -(log_p + lf[W->p - placed]);
}

/* (s_jj - v)² / (v s_jj) at fixed (G, v) */
double lcn_curvature(double effective, double sjj, double v)
{
    return sjj > v ? effective * (sjj - v) * (sjj - v) / (v * sjj) : 0.0;
}

/* Unit vectors about the one of m equal weights (von Mises and Fisher), with m / t² as concentration: as good as normal
 * weights of variance t²/m about a common one, and linear in them. */
double lcn_price_of_weights(double nh, double spread2, int64_t m, double sum)
{
    if (m == 0) return 0.0;
    const double tight = (double)m / spread2;
    return 0.5 * (double)m * log1p(nh / tight) + tight * fmax(1.0 - sum / sqrt((double)m), 0.0);
}

/* By Laplace's method, for weights that are free: (w_r - mean)² sum to 1 - sum² / m in a column of unit length. */
double lcn_price_of_free_weights(double nh, double spread2, int64_t m, double sum)
{
    if (m == 0 || nh == 0.0) return 0.0; /* nothing is known of its weights: no cost */
    const double prior = spread2 / (double)m, scatter = fmax(1.0 - sum * sum / (double)m, 0.0);
    return 0.5 * ((double)m * log1p(nh * prior) + scatter / (prior + 1.0 / nh));
}

static double cost(const lcn_prices *q, int64_t j, int64_t m, double sum)
{
    return lcn_price_of_weights(q->nh[j], q->spread2, m, sum);
}

double lcn_prices_total(const lcn_prices *q, const lcn_loadings *W)
{
    double nats = 0.0;
    for (int64_t j = 0; j < W->k; j++) nats += cost(q, j, W->size[j], q->sum[j]);
    return nats;
}

/* d/d log t² of what the weights of W would cost at spread t², could they choose: drawn together with the spread they
 * have now, they scatter less than by themselves, by rho = 1 + m / (t² nh) in the tangent of their angle to equal ones.
 * With a = nh t²/m a module costs 1/2 [m log(1 + a) + scatter nh / (1 + a)]. */
static double marginal_slope(const lcn_prices *q, const lcn_loadings *W, double spread2)
{
    double slope = 0.0;
    for (int64_t j = 0; j < W->k; j++) {
        const double m = (double)W->size[j], nh = q->nh[j];
        if (!(m > 0.0 && nh > 0.0)) continue;
        const double rho = W->spread2 > 0.0 ? 1.0 + m / (W->spread2 * nh) : 1.0;
        const double equal = q->sum[j] * q->sum[j] / m; /* cos² of the angle */
        const double far = rho * rho * fmax(1.0 - equal, 0.0), scatter = far / (far + equal), a = nh * spread2 / m;
        slope += 0.5 * a / (1.0 + a) * (m - scatter * nh / (1.0 + a));
    }
    return slope;
}

double lcn_spread_of(const lcn_prices *q, const lcn_loadings *W)
{
    double low = 2.0 * log(LEAST_SPREAD), high = 0.0; /* of log t² */
    double at_low = marginal_slope(q, W, exp(low)), at_high = marginal_slope(q, W, exp(high));
    double best = at_low > 0.0 ? low : high, last = INFINITY;
    if (at_low > 0.0 || !(at_high > 0.0)) return exp(best);
    /* where the line through the ends crosses zero; an end that stays twice counts half (the Illinois rule) */
    int moved = 0;
    for (int i = 0; i < TRIALS && fabs(best - last) > ROUNDING; i++) {
        last = best;
        best = low + (high - low) * at_low / (at_low - at_high);
        const double slope = marginal_slope(q, W, exp(best));
        const int end = slope > 0.0 ? 1 : -1;
        if (end > 0) high = best, at_high = slope;
        else low = best, at_low = slope;
        if (end == moved && end > 0) at_low *= 0.5;
        else if (end == moved) at_high *= 0.5;
        moved = end;
    }
    return W->spread2 > 0.0 && fabs(best - log(W->spread2)) < SAME_SPREAD ? W->spread2 : exp(best);
}

void lcn_prices_at(lcn_prices *q, const lcn_work *w, const lcn_loadings *W, double *scratch)
{
    *q = (lcn_prices){.nh = scratch, .sum = scratch + W->k, .log_factorial = w->log_factorial,
                      .k = W->k, .left_out = W->p};
    for (int64_t j = 0; j < W->k; j++) q->left_out -= W->size[j];
    memcpy(q->nh, w->nh, (size_t)W->k * sizeof *q->nh);
    for (int64_t j = 0; j < W->k; j++) q->sum[j] = 0.0;
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) q->sum[W->module[r]] += W->weight[r];
    q->spread2 = W->spread2 > 0.0 ? W->spread2 : lcn_spread_of(q, W);
}

double lcn_price_of_move(const lcn_prices *q, const lcn_loadings *W, const lcn_move *m)
{
    const int64_t a = m->from, b = m->to;
    const double u = m->weight, g = m->beta, *lf = q->log_factorial;
    const int64_t na = a < 0 ? q->left_out : W->size[a], nb = b < 0 ? q->left_out : W->size[b];
    double nats = lf[na] - lf[na - 1] - (lf[nb + 1] - lf[nb]);
    if (a >= 0)
        nats += cost(q, a, na - 1, (q->sum[a] - u) / sqrt(fmax(1.0 - u * u, LCN_LEFT_MIN))) - cost(q, a, na, q->sum[a]);
    if (b >= 0) nats += cost(q, b, nb + 1, (q->sum[b] + g) / sqrt(1.0 + g * g)) - cost(q, b, nb, q->sum[b]);
    return nats;
}

static double price(const lcn_work *w, lcn_point *x)
{
    lcn_prices prices;
    lcn_loadings_count(&x->W);
    lcn_prices_at(&prices, w, &x->W, w->prices);
    return lcn_prices_total(&prices, &x->W) + lcn_partition_price(w, &x->W);
}

double lcn_parameter_price(const lcn_problem *q)
{
    double nats = 0.0;
    for (int64_t i = 0; i < q->n_terms; i++) nats += 0.5 * log(q->effective * q->terms[i].omega);
    return nats;
}

double lcn_cost(const lcn_work *w, lcn_point *x) { return x->f / w->problem->nat + price(w, x); }

double lcn_cost_ml(const lcn_work *w, lcn_point *x)
{
    const double parameters = 0.5 * (double)w->k * (double)(w->k + 1) + 1.0; /* of G_i and v_i */
    return w->problem->effective * lcn_problem_units(w->problem, LACON_OBJECTIVE_ML, w->nll) + price(w, x) +
           parameters * lcn_parameter_price(w->problem);
}
