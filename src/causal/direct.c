/* SPDX-License-Identifier: BSD-3-Clause
 * DirectLiNGAM (Shimizu et al. 2011) with the pairwise likelihood ratio of Hyvärinen & Smith
 * (2013): the variable that is most likely a cause of all others comes first, is regressed out of
 * them, and so on. For variables i and j, standardised, with correlation r,
 *
 *     ratio(i -> j) = H(x_j) + H((x_i - r x_j)/sqrt(1-r²)) - H(x_i) - H((x_j - r x_i)/sqrt(1-r²))
 *
 * and the first is the one with the least sum over j of min(0, ratio)². Several samples (classes)
 * are added with their number of rows as weight. k³/3 entropies.
 */
#include "causal/causal.h"

#include <math.h>
#include <string.h>

/* X for every sample, then per sample: entropies; then sums of evidence; then `done` */
int64_t lcn_direct_scratch(int64_t ld, int64_t k, int64_t samples)
{
    return samples * k * ld + 3 * k;
}

/* Standardise in place. A variable that was explained away (collinear) becomes 0. */
static void standardise(int64_t n, int64_t ld, double *x)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++) sum += x[i] * x[i];
    const double scale = sum > 0 ? sqrt((double)n / sum) : 0;
    for (int64_t i = 0; i < ld; i++) x[i] *= scale;
}

static double dot(int64_t n, const double *x, const double *y)
{
    double sum[8] = {0}, all = 0;
    for (int64_t i = 0; i < n; i += 8)
        for (int l = 0; l < 8; l++) sum[l] += x[i + l] * y[i + l];
    for (int l = 0; l < 8; l++) all += sum[l];
    return all;
}

/* ratio(i -> j), positive when i is the likelier cause; h: their entropies. lean is 1 when the arrow
 * j -> i is forbidden, -1 when i -> j is: the other order then leaves their correlation
 * unexplained, which costs -log(1 - r²)/2. */
static double ratio(int64_t n, int64_t ld, const double *x, const double *y, double hx, double hy,
                    int lean)
{
    const double r = dot(ld, x, y) / (double)n, rest = 1 - r * r;
    if (!(rest > 1e-12)) return 0; /* the same variable: no direction */
    const double a = 1 / sqrt(rest), b = -r * a;
    double from_y[2], from_x[2];
    lcn_entropy_sums(ld, x, y, a, b, from_y);
    lcn_entropy_sums(ld, y, x, a, b, from_x);
    return hy + lcn_entropy(from_y, n) - hx - lcn_entropy(from_x, n) - 0.5 * lean * log(rest);
}

/* Add the evidence of one sample against every remaining variable being first. */
static void add_evidence(const lcn_sample *s, double *X, const lacon_prior *prior,
                         const uint8_t *done, double *h, double *against)
{
    const int64_t n = s->n, k = s->k, ld = s->ld;
    for (int64_t j = 0; j < k; j++) {
        if (done[j]) continue;
        double sums[2];
        standardise(n, ld, X + j * ld);
        lcn_entropy_sums(ld, X + j * ld, X + j * ld, 1, 0, sums);
        h[j] = lcn_entropy(sums, n);
    }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = i + 1; j < k; j++) {
            if (done[i] || done[j]) continue;
            const int lean = lcn_prior_forbids(prior, j, i) - lcn_prior_forbids(prior, i, j);
            const double d = ratio(n, ld, X + i * ld, X + j * ld, h[i], h[j], lean);
            against[d < 0 ? i : j] += (double)n * d * d;
        }
}

/* Take the chosen variable out of those that remain. */
static void explain_away(const lcn_sample *s, double *X, int64_t first, const uint8_t *done)
{
    const int64_t ld = s->ld;
    const double *x = X + first * ld, own = dot(ld, x, x);
    for (int64_t j = 0; j < s->k; j++) {
        if (done[j] || own == 0) continue;
        double *y = X + j * ld;
        const double b = dot(ld, x, y) / own;
        for (int64_t i = 0; i < ld; i++) y[i] -= b * x[i];
    }
}

static int64_t choose(int64_t k, const double *against, const lacon_prior *prior,
                      const uint8_t *done)
{
    int64_t best = -1;
    for (int64_t j = 0; j < k; j++) {
        if (done[j] || !lcn_prior_ready(prior, j, done)) continue;
        if (best < 0 || against[j] < against[best]) best = j;
    }
    return best;
}

void lcn_direct_order(int64_t *order, const lcn_sample *samples, int64_t count,
                      const lacon_prior *prior, double *scratch)
{
    const int64_t k = samples[0].k;
    double *h = scratch, *against = h + k;
    uint8_t *done = (uint8_t *)(against + k);
    double *X = scratch + 3 * k, *at = X;
    memset(done, 0, (size_t)k);
    for (int64_t c = 0; c < count; at += k * samples[c].ld, c++)
        memcpy(at, samples[c].Z, (size_t)(k * samples[c].ld) * sizeof *at);
    for (int64_t step = 0; step < k; step++) {
        memset(against, 0, (size_t)k * sizeof *against);
        at = X;
        for (int64_t c = 0; c < count; at += k * samples[c].ld, c++)
            add_evidence(&samples[c], at, prior, done, h, against);
        const int64_t first = choose(k, against, prior, done);
        order[step] = first;
        done[first] = 1;
        at = X;
        for (int64_t c = 0; c < count; at += k * samples[c].ld, c++)
            explain_away(&samples[c], at, first, done);
    }
}
