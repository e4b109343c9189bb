/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance of mean_covariance.h: how it is formed, and its products with a block of columns.
 */
#include "fit/problem/mean_covariance.h"
#include "util/instruction_sets.h"
#include "kernels/gram.h"
#include "kernels/kernel.h"
#include "la/la.h"

#include <string.h>

enum { EXPLICIT_VARIABLES = 1024 }; /* p² doubles stay within 8 MB */

static bool any_cov(const lcn_problem *q)
{
    for (int64_t i = 0; i < q->n_terms; i++)
        if (q->terms[i].route == LCN_COV) return true;
    return false;
}

/* ---- as a matrix ---- */

/* to += scale D K D for one class */
static void add_class(double *to, int64_t pp, const double *K, double scale, const double *shrink, int64_t p)
{
    for (int64_t r = 0; r < p; r++) {
        const double dr = scale * (shrink ? shrink[r] : 1.0);
        for (int64_t s = 0; s < p; s++) to[r * pp + s] += dr * (shrink ? shrink[s] : 1.0) * K[r * pp + s];
    }
}

static lacon_status sum_covariances(lacon_ctx *ctx, lcn_mean *m, const lcn_problem *q)
{
    double *own = lcn_alloc(ctx, (size_t)(m->p * m->pp), sizeof *own);
    if (!own) return LACON_E_MEMORY;
    for (int64_t i = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        const double scale = t->omega / t->trace;
        if (t->route == LCN_ROWS_F64) lcn_gram(own, m->pp, t->x, t->ld, t->rows, m->p, 1.0 / t->divisor);
        if (t->route == LCN_ROWS_F32) lcn_gram_f32(own, m->pp, t->x, t->ld, t->rows, m->p, 1.0 / t->divisor);
        add_class(m->K, m->pp, t->route == LCN_COV ? t->x : own, scale, q->shrink, m->p);
    }
    lcn_free(&ctx->allocator, own);
    return LACON_OK;
}

/* ---- as rows ---- */

static inline double value(const lcn_term *t, int64_t row, int64_t r)
{
    return t->route == LCN_ROWS_F64 ? ((const double *)t->x)[row * t->ld + r]
                                    : (double)((const float *)t->x)[row * t->ld + r];
}

/* R_r = scale d_r x_r for the rows of one class, STRIP of them at a time so that both sides stay in the cache */
static void add_rows(float *R, int64_t ld, const lcn_term *t, double scale, const double *shrink, int64_t p)
{
    enum { STRIP = 16 }; /* rows whose pieces stay in the first cache */
    for (int64_t first = 0; first < t->rows; first += STRIP) {
        const int64_t last = first + STRIP < t->rows ? first + STRIP : t->rows;
        for (int64_t r = 0; r < p; r++) {
            const double d = shrink ? scale * shrink[r] : scale;
            for (int64_t row = first; row < last; row++) R[r * ld + row] = (float)(d * value(t, row, r));
        }
    }
}

static void stack(lcn_mean *m, const lcn_problem *q)
{
    int64_t row = 0;
    for (int64_t i = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        add_rows(m->R + row, m->rows, t, sqrt(t->omega / t->trace / t->divisor), q->shrink, m->p);
        row += t->rows;
    }
}

static lacon_status fill(lacon_ctx *ctx, lcn_mean *m, const lcn_problem *q)
{
    const size_t p = (size_t)m->p;
    m->variance = lcn_alloc(ctx, p, sizeof *m->variance);
    if (!m->variance) return LACON_E_MEMORY;
    for (int64_t i = 0; i < q->n_terms; i++)
        for (int64_t r = 0; r < m->p; r++)
            m->variance[r] += q->terms[i].omega / q->terms[i].trace * q->terms[i].variance[r];
    if (any_cov(q) || m->p <= EXPLICIT_VARIABLES) {
        m->K = lcn_alloc(ctx, p * (size_t)m->pp, sizeof *m->K);
        m->scratch = lcn_alloc(ctx, p, sizeof *m->scratch);
        return m->K && m->scratch ? sum_covariances(ctx, m, q) : LACON_E_MEMORY;
    }
    for (int64_t i = 0; i < q->n_terms; i++) m->rows += q->terms[i].rows;
    m->scratch = lcn_alloc(ctx, (size_t)m->rows, LCN_MEAN_COLUMNS * sizeof(float));
    m->R = lcn_alloc_raw(ctx, (size_t)m->rows * p, sizeof *m->R);
    if (!m->scratch || !m->R) return LACON_E_MEMORY;
    stack(m, q);
    return LACON_OK;
}

lacon_status lcn_mean_new(lacon_ctx *ctx, lcn_mean **out, const lcn_problem *problem)
{
    lcn_mean *m = lcn_alloc(ctx, 1, sizeof *m);
    if (!m) return LACON_E_MEMORY;
    *m = (lcn_mean){.allocator = ctx->allocator, .p = problem->p, .pp = lcn_padded(problem->p)};
    const lacon_status status = fill(ctx, m, problem);
    if (status < 0) lcn_mean_free(m);
    else *out = m;
    return status;
}

void lcn_mean_free(lcn_mean *m)
{
    if (!m) return;
    const lacon_allocator a = m->allocator;
    lcn_free(&a, m->K);
    lcn_free(&a, m->R);
    lcn_free(&a, m->variance);
    lcn_free(&a, m->scratch);
    lcn_free(&a, m);
}

int64_t lcn_mean_scratch(const lcn_mean *mean, int64_t m) { return mean->K ? 0 : ((mean->p + mean->rows) * m + 1) / 2; }

void lcn_mean_apply(const lcn_mean *mean, double *Y, const double *U, int64_t m, double *scratch)
{
    const int64_t p = mean->p, rows = mean->rows;
    if (mean->K) {
        lcn_gemm(LCN_N, LCN_N, p, m, p, 1.0, mean->K, mean->pp, U, m, 0.0, Y, m);
        return;
    }
    float *u = (float *)scratch, *z = u + p * m;
    for (int64_t e = 0; e < p * m; e++) u[e] = (float)U[e];
    lcn_gemm_f32(LCN_T, LCN_N, rows, m, p, 1.0F, mean->R, rows, u, m, 0.0F, z, m);
    lcn_gemm_f32(LCN_N, LCN_N, p, m, rows, 1.0F, mean->R, rows, z, m, 0.0F, u, m);
    for (int64_t e = 0; e < p * m; e++) Y[e] = (double)u[e];
}

/* x'y in eight partial sums so that no addition waits for the one before */
static inline double dot(const double *x, const double *y, int64_t n)
{
    double part[8] = {0.0}, sum = 0.0;
    int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (int t = 0; t < 8; t++) part[t] += x[i + t] * y[i + t];
    for (; i < n; i++) sum += x[i] * y[i];
    for (int t = 0; t < 8; t++) sum += part[t];
    return sum;
}

static inline float dot_f32(const float *x, const float *y, int64_t n)
{
    float part[32] = {0.0F}, sum = 0.0F;
    int64_t i = 0;
    for (; i + 32 <= n; i += 32)
        for (int t = 0; t < 32; t++) part[t] += x[i + t] * y[i + t];
    for (; i < n; i++) sum += x[i] * y[i];
    for (int t = 0; t < 32; t++) sum += part[t];
    return sum;
}

void lcn_mean_block(const lcn_mean *mean, double *C, const int64_t *index, int64_t m, float *scratch)
{
    const int64_t rows = mean->rows;
    if (mean->K) {
        for (int64_t a = 0; a < m; a++)
            for (int64_t b = 0; b < m; b++) C[a * m + b] = mean->K[index[a] * mean->pp + index[b]];
        return;
    }
    float *product = scratch + m * rows;
    for (int64_t a = 0; a < m; a++)
        memcpy(scratch + a * rows, mean->R + index[a] * rows, (size_t)rows * sizeof *scratch);
    lcn_gemm_f32(LCN_N, LCN_T, m, m, rows, 1.0F, scratch, rows, scratch, rows, 0.0F, product, m);
    for (int64_t e = 0; e < m * m; e++) C[e] = (double)product[e];
}

LCN_CLONES static void apply_K(const lcn_mean *mean, double *restrict z, const double *restrict y,
                               const int64_t *restrict index, int64_t m, int64_t columns)
{
    double *row = mean->scratch; /* of K at the index */
    for (int64_t a = 0; a < m; a++) {
        const double *K = mean->K + index[a] * mean->pp;
        for (int64_t b = 0; b < m; b++) row[b] = K[index[b]];
        for (int64_t c = 0; c < columns; c++) z[c * m + a] = dot(row, y + c * m, m);
    }
}

LCN_CLONES static void apply_R(const lcn_mean *mean, double *restrict z, const double *restrict y,
                               const int64_t *restrict index, int64_t m, int64_t columns)
{
    const int64_t rows = mean->rows;
    float *sum = (float *)mean->scratch; /* R'y_c, columns × rows */
    memset(sum, 0, (size_t)(columns * rows) * sizeof *sum);
    for (int64_t a = 0; a < m; a++) {
        const float *restrict x = mean->R + index[a] * rows;
        for (int64_t c = 0; c < columns; c++) {
            const float w = (float)y[c * m + a];
            float *restrict to = sum + c * rows;
            for (int64_t o = 0; o < rows; o++) to[o] += w * x[o];
        }
    }
    for (int64_t a = 0; a < m; a++)
        for (int64_t c = 0; c < columns; c++)
            z[c * m + a] = (double)dot_f32(mean->R + index[a] * rows, sum + c * rows, rows);
}

void lcn_mean_apply_at(lcn_mean *mean, double *z, const double *y, const int64_t *index, int64_t m, int64_t columns)
{
    if (mean->K) apply_K(mean, z, y, index, m, columns);
    else apply_R(mean, z, y, index, m, columns);
}
