/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance as rows, see mean_rows.h. With D the shrinkage of variable noise
 *
 *     mean = sum_i s_i D X_i'X_i D,   s_i = omega_i / (t_i divisor_i)
 *
 * Rows are cut into blocks and columns into panels (wide.h), by their number alone: no sum depends on the threads. A
 * block is gone through twice while it is in memory, and read once.
 */
#include "fit/problem/mean_rows.h"
#include "kernels/kernel.h"
#include "la/la.h"
#include "util/instruction_sets.h"
#include "util/pieces.h"
#include "util/store.h"

#include <math.h>
#include <string.h>

enum { ROWS = LCN_MEAN_ROWS }; /* of a block */

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
    const size_t all = LCN_MEAN_COLUMNS * (size_t)q->p;
    m->wide = panels_for(m, LCN_MEAN_COLUMNS * q->k);
    m->wide.parts = lcn_alloc_raw(ctx, (size_t)lcn_wide_size(&m->wide), sizeof *m->wide.parts);
    m->line = lcn_alloc_raw(ctx, (size_t)m->threads, (size_t)m->wide.panel * sizeof *m->line);
    m->start = lcn_alloc(ctx, (size_t)m->wide.panels, (size_t)(q->k + 2) * sizeof *m->start);
    m->order = lcn_alloc(ctx, (size_t)q->p, sizeof *m->order);
    m->y = lcn_alloc(ctx, all, sizeof *m->y);
    m->z = lcn_alloc(ctx, all, sizeof *m->z);
    return m->scale && m->first && m->begin && m->wide.parts && m->line && m->start && m->order && m->y && m->z
               ? LACON_OK : LACON_E_MEMORY;
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
    lcn_free(&a, m->wide.parts);
    lcn_free(&a, m->line);
    lcn_free(&a, m->start);
    lcn_free(&a, m->order);
    lcn_free(&a, m->y);
    lcn_free(&a, m->z);
    lcn_free(&a, m);
}

/* Block number b, all of one class; *scale: of the class. */
static lcn_rows block(const lcn_mean_rows *m, int64_t b, double *scale)
{
    const int64_t at = m->begin[b];
    int64_t low = 0, high = m->problem->n_terms; /* first[low] <= at < first[high] */
    while (high - low > 1) {
        const int64_t mid = (low + high) / 2;
        if (m->first[mid] <= at) low = mid;
        else high = mid;
    }
    *scale = m->scale[low];
    return (lcn_rows){.term = &m->problem->terms[low], .first = at - m->first[low], .rows = m->begin[b + 1] - at};
}

static size_t row_bytes(const lcn_term *t)
{
    return (size_t)t->ld * (t->route == LCN_ROWS_F64 ? sizeof(double) : sizeof(float));
}

static const char *begin_of(const lcn_rows *b) { return (const char *)b->term->x + (size_t)b->first * row_bytes(b->term); }

static const float *rows_f32(const lcn_rows *b) { return (const float *)b->term->x + b->first * b->term->ld; }
static const double *rows_f64(const lcn_rows *b) { return (const double *)b->term->x + b->first * b->term->ld; }

/* ---- times some columns ---- */

int64_t lcn_rows_scratch(const lcn_wide *w) { return lcn_padded(((w->panel + w->rows) * w->k + 1) / 2); }

void lcn_rows_times(double *Y, const lcn_rows *b, int64_t c, int64_t width, const double *U, int64_t w, float *u)
{
    float *y = u + width * w;
    if (b->term->route == LCN_ROWS_F64) {
        lcn_gemm(LCN_N, LCN_N, b->rows, w, width, 1.0, rows_f64(b) + c, b->term->ld, U, w, 0.0, Y, w);
        return;
    }
    for (int64_t e = 0; e < width * w; e++) u[e] = (float)U[e];
    lcn_gemm_f32(LCN_N, LCN_N, b->rows, w, width, 1.0f, rows_f32(b) + c, b->term->ld, u, w, 0.0f, y, w);
    for (int64_t e = 0; e < b->rows * w; e++) Y[e] = (double)y[e];
}

void lcn_rows_back(double *P, const lcn_rows *b, int64_t c, int64_t width, const double *Y, int64_t w, float *f)
{
    float *y = f + width * w;
    if (b->term->route == LCN_ROWS_F64) {
        lcn_gemm(LCN_T, LCN_N, width, w, b->rows, 1.0, rows_f64(b) + c, b->term->ld, Y, w, 1.0, P, w);
        return;
    }
    for (int64_t e = 0; e < b->rows * w; e++) y[e] = (float)Y[e];
    lcn_gemm_f32(LCN_T, LCN_N, width, w, b->rows, 1.0f, rows_f32(b) + c, b->term->ld, y, w, 0.0f, f, w);
    for (int64_t e = 0; e < width * w; e++) P[e] += (double)f[e];
}

/* What a product goes by; blocks of rows are what is taken together. */
typedef struct product {
    const lcn_mean_rows *mean;
    lcn_wide wide;
    const double *U; /* p × w */
    double *Y;
    double *single;     /* of every thread: lcn_rows_scratch */
    int64_t k, columns; /* within modules: of the caller */
} product;

static int64_t block_rows(void *user, int64_t i)
{
    const lcn_mean_rows *m = ((const product *)user)->mean;
    return m->begin[i + 1] - m->begin[i];
}

/* Rows that are in a file: those of this block and the next few are asked for, and need not stay. */
static void block_begin(void *user, int64_t i)
{
    double scale;
    const lcn_rows b = block(((const product *)user)->mean, i, &scale);
    if (b.term->kept) lcn_kept_ahead(begin_of(&b), (size_t)b.rows * row_bytes(b.term));
}

static void block_end(void *user, int64_t i)
{
    double scale;
    const lcn_rows b = block(((const product *)user)->mean, i, &scale);
    if (b.term->kept) lcn_kept_done(begin_of(&b), (size_t)b.rows * row_bytes(b.term));
}

static float *single_of(const product *x, int thread)
{
    return (float *)(x->single + thread * lcn_rows_scratch(&x->wide));
}

static void block_times(void *user, double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    double scale;
    const lcn_rows b = block(x->mean, i, &scale);
    const int64_t c = lcn_panel_begin(&x->wide, panel), w = x->wide.k;
    lcn_rows_times(Y, &b, c, lcn_panel_width(&x->wide, panel), x->U + c * w, w, single_of(x, thread));
}

static void block_between(void *user, double *Y, int64_t i, int64_t slot)
{
    const product *x = user;
    double scale;
    const lcn_rows b = block(x->mean, i, &scale);
    (void)slot;
    for (int64_t e = 0; e < x->wide.k * b.rows; e++) Y[e] *= scale;
}

static void block_back(void *user, const double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    double scale;
    const lcn_rows b = block(x->mean, i, &scale);
    const int64_t c = lcn_panel_begin(&x->wide, panel), w = x->wide.k;
    lcn_rows_back(x->Y + c * w, &b, c, lcn_panel_width(&x->wide, panel), Y, w, single_of(x, thread));
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
    return lcn_padded(lcn_wide_size(&wide)) + m->threads * lcn_rows_scratch(&wide) +
           (m->problem->shrink ? m->problem->p * w : 0);
}

void lcn_mean_rows_apply(const lcn_mean_rows *m, double *Y, const double *U, int64_t w, double *scratch)
{
    const lcn_problem *q = m->problem;
    product x = {.mean = m, .wide = panels_for(m, w), .U = U, .Y = Y};
    const lcn_wide_use use = {&x, block_rows, block_begin, block_times, block_between, block_back, block_end};
    x.wide.parts = scratch;
    x.single = scratch + lcn_padded(lcn_wide_size(&x.wide));
    double *V = x.single + m->threads * lcn_rows_scratch(&x.wide);
    if (q->shrink) {
        shrink_rows(q, V, U, w);
        x.U = V;
    }
    memset(Y, 0, (size_t)(q->p * w) * sizeof *Y);
    lcn_wide_run(&x.wide, &use, 0, m->n_blocks, x.wide.batch);
    if (q->shrink) shrink_rows(q, Y, Y, w);
}

/* ---- some variables ---- */

/* A (w × ROWS): what the rows of a block have of variables from .. to of the index, sqrt(s) D times it */
static void gather(const lcn_mean_rows *m, double *A, const lcn_rows *b, double root, const int64_t *index,
                   int64_t from, int64_t to)
{
    const double *shrink = m->problem->shrink;
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t a = from; a < to; a++) {
            const int64_t at = i * b->term->ld + index[a];
            const double x = b->term->route == LCN_ROWS_F64 ? rows_f64(b)[at] : (double)rows_f32(b)[at];
            A[a * ROWS + i] = root * (shrink ? shrink[index[a]] : 1.0) * x;
        }
}

/* C += A A' of one block, VARIABLES lines of it at a time */
static void add_products(const lcn_mean_rows *m, double *C, const lcn_rows *b, double scale, const int64_t *index,
                         int64_t w, double *A)
{
    enum { VARIABLES = 64 }; /* with their A in the first cache */
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t a = 0; a < w; a += VARIABLES) 
        gather(m, A, b, sqrt(scale), index, a, a + VARIABLES < w ? a + VARIABLES : w);
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t a = 0; a < w; a += VARIABLES)
        lcn_gemm(LCN_N, LCN_T, w - a < VARIABLES ? w - a : VARIABLES, w, b->rows, 1.0, A + a * ROWS, ROWS, A, ROWS, 1.0,
                 C + a * w, w);
}

void lcn_mean_rows_block(const lcn_mean_rows *m, double *C, const int64_t *index, int64_t w, double *scratch)
{
    memset(C, 0, (size_t)(w * w) * sizeof *C);
    product x = {.mean = m};
    for (int64_t i = 0; i < m->n_blocks; i++) {
        double scale;
        const lcn_rows b = block(m, i, &scale);
        if (i + 1 < m->n_blocks) block_begin(&x, i + 1);
        add_products(m, C, &b, scale, index, w, scratch);
        block_end(&x, i);
    }
}

/* ---- within modules ---- */

/* Variables of a panel by module, the unassigned last; y in their order, with D, and z without content. */
typedef struct sorting {
    const lcn_mean_rows *mean;
    const double *y;
    double *z;
    const int32_t *module;
    int64_t k, columns;
} sorting;

static void sort_panel(void *user, int64_t panel)
{
    const sorting *by = user;
    const lcn_mean_rows *m = by->mean;
    const lcn_problem *q = m->problem;
    const int64_t k = by->k, first = lcn_panel_begin(&m->wide, panel), last = first + lcn_panel_width(&m->wide, panel);
    int64_t *start = m->start + panel * (q->k + 2);
    memset(start, 0, (size_t)(k + 2) * sizeof *start);
    for (int64_t r = first; r < last; r++) start[(by->module[r] < 0 ? k : by->module[r]) + 1]++;
    for (int64_t j = 0; j <= k; j++) start[j + 1] += start[j];
    for (int64_t r = first; r < last; r++)
        m->order[first + start[by->module[r] < 0 ? k : by->module[r]]++] = (int32_t)r;
    for (int64_t j = k + 1; j > 0; j--) start[j] = start[j - 1];
    start[0] = 0;
    for (int64_t e = 0; e < by->columns; e++)
        for (int64_t i = first; i < last; i++) {
            const int64_t r = m->order[i];
            m->y[e * q->p + i] = (q->shrink ? q->shrink[r] : 1.0) * by->y[e * q->p + r];
            m->z[e * q->p + i] = 0.0;
        }
}

static void unsort_panel(void *user, int64_t panel)
{
    const sorting *by = user;
    const lcn_mean_rows *m = by->mean;
    const lcn_problem *q = m->problem;
    const int64_t first = lcn_panel_begin(&m->wide, panel), last = first + lcn_panel_width(&m->wide, panel);
    for (int64_t e = 0; e < by->columns; e++)
        for (int64_t i = first; i < last; i++) {
            const int64_t r = m->order[i];
            by->z[e * q->p + r] = by->module[r] < 0 ? 0.0 : (q->shrink ? q->shrink[r] : 1.0) * m->z[e * q->p + i];
        }
}

/* x (count): values of row i of a block, in the order of its panel */
static inline void take_row(double *x, const lcn_rows *b, int64_t i, const int32_t *order, int64_t count)
{
    const int64_t ld = b->term->ld;
    if (b->term->route == LCN_ROWS_F64)
        for (int64_t c = 0; c < count; c++) x[c] = rows_f64(b)[i * ld + order[c]];
    else
        for (int64_t c = 0; c < count; c++) x[c] = (double)rows_f32(b)[i * ld + order[c]];
}

/* sums (columns × k × rows): of y_r x_r over the variables r of a panel, by module, for every row of the block */
LCN_CLONES static void sum_panel(const lcn_mean_rows *m, double *restrict sums, const lcn_rows *b, int64_t panel,
                                 int64_t k, int64_t columns, double *restrict x)
{
    const int64_t p = m->problem->p, first = lcn_panel_begin(&m->wide, panel);
    const int64_t *start = m->start + panel * (m->problem->k + 2);
    for (int64_t i = 0; i < b->rows; i++) {
        take_row(x, b, i, m->order + first, start[k]);
        for (int64_t e = 0; e < columns; e++)
            for (int64_t j = 0; j < k; j++)
                sums[(e * k + j) * b->rows + i] =
                    lcn_mean_dot(x + start[j], m->y + e * p + first + start[j], start[j + 1] - start[j]);
    }
}

/* z_r += sums_j x_r over the rows of the block, j the module of r */
LCN_CLONES static void spread_panel(const lcn_mean_rows *m, const double *sums, const lcn_rows *b, int64_t panel,
                                    int64_t k, int64_t columns, double *restrict x)
{
    const int64_t p = m->problem->p, first = lcn_panel_begin(&m->wide, panel);
    const int64_t *start = m->start + panel * (m->problem->k + 2);
    for (int64_t i = 0; i < b->rows; i++) {
        take_row(x, b, i, m->order + first, start[k]);
        for (int64_t e = 0; e < columns; e++)
            for (int64_t j = 0; j < k; j++) {
                const double a = sums[(e * k + j) * b->rows + i];
                double *restrict z = m->z + e * p + first;
                for (int64_t c = start[j]; c < start[j + 1]; c++) z[c] += a * x[c];
            }
    }
}

static void within_times(void *user, double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    double scale;
    const lcn_rows b = block(x->mean, i, &scale);
    sum_panel(x->mean, Y, &b, panel, x->k, x->columns, x->mean->line + thread * x->mean->wide.panel);
}

static void within_back(void *user, const double *Y, int64_t i, int64_t panel, int thread)
{
    const product *x = user;
    double scale;
    const lcn_rows b = block(x->mean, i, &scale);
    spread_panel(x->mean, Y, &b, panel, x->k, x->columns, x->mean->line + thread * x->mean->wide.panel);
}

void lcn_mean_rows_within(const lcn_mean_rows *m, double *z, const double *y, const int32_t *module, int64_t k,
                          int64_t columns)
{
    sorting by = {m, y, z, module, k, columns};
    product x = {.mean = m, .wide = m->wide, .k = k, .columns = columns};
    const lcn_wide_use use = {&x, block_rows, block_begin, within_times, block_between, within_back, block_end};
    x.wide.k = k * columns;
    lcn_each_piece(m->threads, m->wide.panels, sort_panel, &by);
    lcn_wide_run(&x.wide, &use, 0, m->n_blocks, x.wide.batch);
    lcn_each_piece(m->threads, m->wide.panels, unsort_panel, &by);
}
