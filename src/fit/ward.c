/* SPDX-License-Identifier: BSD-3-Clause
 * Ward clustering as a start. The nearest-neighbour chain (Murtagh 1983) needs one distance matrix and
 * O(m²) time; distances are updated by the Lance-Williams rule for Ward.
 */
#include "fit/start.h"
#include "fit/mm.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

/* All variables up to WHOLE, otherwise a sample of SAMPLE of them: the chain is quadratic. */
enum { WHOLE = 192, SAMPLE = 128, WEIGHT_STEPS = 4 };

typedef struct merge {
    double height;
    int32_t a, b; /* clusters named by their first member; b joins a */
} merge;

typedef struct ward_room {
    int64_t m;
    int64_t *index;  /* m variables clustered here */
    double *C;       /* m × m correlations */
    double *D;       /* m × m squared distances */
    double *size;    /* m, 0: joined another */
    merge *merges;   /* m - 1 */
    int32_t *chain, *label; /* m */
} ward_room;

static lacon_status room_new(lacon_ctx *ctx, ward_room *w, int64_t m)
{
    *w = (ward_room){.m = m};
    w->index = lcn_alloc(ctx, (size_t)m, sizeof *w->index);
    w->C = lcn_alloc(ctx, (size_t)(m * m), sizeof *w->C);
    w->D = lcn_alloc(ctx, (size_t)(m * m), sizeof *w->D);
    w->size = lcn_alloc(ctx, (size_t)m, sizeof *w->size);
    w->merges = lcn_alloc(ctx, (size_t)m, sizeof *w->merges);
    w->chain = lcn_alloc(ctx, (size_t)m, sizeof *w->chain);
    w->label = lcn_alloc(ctx, (size_t)m, sizeof *w->label);
    return w->index && w->C && w->D && w->size && w->merges && w->chain && w->label ? LACON_OK
                                                                                   : LACON_E_MEMORY;
}

static void room_clear(const lacon_allocator *a, ward_room *w)
{
    void *blocks[] = {w->index, w->C, w->D, w->size, w->merges, w->chain, w->label};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(a, blocks[i]);
}

/* Evenly spaced in the order of the variables' largest tangent towards anything: F of the last point is
 * not known yet, so the mean covariance times the sum of all variables ranks them. Sampling by rank
 * keeps strong and weak modules represented and does not depend on the order of the columns. */
static lacon_status sample(lacon_ctx *ctx, ward_room *w, const lcn_mean *mean)
{
    const int64_t p = mean->p;
    if (w->m == p) {
        for (int64_t r = 0; r < p; r++) w->index[r] = r;
        return LACON_OK;
    }
    double *block = lcn_alloc(ctx, (size_t)(2 * p + mean->rows), sizeof *block);
    int64_t *rank = lcn_alloc(ctx, (size_t)(2 * p), sizeof *rank);
    if (!block || !rank) {
        lcn_free(&ctx->allocator, block);
        lcn_free(&ctx->allocator, rank);
        return LACON_E_MEMORY;
    }
    double *y = block, *u = block + p;
    for (int64_t r = 0; r < p; r++) u[r] = lcn_inverse_sd(mean->variance[r]);
    lcn_mean_apply(mean, y, u, 1, u + p);
    for (int64_t r = 0; r < p; r++) y[r] *= u[r];
    for (int64_t r = 0; r < p; r++) rank[r] = r;
    int64_t *other = rank + p; /* merge sort by y, then by index */
    for (int64_t width = 1; width < p; width *= 2) {
        for (int64_t lo = 0; lo < p; lo += 2 * width) {
            int64_t mid = lo + width < p ? lo + width : p, hi = lo + 2 * width < p ? lo + 2 * width : p;
            int64_t a = lo, b = mid;
            for (int64_t o = lo; o < hi; o++)
                other[o] = a < mid && (b >= hi || y[rank[a]] <= y[rank[b]]) ? rank[a++] : rank[b++];
        }
        memcpy(rank, other, (size_t)p * sizeof *rank);
    }
    for (int64_t i = 0; i < w->m; i++) w->index[i] = rank[(2 * i + 1) * p / (2 * w->m)];
    lcn_free(&ctx->allocator, block);
    lcn_free(&ctx->allocator, rank);
    return LACON_OK;
}

/* C: correlations of the sample; D: squared distances between profiles (rows of C) or variables. */
static void distances(ward_room *w, const lcn_mean *mean, lcn_ward kind)
{
    const int64_t m = w->m;
    lcn_mean_block(mean, w->C, w->index, m);
    for (int64_t a = 0; a < m; a++) w->size[a] = lcn_inverse_sd(mean->variance[w->index[a]]);
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b < m; b++) w->C[a * m + b] *= w->size[a] * w->size[b];
    if (kind == LCN_WARD_PROFILES) lcn_syrk(m, m, 1.0, w->C, m, 0.0, w->D, m); /* C symmetric: C C' */
    else memcpy(w->D, w->C, (size_t)(m * m) * sizeof *w->D);
    for (int64_t a = 0; a < m; a++) w->size[a] = w->D[a * m + a];
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b < m; b++) {
            const double d = w->size[a] + w->size[b] - 2.0 * w->D[a * m + b];
            w->D[a * m + b] = d > 0.0 ? d : 0.0;
        }
    for (int64_t a = 0; a < m; a++) w->size[a] = 1.0;
}

/* Nearest living neighbour of a; the previous chain element wins ties so that the chain ends. */
static int32_t nearest(const ward_room *w, int32_t a, int32_t previous)
{
    const double *row = w->D + (int64_t)a * w->m;
    int32_t best = previous;
    double d = previous >= 0 ? row[previous] : INFINITY;
    for (int32_t b = 0; b < w->m; b++)
        if (b != a && w->size[b] > 0.0 && row[b] < d) {
            d = row[b];
            best = b;
        }
    return best;
}

/* y joins x: Lance-Williams for Ward, on squared distances */
static void join(ward_room *w, int32_t x, int32_t y)
{
    const int64_t m = w->m;
    const double nx = w->size[x], ny = w->size[y], xy = w->D[x * m + y];
    for (int64_t l = 0; l < m; l++) {
        if (w->size[l] == 0.0 || l == x || l == y) continue;
        const double nl = w->size[l], d = ((nx + nl) * w->D[x * m + l] + (ny + nl) * w->D[y * m + l] -
                                           nl * xy) / (nx + ny + nl);
        w->D[x * m + l] = w->D[l * m + x] = d;
    }
    w->size[x] += ny;
    w->size[y] = 0.0;
}

static void chain_merges(ward_room *w)
{
    int32_t length = 0, first = 0;
    for (int64_t done = 0; done + 1 < w->m;) {
        if (length == 0) {
            while (w->size[first] == 0.0) first++;
            w->chain[length++] = first;
        }
        const int32_t top = w->chain[length - 1], before = length > 1 ? w->chain[length - 2] : -1;
        const int32_t next = nearest(w, top, before);
        if (next != before) {
            w->chain[length++] = next;
            continue;
        }
        const int32_t x = top < before ? top : before, y = top < before ? before : top;
        w->merges[done++] = (merge){w->D[(int64_t)x * w->m + y], x, y};
        join(w, x, y);
        length -= 2;
    }
}

/* Labels after the m - k lowest merges. Ward heights grow along every branch, so taking the merges by
 * height (insertion sort: nearly sorted) respects their order. */
static void cut(ward_room *w, int64_t k)
{
    const int64_t n = w->m - 1;
    for (int64_t i = 1; i < n; i++) {
        const merge key = w->merges[i];
        int64_t j = i;
        for (; j > 0 && w->merges[j - 1].height > key.height; j--) w->merges[j] = w->merges[j - 1];
        w->merges[j] = key;
    }
    for (int32_t r = 0; r < w->m; r++) w->chain[r] = r; /* parent */
    for (int64_t i = 0; i < w->m - k; i++) {
        int32_t a = w->merges[i].a, b = w->merges[i].b;
        while (w->chain[a] != a) a = w->chain[a];
        while (w->chain[b] != b) b = w->chain[b];
        w->chain[b > a ? b : a] = a < b ? a : b;
    }
    int32_t next = 0;
    for (int32_t r = 0; r < w->m; r++) {
        int32_t root = r;
        while (w->chain[root] != root) root = w->chain[root];
        w->label[r] = root == r ? next++ : w->label[root]; /* a root is its cluster's first member */
    }
}

/* power steps w_r <- (mean K W)_r,c(r) */
void lcn_component_weights(lcn_work *work, lcn_point *x)
{
    for (int64_t r = 0; r < work->p; r++) x->W.weight[r] = x->W.module[r] >= 0 ? 1.0 : 0.0;
    lcn_loadings_normalise(&x->W);
    for (int step = 0; step < WEIGHT_STEPS; step++) {
        lcn_evaluate(work, x, LCN_POWER);
        for (int64_t r = 0; r < work->p; r++) {
            const int32_t j = x->W.module[r];
            if (j >= 0) x->W.weight[r] = fmax(x->F[j * work->pp + r], 0.0);
        }
        lcn_loadings_normalise(&x->W);
    }
}

void lcn_assign_all(lcn_work *work, lcn_point *x)
{
    for (int64_t r = 0; r < work->p; r++) {
        if (x->W.module[r] >= 0) continue;
        int32_t best = 0;
        for (int32_t j = 1; j < work->k; j++)
            if (x->F[j * work->pp + r] > x->F[best * work->pp + r]) best = j;
        x->W.module[r] = best;
        x->W.weight[r] = 0.0; /* the next step gives it one */
    }
    lcn_loadings_count(&x->W);
}

lacon_status lcn_start_ward(lacon_ctx *ctx, lcn_work *work, lcn_point *x, const lcn_mean *mean,
                            lcn_ward kind)
{
    const int64_t p = work->p, k = work->k;
    const int64_t few = k > SAMPLE / 4 ? 4 * k : SAMPLE;
    ward_room room;
    lacon_status status;
    LCN_GOTO(room_new(ctx, &room, p <= WHOLE || p <= few ? p : few));
    LCN_GOTO(sample(ctx, &room, mean));
    distances(&room, mean, kind);
    chain_merges(&room);
    cut(&room, k);
    for (int64_t r = 0; r < p; r++) x->W.module[r] = LCN_UNASSIGNED;
    for (int64_t i = 0; i < room.m; i++) x->W.module[room.index[i]] = room.label[i];
    lcn_component_weights(work, x);
    if (room.m < p) {
        lcn_evaluate(work, x, LCN_TANGENT);
        lcn_assign_all(work, x);
        lcn_row_moves(work, &work->trial.W, x, 0.0);
        lcn_loadings_copy(&x->W, &work->trial.W);
    }
done:
    room_clear(&ctx->allocator, &room);
    return status;
}
