/* SPDX-License-Identifier: BSD-3-Clause
 * The nearest-neighbour chain (Murtagh 1983): one distance matrix, O(m²) time. Distances follow the rules
 * of Lance & Williams, for Ward on squares; both linkages are monotone.
 */
#include "la/linkage.h"
#include "util/instruction_sets.h"

#include <math.h>
#include <stdlib.h>

lacon_status lcn_tree_init(lacon_ctx *ctx, lcn_tree *t, int64_t m, bool average)
{
    const size_t count = (size_t)m;
    enum { LINE = 64 / sizeof *t->D }; /* entries of a cache line */
    *t = (lcn_tree){.m = m, .average = average, .ld = ((m + LINE - 1) / LINE | 1) * LINE};
    t->D = lcn_alloc(ctx, count, (size_t)t->ld * sizeof *t->D);
    t->size = lcn_alloc(ctx, count, sizeof *t->size);
    t->chain = lcn_alloc(ctx, count, sizeof *t->chain);
    t->label = lcn_alloc(ctx, count, sizeof *t->label);
    t->merges = lcn_alloc(ctx, count, sizeof *t->merges);
    return t->D && t->size && t->chain && t->label && t->merges ? LACON_OK : LACON_E_MEMORY;
}

void lcn_tree_clear(const lacon_allocator *a, lcn_tree *t)
{
    void *const blocks[] = {t->D, t->size, t->chain, t->label, t->merges};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(a, blocks[i]);
    *t = (lcn_tree){0};
}

/* the least of m numbers, eight at a time so that no comparison waits for the one before */
LCN_CLONES static double least(const double *x, int64_t m)
{
    double part[8], min = INFINITY;
    int64_t i = 0;
    for (int t = 0; t < 8; t++) part[t] = INFINITY;
    for (; i + 8 <= m; i += 8)
        for (int t = 0; t < 8; t++) part[t] = x[i + t] < part[t] ? x[i + t] : part[t];
    for (; i < m; i++) min = x[i] < min ? x[i] : min;
    for (int t = 0; t < 8; t++) min = part[t] < min ? part[t] : min;
    return min;
}

/* Nearest living neighbour: the dead, and a itself, are infinitely far. The chain's previous member wins ties, so
 * that the chain ends; else the first. */
static int32_t nearest(const lcn_tree *t, int32_t a, int32_t previous)
{
    const double *row = t->D + a * t->ld, d = least(row, t->m);
    int32_t best = 0;
    if (previous >= 0 && row[previous] == d) return previous;
    while (best + 1 < t->m && row[best] != d) best++;
    return best;
}

/* to[l] = distance from x and y joined to l, given those of both; infinite where one of them is */
LCN_CLONES static void joined(double *restrict to, const double *restrict other, const double *restrict size,
                              int64_t m, double nx, double ny, double xy, bool average)
{
    if (average)
        for (int64_t l = 0; l < m; l++) to[l] = (nx * to[l] + ny * other[l]) / (nx + ny);
    else
        for (int64_t l = 0; l < m; l++)
            to[l] = ((nx + size[l]) * to[l] + (ny + size[l]) * other[l] - size[l] * xy) / (nx + ny + size[l]);
}

/* y joins x */
static void join(lcn_tree *t, int32_t x, int32_t y)
{
    const int64_t m = t->m, ld = t->ld;
    double *row = t->D + x * ld;
    joined(row, t->D + y * ld, t->size, m, t->size[x], t->size[y], row[y], t->average);
    for (int64_t l = 0; l < m; l++) {
        t->D[l * ld + x] = row[l];
        t->D[l * ld + y] = INFINITY;
    }
    t->size[x] += t->size[y];
    t->size[y] = 0;
}

static void grow(lcn_tree *t)
{
    int32_t length = 0, first = 0, done = 0;
    for (int64_t l = 0; l < t->m; l++) {
        t->size[l] = 1;
        t->D[l * t->ld + l] = INFINITY;
    }
    while (done + 1 < t->m) {
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
        t->merges[done] = (lcn_merge){t->D[x * t->ld + y], x, y, done};
        done++;
        join(t, x, y);
        length -= 2;
    }
}

/* By height, then by time, a merge comes after those it rests on. */
static int by_height(const void *left, const void *right)
{
    const lcn_merge *a = left, *b = right;
    if (a->height != b->height) return a->height < b->height ? -1 : 1;
    return (a->when > b->when) - (a->when < b->when);
}

static int32_t root(const int32_t *parent, int32_t r)
{
    while (parent[r] != r) r = parent[r];
    return r;
}

void lcn_tree_cut(lcn_tree *t, int64_t k)
{
    int32_t *parent = t->chain, next = 0;
    grow(t);
    qsort(t->merges, (size_t)(t->m - 1), sizeof *t->merges, by_height);
    for (int32_t r = 0; r < t->m; r++) parent[r] = r;
    for (int64_t i = 0; i < t->m - k; i++) { /* the m - k lowest merges */
        const int32_t a = root(parent, t->merges[i].a), b = root(parent, t->merges[i].b);
        parent[a > b ? a : b] = a < b ? a : b;
    }
    for (int32_t r = 0; r < t->m; r++) { /* a root is its cluster's first member */
        const int32_t top = root(parent, r);
        t->label[r] = top == r ? next++ : t->label[top];
    }
}
