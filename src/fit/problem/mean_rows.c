/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance as rows, see mean_rows.h. With D the shrinkage of variable noise
 *
 *     mean = sum_i s_i D X_i'X_i D,   s_i = omega_i / (t_i divisor_i)
 *
 * Rows are cut into blocks and units and columns into panels, all by their number alone: no sum depends on the threads.
 */
#include "fit/problem/mean_rows.h"
#include "kernels/kernel.h"
#include "la/la.h"
#include "util/instruction_sets.h"
#include "util/store.h"
#include "util/vectors.h"

#include <math.h>
#include <string.h>

enum {
    ROWS = 64,    /* of a block, */
    PANEL = 1024, /* and its columns: 256 kB in single precision, which the second cache holds */
    UNITS = 32,   /* of rows, summed apart in lcn_mean_rows_within: for sixteen threads two each */
    LANES = 8,    /* rows at once there, */
    TILE = 64     /* and columns: 4 kB */
};

static lacon_status allocate(lacon_ctx *ctx, lcn_mean_rows *m, const lcn_problem *q)
{
    const size_t N = (size_t)q->n_terms;
    m->unit_size = lcn_padded(q->p) + LANES * (q->k + 1);
    m->n_units = m->rows / LANES + 1 < UNITS ? m->rows / LANES + 1 : UNITS;
    m->scale = lcn_alloc(ctx, N, sizeof *m->scale);
    m->first = lcn_alloc(ctx, N + 1, sizeof *m->first);
    m->begin = lcn_alloc(ctx, (size_t)m->n_blocks + 1, sizeof *m->begin);
    m->units = lcn_alloc(ctx, (size_t)m->n_units, (size_t)m->unit_size * sizeof *m->units);
    return m->scale && m->first && m->begin && m->units ? LACON_OK : LACON_E_MEMORY;
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
    lcn_free(&a, m->units);
    lcn_free(&a, m);
}

/* Consecutive rows of one class. */
typedef struct piece {
    const lcn_term *term;
    double scale;
    int64_t first, rows; /* in the class */
    int64_t at;          /* of the first among all rows */
} piece;

/* Rows `at` .. `end` of all, as far as they are of one class. */
static piece piece_at(const lcn_mean_rows *m, int64_t at, int64_t end)
{
    int64_t low = 0, high = m->problem->n_terms; /* first[low] <= at < first[high] */
    while (high - low > 1) {
        const int64_t mid = (low + high) / 2;
        if (m->first[mid] <= at) low = mid;
        else high = mid;
    }
    const int64_t last = end < m->first[low + 1] ? end : m->first[low + 1];
    return (piece){.term = &m->problem->terms[low], .scale = m->scale[low], .first = at - m->first[low],
                   .rows = last - at, .at = at};
}

/* Rows that are in a file need not stay in memory. */
static void leave(const piece *b)
{
    const size_t size = b->term->route == LCN_ROWS_F64 ? sizeof(double) : sizeof(float);
    const size_t row = (size_t)b->term->ld * size;
    if (b->term->kept) lcn_kept_done((const char *)b->term->x + (size_t)b->first * row, (size_t)b->rows * row);
}

static piece block(const lcn_mean_rows *m, int64_t b) { return piece_at(m, m->begin[b], m->begin[b + 1]); }
static const float *rows_f32(const piece *b) { return (const float *)b->term->x + b->first * b->term->ld; }
static const double *rows_f64(const piece *b) { return (const double *)b->term->x + b->first * b->term->ld; }

/* ---- times some columns ---- */

static int64_t count_panels(const lcn_mean_rows *m) { return (m->problem->p + PANEL - 1) / PANEL; }

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
    const int64_t p = m->problem->p, panels = count_panels(m), size = b->rows * w;
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
    const int64_t apply = (count_panels(m) * ROWS + (m->problem->shrink ? m->problem->p : 0)) * w +
                          m->threads * panel_size(w);
    const int64_t block = m->rows * w;
    return apply > block ? apply : block;
}

void lcn_mean_rows_apply(const lcn_mean_rows *m, double *Y, const double *U, int64_t w, double *scratch)
{
    const lcn_problem *q = m->problem;
    double *parts = scratch, *V = parts + count_panels(m) * ROWS * w;
    float *own = (float *)(V + (q->shrink ? q->p * w : 0));
    if (q->shrink) shrink_rows(q, V, U, w);
    memset(Y, 0, (size_t)(q->p * w) * sizeof *Y);
    for (int64_t i = 0; i < m->n_blocks; i++) {
        const piece b = block(m, i);
        add_block(m, Y, &b, q->shrink ? V : U, w, parts, own);
        leave(&b);
    }
    if (q->shrink) shrink_rows(q, Y, Y, w);
}

/* ---- some variables ---- */

/* A (w × rows): what the rows of a block have of some variables, sqrt(s) D times it */
static void gather(const lcn_mean_rows *m, double *A, const piece *b, const int64_t *index, int64_t w)
{
    const double *shrink = m->problem->shrink, scale = sqrt(b->scale);
    for (int64_t i = 0; i < b->rows; i++)
        for (int64_t a = 0; a < w; a++) {
            const int64_t at = i * b->term->ld + index[a];
            const double x = b->term->route == LCN_ROWS_F64 ? rows_f64(b)[at] : (double)rows_f32(b)[at];
            A[a * m->rows + b->at + i] = scale * (shrink ? shrink[index[a]] : 1.0) * x;
        }
}

void lcn_mean_rows_block(const lcn_mean_rows *m, double *C, const int64_t *index, int64_t w, double *scratch)
{
    double *A = scratch; /* w × rows */
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t i = 0; i < m->n_blocks; i++) {
        const piece b = block(m, i);
        gather(m, A, &b, index, w);
        leave(&b);
    }
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t a = 0; a < w; a += ROWS) /* ROWS variables by all */
        lcn_gemm(LCN_N, LCN_T, w - a < ROWS ? w - a : ROWS, w, m->rows, 1.0, A + a * m->rows, m->rows, A, m->rows,
                 0.0, C + a * w, w);
}

/* ---- within modules ---- */

/* T (width × LANES): columns c .. of the rows, which are fewer than LANES at the end of a piece */
#define LOAD_TILE(NAME, TYPE)                                                                              \
    static inline void NAME(double *T, const TYPE *x, int64_t ld, int64_t rows, int64_t width)             \
    {                                                                                                      \
        for (int64_t i = 0; i < LANES; i++)                                                                \
            for (int64_t c = 0; c < width; c++) T[c * LANES + i] = i < rows ? (double)x[i * ld + c] : 0.0; \
    }
LOAD_TILE(tile_f32, float)
LOAD_TILE(tile_f64, double)

static inline void load_tile(double *T, const piece *b, int64_t i, int64_t c, int64_t width)
{
    const int64_t left = b->rows - i < LANES ? b->rows - i : LANES, ld = b->term->ld;
    if (b->term->route == LCN_ROWS_F64) tile_f64(T, rows_f64(b) + i * ld + c, ld, left, width);
    else tile_f32(T, rows_f32(b) + i * ld + c, ld, left, width);
}

/* LANES rows: A (k × LANES) = their sums by module, sum y x; then z_r += s x_r A. Beyond k: the unassigned. */
LCN_CLONES static void within_rows(double *z, double *A, const piece *b, int64_t i, const double *y,
                                   const int32_t *module, int64_t p, int64_t k)
{
    double T[TILE * LANES] __attribute__((aligned(64)));
    memset(A, 0, (size_t)((k + 1) * LANES) * sizeof *A);
    for (int64_t c = 0; c < p; c += TILE) {
        const int64_t width = p - c < TILE ? p - c : TILE;
        load_tile(T, b, i, c, width);
        for (int64_t r = 0; r < width; r++) {
            const int64_t j = module[c + r] < 0 ? k : module[c + r];
            *(v8 *)(A + j * LANES) += y[c + r] * *(const v8 *)(T + r * LANES);
        }
    }
    for (int64_t e = 0; e < k * LANES; e++) A[e] *= b->scale;
    for (int64_t e = k * LANES; e < (k + 1) * LANES; e++) A[e] = 0.0;
    for (int64_t c = 0; c < p; c += TILE) {
        const int64_t width = p - c < TILE ? p - c : TILE;
        load_tile(T, b, i, c, width);
        for (int64_t r = 0; r < width; r++) {
            const int64_t j = module[c + r] < 0 ? k : module[c + r];
            const v8 d = *(const v8 *)(A + j * LANES) * *(const v8 *)(T + r * LANES);
            z[c + r] += ((d[0] + d[4]) + (d[2] + d[6])) + ((d[1] + d[5]) + (d[3] + d[7]));
        }
    }
}

static void one_unit(const lcn_mean_rows *m, int64_t unit, const double *y, const int32_t *module, int64_t k)
{
    const int64_t p = m->problem->p, end = m->rows * (unit + 1) / m->n_units;
    double *z = m->units + unit * m->unit_size, *A = z + lcn_padded(p);
    memset(z, 0, (size_t)p * sizeof *z);
    for (int64_t at = m->rows * unit / m->n_units; at < end;) {
        const piece b = piece_at(m, at, end);
        for (int64_t i = 0; i < b.rows; i += LANES) within_rows(z, A, &b, i, y, module, p, k);
        leave(&b);
        at += b.rows;
    }
}

void lcn_mean_rows_within(const lcn_mean_rows *m, double *z, const double *y, const int32_t *module, int64_t k)
{
    const lcn_problem *q = m->problem;
    double *v = z; /* D y */
    for (int64_t r = 0; r < q->p; r++) v[r] = q->shrink ? q->shrink[r] * y[r] : y[r];
#pragma omp parallel for schedule(dynamic, 1) num_threads(m->threads) if (m->threads > 1)
    for (int64_t u = 0; u < m->n_units; u++) one_unit(m, u, v, module, k);
#pragma omp parallel for schedule(static) num_threads(m->threads) if (m->threads > 1)
    for (int64_t r = 0; r < q->p; r++) {
        double sum = 0.0;
        for (int64_t u = 0; u < m->n_units; u++) sum += m->units[u * m->unit_size + r];
        z[r] = q->shrink ? q->shrink[r] * sum : sum;
    }
}
