/* SPDX-License-Identifier: BSD-3-Clause
 * Products over CBLAS. Tiny ones (and absurdly large ones, la_internal.h) run in plain loops here.
 * Factorisations: eigh.c, chol.c, orth.c.
 */
#include "la/la.h"
#include "la/la_internal.h"

#include <cblas.h>
#include <math.h>

/* m n k up to this: plain loops win (measured: crossover near 3 × 3 × 3 with OpenBLAS 0.3.21). */
enum { TINY = 32 };

#define AT(op, X, ld, i, j) ((op) == LCN_N ? (X)[(i) * (ld) + (j)] : (X)[(j) * (ld) + (i)])

static void plain_gemm(lcn_op ta, lcn_op tb, int64_t m, int64_t n, int64_t k, double alpha,
                       const double *A, int64_t lda, const double *B, int64_t ldb, double beta,
                       double *C, int64_t ldc)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++) sum += AT(ta, A, lda, i, l) * AT(tb, B, ldb, l, j);
            C[i * ldc + j] = alpha * sum + (beta == 0 ? 0 : beta * C[i * ldc + j]);
        }
}

/* C = alpha A'A + beta C */
static void plain_syrk_f32(int64_t n, int64_t m, float alpha, const float *A, int64_t lda, float beta, float *C,
                           int64_t ldc)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            float sum = 0;
            for (int64_t l = 0; l < m; l++) sum += A[l * lda + i] * A[l * lda + j];
            C[i * ldc + j] = alpha * sum + (beta == 0 ? 0 : beta * C[i * ldc + j]);
        }
}

static CBLAS_TRANSPOSE flag(lcn_op op) { return op == LCN_N ? CblasNoTrans : CblasTrans; }

/* Tiny first: the product of three sizes could overflow, of three tiny ones not. */
static bool use_blas(int64_t m, int64_t n, int64_t k, int64_t lda, int64_t ldb, int64_t ldc)
{
    if (m <= TINY && n <= TINY && k <= TINY && m * n * k <= TINY) return false;
    return lcn_fits(m, n, k) && lcn_fits(lda, ldb, ldc);
}

void lcn_gemm(lcn_op ta, lcn_op tb, int64_t m, int64_t n, int64_t k, double alpha, const double *A,
              int64_t lda, const double *B, int64_t ldb, double beta, double *C, int64_t ldc)
{
    if (m == 0 || n == 0) return;
    if (!use_blas(m, n, k, lda, ldb, ldc))
        plain_gemm(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
    else
        cblas_dgemm(CblasRowMajor, flag(ta), flag(tb), lcn_narrow(m), lcn_narrow(n), lcn_narrow(k),
                    alpha, A, lcn_narrow(lda), B, lcn_narrow(ldb), beta, C, lcn_narrow(ldc));
}

void lcn_syrk(int64_t n, int64_t m, double alpha, const double *A, int64_t lda, double beta,
              double *C, int64_t ldc)
{
    if (n == 0) return;
    if (!use_blas(n, n, m, lda, lda, ldc)) {
        plain_gemm(LCN_T, LCN_N, n, n, m, alpha, A, lda, A, lda, beta, C, ldc);
        return;
    }
    cblas_dsyrk(CblasRowMajor, CblasLower, CblasTrans, lcn_narrow(n), lcn_narrow(m), alpha, A,
                lcn_narrow(lda), beta, C, lcn_narrow(ldc));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++) C[j * ldc + i] = C[i * ldc + j];
}

void lcn_syrk_f32(int64_t n, int64_t m, float alpha, const float *A, int64_t lda, float beta,
                  float *C, int64_t ldc)
{
    if (n == 0) return;
    if (!use_blas(n, n, m, lda, lda, ldc)) {
        plain_syrk_f32(n, m, alpha, A, lda, beta, C, ldc);
        return;
    }
    cblas_ssyrk(CblasRowMajor, CblasLower, CblasTrans, lcn_narrow(n), lcn_narrow(m), alpha, A,
                lcn_narrow(lda), beta, C, lcn_narrow(ldc));
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < i; j++) C[j * ldc + i] = C[i * ldc + j];
}

/* Eight running sums: vectorises, and the order is the same on every machine and thread count. */
double lcn_dot(int64_t n, const double *x, const double *y)
{
    double part[8] = {0};
    int64_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (int l = 0; l < 8; l++) part[l] += x[i + l] * y[i + l];
    for (int l = 0; i < n; i++, l++) part[l] += x[i] * y[i];
    return ((part[0] + part[1]) + (part[2] + part[3])) +
           ((part[4] + part[5]) + (part[6] + part[7]));
}

/* When squares overflow or vanish: scaled by a power of two near the largest entry. */
double lcn_norm(int64_t n, const double *x)
{
    const double square = lcn_dot(n, x, x);
    if (isnan(square) || (square > 0x1p-900 && square < 0x1p900)) return sqrt(square);
    double top = 0, sum = 0;
    int exponent;
    for (int64_t i = 0; i < n; i++) top = fmax(top, fabs(x[i]));
    if (top == 0 || !isfinite(top)) return top;
    frexp(top, &exponent);
    for (int64_t i = 0; i < n; i++) {
        const double small = ldexp(x[i], -exponent);
        sum += small * small;
    }
    return ldexp(sqrt(sum), exponent);
}

bool lcn_finite(int64_t n, const double *x)
{
    bool ok = true;
    for (int64_t i = 0; i < n; i++) ok &= isfinite(x[i]) != 0;
    return ok;
}
