/* SPDX-License-Identifier: BSD-3-Clause
 * How many independent rows the rows of a class are worth (docs/algorithm/membership.md). For series x and y of n
 * rows the variance of their cross-product is multiplied by
 *
 *     c_xy = 1 + 2 sum_l (1 - l/n) rho_x(l) rho_y(l)
 *
 * Columns go through in tiles of LCN_TILE, centred and of unit variance. Lags are 1, 2, .. `lags` steps; a step is
 * more than one row only where rows remember longer than LCN_LAGS rows. fit/extensions/series.c uses it in a fit.
 */
#ifndef LCN_EFFECTIVE_H
#define LCN_EFFECTIVE_H

#include "data/data.h"

/* variables side by side in cache; lags: correlation .9 is at .001 by then */
enum { LCN_TILE = 32, LCN_LAGS = 64 };

typedef struct lcn_tile {
    int64_t n;
    int width;     /* columns, those in use and zeros up to a multiple of 8 */
    double *z;     /* n × width: a column that does not vary, and a value that is missing, is zero */
    double *there; /* n × width: 1, or 0 where a value is missing; NULL: none is */
    double *far;   /* n - n/2: products of rows n/2 apart, over the tiles of a class so far */
    bool varies[LCN_TILE];
} lcn_tile;

/* Memory for classes of up to n rows; missing: some of them have missing values. */
lacon_status lcn_tile_init(lacon_ctx *ctx, lcn_tile *tile, int64_t n, bool missing);
void lcn_tile_clear(const lacon_allocator *a, lcn_tile *tile);
/* Of n rows and zeros, wide enough for so many columns. */
void lcn_tile_blank(lcn_tile *tile, int64_t n, int64_t columns);

/* Columns first, first + apart, .. of a class of rows, as far as there are. */
void lcn_tile_load(lcn_tile *tile, const lcn_class *class, int64_t p, int64_t first, int64_t apart);
/* Centres and scales the columns in z. */
void lcn_tile_standardise(lcn_tile *tile);
/* R[l][c]: correlation of column c with itself `l + 1 + before` steps earlier, for l < count. */
void lcn_tile_lags(const lcn_tile *tile, int64_t step, int before, int count, double (*R)[LCN_TILE]);

/* How a class remembers: the window, and what corrects the correlations of its series. */
typedef struct lcn_memory {
    int lags;
    double step;            /* rows of a lag */
    double steps;           /* of the class: rows / step */
    double ratio[LCN_LAGS]; /* added to a correlation: see lcn_memory_set */
} lcn_memory;

/* From the mean correlations R (class->lags) of its series. Correlations of n rows are too small: the mean was
 * taken out of them, and numerator and denominator go together. rho (lags), or NULL, becomes what R should be. */
void lcn_memory_set(lcn_memory *m, const lcn_class *class, const double *R, double *rho);
/* One series' correlations corrected: rho from R, lags of them. */
void lcn_memory_correct(const lcn_memory *m, const double *R, double *rho);
/* c of two series with corrected correlations a and b, at least 1. */
double lcn_inflation(const lcn_memory *m, const double *a, const double *b);

/* Sets how a class remembers: its `inflation`, `lags` and `step`; a covariance does not. */
lacon_status lcn_class_remember(lacon_ctx *ctx, lcn_class *class, int64_t p);
/* The same for all classes. */
lacon_status lcn_data_remember(lacon_ctx *ctx, lacon_data *data);

/* rho (p × lags): correlations of every variable with itself 1, 2, .. steps earlier, as they are; their sums over
 * variables are added to mean. Returns how many vary. tile: for rows as long; a covariance has no need of it. */
double lcn_class_lags(float *rho, const lcn_class *class, lcn_tile *tile, int64_t p, double *mean);
/* The same corrected, and by what. */
void lcn_class_correlate(lcn_memory *memory, float *rho, const lcn_class *class, lcn_tile *tile, int64_t p);

/* Rows to each that has a value at all: the others tell nothing (censored volumes, people who answered nothing). */
double lcn_rows_to_told(const lcn_class *class, int64_t p);

/* n / c, at least 2 and at most n. */
static inline double lcn_class_effective(const lcn_class *class)
{
    const double n = (double)class->n, worth = class->inflation > 1 ? n / class->inflation : n;
    return worth > 2 || n < 2 ? worth : 2;
}

#endif
