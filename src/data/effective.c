/* SPDX-License-Identifier: BSD-3-Clause
 * Autocorrelations of the series of a class and its effective rows; see effective.h. The window is Sokal's,
 * for the series themselves: with |rho| falling like exp(-l / t), 1 + 2 sum |rho| is 2t, and what lies beyond 5t is
 * e^-5 of the sum. Products of two fall twice as fast, but those of filtered series ring on, and a lag too many costs
 * little: correlations by chance have either sign.
 */
#include "data/effective.h"
#include "data/row_slices.h"
#include "util/instruction_sets.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Variables from which the memory of a class is estimated: the mean of so many is nearly free of noise. */
enum { SAMPLED = 128, LAGS_AT_ONCE = 4, PART = 8 };
static const double WINDOW = 2.5; /* 5t in units of 2t */

/* ---- a tile of columns ---- */

lacon_status lcn_tile_init(lacon_ctx *ctx, lcn_tile *tile, int64_t n, bool missing)
{
    *tile = (lcn_tile){.n = n};
    tile->z = lcn_alloc_raw(ctx, (size_t)n, ((missing ? 2 : 1) * LCN_TILE + 1) * sizeof *tile->z);
    if (!tile->z) return LACON_E_MEMORY;
    tile->far = tile->z + n * LCN_TILE * (missing ? 2 : 1);
    if (missing) tile->there = tile->z + n * LCN_TILE;
    return LACON_OK;
}

void lcn_tile_clear(const lacon_allocator *a, lcn_tile *tile)
{
    lcn_free(a, tile->z);
    *tile = (lcn_tile){0};
}

void lcn_tile_blank(lcn_tile *tile, int64_t n, int64_t columns)
{
    const int64_t used = columns < LCN_TILE ? columns : LCN_TILE;
    tile->n = n;
    tile->width = (int)((used + PART - 1) / PART * PART);
    memset(tile->z, 0, (size_t)(n * tile->width) * sizeof *tile->z);
    for (int64_t e = 0; tile->there && e < n * tile->width; e++) tile->there[e] = 1;
}

/* One row of a class, every apart-th value. */
static void load_row(double *z, const lcn_class *class, int64_t i, int64_t first, int64_t apart, int64_t count)
{
    if (class->kind == LCN_ROWS_F32) {
        const float *x = (const float *)class->x + i * class->ld + first;
        for (int64_t c = 0; c < count; c++) z[c] = (double)x[c * apart];
    } else {
        const double *x = (const double *)class->x + i * class->ld + first;
        for (int64_t c = 0; c < count; c++) z[c] = x[c * apart];
    }
}

void lcn_tile_load(lcn_tile *tile, const lcn_class *class, int64_t p, int64_t first, int64_t apart)
{
    const int64_t left = (p - first + apart - 1) / apart, count = left < LCN_TILE ? left : LCN_TILE;
    lcn_tile_blank(tile, class->n, count);
    for (int64_t i = 0; i < lcn_rows_here(class); i++) {
        double *z = tile->z + (class->first + i) * tile->width;
        load_row(z, class, i, first, apart, count);
        for (int64_t c = 0; tile->there && c < count; c++) {
            tile->there[i * tile->width + c] = !isnan(z[c]);
            if (isnan(z[c])) z[c] = 0;
        }
    }
    lcn_split_gather(class, tile->z, (size_t)tile->width * sizeof *tile->z);
    lcn_tile_standardise(tile);
}

/* Missing values are zero: they must stay so while the others are centred. */
LCN_CLONES static void centre(lcn_tile *tile, const double *mean, const double *size)
{
    const int64_t n = tile->n;
    const int width = tile->width;
    for (int64_t i = 0; i < n; i++) {
        double *z = tile->z + i * width;
        for (int c = 0; c < width; c++) z[c] = z[c] * size[c] - mean[c];
        for (int c = 0; tile->there && c < width; c++) z[c] *= tile->there[i * width + c];
    }
}

LCN_CLONES void lcn_tile_standardise(lcn_tile *tile)
{
    double mean[LCN_TILE] = {0}, square[LCN_TILE] = {0}, count[LCN_TILE] = {0}, size[LCN_TILE] = {0};
    const int64_t n = tile->n;
    const int width = tile->width;
    for (int64_t i = 0; i < n; i++) {
        const double *z = tile->z + i * width;
        for (int c = 0; c < width; c++) size[c] = fabs(z[c]) > size[c] ? fabs(z[c]) : size[c];
        for (int c = 0; c < width; c++) mean[c] += z[c];
        for (int c = 0; c < width; c++) count[c] += tile->there ? tile->there[i * width + c] : 1;
    }
    for (int c = 0; c < width; c++) {
        size[c] = size[c] > 0 ? 1 / size[c] : 1; /* squares stay within range */
        mean[c] *= size[c] / fmax(count[c], 1);
    }
    centre(tile, mean, size);
    for (int64_t i = 0; i < n; i++)
        for (int c = 0; c < width; c++) square[c] += tile->z[i * width + c] * tile->z[i * width + c];
    for (int c = 0; c < LCN_TILE; c++) {
        const double variance = square[c] / fmax(count[c], 1);
        tile->varies[c] = c < width && variance > 1e-24; /* of numbers up to one: less is rounding */
        size[c] = tile->varies[c] ? 1 / sqrt(variance) : 0;
        mean[c] = 0;
    }
    centre(tile, mean, size);
}

typedef double part __attribute__((vector_size(PART * sizeof(double)), aligned(8), may_alias));

/* S[l] = sum_i x[i] x[i + far[l]] for the PART columns from x on, far ascending: sums stay in registers */
LCN_CLONES static void products(const double *x, int64_t n, int64_t width, const int64_t *far, double (*S)[PART])
{
    part s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0}, *const s[LAGS_AT_ONCE] = {&s0, &s1, &s2, &s3};
    const int64_t all = n > far[3] ? n - far[3] : 0;
    const double *x0 = x + far[0] * width, *x1 = x + far[1] * width, *x2 = x + far[2] * width;
    const double *x3 = x + far[3] * width;
    for (int64_t i = 0; i < all * width; i += width) {
        const part here = *(const part *)(x + i);
        s0 += here * *(const part *)(x0 + i);
        s1 += here * *(const part *)(x1 + i);
        s2 += here * *(const part *)(x2 + i);
        s3 += here * *(const part *)(x3 + i);
    }
    for (int l = 0; l < LAGS_AT_ONCE; l++) {
        for (int64_t i = all; i < n - far[l]; i++)
            *s[l] += *(const part *)(x + i * width) * *(const part *)(x + (i + far[l]) * width);
        memcpy(S[l], s[l], sizeof *s[l]);
    }
}

/* Lags far[0..count) of the columns first .. first + PART of the tile. */
static void lag_part(const lcn_tile *tile, int first, const int64_t *far, int count, double (*R)[LCN_TILE])
{
    double S[LAGS_AT_ONCE][PART], pairs[LAGS_AT_ONCE][PART];
    products(tile->z + first, tile->n, tile->width, far, S);
    if (tile->there) products(tile->there + first, tile->n, tile->width, far, pairs);
    for (int l = 0; l < count; l++)
        for (int c = 0; c < PART; c++) {
            const double both = tile->there ? pairs[l][c] : (double)(tile->n - far[l]);
            R[l][first + c] = both > 0 ? S[l][c] / both : 0;
        }
}

void lcn_tile_lags(const lcn_tile *tile, int64_t step, int before, int count, double (*R)[LCN_TILE])
{
    for (int from = 0; from < count; from += LAGS_AT_ONCE) {
        const int now = count - from < LAGS_AT_ONCE ? count - from : LAGS_AT_ONCE;
        int64_t far[LAGS_AT_ONCE];
        for (int l = 0; l < LAGS_AT_ONCE; l++) far[l] = step * (before + from + l + 1);
        for (int first = 0; first < tile->width; first += PART) lag_part(tile, first, far, now, R + from);
        for (int l = 0; l < now; l++)
            for (int c = tile->width; c < LCN_TILE; c++) R[from + l][c] = 0;
    }
}

/* ---- tiles of a class whose rows ranks share: each rank goes through one of those that are asked for at once ---- */

/* What is told of a tile. */
typedef struct seen {
    bool varies[LCN_TILE];
    double R[LCN_LAGS][LCN_TILE];
} seen;

static int at_once(const lcn_class *class) { return class->split ? lcn_ranks(class->split->ctx) : 1; }

/* Rows of `giver` of the tile from column `first` on, to `taker`, whose tile is blank; some at a time, through the room
 * that a tile has for products of rows. */
static void hand_tile(lcn_tile *tile, const lcn_class *class, int64_t p, int64_t first, int64_t apart, int giver,
                      int taker)
{
    lacon_ctx *ctx = class->split->ctx;
    const int64_t left = (p - first + apart - 1) / apart, count = left < LCN_TILE ? left : LCN_TILE;
    const int64_t end = lcn_slice_begin(class->split->first[giver + 1], class->n), lot = class->n / LCN_TILE;
    const int width = (int)((count + PART - 1) / PART * PART), self = lcn_rank(ctx);
    for (int64_t at = lcn_slice_begin(class->split->first[giver], class->n); at < end; at += lot) {
        const int64_t rows = end - at < lot ? end - at : lot;
        double *block = self == taker ? tile->z + at * width : tile->far;
        if (self == giver) memset(block, 0, (size_t)(rows * width) * sizeof *block);
        for (int64_t i = 0; i < rows && self == giver; i++)
            load_row(block + i * width, class, at - class->first + i, first, apart, count);
        if (giver != taker && lcn_hand(ctx, block, (size_t)(rows * width) * sizeof *block, giver, taker) < 0) return;
    }
}

/* The tiles from column `first` on that are seen at once: this rank's, its lags. */
static void see_own(seen *own, lcn_tile *tile, const lcn_class *class, int64_t p, int64_t first, int64_t apart,
                    int64_t step, int before, int lags)
{
    const int rank = class->split ? lcn_rank(class->split->ctx) : 0;
    const int64_t mine = first + rank * LCN_TILE * apart;
    if (!class->split) lcn_tile_load(tile, class, p, first, apart);
    else if (lcn_relay_begin(class->split->ctx) < 0) return;
    if (class->split && mine < p) lcn_tile_blank(tile, class->n, (p - mine + apart - 1) / apart);
    for (int t = 0; class->split && t < at_once(class) && first + t * LCN_TILE * apart < p; t++)
        for (int giver = 0; giver < at_once(class); giver++)
            hand_tile(tile, class, p, first + t * LCN_TILE * apart, apart, giver, t);
    if (mine >= p) return;
    if (class->split) lcn_tile_standardise(tile);
    lcn_tile_lags(tile, step, before, lags, own->R);
    memcpy(own->varies, tile->varies, sizeof own->varies);
}

/* Tile t of those. */
static const seen *tell_tile(const lcn_class *class, seen *room, const seen *own, int t, int lags)
{
    if (!class->split) return own;
    if (t == lcn_rank(class->split->ctx)) *room = *own;
    (void)lcn_relay(class->split->ctx, room, offsetof(seen, R) + (size_t)lags * sizeof room->R[0], t);
    return room;
}

/* far[i] += z_i'z_{i + n/2} over the columns of the tile */
LCN_CLONES static void add_far(lcn_tile *tile)
{
    const int64_t half = tile->n / 2;
    const int width = tile->width;
    for (int64_t i = 0; i < tile->n - half; i++) {
        const double *x = tile->z + i * width, *y = x + half * width;
        part s = {0};
        for (int c = 0; c < width; c += PART) s += *(const part *)(x + c) * *(const part *)(y + c);
        for (int c = 0; c < PART; c++) tile->far[i] += s[c];
    }
}

/* q, the mean squared correlation of two variables: rows z_s, z_t far from each other are as good as independent, and
 * then z_s'z_t / p has the variance tr(R^2) / p^2, R their correlations, whatever the distribution. */
static double in_common(const lcn_tile *tile, double variables)
{
    const int64_t pairs = tile->n - tile->n / 2; /* two at least: see has_series */
    double mean = 0, square = 0;
    for (int64_t i = 0; i < pairs; i++) mean += tile->far[i] / (double)pairs;
    for (int64_t i = 0; i < pairs; i++) square += (tile->far[i] - mean) * (tile->far[i] - mean);
    return variables > 0 ? square / ((double)(pairs - 1) * variables * variables) : 0;
}

/* ---- corrections ---- */

/* With V = var(mean) / variance, E[covariance at lag l] is (rho(l) - V) and E[variance] is (1 - V) of the variance, so
 * rho = (R + u) / (1 + u), u = V / (1 - V); and V is (1 + 2 sum_l (1 - l/n) rho(l)) / n: a linear equation for u. */
void lcn_memory_correct(const lcn_memory *m, const double *R, double *rho)
{
    double signal = 1, weight = 1;
    for (int l = 0; l < m->lags; l++) {
        const double w = 1 - (l + 1) / m->steps;
        rho[l] = R[l] + m->ratio[l];
        signal += 2 * w * rho[l];
        weight += 2 * w;
    }
    const double u = fmax(signal, 0) / (m->steps - weight); /* lags are at most half of the steps: above 0 */
    for (int l = 0; l < m->lags; l++) rho[l] = (rho[l] + u) / (1 + u);
}

/* What a ratio loses because both its parts come from the same rows (Bartlett's covariances):
 * ratio(l) = 2/n [ sum_m rho(m) rho(m + l) - rho(l) sum_m rho(m)^2 ], m from -lags to lags. */
static void ratio_bias(lcn_memory *m, const double *rho)
{
    double both[2 * LCN_LAGS + 1] = {0}, square = 0;
    const int lags = m->lags;
    both[lags] = 1;
    for (int l = 0; l < lags; l++) both[lags + 1 + l] = both[lags - 1 - l] = rho[l];
    for (int i = 0; i <= 2 * lags; i++) square += both[i] * both[i];
    for (int l = 0; l < lags; l++) {
        double sum = 0;
        for (int i = l + 1; i <= 2 * lags; i++) sum += both[i] * both[i - l - 1];
        m->ratio[l] = 2 / m->steps * (sum - rho[l] * square);
    }
}

void lcn_memory_set(lcn_memory *m, const lcn_class *class, const double *R, double *rho)
{
    enum { ROUNDS = 2 }; /* the correction is of order 1/n, its own correction 1/n^2 */
    double made[LCN_LAGS];
    *m = (lcn_memory){.lags = class->lags, .step = (double)class->step,
                      .steps = (double)class->n / (double)class->step};
    for (int i = 0; i < ROUNDS; i++) {
        lcn_memory_correct(m, R, made);
        ratio_bias(m, made);
    }
    if (rho) lcn_memory_correct(m, R, rho);
}

static double sum_products(const lcn_memory *m, const double *a, const double *b)
{
    double sum = 1;
    for (int l = 0; l < m->lags; l++) sum += 2 * (1 - (l + 1) / m->steps) * a[l] * b[l];
    return sum;
}

double lcn_inflation(const lcn_memory *m, const double *a, const double *b)
{
    return fmax(1, m->step * sum_products(m, a, b)); /* of smooth series a sum over steps approximates one over rows */
}

/* What c of a class comes out too large by, for n / c to be right in the mean to the order 1/n. The mean R of the
 * series' correlations has chance in it, and c squares it (Bartlett 1946; q: in_common):
 *
 *     Cov[R(l), R(m)] = q/n sum_{i>=1} D_il D_im,    D_il = rho(i + l) + rho(i - l) - 2 rho(i) rho(l)
 *     E[c^] - c       = 2 sum_l (1 - l/n) Var R(l)   = 2 q/n sum_il D_il^2       lag l has n - l pairs of n
 *     Var c^          = 16 q/n sum_i (sum_l (1 - l/n) rho(l) D_il)^2
 *     E[1/c^]         = 1/c - (E[c^] - c - Var c^ / c) / c^2 */
static double chance(const lcn_memory *m, const double *rho, double c, double q)
{
    double room[4 * LCN_LAGS + 1] = {0}, *at = room + LCN_LAGS, bias = 0, variance = 0; /* at[l] = rho(l) */
    at[0] = 1;
    for (int l = 1; l <= m->lags; l++) at[l] = at[-l] = rho[l - 1];
    for (int i = 1; i <= 2 * m->lags; i++) { /* D is zero beyond */
        double slope = 0;
        for (int l = 1; l <= m->lags; l++) {
            const double D = at[i + l] + at[i - l] - 2 * at[i] * at[l];
            bias += D * D;
            slope += (1 - l / m->steps) * at[l] * D;
        }
        variance += slope * slope;
    }
    return q / m->steps * (2 * bias - 16 * variance / c);
}

/* ---- a class ---- */

typedef struct window {
    int lags;
    double memory;         /* 2t so far */
    double common;         /* q of `chance` */
    double mean[LCN_LAGS]; /* over variables, of the correlation at each lag */
} window;

/* A tile's share of them; how many of its variables vary. */
static double add_tile(const seen *tile, double *mean, int count)
{
    double variables = 0;
    for (int c = 0; c < LCN_TILE; c++) {
        variables += tile->varies[c];
        for (int l = 0; l < count && tile->varies[c]; l++) mean[l] += tile->R[l][c];
    }
    return variables;
}

/* The first lags, and what the variables have in common: products of far rows are added up over the tiles. */
static double first_lags(window *w, lcn_tile *tile, const lcn_class *class, int64_t p, int64_t step, int count)
{
    seen own;
    double variables = 0;
    const int64_t apart = (p + SAMPLED - 1) / SAMPLED;
    memset(tile->far, 0, (size_t)class->n * sizeof *tile->far);
    for (int64_t first = 0; first < p; first += LCN_TILE * apart) {
        lcn_tile_load(tile, class, p, first, apart);
        lcn_tile_lags(tile, step, 0, count, own.R);
        memcpy(own.varies, tile->varies, sizeof own.varies);
        add_far(tile);
        variables += add_tile(&own, w->mean, count);
    }
    w->common = in_common(tile, variables);
    return variables;
}

static double more_lags(window *w, lcn_tile *tile, const lcn_class *class, int64_t p, int64_t step, int count)
{
    seen own, other;
    double variables = 0;
    const int64_t apart = (p + SAMPLED - 1) / SAMPLED, wide = LCN_TILE * apart;
    for (int64_t first = 0; first < p; first += wide * at_once(class)) {
        see_own(&own, tile, class, p, first, apart, step, w->lags, count);
        for (int t = 0; t < at_once(class) && first + t * wide < p; t++)
            variables += add_tile(tell_tile(class, &other, &own, t, count), w->mean + w->lags, count);
    }
    return variables;
}

/* The next lags of the mean over variables, which are spread evenly over the columns. */
static void extend_window(window *w, lcn_tile *tile, const lcn_class *class, int64_t p, int64_t step, int count)
{
    for (int l = 0; l < count; l++) w->mean[w->lags + l] = 0;
    const double variables = (w->lags == 0 ? first_lags : more_lags)(w, tile, class, p, step, count);
    const double steps = (double)class->n / (double)step;
    for (int l = 0; l < count && (double)w->lags < WINDOW * w->memory; l++) {
        double *mean = &w->mean[w->lags++];
        if (variables > 0) *mean /= variables;
        w->memory += 2 * (1 - w->lags / steps) * fabs(*mean);
    }
}

/* True when the window closed, or reached half of the rows: they do not determine a longer one. */
static bool close_window(window *w, lcn_tile *tile, const lcn_class *class, int64_t p, int64_t step)
{
    const int64_t half = class->n / 2 / step, most = half < LCN_LAGS ? half : LCN_LAGS;
    *w = (window){.memory = 1};
    while (w->lags < most && (double)w->lags < WINDOW * w->memory) {
        const int left = (int)(most - w->lags);
        extend_window(w, tile, class, p, step, left < LAGS_AT_ONCE ? left : LAGS_AT_ONCE);
    }
    return (double)w->lags >= WINDOW * w->memory || half <= LCN_LAGS;
}

double lcn_rows_to_told(const lcn_class *class, int64_t p)
{
    int64_t told = 0;
    if (class->missing == 0) return 1;
    for (int64_t i = 0; i < class->n; i++) {
        int64_t r = 0;
        while (r < p && isnan(lcn_class_value(class, i, r))) r++;
        told += r < p;
    }
    return told > 0 ? (double)class->n / (double)told : 1;
}

static void remember(lcn_class *class, lcn_tile *tile, int64_t p)
{
    window w;
    int64_t step = 1;
    while (!close_window(&w, tile, class, p, step)) step *= 2;
    lcn_memory m;
    double rho[LCN_LAGS];
    class->lags = w.lags;
    class->step = step;
    lcn_memory_set(&m, class, w.mean, rho);
    const double c = sum_products(&m, rho, rho);
    class->inflation = fmax(1, m.step * (c - chance(&m, rho, c, w.common))) * lcn_rows_to_told(class, p);
}

static bool has_series(const lcn_class *class)
{
    return class->kind != LCN_COV && class->n >= 4; /* a lag and its window */
}

lacon_status lcn_class_remember(lacon_ctx *ctx, lcn_class *class, int64_t p)
{
    lcn_tile tile;
    class->inflation = 1;
    class->lags = 0;
    if (!has_series(class)) return LACON_OK;
    LCN_TRY(lcn_tile_init(ctx, &tile, class->n, true));
    remember(class, &tile, p);
    lcn_tile_clear(&ctx->allocator, &tile);
    return LACON_OK;
}

/* A worker takes every threads-th class with a tile of its own: what it finds depends on the class alone. */
lacon_status lcn_data_remember(lacon_ctx *ctx, lacon_data *data)
{
    const int64_t N = data->n_classes;
    int64_t most = 0, missing = 0, threads = ctx->threads < N ? ctx->threads : N;
    for (int64_t c = 0; c < N; c++) {
        lcn_class *class = &data->classes[c];
        if (lcn_is_split(class)) threads = 1; /* ranks talk on one thread */
        class->inflation = 1;
        class->lags = 0;
        if (has_series(class) && class->n > most) most = class->n;
        missing += class->missing;
    }
    if (most == 0) return LACON_OK;
    lcn_tile *tiles = lcn_alloc(ctx, (size_t)threads, sizeof *tiles);
    lacon_status status = tiles ? LACON_OK : LACON_E_MEMORY;
    for (int64_t t = 0; t < threads && status >= 0; t++) status = lcn_tile_init(ctx, &tiles[t], most, missing > 0);
    if (status >= 0) {
#pragma omp parallel for schedule(static, 1) num_threads((int)threads) if (threads > 1)
        for (int64_t t = 0; t < threads; t++)
            for (int64_t c = t; c < N; c += threads)
                if (has_series(&data->classes[c])) remember(&data->classes[c], &tiles[t], data->p);
    }
    for (int64_t t = 0; tiles && t < threads; t++) lcn_tile_clear(&ctx->allocator, &tiles[t]);
    lcn_free(&ctx->allocator, tiles);
    return status;
}

/* ---- every variable ---- */

/* The variables of a tile from number `first` on. */
static double keep_tile(float *rho, double *mean, const seen *tile, int64_t first, int64_t p, int lags)
{
    double variables = 0;
    for (int q = 0; q < LCN_TILE && first + q < p; q++) {
        variables += tile->varies[q];
        for (int l = 0; l < lags; l++) {
            rho[(first + q) * lags + l] = (float)tile->R[l][q];
            mean[l] += tile->R[l][q];
        }
    }
    return variables;
}

static double lags_of_rows(float *rho, const lcn_class *class, lcn_tile *tile, int64_t p, double *mean)
{
    const int lags = class->lags;
    double variables = 0;
    seen own, other;
    for (int64_t first = 0; first < p; first += LCN_TILE * at_once(class)) {
        see_own(&own, tile, class, p, first, 1, class->step, 0, lags);
        for (int t = 0; t < at_once(class) && first + t * LCN_TILE < p; t++)
            variables += keep_tile(rho, mean, tell_tile(class, &other, &own, t, lags), first + t * LCN_TILE, p, lags);
    }
    return variables;
}

/* The same from products of rows some steps apart, rho_r(l) = L_rr / K_rr; or as it was kept */
static double lags_of_covariance(float *rho, const lcn_class *class, int64_t p, double *mean)
{
    double variables = 0;
    for (int64_t r = 0; r < p; r++) {
        const int64_t at = r * class->ld + r;
        const double K = class->single ? (double)((const float *)class->x)[at] : ((const double *)class->x)[at];
        variables += K > 0;
        for (int l = 0; l < class->lags; l++) {
            const int64_t e = r * class->lags + l;
            const double R = class->rho ? (double)class->rho[e]
                             : K > 0    ? lcn_lagged(class, p, l + 1)[r * (r + 1) / 2 + r] / K : 0;
            rho[e] = (float)R;
            mean[l] += R;
        }
    }
    return variables;
}

double lcn_class_lags(float *rho, const lcn_class *class, lcn_tile *tile, int64_t p, double *mean)
{
    return class->kind == LCN_COV ? lags_of_covariance(rho, class, p, mean) : lags_of_rows(rho, class, tile, p, mean);
}

void lcn_class_correlate(lcn_memory *memory, float *rho, const lcn_class *class, lcn_tile *tile, int64_t p)
{
    const int lags = class->lags;
    double mean[LCN_LAGS] = {0};
    const double variables = lcn_class_lags(rho, class, tile, p, mean);
    for (int l = 0; l < lags && variables > 0; l++) mean[l] /= variables;
    lcn_memory_set(memory, class, mean, NULL);
    for (int64_t r = 0; r < p; r++) {
        double own[LCN_LAGS];
        for (int l = 0; l < lags; l++) own[l] = (double)rho[r * lags + l];
        lcn_memory_correct(memory, own, own);
        for (int l = 0; l < lags; l++) rho[r * lags + l] = (float)own[l];
    }
}
