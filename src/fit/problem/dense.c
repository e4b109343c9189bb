/* SPDX-License-Identifier: BSD-3-Clause
 * K_i times a dense matrix, and K_i itself, from covariance or rows (dense.h). Rows go through in
 * blocks that stay in cache; float32 rows are widened block by block.
 */
#include "fit/problem/dense.h"

#include "la/la.h"

#include <string.h>

enum { ROWS = 64 }; /* of a block, with its products in the second cache */

/* W with psi applied, a block of rows, and its product with W */
int64_t lcn_dense_scratch(const lcn_problem *problem, int64_t m)
{
    return problem->p * m + ROWS * problem->p + ROWS * m;
}

/* X (rows × p): every row r scaled by shrink_r; nothing without psi */
static void shrink_rows(const lcn_problem *q, double *X, int64_t m)
{
    if (q->shrink == NULL) return;
    for (int64_t r = 0; r < q->p; r++)
        for (int64_t j = 0; j < m; j++) X[r * m + j] *= q->shrink[r];
}

/* Rows first.. of a term as doubles: in place, or widened into block. *ld is their distance. */
static const double *rows_of(const lcn_problem *q, const lcn_term *t, int64_t first, int64_t rows,
                             double *block, int64_t *ld)
{
    *ld = t->ld;
    if (t->route == LCN_ROWS_F64) return (const double *)t->x + first * t->ld;
    const float *x = (const float *)t->x + first * t->ld;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t r = 0; r < q->p; r++) block[i * q->p + r] = (double)x[i * t->ld + r];
    *ld = q->p;
    return block;
}

void lcn_dense_multiply(const lcn_problem *problem, const lcn_term *term, const double *W,
                        int64_t m, double *P, double *scratch)
{
    const int64_t p = problem->p;
    double *V = scratch, *block = V + p * m, *Y = block + ROWS * p;
    memcpy(V, W, (size_t)(p * m) * sizeof *V);
    shrink_rows(problem, V, m);
    if (term->route == LCN_COV) {
        lcn_gemm(LCN_N, LCN_N, p, m, p, 1, term->x, term->ld, V, m, 0, P, m);
    } else {
        memset(P, 0, (size_t)(p * m) * sizeof *P);
        for (int64_t first = 0; first < term->rows; first += ROWS) {
            const int64_t rows = term->rows - first < ROWS ? term->rows - first : ROWS;
            int64_t ld;
            const double *x = rows_of(problem, term, first, rows, block, &ld);
            lcn_gemm(LCN_N, LCN_N, rows, m, p, 1 / term->divisor, x, ld, V, m, 0, Y, m);
            lcn_gemm(LCN_T, LCN_N, p, m, rows, 1, x, ld, Y, m, 1, P, m);
        }
    }
    shrink_rows(problem, P, m);
}

void lcn_dense_covariance(const lcn_problem *problem, const lcn_term *term, double *K,
                          double *scratch)
{
    const int64_t p = problem->p;
    memset(K, 0, (size_t)(p * p) * sizeof *K);
    if (term->route == LCN_COV) {
        for (int64_t r = 0; r < p; r++)
            memcpy(K + r * p, (const double *)term->x + r * term->ld, (size_t)p * sizeof *K);
    } else {
        for (int64_t first = 0; first < term->rows; first += ROWS) {
            const int64_t rows = term->rows - first < ROWS ? term->rows - first : ROWS;
            int64_t ld;
            const double *x = rows_of(problem, term, first, rows, scratch, &ld);
            lcn_syrk(p, rows, 1 / term->divisor, x, ld, 1, K, p);
        }
    }
    if (problem->shrink == NULL) return;
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s < p; s++) K[r * p + s] *= problem->shrink[r] * problem->shrink[s];
}
