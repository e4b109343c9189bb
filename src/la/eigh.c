/* SPDX-License-Identifier: BSD-3-Clause
 * Symmetric eigendecomposition. The k × k matrices of a class (k <= 16) go through cyclic Jacobi: no
 * library decides the order of operations, and small eigenvalues of positive definite matrices come
 * out with full relative accuracy (Demmel & Veselić 1992). Larger ones go to LAPACK.
 */
#include "la/la.h"
#include "la/law.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum {
    JACOBI_MAX = 16,
    MAX_SWEEPS = 40, /* quadratic convergence ends in 5-8 sweeps; singular matrices dither a little */
    BLOCK = 64       /* LAPACK's block size, for work arrays */
};

/* Scale by a power of two so that the largest entry is in [1/2, 1): nothing overflows in squares, and
 * results scale exactly. Answers the exponent taken out. */
static int normalise(int64_t n, double *A)
{
    double top = 0;
    int exponent;
    for (int64_t i = 0; i < n; i++)
        if (fabs(A[i]) > top) top = fabs(A[i]);
    frexp(top, &exponent);
    if (exponent != 0)
        for (int64_t i = 0; i < n; i++) A[i] = ldexp(A[i], -exponent);
    return exponent;
}

/* Rows a and b of X (length k): (x, y) <- (c x - s y, s x + c y) */
static void rotate_rows(int64_t k, double *a, double *b, double c, double s)
{
    for (int64_t i = 0; i < k; i++) {
        const double x = a[i], y = b[i];
        a[i] = c * x - s * y;
        b[i] = s * x + c * y;
    }
}

/* Annihilate A_ij by A <- J A J', V <- J V. False when it is negligible already. */
static bool jacobi_rotation(int64_t k, double *A, double *V, int64_t i, int64_t j)
{
    const double aii = A[i * k + i], ajj = A[j * k + j], aij = A[i * k + j];
    /* relative to both diagonal entries: keeps the small eigenvalues accurate */
    if (fabs(aij) <= 0x1p-53 * sqrt(fabs(aii * ajj)) || fabs(aij) < 0x1p-500) return false;
    const double theta = 0.5 * (ajj - aii) / aij;
    const double t = copysign(1 / (fabs(theta) + sqrt(theta * theta + 1)), theta);
    const double c = 1 / sqrt(t * t + 1), s = t * c;
    rotate_rows(k, A + i * k, A + j * k, c, s);
    for (int64_t l = 0; l < k; l++) { /* the other side by symmetry, diagonal block apart */
        A[l * k + i] = A[i * k + l];
        A[l * k + j] = A[j * k + l];
    }
    A[i * k + i] = aii - t * aij;
    A[j * k + j] = ajj + t * aij;
    A[i * k + j] = A[j * k + i] = 0;
    rotate_rows(k, V + i * k, V + j * k, c, s);
    return true;
}

static void jacobi(int64_t k, double *A, double *s, double *V)
{
    memset(V, 0, (size_t)(k * k) * sizeof *V);
    for (int64_t i = 0; i < k; i++) V[i * k + i] = 1;
    bool rotated = true;
    for (int sweep = 0; rotated && sweep < MAX_SWEEPS; sweep++) {
        rotated = false;
        for (int64_t i = 0; i < k - 1; i++)
            for (int64_t j = i + 1; j < k; j++) rotated |= jacobi_rotation(k, A, V, i, j);
    }
    for (int64_t i = 0; i < k; i++) s[i] = A[i * k + i];
    memcpy(A, V, (size_t)(k * k) * sizeof *V);
}

/* Descending order; ties keep their order. */
static void sort_pairs(int64_t k, double *V, double *s)
{
    for (int64_t i = 0; i < k; i++) {
        int64_t top = i;
        for (int64_t j = i + 1; j < k; j++)
            if (s[j] > s[top]) top = j;
        if (top == i) continue;
        const double swap = s[i];
        s[i] = s[top];
        s[top] = swap;
        for (int64_t l = 0; l < k; l++) {
            const double x = V[i * k + l];
            V[i * k + l] = V[top * k + l];
            V[top * k + l] = x;
        }
    }
}

/* m vectors of length k in rows: the largest entry (first of equals) made positive */
static void fix_signs(int64_t m, int64_t k, double *V)
{
    for (int64_t i = 0; i < m; i++) {
        double *row = V + i * k, top = 0;
        for (int64_t l = 0; l < k; l++)
            if (fabs(row[l]) > fabs(top)) top = row[l];
        if (top < 0)
            for (int64_t l = 0; l < k; l++) row[l] = -row[l];
    }
}

int64_t lcn_eigh_scratch(int64_t k)
{
    return k <= JACOBI_MAX ? k * k : (1 + 6 * k + 2 * k * k) + (3 + 5 * k) / 2 + 1;
}

lacon_status lcn_eigh(int64_t k, double *A, double *s, double *scratch)
{
    if (!lcn_finite(k * k, A)) return LACON_E_NUMERIC;
    const int exponent = normalise(k * k, A);
    if (k <= JACOBI_MAX) {
        jacobi(k, A, s, scratch);
    } else {
        if (!lcn_fits(k, 1 + 6 * k + 2 * k * k, 1)) return LACON_E_LIMIT;
        const int64_t lwork = 1 + 6 * k + 2 * k * k, liwork = 3 + 5 * k;
        if (LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'U', lcn_narrow(k), A, lcn_narrow(k), s, scratch,
                                lcn_narrow(lwork), (lapack_int *)(scratch + lwork),
                                lcn_narrow(liwork)) != 0)
            return LACON_E_NUMERIC;
    }
    sort_pairs(k, A, s);
    fix_signs(k, k, A);
    for (int64_t i = 0; i < k; i++) s[i] = ldexp(s[i], exponent);
    return LACON_OK;
}

/* eigenvalues p, work (BLOCK + 26) p, iwork 10 p ints, isuppz 2 p ints */
int64_t lcn_eigh_top_scratch(int64_t p)
{
    return p + (BLOCK + 26) * p + 6 * p + 1;
}

lacon_status lcn_eigh_top(int64_t p, double *A, int64_t m, double *s, double *V, double *scratch)
{
    if (!lcn_fits(p, (BLOCK + 26) * p, m)) return LACON_E_LIMIT;
    if (!lcn_finite(p * p, A)) return LACON_E_NUMERIC;
    const int exponent = normalise(p * p, A);
    double *value = scratch, *work = value + p;
    lapack_int *iwork = (lapack_int *)(work + (BLOCK + 26) * p), *isuppz = iwork + 10 * p, found = 0;
    const int n = lcn_narrow(p);
    if (LAPACKE_dsyevr_work(LAPACK_COL_MAJOR, 'V', 'I', 'U', n, A, n, 0, 0, n - lcn_narrow(m) + 1, n, 0,
                            &found, value, V, n, isuppz, work, (BLOCK + 26) * n, iwork, 10 * n) != 0 ||
        found != m)
        return LACON_E_NUMERIC;
    for (int64_t i = 0; i < m / 2; i++) /* LAPACK counts upwards */
        for (int64_t l = 0; l < p; l++) {
            const double x = V[i * p + l];
            V[i * p + l] = V[(m - 1 - i) * p + l];
            V[(m - 1 - i) * p + l] = x;
        }
    for (int64_t i = 0; i < m; i++) s[i] = ldexp(value[m - 1 - i], exponent);
    fix_signs(m, p, V);
    return LACON_OK;
}
