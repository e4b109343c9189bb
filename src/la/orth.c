/* SPDX-License-Identifier: BSD-3-Clause
 * Thin QR of tall p × k matrices.
 *
 * Cholesky-QR twice (Yamamoto et al. 2015) runs at gemm speed and is as orthogonal as Householder
 * while cond(A) < 1e7; beyond that Householder. A row-major p × k array is a column-major k × p
 * one, so Householder QR of A is LAPACK's LQ of the array as it is.
 */
#include "la/la.h"
#include "la/la_internal.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum {
    BLOCK = 64,
    CALM = 100 /* exponents up to which squares are safe as they are */
};

/* L L' = A'A into L k × k. False when cond(A) may exceed 1e6, as seen in the pivots. */
static bool gram_factor(int64_t p, int64_t k, const double *A, double *L)
{
    lcn_syrk(k, p, 1, A, k, 0, L, k);
    if (!lcn_chol(k, L, k)) return false;
    double low = L[0], high = L[0];
    for (int64_t j = 1; j < k; j++) {
        low = fmin(low, L[j * k + j]);
        high = fmax(high, L[j * k + j]);
    }
    return low > 1e-6 * high; /* its square is lost in the Gram matrix below 1e-8 */
}

/* A <- A L^-T */
static void divide(int64_t p, int64_t k, double *A, const double *L)
{
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, lcn_narrow(p),
                lcn_narrow(k), 1, L, lcn_narrow(k), A, lcn_narrow(k));
}

/* R = L2' L1' : A = Q1 L1' = Q2 L2' L1' */
static void upper_product(int64_t k, const double *L1, const double *L2, double *R)
{
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++) {
            double sum = 0;
            for (int64_t l = i; l <= j; l++) sum += L2[l * k + i] * L1[j * k + l];
            R[i * k + j] = sum;
        }
}

static lacon_status householder(int64_t p, int64_t k, double *A, double *R, double *scratch)
{
    const int n = lcn_narrow(p), m = lcn_narrow(k);
    double *tau = scratch, *work = scratch + k;
    if (LAPACKE_dgelqf_work(LAPACK_COL_MAJOR, m, n, A, m, tau, work, BLOCK * m) != 0)
        return LACON_E_NUMERIC;
    memset(R, 0, (size_t)(k * k) * sizeof *R);
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = i; j < k; j++) R[i * k + j] = A[i * k + j];
    if (LAPACKE_dorglq_work(LAPACK_COL_MAJOR, m, n, m, A, m, tau, work, BLOCK * m) != 0)
        return LACON_E_NUMERIC;
    for (int64_t j = 0; j < k; j++) {
        if (R[j * k + j] >= 0) continue;
        for (int64_t l = j; l < k; l++) R[j * k + l] = -R[j * k + l];
        for (int64_t r = 0; r < p; r++) A[r * k + j] = -A[r * k + j];
    }
    return LACON_OK;
}

/* two k × k factors, R, then tau and work */
int64_t lcn_qr_scratch(int64_t p, int64_t k)
{
    (void)p;
    return 3 * k * k + k + BLOCK * k;
}

lacon_status lcn_qr(int64_t p, int64_t k, double *A, double *R, double *scratch)
{
    if (!lcn_fits(p, BLOCK * k, 1)) return LACON_E_LIMIT;
    if (!lcn_finite(p * k, A)) return LACON_E_NUMERIC;
    double *L1 = scratch, *L2 = L1 + k * k, *upper = L2 + k * k;
    if (!R) R = upper;
    const int exponent = lcn_normalise(p * k, A, CALM);
    if (gram_factor(p, k, A, L1)) {
        divide(p, k, A, L1);
        lcn_syrk(k, p, 1, A, k, 0, L2, k);
        if (!lcn_chol(k, L2, k)) return LACON_E_NUMERIC; /* L2 is near I: cannot happen */
        divide(p, k, A, L2);
        upper_product(k, L1, L2, R);
    } else {
        lacon_status status = householder(p, k, A, R, upper + k * k);
        if (status < 0) return status;
    }
    for (int64_t i = 0; i < k * k; i++) R[i] = ldexp(R[i], exponent);
    return LACON_OK;
}
