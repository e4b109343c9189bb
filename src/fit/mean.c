/* SPDX-License-Identifier: BSD-3-Clause
 * The mean covariance of the starts; see mean.h.
 */
#include "fit/mean.h"
#include "fit/clones.h"
#include "fit/kernel.h"
#include "la/la.h"

#include <math.h>
#include <string.h>

enum { EXPLICIT_VARIABLES = 1024 }; /* p² doubles stay within 8 MB */

static int64_t stacked_rows(const lcn_problem *q)
{
    int64_t rows = 0;
    for (int64_t i = 0; i < q->n_terms; i++)
        if (q->terms[i].route != LCN_COV) rows += q->terms[i].rows;
    return rows;
}

static bool any_cov(const lcn_problem *q)
{
    for (int64_t i = 0; i < q->n_terms; i++)
        if (q->terms[i].route == LCN_COV) return true;
    return false;
}

/* to[r] = scale d_r x_r, one row of one class as a column, `ld` apart */
static void scaled_row(double *to, int64_t ld, const lcn_term *t, int64_t row, double scale, const double *shrink,
                       int64_t p)
{
    if (t->route == LCN_ROWS_F64) {
        const double *x = (const double *)t->x + row * t->ld;
        for (int64_t r = 0; r < p; r++) to[r * ld] = scale * x[r];
    } else {
        const float *x = (const float *)t->x + row * t->ld;
        for (int64_t r = 0; r < p; r++) to[r * ld] = scale * (double)x[r];
    }
    if (shrink)
        for (int64_t r = 0; r < p; r++) to[r * ld] *= shrink[r];
}

static void stack(lcn_mean *m, const lcn_problem *q)
{
    int64_t row = 0;
    for (int64_t i = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        const double scale = t->omega / t->trace;
        if (t->route == LCN_COV) continue;
        for (int64_t o = 0; o < t->rows; o++)
            scaled_row(m->R + row++, m->rows, t, o, sqrt(scale / t->divisor), q->shrink, m->p);
        if (t->diagonal)
            for (int64_t r = 0; r < m->p; r++) {
                const double d = q->shrink ? q->shrink[r] : 1.0;
                m->diagonal[r] += scale * d * d * t->diagonal[r];
            }
    }
}

/* K += sum over the classes on the covariance route */
static void add_covariances(lcn_mean *m, const lcn_problem *q)
{
    for (int64_t i = 0; i < q->n_terms; i++) {
        const lcn_term *t = &q->terms[i];
        if (t->route != LCN_COV) continue;
        const double *K = t->x, scale = t->omega / t->trace;
        for (int64_t r = 0; r < m->p; r++) {
            const double dr = scale * (q->shrink ? q->shrink[r] : 1.0);
            double *to = m->K + r * m->pp;
            for (int64_t s = 0; s < m->p; s++)
                to[s] += dr * (q->shrink ? q->shrink[s] : 1.0) * K[r * m->pp + s];
        }
    }
}

static lacon_status fill(lacon_ctx *ctx, lcn_mean *m, const lcn_problem *q)
{
    const bool has_cov = any_cov(q);
    const size_t p = (size_t)m->p;
    m->rows = stacked_rows(q);
    const bool explicit_K = has_cov || (m->p <= EXPLICIT_VARIABLES && m->rows > 2 * m->p);
    m->diagonal = lcn_alloc(ctx, p, sizeof *m->diagonal);
    m->variance = lcn_alloc(ctx, p, sizeof *m->variance);
    m->scratch = lcn_alloc(ctx, (size_t)m->rows + 1, sizeof *m->scratch);
    if (m->rows > 0) m->R = lcn_room(ctx, (size_t)m->rows * p, sizeof *m->R);
    if (explicit_K) m->K = lcn_alloc(ctx, p * (size_t)m->pp, sizeof *m->K);
    if (!m->diagonal || !m->variance || !m->scratch || (m->rows > 0 && !m->R) || (explicit_K && !m->K))
        return LACON_E_MEMORY;
    if (m->rows > 0) stack(m, q);
    if (explicit_K) {
        if (m->rows > 0)
            lcn_gemm(LCN_N, LCN_T, m->p, m->p, m->rows, 1.0, m->R, m->rows, m->R, m->rows, 0.0, m->K, m->pp);
        for (int64_t r = 0; r < m->p; r++) m->K[r * m->pp + r] += m->diagonal[r];
        add_covariances(m, q);
    }
    for (int64_t i = 0; i < q->n_terms; i++)
        for (int64_t r = 0; r < m->p; r++)
            m->variance[r] += q->terms[i].omega / q->terms[i].trace * q->terms[i].variance[r];
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
    lcn_free(&a, m->diagonal);
    lcn_free(&a, m->variance);
    lcn_free(&a, m->scratch);
    lcn_free(&a, m);
}

void lcn_mean_apply(const lcn_mean *mean, double *Y, const double *U, int64_t m, double *scratch)
{
    const int64_t p = mean->p;
    if (mean->K) {
        lcn_gemm(LCN_N, LCN_N, p, m, p, 1.0, mean->K, mean->pp, U, m, 0.0, Y, m);
        return;
    }
    lcn_gemm(LCN_T, LCN_N, mean->rows, m, p, 1.0, mean->R, mean->rows, U, m, 0.0, scratch, m);
    lcn_gemm(LCN_N, LCN_N, p, m, mean->rows, 1.0, mean->R, mean->rows, scratch, m, 0.0, Y, m);
    for (int64_t r = 0; r < p; r++)
        for (int64_t j = 0; j < m; j++) Y[r * m + j] += mean->diagonal[r] * U[r * m + j];
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

LCN_CLONES void lcn_mean_block(const lcn_mean *mean, double *C, const int64_t *index, int64_t m)
{
    if (mean->K) {
        for (int64_t a = 0; a < m; a++)
            for (int64_t b = 0; b < m; b++) C[a * m + b] = mean->K[index[a] * mean->pp + index[b]];
        return;
    }
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b <= a; b++)
            C[a * m + b] = dot(mean->R + index[a] * mean->rows, mean->R + index[b] * mean->rows, mean->rows);
    for (int64_t a = 0; a < m; a++) {
        C[a * m + a] += mean->diagonal[index[a]];
        for (int64_t b = 0; b < a; b++) C[b * m + a] = C[a * m + b];
    }
}

/* sum_a x[index_a] y_a, likewise */
static inline double dot_at(const double *x, const double *y, const int64_t *index, int64_t m)
{
    double part[8] = {0.0}, sum = 0.0;
    int64_t a = 0;
    for (; a + 8 <= m; a += 8)
        for (int t = 0; t < 8; t++) part[t] += x[index[a + t]] * y[a + t];
    for (; a < m; a++) sum += x[index[a]] * y[a];
    for (int t = 0; t < 8; t++) sum += part[t];
    return sum;
}

LCN_CLONES void lcn_mean_apply_at(lcn_mean *mean, double *restrict z, const double *restrict y,
                                  const int64_t *restrict index, int64_t m)
{
    if (mean->K) {
        for (int64_t a = 0; a < m; a++) z[a] = dot_at(mean->K + index[a] * mean->pp, y, index, m);
        return;
    }
    const int64_t rows = mean->rows;
    double *sum = mean->scratch; /* R'y */
    memset(sum, 0, (size_t)rows * sizeof *sum);
    for (int64_t a = 0; a < m; a++)
        for (int64_t o = 0; o < rows; o++) sum[o] += y[a] * mean->R[index[a] * rows + o];
    for (int64_t a = 0; a < m; a++)
        z[a] = mean->diagonal[index[a]] * y[a] + dot(mean->R + index[a] * rows, sum, rows);
}
