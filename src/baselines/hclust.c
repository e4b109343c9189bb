/* SPDX-License-Identifier: BSD-3-Clause
 * Hierarchical clustering of the variables, Ward or average linkage, cut at k clusters. The
 * nearest-neighbour chain (Murtagh 1983) needs one distance matrix and O(p²) time; distances follow
 * the Lance-Williams rules, for Ward on squares. The start of a fit has its own, on a sample:
 * fit/ward.c.
 */
#include "baselines/baselines.h"

#include <math.h>
#include <stdlib.h>

typedef struct merge {
    double height;
    int32_t a, b; /* clusters named by their first member; b joins a */
    int32_t when;
} merge;

typedef struct tree {
    int64_t p;
    bool ward;
    double *D;    /* p × p: squared distances for Ward, distances for average */
    double *size; /* p, 0: joined another */
    int32_t *chain, *label;
    merge *merges; /* p - 1 */
} tree;

/* d²_rs = n (K_rr + K_ss - 2 K_rs); n is the same everywhere and left out */
static void distances(tree *t, const double *K)
{
    const int64_t p = t->p;
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < p; s++) {
            const double d = fmax(K[r * p + r] + K[s * p + s] - 2 * K[r * p + s], 0);
            t->D[r * p + s] = t->ward ? d : sqrt(d);
        }
    for (int64_t r = 0; r < p; r++) t->size[r] = 1;
}

/* Nearest living neighbour; the chain's previous member wins ties, so that the chain ends. */
static int32_t nearest(const tree *t, int32_t a, int32_t previous)
{
    const double *row = t->D + a * t->p;
    int32_t best = previous;
    double d = previous >= 0 ? row[previous] : INFINITY;
    for (int32_t b = 0; b < t->p; b++)
        if (t->size[b] > 0 && b != a && row[b] < d) {
            d = row[b];
            best = b;
        }
    return best;
}

static void join(tree *t, int32_t x, int32_t y)
{
    const int64_t p = t->p;
    const double nx = t->size[x], ny = t->size[y], xy = t->D[x * p + y];
    for (int64_t l = 0; l < p; l++) {
        const double nl = t->size[l], dx = t->D[x * p + l], dy = t->D[y * p + l];
        if (nl == 0 || l == x || l == y) continue;
        const double d = t->ward ? ((nx + nl) * dx + (ny + nl) * dy - nl * xy) / (nx + ny + nl)
                                 : (nx * dx + ny * dy) / (nx + ny);
        t->D[x * p + l] = t->D[l * p + x] = d;
    }
    t->size[x] += ny;
    t->size[y] = 0;
}

static void grow(tree *t)
{
    int32_t length = 0, first = 0, done = 0;
    while (done + 1 < t->p) {
        if (length == 0) {
            while (t->size[first] == 0) first++;
            t->chain[length++] = first;
        }
        const int32_t top = t->chain[length - 1], before = length > 1 ? t->chain[length - 2] : -1;
        const int32_t next = nearest(t, top, before);
        if (next != before) {
            t->chain[length++] = next;
            continue;
        }
        const int32_t x = top < before ? top : before, y = top < before ? before : top;
        t->merges[done] = (merge){t->D[x * t->p + y], x, y, done};
        done++;
        join(t, x, y);
        length -= 2;
    }
}

/* Both linkages are monotone: by height, then by time, a merge comes after those it rests on. */
static int by_height(const void *left, const void *right)
{
    const merge *a = left, *b = right;
    if (a->height != b->height) return a->height < b->height ? -1 : 1;
    return (a->when > b->when) - (a->when < b->when);
}

static int32_t root(const int32_t *parent, int32_t r)
{
    while (parent[r] != r) r = parent[r];
    return r;
}

/* Labels after the p - k lowest merges. */
static void cut(tree *t, int64_t k)
{
    int32_t *parent = t->chain, next = 0;
    qsort(t->merges, (size_t)(t->p - 1), sizeof *t->merges, by_height);
    for (int32_t r = 0; r < t->p; r++) parent[r] = r;
    for (int64_t i = 0; i < t->p - k; i++) {
        const int32_t a = root(parent, t->merges[i].a), b = root(parent, t->merges[i].b);
        parent[a > b ? a : b] = a < b ? a : b;
    }
    for (int32_t r = 0; r < t->p; r++) { /* a root is its cluster's first member */
        const int32_t top = root(parent, r);
        t->label[r] = top == r ? next++ : t->label[top];
    }
}

lacon_status lcn_hclust(lacon_ctx *ctx, const lcn_pooled *job)
{
    const size_t p = (size_t)job->p;
    tree t = {.p = job->p, .ward = job->options->linkage == LACON_LINKAGE_WARD};
    lacon_status status = LACON_E_MEMORY;
    t.D = lcn_alloc(ctx, p, p * sizeof *t.D);
    t.size = lcn_alloc(ctx, p, sizeof *t.size);
    t.chain = lcn_alloc(ctx, p, sizeof *t.chain);
    t.label = lcn_alloc(ctx, p, sizeof *t.label);
    t.merges = lcn_alloc(ctx, p, sizeof *t.merges);
    if (t.D && t.size && t.chain && t.label && t.merges) {
        distances(&t, job->K);
        grow(&t);
        cut(&t, job->options->k);
        status = lcn_cluster_loadings(ctx, job, t.label);
    }
    void *const blocks[] = {t.D, t.size, t.chain, t.label, t.merges};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&ctx->allocator, blocks[i]);
    return status;
}
