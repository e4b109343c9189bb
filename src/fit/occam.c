/* SPDX-License-Identifier: BSD-3-Clause
 * What the weights of a partition cost: the Occam factor that local optima are compared by
 * (docs/algorithm/search.md). search.c adds it to the objective; descents do not know it.
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

/* scatter_j = sum over module j of (w_r - mean)² = 1 - (sum of w_r)² / m_j, the column having unit length */
static void scatters(double *scatter, const lcn_loadings *W)
{
    for (int64_t j = 0; j < W->k; j++) scatter[j] = 0.0;
    for (int64_t r = 0; r < W->p; r++) scatter[W->module[r]] += W->weight[r];
    for (int64_t j = 0; j < W->k; j++) {
        const double m = (double)W->size[j];
        scatter[j] = m > 0.0 ? fmax(1.0 - scatter[j] * scatter[j] / m, 0.0) : 0.0;
    }
}

double lcn_occam(const lcn_work *w, const lcn_loadings *W, double *room)
{
    double *nh = room, *scatter = room + W->k, least = INFINITY, spread = 1.0;
    curvatures(nh, w);
    scatters(scatter, W);
    for (int s = 0; s < SPREADS; s++, spread *= M_SQRT1_2) {
        double nats = 0.0;
        for (int64_t j = 0; j < W->k; j++) {
            if (W->size[j] == 0 || nh[j] == 0.0) continue; /* nothing is known of its weights: no cost */
            const double m = (double)W->size[j], prior = spread * spread / m;
            nats += 0.5 * (m * log1p(nh[j] * prior) + scatter[j] / (prior + 1.0 / nh[j]));
        }
        least = fmin(least, nats);
    }
    return least;
}
