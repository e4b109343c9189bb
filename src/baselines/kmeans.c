/* SPDX-License-Identifier: BSD-3-Clause
 * k-means of the variables, from their second moments alone. With C the cluster of size m and
 * A_rC = sum_{s in C} K_rs, Q_C = sum_{r, s in C} K_rs:
 *     |x_r - centre C|² = K_rr - 2 A_rC / m + Q_C / m²,
 * so an iteration costs O(p) for each variable that moves. Greedy k-means++ starts (Arthur &
 * Vassilvitskii 2007), Lloyd's iteration, then single moves (Hartigan 1975) until none gains: the
 * result is at least as good as Lloyd's alone.
 */
#include "baselines/baselines.h"

#include <math.h>
#include <string.h>

enum { LLOYD = 300, SWEEPS = 100 };
static const double GAIN = 1e-12; /* of the total: below it a move is rounding */

typedef struct clusters {
    int64_t p, k;
    const double *K;
    double total;         /* tr K */
    double *A;            /* p × k */
    double *Q, *m;        /* k */
    double *near;         /* p: squared distance to the nearest seed */
    int32_t *label, *best, *next; /* p */
} clusters;

static double distance(const clusters *t, int64_t r, int64_t c)
{
    const double m = t->m[c];
    return t->K[r * t->p + r] - 2 * t->A[r * t->k + c] / m + t->Q[c] / (m * m);
}

/* ---- starts ---- */

static double between(const clusters *t, int64_t r, int64_t s)
{
    return fmax(t->K[r * t->p + r] + t->K[s * t->p + s] - 2 * t->K[r * t->p + s], 0);
}

/* What would remain of the sum of squares were s a seed. */
static double potential(const clusters *t, int64_t s)
{
    double sum = 0;
    for (int64_t r = 0; r < t->p; r++) sum += fmin(t->near[r], between(t, r, s));
    return sum;
}

/* A variable drawn with probability proportional to near. */
static int64_t draw(const clusters *t, double sum, lcn_rng *rng)
{
    double left = lcn_rng_uniform(rng) * sum;
    int64_t last = 0;
    for (int64_t r = 0; r < t->p; r++) {
        if (t->near[r] <= 0) continue;
        last = r;
        left -= t->near[r];
        if (left < 0) break;
    }
    return last;
}

static void seed_clusters(clusters *t, lcn_rng *rng)
{
    const int tries = 2 + (int)log((double)t->k);
    int64_t seed = (int64_t)lcn_rng_below(rng, (uint64_t)t->p);
    for (int64_t r = 0; r < t->p; r++) {
        t->near[r] = between(t, r, seed);
        t->label[r] = 0;
    }
    for (int32_t c = 1; c < t->k; c++) {
        double sum = 0, low = INFINITY;
        for (int64_t r = 0; r < t->p; r++) sum += t->near[r];
        for (int i = 0; i < tries; i++) {
            const int64_t candidate = draw(t, sum, rng);
            const double value = potential(t, candidate);
            if (value < low) {
                low = value;
                seed = candidate;
            }
        }
        for (int64_t r = 0; r < t->p; r++)
            if (between(t, r, seed) < t->near[r] || r == seed) {
                t->near[r] = between(t, r, seed);
                t->label[r] = c;
            }
    }
}

/* ---- descent ---- */

static void recount(clusters *t)
{
    const int64_t p = t->p, k = t->k;
    memset(t->A, 0, (size_t)(p * k) * sizeof *t->A);
    memset(t->Q, 0, (size_t)k * sizeof *t->Q);
    memset(t->m, 0, (size_t)k * sizeof *t->m);
    for (int64_t r = 0; r < p; r++) {
        t->m[t->label[r]]++;
        for (int64_t s = 0; s < p; s++) t->A[r * k + t->label[s]] += t->K[r * p + s];
    }
    for (int64_t r = 0; r < p; r++) t->Q[t->label[r]] += t->A[r * k + t->label[r]];
}

static void move(clusters *t, int64_t r, int32_t to)
{
    const int64_t k = t->k, from = t->label[r];
    const double own = t->K[r * t->p + r];
    t->Q[from] += own - 2 * t->A[r * k + from];
    t->Q[to] += own + 2 * t->A[r * k + to];
    t->m[from]--;
    t->m[to]++;
    for (int64_t s = 0; s < t->p; s++) {
        const double x = t->K[r * t->p + s];
        t->A[s * k + from] -= x;
        t->A[s * k + to] += x;
    }
    t->label[r] = to;
}

/* A cluster that lost all its variables takes the one farthest from its centre. */
static void refill(clusters *t)
{
    for (int32_t c = 0; c < t->k; c++) {
        if (t->m[c] > 0) continue;
        double far = -1;
        int64_t which = 0;
        for (int64_t r = 0; r < t->p; r++) {
            if (t->m[t->label[r]] < 2) continue;
            const double d = distance(t, r, t->label[r]);
            if (d > far) {
                far = d;
                which = r;
            }
        }
        move(t, which, c);
    }
}

static bool lloyd(clusters *t)
{
    int64_t moved = 0;
    for (int64_t r = 0; r < t->p; r++) {
        int32_t best = t->label[r];
        double low = distance(t, r, best) - GAIN * t->total;
        for (int32_t c = 0; c < t->k; c++) {
            const double d = distance(t, r, c);
            if (d < low) {
                low = d;
                best = c;
            }
        }
        t->next[r] = best;
    }
    for (int64_t r = 0; r < t->p; r++)
        if (t->next[r] != t->label[r]) {
            move(t, r, t->next[r]);
            moved++;
        }
    refill(t);
    return moved > 0;
}

/* r leaves a (m_a members) for b: the sum of squares falls by m_a/(m_a - 1) d_a - m_b/(m_b + 1) d_b */
static bool hartigan(clusters *t)
{
    int64_t moved = 0;
    for (int64_t r = 0; r < t->p; r++) {
        const int32_t own = t->label[r];
        if (t->m[own] < 2) continue;
        const double leaves = t->m[own] / (t->m[own] - 1) * distance(t, r, own);
        double most = GAIN * t->total;
        int32_t best = own;
        for (int32_t c = 0; c < t->k; c++) {
            if (c == own) continue;
            const double gain = leaves - t->m[c] / (t->m[c] + 1) * distance(t, r, c);
            if (gain > most) {
                most = gain;
                best = c;
            }
        }
        if (best == own) continue;
        move(t, r, best);
        moved++;
    }
    return moved > 0;
}

/* The sum of squares: tr K - sum_c Q_c / m_c */
static double descend(clusters *t)
{
    recount(t);
    refill(t);
    for (int i = 0; i < LLOYD && lloyd(t); i++) continue;
    for (int i = 0; i < SWEEPS && hartigan(t); i++) continue;
    recount(t); /* rounding of the moves does not reach the comparison of starts */
    double left = t->total;
    for (int64_t c = 0; c < t->k; c++) left -= t->Q[c] / t->m[c];
    return left;
}

static void search(clusters *t, const lacon_baseline_options *options)
{
    double low = INFINITY;
    for (int64_t start = 0; start < options->starts; start++) {
        lcn_rng rng = lcn_rng_stream(options->seed, LCN_STREAM_BASELINE, (uint32_t)start);
        seed_clusters(t, &rng);
        const double value = descend(t);
        if (value < low) {
            low = value;
            memcpy(t->best, t->label, (size_t)t->p * sizeof *t->best);
        }
    }
}

lacon_status lcn_kmeans(lacon_ctx *ctx, const lcn_pooled *job)
{
    const size_t p = (size_t)job->p, k = (size_t)job->options->k;
    clusters t = {.p = job->p, .k = job->options->k, .K = job->K};
    lacon_status status = LACON_E_MEMORY;
    for (int64_t r = 0; r < job->p; r++) t.total += job->K[r * job->p + r];
    t.A = lcn_alloc(ctx, p * k + 2 * k + p, sizeof *t.A);
    t.label = lcn_alloc(ctx, 3 * p, sizeof *t.label);
    if (t.A && t.label) {
        t.Q = t.A + p * k;
        t.m = t.Q + k;
        t.near = t.m + k;
        t.best = t.label + p;
        t.next = t.best + p;
        search(&t, job->options);
        status = lcn_cluster_loadings(ctx, job, t.best);
    }
    lcn_free(&ctx->allocator, t.A);
    lcn_free(&ctx->allocator, t.label);
    return status;
}
