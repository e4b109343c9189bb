/* SPDX-License-Identifier: BSD-3-Clause
 * k-means of the variables, from their second moments alone. With C the cluster of size m and
 * A_Cr = sum_{s in C} K_rs, Q_C = sum_{r, s in C} K_rs:
 *     |x_r - centre C|² = K_rr - 2 A_Cr / m + Q_C / m²,
 * so an iteration costs O(p) for each variable that moves. Where K would not fit, A = Z Y' with the rows
 * Y and the sums Z of the clusters' variables, one product an iteration. Greedy k-means++ starts
 * (Arthur & Vassilvitskii 2007), Lloyd's iteration, then single moves (Hartigan 1975) until none
 * gains: the result is at least as good as Lloyd's alone.
 */
#include "baselines/baselines.h"
#include "util/instruction_sets.h"

#include <math.h>
#include <string.h>

enum { LLOYD = 300, SWEEPS = 100 }; /* as many as scikit-learn allows; a bound on the moves after them */
static const double GAIN = 1e-12; /* of the total: below it a move is rounding */

typedef struct clusters {
    int64_t p, k, d;      /* d: n when there are rows, else p */
    bool rows;
    const double *Y;      /* p × d: K, or the rows transposed, divided by sqrt n */
    double *own, total;   /* p: K_rr; tr K */
    double *Z;            /* k × d, with rows only */
    double *A;            /* k × p: of now, with rows of the last product */
    double *a;            /* k: a column of A of now */
    double *Q, *m;        /* k */
    double *near;         /* p: squared distance to the nearest seed, or centre */
    double *seeds, *to;   /* tries × d: candidates; p × tries: K of every variable with them */
    int32_t *label, *best, *next; /* p */
} clusters;

/* ---- starts ---- */

static double between(const clusters *t, int64_t r, int64_t s, double product)
{
    return r == s ? 0 : fmax(t->own[r] + t->own[s] - 2 * product, 0);
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

/* to[r, i] = K of variable r with candidate i */
static void products(clusters *t, const int64_t *candidate, int64_t count)
{
    const int64_t d = t->d;
    if (!t->rows) {
        for (int64_t r = 0; r < t->p; r++)
            for (int64_t i = 0; i < count; i++) t->to[r * count + i] = t->Y[candidate[i] * d + r];
        return;
    }
    for (int64_t i = 0; i < count; i++)
        memcpy(t->seeds + i * d, t->Y + candidate[i] * d, (size_t)d * sizeof *t->seeds);
    lcn_gemm(LCN_N, LCN_T, t->p, count, d, 1.0, t->Y, d, t->seeds, d, 0.0, t->to, count);
}

/* The candidate that leaves least of the sum of squares becomes seed c. */
static void choose(clusters *t, const int64_t *candidate, int64_t count, int32_t c)
{
    int64_t best = 0;
    double low = INFINITY;
    products(t, candidate, count);
    for (int64_t i = 0; i < count; i++) {
        double sum = 0;
        for (int64_t r = 0; r < t->p; r++)
            sum += fmin(t->near[r], between(t, r, candidate[i], t->to[r * count + i]));
        if (sum < low) {
            low = sum;
            best = i;
        }
    }
    for (int64_t r = 0; r < t->p; r++) {
        const double d = between(t, r, candidate[best], t->to[r * count + best]);
        if (d >= t->near[r] && r != candidate[best]) continue;
        t->near[r] = d;
        t->label[r] = c;
    }
}

static int64_t tries_for(int64_t k) { return 2 + (int64_t)log((double)k); }

static void seed_clusters(clusters *t, lcn_rng *rng)
{
    enum { MOST = 48 }; /* 2 + log k of any k */
    const int64_t tries = tries_for(t->k);
    int64_t candidate[MOST] = {(int64_t)lcn_rng_below(rng, (uint64_t)t->p)};
    for (int64_t r = 0; r < t->p; r++) t->near[r] = INFINITY;
    choose(t, candidate, 1, 0);
    for (int32_t c = 1; c < t->k; c++) {
        double sum = 0;
        for (int64_t r = 0; r < t->p; r++) sum += t->near[r];
        for (int64_t i = 0; i < tries; i++) candidate[i] = draw(t, sum, rng);
        choose(t, candidate, tries, c);
    }
}

/* ---- descent ---- */

/* y <- y + sign x */
LCN_CLONES static void accumulate(int64_t n, double *restrict y, const double *restrict x, double sign)
{
    for (int64_t l = 0; l < n; l++) y[l] += sign * x[l];
}

/* a = A_Cr of now for every cluster */
static const double *column(clusters *t, int64_t r)
{
    for (int64_t c = 0; c < t->k; c++)
        t->a[c] = t->rows ? lcn_dot(t->d, t->Y + r * t->d, t->Z + c * t->d) : t->A[c * t->p + r];
    return t->a;
}

/* K_r to its cluster's sums: A, or Z where there are rows */
static void add(clusters *t, int64_t r, int32_t c, double sign)
{
    double *sum = t->rows ? t->Z : t->A;
    accumulate(t->d, sum + c * t->d, t->Y + r * t->d, sign);
    t->m[c] += sign;
}

static void move(clusters *t, int64_t r, int32_t to)
{
    const int32_t from = t->label[r];
    const double *a = column(t, r);
    t->Q[from] += t->own[r] - 2 * a[from];
    t->Q[to] += t->own[r] + 2 * a[to];
    add(t, r, from, -1);
    add(t, r, to, 1);
    t->label[r] = to;
}

/* A after moves, where there are rows. */
static void settle(clusters *t)
{
    if (t->rows)
        lcn_gemm(LCN_N, LCN_T, t->k, t->p, t->d, 1.0, t->Z, t->d, t->Y, t->d, 0.0, t->A, t->p);
}

/* Everything from the labels: rounding of many moves is gone. */
static void recount(clusters *t)
{
    memset(t->A, 0, (size_t)(t->k * t->p) * sizeof *t->A);
    if (t->rows) memset(t->Z, 0, (size_t)(t->k * t->d) * sizeof *t->Z);
    memset(t->m, 0, (size_t)t->k * sizeof *t->m);
    memset(t->Q, 0, (size_t)t->k * sizeof *t->Q);
    for (int64_t r = 0; r < t->p; r++) add(t, r, t->label[r], 1);
    settle(t);
    for (int64_t r = 0; r < t->p; r++) t->Q[t->label[r]] += t->A[t->label[r] * t->p + r];
}

static double distance(const clusters *t, int64_t r, double a, int64_t c)
{
    return t->own[r] - 2 * a / t->m[c] + t->Q[c] / (t->m[c] * t->m[c]);
}

/* A cluster that lost all its variables takes the one farthest from its centre. */
static void refill(clusters *t)
{
    for (int32_t c = 0; c < t->k; c++) {
        if (t->m[c] > 0) continue;
        double far = -INFINITY;
        int64_t which = 0;
        for (int64_t r = 0; r < t->p; r++) {
            const int32_t own = t->label[r];
            if (t->m[own] < 2) continue;
            const double d = distance(t, r, t->A[own * t->p + r], own);
            if (d > far) {
                far = d;
                which = r;
            }
        }
        move(t, which, c);
        settle(t);
    }
}

/* next[r] = c where the centre of c is nearer than near[r] */
LCN_CLONES static void compare(const clusters *t, int32_t c)
{
    const double *restrict a = t->A + c * t->p, *restrict own = t->own;
    const double size = t->m[c], twice = 2 / size, centre = t->Q[c] / (size * size);
    double *restrict near = t->near;
    int32_t *restrict next = t->next;
    for (int64_t r = 0; r < t->p; r++) {
        const double d = own[r] - twice * a[r] + centre;
        next[r] = d < near[r] ? c : next[r];
        near[r] = d < near[r] ? d : near[r];
    }
}

static bool lloyd(clusters *t)
{
    int64_t moved = 0;
    for (int64_t r = 0; r < t->p; r++) {
        const int32_t own = t->label[r];
        t->next[r] = own;
        t->near[r] = distance(t, r, t->A[own * t->p + r], own) - GAIN * t->total;
    }
    for (int32_t c = 0; c < t->k; c++) compare(t, c);
    for (int64_t r = 0; r < t->p; r++)
        if (t->next[r] != t->label[r]) {
            move(t, r, t->next[r]);
            moved++;
        }
    if (moved > 0) settle(t);
    refill(t);
    return moved > 0;
}

/* r leaves a (m_a members) for b: the sum of squares falls by m_a/(m_a - 1) d_a - m_b/(m_b + 1) d_b.
 * The cluster that gains most, or its own. a: column r of A, its entries `step` apart. */
static int32_t better(const clusters *t, int64_t r, const double *a, int64_t step)
{
    const int32_t own = t->label[r];
    if (t->m[own] < 2) return own;
    const double leaves = t->m[own] / (t->m[own] - 1) * distance(t, r, a[own * step], own);
    double most = GAIN * t->total;
    int32_t best = own;
    for (int32_t c = 0; c < t->k; c++) {
        if (c == own) continue;
        const double gain = leaves - t->m[c] / (t->m[c] + 1) * distance(t, r, a[c * step], c);
        if (gain > most) {
            most = gain;
            best = c;
        }
    }
    return best;
}

/* With rows A is of the last product: a variable that seems to gain by it is checked again. */
static bool hartigan(clusters *t)
{
    int64_t moved = 0;
    for (int64_t r = 0; r < t->p; r++) {
        int32_t to = better(t, r, t->A + r, t->p);
        if (to != t->label[r] && t->rows) to = better(t, r, column(t, r), 1);
        if (to == t->label[r]) continue;
        move(t, r, to);
        moved++;
    }
    if (moved > 0) settle(t);
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

static lacon_status search(lacon_ctx *ctx, clusters *t, const lacon_baseline_options *options)
{
    double low = INFINITY;
    for (int64_t start = 0; start < options->starts; start++) {
        LCN_FAIL_IF(lcn_cancelled(ctx), LACON_E_CANCELLED, "k-means: cancelled");
        lcn_rng rng = lcn_rng_stream(options->seed, LCN_STREAM_BASELINE, (uint32_t)start);
        seed_clusters(t, &rng);
        const double value = descend(t);
        if (value < low) {
            low = value;
            memcpy(t->best, t->label, (size_t)t->p * sizeof *t->best);
        }
    }
    return LACON_OK;
}

/* Everything that is double in one block. */
static double *lay_out(lacon_ctx *ctx, clusters *t)
{
    const int64_t p = t->p, k = t->k, d = t->d, tries = tries_for(k), z = t->rows ? k * d : 0;
    double *at = lcn_alloc(ctx, (size_t)(2 * p + z + p * k + 3 * k + tries * (d + p)), sizeof *at);
    if (at == NULL) return NULL;
    t->own = at;
    t->near = t->own + p;
    t->Z = t->near + p;
    t->A = t->Z + z;
    t->a = t->A + p * k;
    t->Q = t->a + k;
    t->m = t->Q + k;
    t->seeds = t->m + k;
    t->to = t->seeds + tries * d;
    return at;
}

enum { TILE = 32 }; /* of a transposition: both sides stay in the cache */
static void transpose(double *Y, const lcn_pooled *job)
{
    const int64_t p = job->p, n = job->n;
    const double scale = 1 / sqrt((double)n);
    for (int64_t i0 = 0; i0 < n; i0 += TILE)
        for (int64_t r0 = 0; r0 < p; r0 += TILE)
            for (int64_t r = r0; r < p && r < r0 + TILE; r++)
                for (int64_t i = i0; i < n && i < i0 + TILE; i++)
                    Y[r * n + i] = scale * job->rows[i * p + r];
}

lacon_status lcn_kmeans(lacon_ctx *ctx, const lcn_pooled *job)
{
    const int64_t p = job->p;
    clusters t = {.p = p, .k = job->options->k, .rows = job->rows != NULL};
    t.d = t.rows ? job->n : p;
    lacon_status status = LACON_E_MEMORY;
    double *block = lay_out(ctx, &t);
    double *transposed = t.rows ? lcn_alloc(ctx, (size_t)p, (size_t)t.d * sizeof *transposed) : NULL;
    t.label = lcn_alloc(ctx, 3 * (size_t)p, sizeof *t.label);
    if (block && t.label && (transposed || !t.rows)) {
        if (t.rows) transpose(transposed, job);
        t.Y = t.rows ? transposed : job->K;
        t.best = t.label + p;
        t.next = t.best + p;
        lcn_pooled_variances(job, t.own);
        for (int64_t r = 0; r < p; r++) t.total += t.own[r];
        status = search(ctx, &t, job->options);
        if (status >= 0) status = lcn_cluster_loadings(ctx, job, t.best);
    }
    lcn_free(&ctx->allocator, block);
    lcn_free(&ctx->allocator, transposed);
    lcn_free(&ctx->allocator, t.label);
    return status;
}
