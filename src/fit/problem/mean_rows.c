/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance as rows, see mean_rows.h. With D the shrinkage of variable noise
 *
 *     mean = sum_i s_i D X_i'X_i D,   s_i = omega_i / (t_i divisor_i)
 *
 * Rows are cut into blocks and columns into panels, by their number alone: no sum depends on the threads. A block is
 * gone through twice while it is in memory, and read once.
 */
#include "fit/problem/mean_rows.h"
#include "kernels/kernel.h"
#include "la/la.h"
#include "util/instruction_sets.h"
#include "util/store.h"

#include <math.h>
#include <string.h>

enum {
    ROWS = LCN_MEAN_ROWS, /* of a block, */
    PANEL = 1024 /* and its columns: 256 kB in single precision, which the second cache holds */
};

static int64_t count_panels(const lcn_problem *q) { return (q->p + PANEL - 1) / PANEL; }

static lacon_status allocate(lacon_ctx *ctx, lcn_mean_rows *m, const lcn_problem *q)
{
    const size_t N = (size_t)q->n_terms;
    m->scale = lcn_alloc(ctx, N, sizeof *m->scale);
    m->first = lcn_alloc(ctx, N + 1, sizeof *m->first);
    m->begin = lcn_alloc(ctx, (size_t)m->n_blocks + 1, sizeof *m->begin);
    const size_t panels = (size_t)count_panels(q), all = LCN_MEAN_COLUMNS * (size_t)q->p;
    m->sums = lcn_alloc(ctx, panels, (size_t)(LCN_MEAN_COLUMNS * q->k * ROWS) * sizeof *m->sums);
    m->start = lcn_alloc(ctx, panels, (size_t)(q->k + 2) * sizeof *m->start);
    m->order = lcn_alloc(ctx, (size_t)q->p, sizeof *m->order);
    m->y = lcn_alloc(ctx, all, sizeof *m->y);
    m->z = lcn_alloc(ctx, all, sizeof *m->z);
    return m->scale && m->first && m->begin && m->sums && m->start && m->order && m->y && m->z ? LACON_OK
                                                                                                 : LACON_E_MEMORY;
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
    lcn_free(&a, m->sums);
    lcn_free(&a, m->start);
    lcn_free(&a, m->order);
    lcn_free(&a, m->y);
    lcn_free(&a, m->z);
    lcn_free(&a, m);
}

/* Consecutive rows of one class. */
typedef struct piece {
    const lcn_term *term;
    double scale;
    int64_t first, rows; /* in the class */
} piece;

/* Block number b, all of one class. */
static piece block(const lcn_mean_rows *m, int64_t b)
{
    const int64_t at = m->begin[b];
    int64_t low = 0, high = m->problem->n_terms; /* first[low] <= at < first[high] */
    while (high - low > 1) {
        const int64_t mid = (low + high) / 2;
        if (m->first[mid] <= at) low = mid;
        else high = mid;
    }
    return (piece){.term = &m->problem->terms[low], .scale = m->scale[low], .first = at - m->first[low],
                   .rows = m->begin[b + 1] - at};
}

static size_t row_bytes(const lcn_term *t)
{
    return (size_t)t->ld * (t->route == LCN_ROWS_F64 ? sizeof(double) : sizeof(float));
}

static const char *begin_of(const piece *b) { return (const char *)b->term->x + (size_t)b->first * row_bytes(b->term); }

/* Rows that are in a file: those of the next block are asked for, those of this one need not stay. */
static void ahead(const lcn_mean_rows *m, int64_t b)
{
    if (b >= m->n_blocks) return;
    const piece next = block(m, b);
    if (next.term->kept) lcn_kept_ahead(begin_of(&next), (size_t)next.rows * row_bytes(next.term));
}

static void leave(const piece *b)
{
    if (b->term->kept) lcn_kept_done(begin_of(b), (size_t)b->rows * row_bytes(b->term));
}

static const float *rows_f32(const piece *b) { return (const float *)b->term->x + b->first * b->term->ld; }
static const double *rows_f64(const piece *b) { return (const double *)b->term->x + b->first * b->term->ld; }

/* ---- times some columns ---- */

/* Floats that a worker wants: a panel of one factor and a block of the other. */
static int64_t panel_size(int64_t w) { return (PANEL + ROWS) * w; }

/* Z (rows × w) = columns c .. of X times U, of which there are `width` */
static void times_panel(double *Z, const piece *b, int64_t c, int64_t width, const double *U, int64_t w, float *u)
{
    float *z = u + PANEL * w;
    if (b->term->route == LCN_ROWS_F64) {
        lcn_gemm(LCN_N, LCN_N, b->rows, w, width, 1.0, rows_f64(b) + c, b->term->ld, U, w, 0.0, Z, w);
        return;
    }
    for (int64_t e = 0; e < width * w; e++) u[e] = (float)U[e];
    lcn_gemm_f32(LCN_N, LCN_N, b->rows, w, width, 1.0f, rows_f32(b) + c, b->term->ld, u, w, 0.0f, z, w);
    for (int64_t e = 0; e < b->rows * w; e++) Z[e] = (double)z[e];
}

/* Y (width × w) += columns c .. of X, transposed, times Z (rows × w) */
static void add_panel(double *Y, const piece *b, int64_t c, int64_t width, const double *Z, int64_t w, float *y)
{
    float *z = y + PANEL * w;
    if (b->term->route == LCN_ROWS_F64) {
        lcn_gemm(LCN_T, LCN_N, width, w, b->rows, 1.0, rows_f64(b) + c, b->term->ld, Z, w, 1.0, Y, w);
        return;
    }
    for (int64_t e = 0; e < b->rows * w; e++) z[e] = (float)Z[e];
    lcn_gemm_f32(LCN_T, LCN_N, width, w, b->rows, 1.0f, rows_f32(b) + c, b->term->ld, z, w, 0.0f, y, w);
    for (int64_t e = 0; e < width * w; e++) Y[e] += (double)y[e];
}

/* parts[0] = s sum of the products with all panels, in their order */
static void sum_parts(double *parts, int64_t panels, double scale, int64_t size)
{
    for (int64_t c = 1; c < panels; c++)
        for (int64_t e = 0; e < size; e++) parts[e] += parts[c * size + e];
    for (int64_t e = 0; e < size; e++) parts[e] *= scale;
}

/* Y += s X'(X V) of one block, which is read once; parts: panels × rows × w */
static void add_block(const lcn_mean_rows *m, double *Y, const piece *b, const double *V, int64_t w, double *parts,
                      float *own)
{
    const int64_t p = m->problem->p, panels = count_panels(m->problem), size = b->rows * w;
#pragma omp parallel for schedule(static, 1) num_threads(m->threads) if (m->threads > 1)
    for (int t = 0; t < m->threads; t++)
        for (int64_t i = t, c = t * PANEL; i < panels; i += m->threads, c = i * PANEL)
            times_panel(parts + i * size, b, c, p - c < PANEL ? p - c : PANEL, V + c * w, w, own + t * panel_size(w));
    sum_parts(parts, panels, b->scale, size);
#pragma omp parallel for schedule(static, 1) num_threads(m->threads) if (m->threads > 1)
    for (int t = 0; t < m->threads; t++)
        for (int64_t i = t, c = t * PANEL; i < panels; i += m->threads, c = i * PANEL)
            add_panel(Y + c * w, b, c, p - c < PANEL ? p - c : PANEL, parts, w, own + t * panel_size(w));
}

/* to = D from, w columns */
static void shrink_rows(const lcn_problem *q, double *to, const double *from, int64_t w)
{
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t j = 0; j < w; j++) to[r * w + j] = q->shrink[r] * from[r * w + j];
}

int64_t lcn_mean_rows_scratch(const lcn_mean_rows *m, int64_t w)
{
    return (count_panels(m->problem) * ROWS + (m->problem->shrink ? m->problem->p : 0)) * w +
           m->threads * panel_size(w);
}

void lcn_mean_rows_apply(const lcn_mean_rows *m, double *Y, const double *U, int64_t w, double *scratch)
{
    const lcn_problem *q = m->problem;
    double *parts = scratch, *V = parts + count_panels(q) * ROWS * w;
    float *own = (float *)(V + (q->shrink ? q->p * w : 0));
    if (q->shrink) shrink_rows(q, V, U, w);
    memset(Y, 0, (size_t)(q->p * w) * sizeof *Y);
    for (int64_t i = 0; i < m->n_blocks; i++) {
        const piece b = block(m, i);
        ahead(m, i + 1);
        add_block(m, Y, &b, q->shrink ? V : U, w, parts, own);
        leave(&b);
    }
    if (q->shrink) shrink_rows(q, Y, Y, w);
}

/* ---- some variables ---- */

/* A (w × ROWS): what the rows of a block have of variables from .. to of the index, sqrt(s) D times it */
static void gather(const lcn_mean_rows *m, double *A, const piece *b, const int64_t *index, int64_t from, int64_t to)
{
    const double *shrink = m->problem->shrink, scale = sqrt(b->scale);
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t a = from; a < to; a++) {
            const int64_t at = i * b->term->ld + index[a];
            const double x = b->term->route == LCN_ROWS_F64 ? rows_f64(b)[at] : (double)rows_f32(b)[at];
            A[a * ROWS + i] = scale * (shrink ? shrink[index[a]] : 1.0) * x;
        }
}

/* C += A A' of one block, VARIABLES lines of it at a time */
static void add_products(const lcn_mean_rows *m, double *C, const piece *b, const int64_t *index, int64_t w, double *A)
{
    enum { VARIABLES = 64 }; /* with their A in the first cache */
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t a = 0; a < w; a += VARIABLES) gather(m, A, b, index, a, a + VARIABLES < w ? a + VARIABLES : w);
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t a = 0; a < w; a += VARIABLES)
        lcn_gemm(LCN_N, LCN_T, w - a < VARIABLES ? w - a : VARIABLES, w, b->rows, 1.0, A + a * ROWS, ROWS, A, ROWS, 1.0,
                 C + a * w, w);
}

void lcn_mean_rows_block(const lcn_mean_rows *m, double *C, const int64_t *index, int64_t w, double *scratch)
{
    memset(C, 0, (size_t)(w * w) * sizeof *C);
    for (int64_t i = 0; i < m->n_blocks; i++) {
        const piece b = block(m, i);
        ahead(m, i + 1);
        add_products(m, C, &b, index, w, scratch);
        leave(&b);
    }
}

/* ---- within modules ---- */

/* Variables of each panel by module, the unassigned last; y in their order, with D, and z without content. */
static void sort_panels(const lcn_mean_rows *m, const double *y, const int32_t *module, int64_t k, int64_t columns)
{
    const lcn_problem *q = m->problem;
    for (int64_t first = 0; first < q->p; first += PANEL) {
        const int64_t last = q->p - first < PANEL ? q->p : first + PANEL;
        int64_t *start = m->start + first / PANEL * (q->k + 2);
        memset(start, 0, (size_t)(k + 2) * sizeof *start);
        for (int64_t r = first; r < last; r++) start[(module[r] < 0 ? k : module[r]) + 1]++;
        for (int64_t j = 0; j <= k; j++) start[j + 1] += start[j];
        for (int64_t r = first; r < last; r++) m->order[first + start[module[r] < 0 ? k : module[r]]++] = (int32_t)r;
        for (int64_t j = k + 1; j > 0; j--) start[j] = start[j - 1];
        start[0] = 0;
    }
    for (int64_t e = 0; e < columns; e++)
        for (int64_t i = 0; i < q->p; i++) {
            const int64_t r = m->order[i];
            m->y[e * q->p + i] = (q->shrink ? q->shrink[r] : 1.0) * y[e * q->p + r];
        }
    memset(m->z, 0, (size_t)(columns * q->p) * sizeof *m->z);
}

/* x (count): values of row i of a block, in the order of its panel */
static inline void take_row(double *x, const piece *b, int64_t i, const int32_t *order, int64_t count)
{
    const int64_t ld = b->term->ld;
    if (b->term->route == LCN_ROWS_F64)
        for (int64_t c = 0; c < count; c++) x[c] = rows_f64(b)[i * ld + order[c]];
    else
        for (int64_t c = 0; c < count; c++) x[c] = (double)rows_f32(b)[i * ld + order[c]];
}

/* sums (columns × k × ROWS): of y_r x_r over the variables r of a panel, by module, for every row of the block */
LCN_CLONES static void sum_panel(const lcn_mean_rows *m, double *restrict sums, const piece *b, int64_t panel,
                                 int64_t k, int64_t columns)
{
    double x[PANEL];
    const int64_t p = m->problem->p, first = panel * PANEL, *start = m->start + panel * (m->problem->k + 2);
    for (int64_t i = 0; i < b->rows; i++) {
        take_row(x, b, i, m->order + first, start[k]);
        for (int64_t e = 0; e < columns; e++)
            for (int64_t j = 0; j < k; j++)
                sums[(e * k + j) * ROWS + i] =
                    lcn_mean_dot(x + start[j], m->y + e * p + first + start[j], start[j + 1] - start[j]);
    }
}

/* z_r += sums_j x_r over the rows of the block, j the module of r */
LCN_CLONES static void spread_panel(const lcn_mean_rows *m, const double *sums, const piece *b, int64_t panel,
                                    int64_t k, int64_t columns)
{
    double x[PANEL];
    const int64_t p = m->problem->p, first = panel * PANEL, *start = m->start + panel * (m->problem->k + 2);
    for (int64_t i = 0; i < b->rows; i++) {
        take_row(x, b, i, m->order + first, start[k]);
        for (int64_t e = 0; e < columns; e++)
            for (int64_t j = 0; j < k; j++) {
                const double a = sums[(e * k + j) * ROWS + i];
                double *restrict z = m->z + e * p + first;
                for (int64_t c = start[j]; c < start[j + 1]; c++) z[c] += a * x[c];
            }
    }
}

static void within_block(const lcn_mean_rows *m, const piece *b, int64_t k, int64_t columns)
{
    const int64_t panels = count_panels(m->problem), size = columns * k * ROWS;
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t c = 0; c < panels; c++) sum_panel(m, m->sums + c * size, b, c, k, columns);
    sum_parts(m->sums, panels, b->scale, size);
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t c = 0; c < panels; c++) spread_panel(m, m->sums, b, c, k, columns);
}

void lcn_mean_rows_within(const lcn_mean_rows *m, double *z, const double *y, const int32_t *module, int64_t k,
                          int64_t columns)
{
    const lcn_problem *q = m->problem;
    sort_panels(m, y, module, k, columns);
    for (int64_t i = 0; i < m->n_blocks; i++) {
        const piece b = block(m, i);
        ahead(m, i + 1);
        within_block(m, &b, k, columns);
        leave(&b);
    }
    for (int64_t e = 0; e < columns; e++)
        for (int64_t i = 0; i < q->p; i++) {
            const int64_t r = m->order[i];
            z[e * q->p + r] = module[r] < 0 ? 0.0 : (q->shrink ? q->shrink[r] : 1.0) * m->z[e * q->p + i];
        }
}
