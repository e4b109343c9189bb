/* SPDX-License-Identifier: BSD-3-Clause
 * From rows to covariances, K = X'X / n, one class at a time: whoever reads many long classes never has the rows of
 * all of them. The fit takes such a K as it is (fit/problem/problem.c), and the same route where rows are there. What
 * it asks of the order of the rows, the autocorrelation of variables and of composites (fit/extensions/series.c), comes
 * from products of rows some steps apart: the same numbers up to rounding. Where these would take more than the rows
 * do, and the rows can be read again (rows_again.c), K is kept alone, in the precision of the rows.
 */
#include "data/reduce.h"
#include "data/effective.h"
#include "data/row_slices.h"
#include "la/gram.h"
#include "la/la.h"
#include "util/pieces.h"
#include "util/store.h"

#include <string.h>

/* Up to here forming K (n p² flops, once) costs less than the passes over rows that it saves: n p (1 + k) each, some
 * hundred of them. Beyond, K must be a quarter of the rows at least. */
enum { COV_VARIABLES = 4096, MUCH_SMALLER = 4 };

bool lcn_covariance_is_smaller(const lcn_class *class, int64_t p)
{
    const int64_t rows = class->n * (class->kind == LCN_ROWS_F32 ? 4 : 8), cov = lcn_padded(p) * 8;
    return cov <= rows && (p <= COV_VARIABLES || class->n >= MUCH_SMALLER * p);
}

/* ---- products of rows some steps apart ---- */

enum { BLOCK = 128 }; /* rows, of doubles: with 100 variables 100 kB */

/* Rows of a class, and those behind them that other ranks have (row_slices.h). */
typedef struct rows {
    const lcn_class *class;
    const void *after;
    int64_t p, far; /* how many rows apart */
    double *D;      /* BLOCK × p, of each thread */
} rows;

/* D (count × p) = row i of the class, or with `far` the sum of rows i and i + far */
static void load(const rows *x, int64_t first, int64_t count, int64_t far)
{
    const bool single = x->class->kind == LCN_ROWS_F32;
    for (int64_t i = 0; i < count; i++) {
        const void *a = lcn_split_row(x->class, x->after, first + i);
        const void *b = far ? lcn_split_row(x->class, x->after, first + i + far) : NULL;
        for (int64_t r = 0; r < x->p; r++) {
            const double own = single ? (double)((const float *)a)[r] : ((const double *)a)[r];
            const double other = !far ? 0.0 : single ? (double)((const float *)b)[r] : ((const double *)b)[r];
            x->D[i * x->p + r] = far ? own + other : own;
        }
    }
}

/* G (p × p) += D'D for those of rows first .. last that are in from .. to */
static void add_squares(double *G, const rows *x, int64_t first, int64_t last, int64_t from, int64_t to, int64_t far)
{
    const int64_t begin = first > from ? first : from, end = last < to ? last : to;
    for (int64_t at = begin; at < end; at += BLOCK) {
        const int64_t count = end - at < BLOCK ? end - at : BLOCK;
        load(x, at, count, far);
        lcn_syrk(x->p, count, 1.0, x->D, x->p, 1.0, G, x->p);
    }
}

/* What rows from .. to of the class add to (A + B)'(A + B) + the rows at both ends that have no partner, see below */
static void pairs_of(double *G, const rows *x, int64_t from, int64_t to)
{
    const int64_t n = x->class->n, pairs = n - x->far;
    memset(G, 0, (size_t)(x->p * x->p) * sizeof *G);
    add_squares(G, x, 0, pairs, from, to, x->far);
    add_squares(G, x, pairs, n, from, to, 0);
    add_squares(G, x, 0, x->far, from, to, 0);
}

static void pairs_of_slice(void *user, int64_t s, double *part)
{
    rows x = *(const rows *)user;
    x.D += lcn_this_thread() * BLOCK * x.p;
    pairs_of(part, &x, lcn_slice_begin(s, x.class->n), lcn_slice_begin(s + 1, x.class->n));
}

/* L, a triangle, by half of the products it would take otherwise: with A and B the rows of all pairs
 *     A'B + B'A = (A + B)'(A + B) - A'A - B'B,   A'A + B'B = 2 n K - the rows at both ends that have no partner */
static lacon_status lag_products(lacon_ctx *ctx, double *L, const double *K, rows *x, double *G)
{
    const int64_t n = x->class->n, pairs = n - x->far, p = x->p, pp = lcn_padded(p);
    if (lcn_is_long(n, p)) LCN_TRY(lcn_split_sum(ctx, x->class, G, p * p, ctx->threads, pairs_of_slice, x));
    else pairs_of(G, x, 0, n);
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s <= r; s++)
            *L++ = (G[r * p + s] - 2.0 * (double)n * K[r * pp + s]) / (2.0 * (double)pairs);
    return LACON_OK;
}

static lacon_status all_lags(lacon_ctx *ctx, double *L, const lcn_class *class, const double *K, int64_t p, int lags)
{
    void *after = NULL;
    lacon_status status = LACON_E_MEMORY;
    double *G = lcn_alloc_raw(ctx, (size_t)(p * p + ctx->threads * BLOCK * p), sizeof *G);
    if (G == NULL) goto done;
    LCN_GOTO(lcn_split_after(ctx, &after, class, p, lags * class->step));
    rows x = {.class = class, .after = after, .p = p, .D = G + p * p};
    for (int l = 0; l < lags; l++) {
        x.far = (l + 1) * class->step;
        LCN_GOTO(lag_products(ctx, L + l * (p * (p + 1) / 2), K, &x, G));
    }
done:
    lcn_free(&ctx->allocator, after);
    lcn_free(&ctx->allocator, G);
    return status;
}

/* ---- a class ---- */

/* x becomes K, which it owns. */
static void replace(const lacon_data *data, lcn_class *class, void *K)
{
    lcn_free(&data->allocator, class->owned);
    class->x = class->owned = K;
    class->ld = lcn_padded(data->p);
    class->kind = LCN_COV;
    class->padded = true;
}

/* ---- in single precision ---- */

/* K in the precision of its rows, where they need not stay: up to here a fit has a p × p matrix anyway
 * (fit/problem/mean_covariance.c), and a quarter less is worth it. */
enum { SINGLE_VARIABLES = 1024 };

bool lcn_single_is_smaller(const lcn_class *class, int64_t p, int lags)
{
    return class->kind == LCN_ROWS_F32 && p <= SINGLE_VARIABLES && 4 * (lcn_padded(p) + lags) <= 3 * class->n;
}

/* What is asked of the order of the rows before they are read again. */
static lacon_status keep_rho(lacon_ctx *ctx, lcn_class *class, int64_t p)
{
    lcn_tile tile = {0};
    double mean[LCN_LAGS] = {0};
    float *rho = lcn_alloc(ctx, (size_t)(p * class->lags), sizeof *rho);
    const lacon_status status = rho ? lcn_tile_init(ctx, &tile, class->n, false) : LACON_E_MEMORY;
    if (status >= 0) lcn_class_lags(rho, class, &tile, p, mean);
    lcn_tile_clear(&ctx->allocator, &tile);
    class->rho = rho; /* the class's, whatever came of it */
    return status;
}

static lacon_status reduce_to_single(lacon_ctx *ctx, const lacon_data *data, lcn_class *class, bool series)
{
    const int64_t p = data->p, size = p * lcn_padded(p);
    double *K = lcn_alloc(ctx, (size_t)size, sizeof *K);
    float *k = lcn_alloc_kept(ctx, (size_t)size, sizeof *k);
    lacon_status status = K && k ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0 && series) status = keep_rho(ctx, class, p);
    if (status >= 0) status = lcn_rows_gram(ctx, K, class, p, (double)class->n);
    if (status >= 0) {
        for (int64_t e = 0; e < size; e++) k[e] = (float)K[e];
        replace(data, class, k);
        class->single = true;
        k = NULL;
    }
    lcn_free(&ctx->allocator, K);
    lcn_free(&ctx->allocator, k);
    return status;
}

lacon_status lcn_class_reduce(lacon_ctx *ctx, const lacon_data *data, lcn_class *class, bool series)
{
    const int64_t p = data->p, size = p * lcn_padded(p);
    if (class->kind == LCN_COV || class->missing > 0) return LACON_OK;
    const int lags = series ? class->lags : 0;
    const int64_t all = size + lags * (p * (p + 1) / 2), value = class->kind == LCN_ROWS_F32 ? 4 : 8;
    if (!lcn_covariance_is_smaller(class, p) || all * 8 > class->n * p * value) { /* or rows that remember for long */
        const bool again = class->as_read != 0 && class->dropped == 0;
        return (lags == 0 || again) && lcn_single_is_smaller(class, p, lags)
                   ? reduce_to_single(ctx, data, class, lags > 0) : LACON_OK;
    }
    double *K = lcn_alloc(ctx, (size_t)all, sizeof *K);
    if (K == NULL) return LACON_E_MEMORY;
    lacon_status status = lcn_rows_gram(ctx, K, class, p, (double)class->n);
    if (status >= 0 && lags > 0) status = all_lags(ctx, K + size, class, K, p, lags);
    if (status < 0) {
        lcn_free(&ctx->allocator, K);
        return status;
    }
    replace(data, class, K);
    class->split = NULL; /* every rank has all there is to know */
    class->first = 0;
    class->lagged = lags > 0 ? K + size : NULL;
    return LACON_OK;
}

lacon_status lcn_reduce_begin(lacon_ctx *ctx, int *scope)
{
    LCN_TRY(lcn_blas_ready(ctx));
    *scope = lcn_blas_begin();
    return LACON_OK;
}

void lcn_reduce_end(int scope) { lcn_blas_end(scope); }
