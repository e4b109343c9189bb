/* SPDX-License-Identifier: BSD-3-Clause
 * What the weights of a partition cost: the Occam factor that local optima are compared by, and by which
 * single variables get the last word on their module (docs/algorithm/search.md). search.c and exact.c add
 * it to the objective; descents do not know it.
 */
#include "fit/mm.h"

#include <math.h>

enum { SPREADS = 9 }; /* 1, 2^-1/2, ... 1/16 of the common weight */

/* n h_j = sum_i n_i (s_jj - v_i)² / (v_i s_jj): curvature of the log-likelihood in a weight of module j
 * at fixed (G, v); n in the units of omega. The workspace stands at the loadings. */
static void curvatures(double *nh, const lcn_work *w)
{
    const lcn_problem *q = w->problem;
    const int64_t k = w->k;
    for (int64_t j = 0; j < k; j++) {
        double h = 0.0;
        for (int64_t i = 0; i < q->n_terms; i++) {
            const double sjj = w->S[(i * k + j) * k + j], v = w->profile[i].v;
            if (sjj > v) h += q->terms[i].omega * (sjj - v) * (sjj - v) / (v * sjj);
        }
        nh[j] = (double)q->n_total * h;
    }
}

/* Of a module of m weights that sum to `sum`, the column having unit length, so that the weights scatter by
 * sum of (w_r - mean)² = 1 - sum² / m */
static double cost(const lcn_prices *q, int64_t j, int64_t m, double sum)
{
    if (m == 0 || q->nh[j] == 0.0) return 0.0; /* nothing is known of its weights: no cost */
    const double prior = q->spread2 / (double)m, scatter = fmax(1.0 - sum * sum / (double)m, 0.0);
    return 0.5 * ((double)m * log1p(q->nh[j] * prior) + scatter / (prior + 1.0 / q->nh[j]));
}

double lcn_prices_total(const lcn_prices *q, const lcn_loadings *W)
{
    double nats = 0.0;
    for (int64_t j = 0; j < W->k; j++) nats += cost(q, j, W->size[j], q->sum[j]);
    return nats;
}

void lcn_prices_at(lcn_prices *q, const lcn_work *w, const lcn_loadings *W, double *room)
{
    *q = (lcn_prices){.nh = room, .sum = room + W->k};
    curvatures(q->nh, w);
    for (int64_t j = 0; j < W->k; j++) q->sum[j] = 0.0;
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) q->sum[W->module[r]] += W->weight[r];
    double least = INFINITY, best = 1.0;
    q->spread2 = 1.0;
    for (int s = 0; s < SPREADS; s++, q->spread2 *= 0.5) {
        const double nats = lcn_prices_total(q, W);
        if (!(nats < least)) continue;
        least = nats;
        best = q->spread2;
    }
    q->spread2 = best;
}

double lcn_price_of_move(const lcn_prices *q, const lcn_loadings *W, const lcn_move *m)
{
    const int64_t a = m->from, b = m->to;
    const double u = m->weight, g = m->beta;
    const double left = (q->sum[a] - u) / sqrt(fmax(1.0 - u * u, 1e-12));
    const double joined = (q->sum[b] + g) / sqrt(1.0 + g * g);
    return cost(q, a, W->size[a] - 1, left) - cost(q, a, W->size[a], q->sum[a]) +
           cost(q, b, W->size[b] + 1, joined) - cost(q, b, W->size[b], q->sum[b]);
}

double lcn_occam(const lcn_work *w, const lcn_loadings *W, double *room)
{
    lcn_prices prices;
    lcn_prices_at(&prices, w, W, room);
    return lcn_prices_total(&prices, W);
}
