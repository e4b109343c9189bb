/* SPDX-License-Identifier: BSD-3-Clause
 * Splitting a module along the direction of largest variance that its weights leave; see starts.h.
 */
#include "fit/search/starts.h"

#include <math.h>

enum { POWER_STEPS = 8, SEEDS = 4 };

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

/* Residual variance of each variable of the module, given its weights: what it leaves unexplained. */
static void unexplained(const lcn_loadings *W, const lcn_mean *mean, const double *Kw, double lambda, double *rest,
                        const int64_t *index, int64_t m)
{
    for (int64_t i = 0; i < m; i++) {
        const double w = W->weight[index[i]];
        rest[i] = mean->variance[index[i]] - 2.0 * w * Kw[i] + w * w * lambda;
    }
}

/* The variable explained least is out from here on; -1 when none is left. */
static int64_t take_least_explained(double *rest, int64_t m)
{
    int64_t at = -1;
    for (int64_t i = 0; i < m; i++)
        if (rest[i] > -INFINITY && (at < 0 || rest[i] > rest[at])) at = i;
    if (at >= 0) rest[at] = -INFINITY;
    return at;
}

/* What is below half of the largest goes: the direction stays with variables that hold together closely. */
static void keep_close(double *y, int64_t m)
{
    double top = 0.0;
    for (int64_t i = 0; i < m; i++) top = fmax(top, y[i]);
    for (int64_t i = 0; i < m; i++)
        if (y[i] < 0.5 * top) y[i] = 0.0;
}

/* Power steps on what the weights leave, from variable `first` of the module; returns the variance along y. */
static double leave_direction(const lcn_loadings *W, lcn_mean *mean, bool close, int64_t first, double *y, double *z,
                              const double *own, const int64_t *index, int64_t m)
{
    double left = 0.0;
    for (int64_t i = 0; i < m; i++) z[i] = i == first ? 1.0 : 0.0;
    lcn_mean_apply_at(mean, y, z, index, m);
    if (close) y[first] -= own[first];
    for (int step = 0; step < POWER_STEPS; step++) {
        if (!(deflate_and_scale(W, y, index, m) > 0.0)) return 0.0;
        if (close) {
            keep_close(y, m);
            double norm = 0.0;
            for (int64_t i = 0; i < m; i++) norm += y[i] * y[i];
            for (int64_t i = 0; i < m; i++) y[i] /= sqrt(norm);
        }
        lcn_mean_apply_at(mean, z, y, index, m);
        left = 0.0;
        for (int64_t i = 0; close && i < m; i++) z[i] -= own[i] * y[i]; /* what variables share, not what they are */
        for (int64_t i = 0; i < m; i++) left += y[i] * z[i];
        for (int64_t i = 0; i < m; i++) y[i] = z[i];
    }
    deflate_and_scale(W, y, index, m);
    if (close) keep_close(y, m);
    return left;
}

double lcn_split(const lcn_loadings *W, int32_t a, lcn_mean *mean, bool close, int8_t *side, double *scratch,
                 int64_t *index)
{
    int64_t m = 0;
    double *y = scratch, *z = scratch + W->p, *rest = scratch + 2 * W->p, *own = scratch + 3 * W->p, best = 0.0;
    for (int64_t r = 0; r < W->p; r++) {
        side[r] = 0;
        if (W->module[r] == a) index[m++] = r;
    }
    if (m < 2) return 0.0;
    for (int64_t i = 0; i < m; i++) y[i] = W->weight[index[i]];
    lcn_mean_apply_at(mean, z, y, index, m);
    const double lambda = dot_w(W, z, index, m); /* variance of the module itself */
    unexplained(W, mean, z, lambda, own, index, m);
    for (int64_t i = 0; i < m; i++) rest[i] = own[i];
    for (int seed = 0; seed < (close ? SEEDS : 1); seed++) {
        const int64_t first = take_least_explained(rest, m);
        if (first < 0) break;
        const double left = leave_direction(W, mean, close, first, y, z, own, index, m);
        int64_t above = 0;
        for (int64_t i = 0; i < m; i++) above += y[i] > 0.0;
        if (!(left > best) || above < 1 + close || above == m) continue;
        best = left;
        for (int64_t i = 0; i < m; i++) side[index[i]] = y[i] > 0.0 ? 1 : -1;
    }
    return lambda > 0.0 ? best / lambda : 0.0;
}
