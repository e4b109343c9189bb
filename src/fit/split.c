/* SPDX-License-Identifier: BSD-3-Clause
 * Splitting a module along the direction of largest variance that its weights leave; see start.h.
 */
#include "fit/start.h"

#include <math.h>

enum { POWER_STEPS = 8 };

static double dot_w(const lcn_loadings *W, const double *y, const int64_t *index, int64_t m)
{
    double d = 0.0;
    for (int64_t i = 0; i < m; i++) d += W->weight[index[i]] * y[i];
    return d;
}

/* y <- y - w (w'y), then unit norm; returns the norm it had */
static double deflate_and_scale(const lcn_loadings *W, double *y, const int64_t *index, int64_t m)
{
    const double d = dot_w(W, y, index, m);
    double norm = 0.0;
    for (int64_t i = 0; i < m; i++) {
        y[i] -= d * W->weight[index[i]];
        norm += y[i] * y[i];
    }
    norm = sqrt(norm);
    if (norm > 0.0)
        for (int64_t i = 0; i < m; i++) y[i] /= norm;
    return norm;
}

/* Start at the variable that its module explains least: its column of the covariance. */
static void first_guess(const lcn_loadings *W, lcn_mean *mean, const double *Kw, double lambda, double *y,
                        double *unit, const int64_t *index, int64_t m)
{
    int64_t least = 0;
    double most = -INFINITY;
    for (int64_t i = 0; i < m; i++) {
        const double w = W->weight[index[i]];
        const double rest = mean->variance[index[i]] - 2.0 * w * Kw[i] + w * w * lambda;
        if (rest > most) {
            most = rest;
            least = i;
        }
        unit[i] = 0.0;
    }
    unit[least] = 1.0;
    lcn_mean_apply_at(mean, y, unit, index, m);
}

double lcn_split(const lcn_loadings *W, int32_t a, lcn_mean *mean, int8_t *side, double *scratch,
                 int64_t *index)
{
    int64_t m = 0;
    double *y = scratch, *z = scratch + W->p, *w = scratch + 2 * W->p;
    for (int64_t r = 0; r < W->p; r++) {
        side[r] = 0;
        if (W->module[r] == a) index[m++] = r;
    }
    if (m < 2) return 0.0;
    for (int64_t i = 0; i < m; i++) w[i] = W->weight[index[i]];
    lcn_mean_apply_at(mean, z, w, index, m);
    const double lambda = dot_w(W, z, index, m); /* variance of the module itself */
    first_guess(W, mean, z, lambda, y, w, index, m);
    double left = 0.0;
    for (int step = 0; step < POWER_STEPS; step++) {
        if (!(deflate_and_scale(W, y, index, m) > 0.0)) return 0.0;
        lcn_mean_apply_at(mean, z, y, index, m);
        left = 0.0;
        for (int64_t i = 0; i < m; i++) left += y[i] * z[i];
        for (int64_t i = 0; i < m; i++) y[i] = z[i];
    }
    deflate_and_scale(W, y, index, m);
    int64_t above = 0;
    for (int64_t i = 0; i < m; i++) above += y[i] > 0.0;
    if (above == 0 || above == m) return 0.0;
    for (int64_t i = 0; i < m; i++) side[index[i]] = y[i] > 0.0 ? 1 : -1;
    return lambda > 0.0 ? left / lambda : 0.0;
}
