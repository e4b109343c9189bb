/* SPDX-License-Identifier: BSD-3-Clause
 * K_i times a dense matrix, and K_i itself, from covariance or rows (dense.h). Rows go through in
 * blocks that stay in cache; float32 rows are widened block by block.
 */
#include "fit/problem/dense.h"

#include "la/gram.h"
#include "la/la.h"

#include <string.h>

/* A block of rows, and the columns of it that are widened at once: 512 kB. */
enum { ROWS = 64, PANEL = 1024 };

/* W with psi applied, a panel of a block of rows, and the block's product with W */
int64_t lcn_dense_scratch(const lcn_problem *problem, int64_t m)
{
    return (problem->shrink ? problem->p * m : 0) + ROWS * PANEL + ROWS * m;
}

/* X (p × m): every row r scaled by shrink_r; nothing without psi */
static void shrink_rows(const lcn_problem *q, double *X, int64_t m)
{
    if (q->shrink == NULL) return;
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t j = 0; j < m; j++) X[r * m + j] *= q->shrink[r];
}

/* Columns [c, c + width) of rows first.. of a term as doubles: in place, or widened into panel. *ld: their distance. */
static const double *panel_of(const lcn_term *t, int64_t first, int64_t rows, int64_t c, int64_t width, double *panel,
                              int64_t *ld)
{
    *ld = t->ld;
    if (t->route == LCN_ROWS_F64) return (const double *)t->x + first * t->ld + c;
    const float *x = (const float *)t->x + first * t->ld + c;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t r = 0; r < width; r++) panel[i * width + r] = (double)x[i * t->ld + r];
    *ld = width;
    return panel;
}

/* P += X'X V / divisor over some rows; what is widened goes through in panels, twice */
static void add_block(double *P, const lcn_term *t, int64_t first, int64_t rows, const double *V, int64_t p, int64_t m,
                      double *panel)
{
    const int64_t wide = t->route == LCN_ROWS_F64 ? p : PANEL;
    double *Y = panel + ROWS * PANEL;
    int64_t ld;
    for (int64_t c = 0; c < p; c += wide) {
        const int64_t width = p - c < wide ? p - c : wide;
        const double *x = panel_of(t, first, rows, c, width, panel, &ld);
        lcn_gemm(LCN_N, LCN_N, rows, m, width, 1 / t->divisor, x, ld, V + c * m, m, c > 0, Y, m);
    }
    for (int64_t c = 0; c < p; c += wide) {
        const int64_t width = p - c < wide ? p - c : wide;
        const double *x = panel_of(t, first, rows, c, width, panel, &ld);
        lcn_gemm(LCN_T, LCN_N, width, m, rows, 1, x, ld, Y, m, 1, P + c * m, m);
    }
}

void lcn_dense_multiply(const lcn_problem *problem, const lcn_term *term, const double *W,
                        int64_t m, double *P, double *scratch)
{
    const int64_t p = problem->p;
    double *panel = scratch, *V = scratch + ROWS * PANEL + ROWS * m;
    const double *from = W;
    if (problem->shrink) {
        memcpy(V, W, (size_t)(p * m) * sizeof *V);
        shrink_rows(problem, V, m);
        from = V;
    }
    if (term->route == LCN_COV) {
        lcn_gemm(LCN_N, LCN_N, p, m, p, 1, term->x, term->ld, from, m, 0, P, m);
    } else {
        memset(P, 0, (size_t)(p * m) * sizeof *P);
        for (int64_t first = 0; first < term->rows; first += ROWS)
            add_block(P, term, first, term->rows - first < ROWS ? term->rows - first : ROWS, from, p, m, panel);
    }
    shrink_rows(problem, P, m);
}

void lcn_dense_covariance(const lcn_problem *problem, const lcn_term *term, double *K)
{
    const int64_t p = problem->p;
    memset(K, 0, (size_t)(p * p) * sizeof *K);
    if (term->route == LCN_COV) {
        for (int64_t r = 0; r < p; r++)
            memcpy(K + r * p, (const double *)term->x + r * term->ld, (size_t)p * sizeof *K);
    } else if (term->route == LCN_ROWS_F32) {
        lcn_gram_f32(K, p, term->x, term->ld, term->rows, p, 1 / term->divisor);
    } else {
        for (int64_t first = 0; first < term->rows; first += ROWS)
            lcn_syrk(p, term->rows - first < ROWS ? term->rows - first : ROWS, 1 / term->divisor,
                     (const double *)term->x + first * term->ld, term->ld, 1, K, p);
    }
    if (problem->shrink == NULL) return;
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < p; s++) K[r * p + s] *= problem->shrink[r] * problem->shrink[s];
}
