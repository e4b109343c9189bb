/* SPDX-License-Identifier: BSD-3-Clause
 * Dense linear algebra, row-major, int64 sizes. The files of this folder are the only ones that
 * include BLAS or LAPACK (la_internal.h has the narrowing to their int). The plain-C twin for tests is
 * tests/la_ref.h.
 *
 * Nothing declared here allocates: scratch is the caller's (linkage.h does). LAPACK never sees a NaN: factorisations of
 * non-finite input answer LACON_E_NUMERIC and leave the outputs undefined. They carry no context;
 * the caller, who knows what the matrix was, writes the sentence.
 *
 * BLAS runs on the calling thread only between lcn_blas_begin and lcn_blas_end (threads.c). Public
 * entry points that reach BLAS open that scope, outside every parallel region.
 */
#ifndef LCN_LA_H
#define LCN_LA_H

#include <lacon/context.h>
#include <stdbool.h>
#include <stdint.h>

/* ---- threads.c ---- */
/* BLAS on one thread from here on; the answer is what lcn_blas_end needs to restore the
 * caller's. */
int lcn_blas_begin(void);
/* The memory that BLAS works in, for all threads of the context, before the first scope: LACON_E_MEMORY where the
 * system has none, which BLAS itself would not tell. */
lacon_status lcn_blas_ready(lacon_ctx *ctx);
void lcn_blas_end(int before);

#define LCN_LOG_2PI 1.8378770664093454836 /* log(2 pi): of every Gaussian density */

/* ---- blas.c: products. C must not alias A or B. ---- */
typedef enum lcn_op { LCN_N = 0, LCN_T = 1 } lcn_op;

/* C = alpha op(A) op(B) + beta C;  op(A) m × k, op(B) k × n, C m × n */
void lcn_gemm(lcn_op ta, lcn_op tb, int64_t m, int64_t n, int64_t k, double alpha, const double *A,
              int64_t lda, const double *B, int64_t ldb, double beta, double *C, int64_t ldc);
void lcn_gemm_f32(lcn_op ta, lcn_op tb, int64_t m, int64_t n, int64_t k, float alpha,
                  const float *A, int64_t lda, const float *B, int64_t ldb, float beta, float *C,
                  int64_t ldc);
/* C = alpha A'A + beta C (A m × n, C n × n, both triangles written) */
void lcn_syrk(int64_t n, int64_t m, double alpha, const double *A, int64_t lda, double beta,
              double *C, int64_t ldc);
void lcn_syrk_f32(int64_t n, int64_t m, float alpha, const float *A, int64_t lda, float beta,
                  float *C, int64_t ldc);
double lcn_dot(int64_t n, const double *x, const double *y); /* fixed order of summation */
double lcn_norm(int64_t n, const double *x);                 /* Euclidean, safe from overflow */
bool lcn_finite(int64_t n, const double *x);                 /* no NaN, no Inf */

/* ---- eigh.c ---- */
int64_t lcn_eigh_scratch(int64_t k); /* doubles */
/* A = U diag(s) U', s descending. A k × k symmetric on entry (packed, ld = k); on return its ROW j
 * is the eigenvector of s[j]. Householder and QL of our own to k = 24, dsyevd above. The sign of a
 * vector makes its largest entry positive. */
lacon_status lcn_eigh(int64_t k, double *A, double *s, double *scratch);
/* The same s alone, A spoilt: a third of the time where k is small. */
lacon_status lcn_eigvals(int64_t k, double *A, double *s, double *scratch);
int64_t lcn_eigh_top_scratch(int64_t p);
/* The m largest eigenpairs of A p × p (destroyed): s[m] descending, V m × p with a vector in each
 * row. */
lacon_status lcn_eigh_top(int64_t p, double *A, int64_t m, double *s, double *V, double *scratch);

/* ---- chol.c: lower Cholesky, in place in the lower triangle (upper untouched) ---- */
/* A = L L'. False when A is not positive definite (or not finite): the lower triangle is then
 * spoilt. */
bool lcn_chol(int64_t k, double *A, int64_t ld);
/* log det A = 2 sum log L_jj */
double lcn_chol_logdet(int64_t k, const double *L, int64_t ld);
void lcn_chol_solve(int64_t k, const double *L, int64_t ld, double *x); /* x <- A^-1 x */
/* A^-1 full, ld = k; no alias */
void lcn_chol_inverse(int64_t k, const double *L, int64_t ld, double *out);

/* ---- orth.c ---- */
int64_t lcn_qr_scratch(int64_t p, int64_t k);
/* A = Q R with Q'Q = I, p >= k; A (ld = k) becomes Q; R k × k upper, diagonal >= 0, may be NULL.
 * Rank deficient A still gives an orthonormal Q. Cholesky-QR twice, Householder when that is not
 * safe. */
lacon_status lcn_qr(int64_t p, int64_t k, double *A, double *R, double *scratch);

/* ---- assign.c ---- */
int64_t lcn_assign_scratch(int64_t rows, int64_t cols);
/* Assignment problem: column[i] (distinct) that maximises sum_i score[i, column[i]], rows <= cols,
 * score finite. Ties go to the smaller column. O(rows² cols). */
void lcn_assign(int64_t rows, int64_t cols, const double *score, int64_t ld, int64_t *column,
                double *scratch);

/* Rotate the columns of U (p × k) to simple structure, in place; then signs so that sum u³ >= 0. */
void lcn_varimax(double *U, int64_t p, int64_t k);
/* The same until no pair of columns rotates by more than this angle. */
void lcn_varimax_to(double *U, int64_t p, int64_t k, double angle);

#endif
