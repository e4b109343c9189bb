/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance as rows, see mean_rows.h. With D the shrinkage of variable noise
 *
 *     mean = sum_i s_i D X_i'X_i D,   s_i = omega_i / (t_i divisor_i)
 *
 * Rows are cut into blocks and columns into panels (wide.h), by their number alone: no sum depends on the threads. A
 * block is gone through twice while it is in memory, and read once.
 */
#include "fit/problem/mean_rows.h"
#include "la/gram.h"
#include "la/la.h"
#include "util/pieces.h"
#include "util/store.h"

#include <math.h>
#include <string.h>

enum { ROWS = 64 }; /* of a block */

/* Panels for products with w columns */
static lcn_wide panels_for(const lcn_mean_rows *m, int64_t w)
{
    return lcn_wide_of(m->threads, m->problem->p, w, ROWS, (double)ROWS * 4.0 * (double)m->problem->p);
}

static lacon_status allocate(lacon_ctx *ctx, lcn_mean_rows *m, const lcn_problem *q)
{
    const size_t N = (size_t)q->n_terms;
    m->scale = lcn_alloc(ctx, N, sizeof *m->scale);
    m->first = lcn_alloc(ctx, N + 1, sizeof *m->first);
    m->begin = lcn_alloc(ctx, (size_t)m->n_blocks + 1, sizeof *m->begin);
    m->block_of = lcn_alloc(ctx, N + 1, sizeof *m->block_of);
    const size_t all = LCN_MEAN_COLUMNS * (size_t)q->p;
    lcn_within *w = &m->within;
    w->wide = panels_for(m, LCN_MEAN_COLUMNS * q->k);
    w->wide.parts = lcn_alloc_raw(ctx, (size_t)lcn_wide_size(&w->wide), sizeof *w->wide.parts);
    w->line = lcn_alloc_raw(ctx, (size_t)m->threads, (size_t)w->wide.panel * sizeof *w->line);
    w->start = lcn_alloc(ctx, (size_t)w->wide.panels, (size_t)(q->k + 2) * sizeof *w->start);
    w->order = lcn_alloc(ctx, (size_t)q->p, sizeof *w->order);
    w->y = lcn_alloc(ctx, all, sizeof *w->y);
    w->z = lcn_alloc(ctx, all * (size_t)(1 + lcn_share_parts(&q->share)), sizeof *w->z); /* the sum, then parts */
    const bool rows = m->scale && m->first && m->begin && m->block_of;
    return rows && w->wide.parts && w->line && w->start && w->order && w->y && w->z ? LACON_OK : LACON_E_MEMORY;
}

lacon_status lcn_mean_rows_new(lacon_ctx *ctx, lcn_mean_rows **out, const lcn_problem *q)
{
    lcn_mean_rows *m = lcn_alloc(ctx, 1, sizeof *m);
    if (!m) return LACON_E_MEMORY;
    *m = (lcn_mean_rows){.allocator = ctx->allocator, .problem = q, .threads = ctx->threads};
    for (int64_t i = 0; i < q->n_terms; i++) {
        m->rows += q->terms[i].rows;
        m->n_blocks += (q->terms[i].rows + ROWS - 1) / ROWS;
    }
    if (allocate(ctx, m, q) < 0) {
        lcn_mean_rows_free(m);
        return LACON_E_MEMORY;
    }
    for (int64_t i = 0, b = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        m->scale[i] = t->omega / t->trace / t->divisor;
        m->first[i + 1] = m->first[i] + t->rows;
        for (int64_t at = 0; at < t->rows; at += ROWS) m->begin[b++] = m->first[i] + at;
        m->block_of[i + 1] = b;
    }
    m->begin[m->n_blocks] = m->rows;
    *out = m;
    return LACON_OK;
}

void lcn_mean_rows_free(lcn_mean_rows *m)
{
    if (!m) return;
    const lacon_allocator a = m->allocator;
    lcn_free(&a, m->scale);
    lcn_free(&a, m->first);
    lcn_free(&a, m->begin);
    lcn_free(&a, m->block_of);
    lcn_free(&a, m->within.wide.parts);
    lcn_free(&a, m->within.line);
    lcn_free(&a, m->within.start);
    lcn_free(&a, m->within.order);
    lcn_free(&a, m->within.y);
    lcn_free(&a, m->within.z);
    lcn_free(&a, m);
}

/* Block number b, all of one class: its rows, and that class. */
static lcn_wide_class block(const lcn_mean_rows *m, int64_t b, int64_t *class)
{
    const int64_t at = m->begin[b];
    int64_t low = 0, high = m->problem->n_terms; /* first[low] <= at < first[high] */
    while (high - low > 1) {
        const int64_t mid = (low + high) / 2;
        if (m->first[mid] <= at) low = mid;
        else high = mid;
    }
    const lcn_term *t = &m->problem->terms[low];
    const size_t value = t->route == LCN_ROWS_F64 ? sizeof(double) : sizeof(float);
    *class = low;
    return (lcn_wide_class){.x = (const char *)t->x + (size_t)((at - m->first[low]) * t->ld) * value,
                            .single = t->route != LCN_ROWS_F64, .ld = t->ld, .rows = m->begin[b + 1] - at};
}

static size_t bytes_of(const lcn_wide_class *b)
{
    return (size_t)(b->rows * b->ld) * (b->single ? sizeof(float) : sizeof(double));
}

/* Blocks of chunk c begin here. */
static int64_t chunk_begin(const lcn_mean_rows *m, int64_t c)
{
    return m->block_of[lcn_piece_begin(c, m->problem->share.pieces, m->problem->n_terms)];
}

/* ---- times some columns ---- */

/* What a product goes by; blocks of rows are what is taken together. */
typedef struct product {
    const lcn_mean_rows *mean;
    lcn_wide wide;
    const double *U; /* p × w */
    double *Y;       /* of a chunk of classes, */
    int64_t first;   /* whose first block this is */
    double *scratch; /* of every thread: lcn_dense_panel_scratch */
    const int64_t *index; /* variables of a block of the mean */
    lcn_within within;
    const double *y; /* of the caller */
    double *z;
} product;

static int64_t block_rows(void *user, int64_t i)
{
    const lcn_mean_rows *m = ((const product *)user)->mean;
    return m->begin[i + 1] - m->begin[i];
}

/* Rows that are in a file: those of a batch are asked for together, and need not stay. */
static void block_begin(void *user, int64_t i)
{
    const lcn_mean_rows *m = ((const product *)user)->mean;
    int64_t class;
    const lcn_wide_class b = block(m, i, &class);
    if (m->problem->terms[class].kept) lcn_kept_ahead(b.x, bytes_of(&b));
}

static void block_end(void *user, int64_t i)
{
    const lcn_mean_rows *m = ((const product *)user)->mean;
    int64_t class;
    const lcn_wide_class b = block(m, i, &class);
    if (m->problem->terms[class].kept) lcn_kept_done(b.x, bytes_of(&b));
}

static void block_times(void *user, double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    const int64_t c = lcn_panel_begin(&x->wide, panel), w = x->wide.k;
    lcn_times_dense(Y, &b, c, lcn_panel_width(&x->wide, panel), x->U + c * w, w,
                    x->scratch + thread * lcn_dense_panel_scratch(&x->wide));
}

static void block_between(void *user, double *Y, int64_t i, int64_t slot)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    (void)slot;
    for (int64_t e = 0; e < x->wide.k * b.rows; e++) Y[e] *= x->mean->scale[class];
}

static void block_back(void *user, const double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    const int64_t c = lcn_panel_begin(&x->wide, panel), w = x->wide.k;
    if (i == x->first) memset(x->Y + c * w, 0, (size_t)(lcn_panel_width(&x->wide, panel) * w) * sizeof *x->Y);
    lcn_back_dense(x->Y + c * w, &b, c, lcn_panel_width(&x->wide, panel), Y, w,
                   x->scratch + thread * lcn_dense_panel_scratch(&x->wide));
}

/* to = D from, w columns */
static void shrink_rows(const lcn_problem *q, double *to, const double *from, int64_t w)
{
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t j = 0; j < w; j++) to[r * w + j] = q->shrink[r] * from[r * w + j];
}

int64_t lcn_mean_rows_scratch(const lcn_mean_rows *m, int64_t w)
{
    const lcn_wide wide = panels_for(m, w);
    return lcn_padded(lcn_wide_size(&wide)) + m->threads * lcn_dense_panel_scratch(&wide) +
           (lcn_share_parts(&m->problem->share) + (m->problem->shrink ? 1 : 0)) * m->problem->p * w;
}

static void apply_chunk(void *user, int64_t c, double *part)
{
    product *x = user;
    const lcn_wide_use use = {x, block_rows, block_begin, block_times, block_between, block_back, block_end};
    x->Y = part;
    x->first = chunk_begin(x->mean, c);
    lcn_wide_run(&x->wide, &use, x->first, chunk_begin(x->mean, c + 1), x->wide.batch);
}

void lcn_mean_rows_apply(const lcn_mean_rows *m, double *Y, const double *U, int64_t w, double *scratch)
{
    const lcn_problem *q = m->problem;
    product x = {.mean = m, .wide = panels_for(m, w), .U = U};
    x.wide.parts = scratch;
    x.scratch = scratch + lcn_padded(lcn_wide_size(&x.wide));
    double *parts = x.scratch + m->threads * lcn_dense_panel_scratch(&x.wide);
    double *V = parts + lcn_share_parts(&q->share) * q->p * w;
    if (q->shrink) {
        shrink_rows(q, V, U, w);
        x.U = V;
    }
    lcn_share_stream(&q->share, m->threads, Y, parts, q->p * w, apply_chunk, &x);
    if (q->shrink) shrink_rows(q, Y, Y, w);
}

/* ---- some variables ---- */

/* A (w × ROWS): what the rows of a block have of variables from .. to of the index, sqrt(s) D times it */
static void gather(const lcn_mean_rows *m, double *A, const lcn_wide_class *b, double root, const int64_t *index,
                   int64_t from, int64_t to)
{
    const double *shrink = m->problem->shrink;
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t a = from; a < to; a++) {
            const int64_t at = i * b->ld + index[a];
            const double x = b->single ? (double)((const float *)b->x)[at] : ((const double *)b->x)[at];
            A[a * ROWS + i] = root * (shrink ? shrink[index[a]] : 1.0) * x;
        }
}

/* C += A A' of one block, VARIABLES lines of it at a time */
static void add_products(const lcn_mean_rows *m, double *C, const lcn_wide_class *b, double scale, const int64_t *index,
                         int64_t w, double *A)
{
    enum { VARIABLES = 64 }; /* with their A in the first cache */
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t a = 0; a < w; a += VARIABLES)
        gather(m, A, b, sqrt(scale), index, a, a + VARIABLES < w ? a + VARIABLES : w);
#pragma omp parallel for schedule(dynamic, 1) num_threads(m->threads) if (m->threads > 1)
    for (int64_t a = 0; a < w; a += VARIABLES)
        lcn_gemm(LCN_N, LCN_T, w - a < VARIABLES ? w - a : VARIABLES, w, b->rows, 1.0, A + a * ROWS, ROWS, A, ROWS, 1.0,
                 C + a * w, w);
}

static void block_chunk(void *user, int64_t c, double *part)
{
    product *x = user;
    const int64_t end = chunk_begin(x->mean, c + 1), w = x->wide.k;
    memset(part, 0, (size_t)(w * w) * sizeof *part);
    for (int64_t i = chunk_begin(x->mean, c); i < end; i++) {
        int64_t class;
        const lcn_wide_class b = block(x->mean, i, &class);
        if (i + 1 < end) block_begin(x, i + 1);
        add_products(x->mean, part, &b, x->mean->scale[class], x->index, w, x->scratch);
        block_end(x, i);
    }
}

int64_t lcn_mean_rows_block_scratch(const lcn_mean_rows *m, int64_t w)
{
    return (ROWS + lcn_share_parts(&m->problem->share) * w) * w;
}

void lcn_mean_rows_block(const lcn_mean_rows *m, double *C, const int64_t *index, int64_t w, double *scratch)
{
    product x = {.mean = m, .wide = {.k = w}, .index = index, .scratch = scratch};
    lcn_share_stream(&m->problem->share, m->threads, C, scratch + ROWS * w, w * w, block_chunk, &x);
}

/* ---- within modules ---- */

static void sort_panel(void *user, int64_t panel)
{
    product *x = user;
    lcn_within_sort(&x->within, panel, x->y);
}

static void unsort_panel(void *user, int64_t panel)
{
    product *x = user;
    lcn_within_unsort(&x->within, panel, x->z);
}

static void within_times(void *user, double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    lcn_within_times(&x->within, Y, &b, panel, thread);
}

static void within_back(void *user, const double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    int64_t class;
    const lcn_wide_class b = block(x->mean, i, &class);
    const int64_t c = lcn_panel_begin(&x->wide, panel), p = x->wide.p;
    for (int64_t e = 0; i == x->first && e < x->within.columns; e++)
        memset(x->within.z + e * p + c, 0, (size_t)lcn_panel_width(&x->wide, panel) * sizeof *x->within.z);
    lcn_within_back(&x->within, Y, &b, panel, thread);
}

static void within_chunk(void *user, int64_t c, double *part)
{
    product *x = user;
    const lcn_wide_use use = {x, block_rows, block_begin, within_times, block_between, within_back, block_end};
    x->within.z = part;
    x->first = chunk_begin(x->mean, c);
    lcn_wide_run(&x->wide, &use, x->first, chunk_begin(x->mean, c + 1), x->wide.batch);
}

void lcn_mean_rows_within(const lcn_mean_rows *m, double *z, const double *y, const int32_t *module, int64_t k,
                          int64_t columns)
{
    const int64_t size = columns * m->problem->p;
    product x = {.mean = m, .wide = m->within.wide, .within = m->within, .y = y, .z = z};
    x.wide.k = k * columns;
    x.within.k = k;
    x.within.columns = columns;
    x.within.module = module;
    x.within.shrink = m->problem->shrink;
    lcn_each_piece(m->threads, x.wide.panels, sort_panel, &x);
    lcn_share_stream(&m->problem->share, m->threads, m->within.z, m->within.z + size, size, within_chunk, &x);
    x.within.z = m->within.z;
    lcn_each_piece(m->threads, x.wide.panels, unsort_panel, &x);
}
