/* SPDX-License-Identifier: BSD-3-Clause
 * Splitting a module along the direction of largest variance that its weights leave; see starts.h.
 */
#include "fit/search/starts.h"

#include <math.h>
#include <string.h>

/* a direction to cut along, not its last digits; as many as one pass carries */
enum { POWER_STEPS = 8, SEEDS = LCN_MEAN_COLUMNS };

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

/* y as a power step begins with it: at unit length, what the weights explain taken out */
static void aim(const lcn_loadings *W, bool close, double *y, const int64_t *index, int64_t m)
{
    if (!(deflate_and_scale(W, y, index, m) > 0.0) || !close) return;
    double norm = 0.0;
    keep_close(y, m);
    for (int64_t i = 0; i < m; i++) norm += y[i] * y[i];
    for (int64_t i = 0; i < m; i++) y[i] /= sqrt(norm);
}

/* Power steps on what the weights leave, from each of `count` variables of the module; left: the variance along y. */
static void leave_directions(const lcn_loadings *W, lcn_mean *mean, bool close, const int64_t *first, int64_t count,
                             double *left, double *y, double *z, const double *own, const int64_t *index, int64_t m)
{
    memset(z, 0, (size_t)(count * m) * sizeof *z);
    for (int64_t c = 0; c < count; c++) z[c * m + first[c]] = 1.0;
    lcn_mean_apply_at(mean, y, z, index, m, count);
    for (int64_t c = 0; close && c < count; c++) y[c * m + first[c]] -= own[first[c]];
    for (int step = 0; step < POWER_STEPS; step++) {
        for (int64_t c = 0; c < count; c++) aim(W, close, y + c * m, index, m);
        lcn_mean_apply_at(mean, z, y, index, m, count);
        for (int64_t c = 0; c < count; c++) {
            double *yc = y + c * m;
            left[c] = 0.0;
            for (int64_t i = 0; i < m; i++) { /* close: what variables share, not what they are */
                const double next = close ? z[c * m + i] - own[i] * yc[i] : z[c * m + i];
                left[c] += yc[i] * next;
                yc[i] = next;
            }
        }
    }
    for (int64_t c = 0; c < count; c++) {
        deflate_and_scale(W, y + c * m, index, m);
        if (close) keep_close(y + c * m, m);
    }
}

/* Does y part the module, better than the best so far? */
static bool parts(const double *y, int64_t m, bool close, double left, double best)
{
    int64_t above = 0;
    for (int64_t i = 0; i < m; i++) above += y[i] > 0.0;
    return left > best && above >= 1 + close && above < m;
}

double lcn_split(const lcn_loadings *W, int32_t a, lcn_mean *mean, bool close, int8_t *side, double *scratch,
                 int64_t *index)
{
    int64_t m = 0, first[SEEDS], count = 0;
    double *rest = scratch, *own = rest + W->p, *y = own + W->p, *z = y + SEEDS * W->p, left[SEEDS], best = 0.0;
    for (int64_t r = 0; r < W->p; r++) {
        side[r] = 0;
        if (W->module[r] == a) index[m++] = r;
    }
    if (m < 2) return 0.0;
    for (int64_t i = 0; i < m; i++) y[i] = W->weight[index[i]];
    lcn_mean_apply_at(mean, z, y, index, m, 1);
    const double lambda = dot_w(W, z, index, m); /* variance of the module itself */
    unexplained(W, mean, z, lambda, own, index, m);
    for (int64_t i = 0; i < m; i++) rest[i] = own[i];
    while (count < (close ? SEEDS : 1) && (first[count] = take_least_explained(rest, m)) >= 0) count++;
    leave_directions(W, mean, close, first, count, left, y, z, own, index, m);
    for (int64_t c = 0; c < count; c++) {
        if (!parts(y + c * m, m, close, left[c], best)) continue;
        best = left[c];
        for (int64_t i = 0; i < m; i++) side[index[i]] = y[c * m + i] > 0.0 ? 1 : -1;
    }
    return lambda > 0.0 ? best / lambda : 0.0;
}
