/* SPDX-License-Identifier: BSD-3-Clause
 * The share of the evidence that counts where rows are autocorrelated; see series.h.
 */
#include "fit/extensions/series.h"
#include "data/row_slices.h"
#include "util/pieces.h"

#include <math.h>
#include <string.h>

typedef struct per_class {
    const lcn_class *class; /* NULL, or a class of whose rows nothing is known: all variables alike */
    lcn_memory memory;
    float *rho; /* p × lags, corrected; NULL: see class */
    bool gone;  /* its rows could not be read again */
} per_class;

struct lcn_series {
    lacon_allocator allocator;
    int64_t p, threads;
    int64_t first, end; /* terms of this rank */
    per_class *classes; /* end - first */
    lcn_tile *tiles; /* threads */
    float *rooms;    /* threads × room: rows that are read again */
    int64_t room;
    float *store;
    double *share;  /* end - first × p */
    double *weight; /* p */
};

/* Rows, or what was kept of their order when they became a covariance. */
static bool has_order(const lcn_term *t)
{
    const lcn_class *c = t->series;
    return c && c->lags > 0 && (c->kind != LCN_COV || c->lagged || c->rho);
}

static lacon_status allocate(lacon_ctx *ctx, lcn_series *s, const lcn_problem *problem)
{
    const size_t N = (size_t)(s->end - s->first), p = (size_t)s->p;
    size_t lags = 0;
    int64_t rows = 0;
    for (int64_t i = s->first; i < s->end; i++) {
        const lcn_term *t = &problem->terms[i];
        if (!has_order(t)) continue;
        lags += (size_t)t->series->lags;
        if (!t->series->lagged && t->series->n > rows) rows = t->series->n;
        const int64_t again = t->series->rho ? lcn_rows_here(t->series) * s->p : 0;
        if (again > s->room) s->room = again;
    }
    s->classes = lcn_alloc(ctx, N + 1, sizeof *s->classes);
    s->share = lcn_alloc(ctx, N * p + 1, sizeof *s->share);
    s->weight = lcn_alloc(ctx, p, sizeof *s->weight);
    s->tiles = lcn_alloc(ctx, (size_t)s->threads, sizeof *s->tiles);
    s->store = lcn_alloc_raw(ctx, lags * p + 1, sizeof *s->store);
    s->rooms = lcn_alloc_raw(ctx, (size_t)(s->threads * s->room) + 1, sizeof *s->rooms);
    if (!s->rooms || !s->classes || !s->share || !s->weight || !s->tiles || !s->store) return LACON_E_MEMORY;
    for (int64_t t = 0; t < s->threads && rows > 0; t++) LCN_TRY(lcn_tile_init(ctx, &s->tiles[t], rows, false));
    float *rho = s->store;
    for (int64_t i = s->first; i < s->end; i++) {
        const lcn_term *t = &problem->terms[i];
        s->classes[i - s->first].class = t->series;
        if (has_order(t)) s->classes[i - s->first].rho = rho, rho += (size_t)t->series->lags * p;
    }
    return LACON_OK;
}

lacon_status lcn_series_new(lacon_ctx *ctx, lcn_series **out, const lcn_problem *problem)
{
    bool any = false;
    for (int64_t i = 0; i < problem->n_terms; i++) any = any || problem->terms[i].series;
    *out = NULL;
    if (!any) return LACON_OK;
    lcn_series *s = lcn_alloc(ctx, 1, sizeof *s);
    if (!s) return LACON_E_MEMORY;
    *s = (lcn_series){.allocator = ctx->allocator, .p = problem->p, .first = lcn_own_begin(problem),
                     .end = lcn_own_end(problem)};
    s->threads = ctx->threads < s->end - s->first ? ctx->threads : s->end > s->first ? s->end - s->first : 1;
    for (int64_t i = s->first; i < s->end; i++)
        if (problem->terms[i].series && problem->terms[i].series->split) s->threads = 1; /* ranks talk on one thread */
    const lacon_status status = allocate(ctx, s, problem);
    if (status < 0) {
        lcn_series_free(s);
        return status;
    }
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)s->threads) if (s->threads > 1)
    for (int64_t i = s->first; i < s->end; i++) {
        per_class *c = &s->classes[i - s->first];
        if (!c->rho) continue;
        lcn_class_correlate(&c->memory, c->rho, c->class, &s->tiles[lcn_this_thread()], s->p);
        lcn_term_end(problem, i);
    }
    *out = s;
    return LACON_OK;
}

void lcn_series_free(lcn_series *s)
{
    if (!s) return;
    const lacon_allocator a = s->allocator;
    for (int64_t t = 0; s->tiles && t < s->threads; t++) lcn_tile_clear(&a, &s->tiles[t]);
    lcn_free(&a, s->classes);
    lcn_free(&a, s->share);
    lcn_free(&a, s->weight);
    lcn_free(&a, s->tiles);
    lcn_free(&a, s->store);
    lcn_free(&a, s->rooms);
    lcn_free(&a, s);
}

/* ---- composites ---- */

/* z += w x by module, of modules first .. first + LCN_TILE: NAME for rows of TYPE */
#define ADD_UP(NAME, TYPE)                                                                                    \
    static void NAME(double *z, const TYPE *x, int64_t p, const int32_t *module, const double *weight,        \
                     uint32_t first)                                                                          \
    {                                                                                                         \
        for (int64_t r = 0; r < p; r++) {                                                                     \
            const uint32_t j = (uint32_t)module[r] - first; /* the unassigned lie far beyond */               \
            if (j < LCN_TILE && !isnan(x[r])) z[j] += weight[r] * (double)x[r];                               \
        }                                                                                                     \
    }
ADD_UP(add_up_f64, double)
ADD_UP(add_up_f32, float)

void lcn_compose(lcn_tile *tile, const lcn_class *class, const lcn_loadings *W, const double *weight, int32_t first)
{
    lcn_tile_blank(tile, class->n, W->k - first);
    for (int64_t i = 0; i < lcn_rows_here(class); i++) {
        double *z = tile->z + (class->first + i) * tile->width;
        if (class->kind == LCN_ROWS_F32)
            add_up_f32(z, (const float *)class->x + i * class->ld, W->p, W->module, weight, (uint32_t)first);
        else
            add_up_f64(z, (const double *)class->x + i * class->ld, W->p, W->module, weight, (uint32_t)first);
    }
    lcn_split_gather(class, tile->z, (size_t)tile->width * sizeof *tile->z);
    lcn_tile_standardise(tile);
}

/* S_j = w_j'A w_j for modules first .. first + LCN_TILE; A is p × p (ld), or a lower triangle by rows (ld 0) */
static void forms(double *S, const double *A, int64_t ld, const lcn_loadings *W, const double *weight, uint32_t first)
{
    memset(S, 0, LCN_TILE * sizeof *S);
    for (int64_t r = 0; r < W->p; r++) {
        const double *row = A + (ld > 0 ? r * ld : r * (r + 1) / 2);
        const uint32_t j = (uint32_t)W->module[r] - first; /* the unassigned lie far beyond */
        double sum = 0;
        if (j >= LCN_TILE) continue;
        for (int64_t s = 0; s < r; s++)
            if (W->module[s] == W->module[r]) sum += weight[s] * row[s];
        S[j] += weight[r] * (2 * sum + weight[r] * row[r]);
    }
}

/* Correlations of the composites with themselves l + 1 steps earlier, w_j'L w_j / w_j'K w_j: as lcn_compose and
 * lcn_tile_lags have them from rows */
static void composite_lags(const lcn_class *class, const lcn_loadings *W, const double *weight, int32_t first,
                           double (*R)[LCN_TILE])
{
    double variance[LCN_TILE];
    forms(variance, class->x, class->ld, W, weight, (uint32_t)first);
    for (int l = 0; l < class->lags; l++) {
        forms(R[l], lcn_lagged(class, W->p, l + 1), 0, W, weight, (uint32_t)first);
        for (int j = 0; j < LCN_TILE; j++) R[l][j] = variance[j] > 0 ? R[l][j] / variance[j] : 0;
    }
}

static void share_of_module(const per_class *c, const double *rho, const lcn_loadings *W, int32_t j, double *share)
{
    const int lags = c->memory.lags;
    for (int64_t r = 0; r < W->p; r++) {
        double own[LCN_LAGS];
        if (W->module[r] != j) continue;
        for (int l = 0; l < lags; l++) own[l] = (double)c->rho[r * lags + l];
        share[r] = 1.0 / lcn_inflation(&c->memory, own, rho);
    }
}

static void share_class(per_class *c, lcn_tile *tile, float *room, const lcn_loadings *W, const double *weight,
                        double *share)
{
    lcn_class rows = c->class ? *c->class : (lcn_class){0};
    if (rows.rho) {
        c->gone = !lcn_rows_again(c->class, W->p, room);
        rows.kind = LCN_ROWS_F32, rows.x = room, rows.ld = W->p;
    }
    const double alike = c->class ? lcn_class_effective(c->class) / (double)c->class->n : 1.0;
    double R[LCN_LAGS][LCN_TILE];
    for (int64_t r = 0; r < W->p; r++) share[r] = alike;
    for (int32_t first = 0; c->rho && first < W->k; first += LCN_TILE) {
        if (c->class->lagged) composite_lags(c->class, W, weight, first, R);
        else {
            lcn_compose(tile, &rows, W, weight, first);
            lcn_tile_lags(tile, c->class->step, 0, c->memory.lags, R);
        }
        for (int32_t j = first; j < first + LCN_TILE && j < W->k; j++) {
            double rho[LCN_LAGS];
            for (int l = 0; l < c->memory.lags; l++) rho[l] = R[l][j - first];
            lcn_memory_correct(&c->memory, rho, rho);
            share_of_module(c, rho, W, j, share);
        }
    }
}

void lcn_series_at(lcn_series *s, const lcn_problem *problem, const lcn_loadings *W)
{
    for (int64_t r = 0; r < s->p; r++) s->weight[r] = W->weight[r] * (problem->shrink ? problem->shrink[r] : 1.0);
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)s->threads) if (s->threads > 1)
    for (int64_t i = s->first; i < s->end; i++) {
        per_class *c = &s->classes[i - s->first];
        const int64_t t = lcn_this_thread();
        share_class(c, &s->tiles[t], s->rooms + t * s->room, W, s->weight, s->share + (i - s->first) * s->p);
        if (c->gone) {
#pragma omp atomic write
            *problem->damaged = -i - 1;
        }
        lcn_term_end(problem, i);
    }
}

const double *lcn_series_share(const lcn_series *s, int64_t term) { return s->share + (term - s->first) * s->p; }
