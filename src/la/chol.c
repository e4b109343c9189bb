/* SPDX-License-Identifier: BSD-3-Clause
 * Lower Cholesky factor and what follows from it. Plain loops for the k × k matrices of a class,
 * LAPACK for the p × p ones of the dense solver. Row-major lower is column-major upper: no
 * transposition.
 */
#include "la/la.h"
#include "la/la_internal.h"

#include <lapacke.h>
#include <math.h>

enum { SMALL = 20 }; /* measured: dpotrf is faster from here on */

/* Right-looking: column j is finished, then taken out of what is left, row by row. */
LCN_INLINE bool chol_body(int64_t k, double *A, int64_t ld)
{
    double column[SMALL];
    for (int64_t j = 0; j < k; j++) {
        const double pivot = A[j * ld + j];
        if (!(pivot > 0) || !isfinite(pivot)) return false; /* NaN ends here, too */
        const double scale = 1 / sqrt(pivot);
        A[j * ld + j] = pivot * scale;
        for (int64_t i = j + 1; i < k; i++) {
            double *row = A + i * ld;
            row[j] = column[i] = row[j] * scale;
            for (int64_t l = j + 1; l <= i; l++) row[l] -= column[i] * column[l];
        }
    }
    return true;
}

static bool chol_small(int64_t k, double *A, int64_t ld)
{
#define BODY(size) chol_body(size, A, ld)
    LCN_BY_SIZE(k, BODY)
#undef BODY
}

bool lcn_chol(int64_t k, double *A, int64_t ld)
{
    if (k <= SMALL) return chol_small(k, A, ld);
    if (!lcn_fits(k, ld, 1)) return false;
    for (int64_t i = 0; i < k; i++)
        if (!lcn_finite(i + 1, A + i * ld)) return false;
    return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', lcn_narrow(k), A, lcn_narrow(ld)) == 0;
}

double lcn_chol_logdet(int64_t k, const double *L, int64_t ld)
{
    double sum = 0;
    for (int64_t j = 0; j < k; j++) sum += log(L[j * ld + j]);
    return 2 * sum;
}

void lcn_chol_solve(int64_t k, const double *L, int64_t ld, double *x)
{
    for (int64_t j = 0; j < k; j++) { /* L y = x */
        for (int64_t l = 0; l < j; l++) x[j] -= L[j * ld + l] * x[l];
        x[j] /= L[j * ld + j];
    }
    for (int64_t j = k; j-- > 0;) { /* L' x = y, by rows of L */
        x[j] /= L[j * ld + j];
        for (int64_t l = 0; l < j; l++) x[l] -= L[j * ld + l] * x[j];
    }
}

/* T = L^-1 into the lower triangle of out, then out = T'T from its last row up. k³/3 + k³/3. */
LCN_INLINE void inverse_body(int64_t k, const double *L, int64_t ld, double *out)
{
    for (int64_t i = 0; i < k; i++) {
        out[i * k + i] = 1 / L[i * ld + i];
        for (int64_t j = 0; j < i; j++) {
            double sum = 0;
            for (int64_t l = j; l < i; l++) sum += L[i * ld + l] * out[l * k + j];
            out[i * k + j] = -sum * out[i * k + i];
        }
    }
    for (int64_t i = 0; i < k; i++) /* entry (i, j) reads rows >= i only: rows above are done */
        for (int64_t j = 0; j <= i; j++) {
            double sum = 0;
            for (int64_t l = i; l < k; l++) sum += out[l * k + i] * out[l * k + j];
            out[j * k + i] = sum;
        }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < i; j++) out[i * k + j] = out[j * k + i];
}

static void inverse_small(int64_t k, const double *L, int64_t ld, double *out)
{
#define BODY(size) inverse_body(size, L, ld, out)
    LCN_BY_SIZE(k, BODY)
#undef BODY
}

void lcn_chol_inverse(int64_t k, const double *L, int64_t ld, double *out)
{
    if (k <= SMALL || !lcn_fits(k, ld, 1)) {
        inverse_small(k, L, ld, out);
        return;
    }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j <= i; j++) out[i * k + j] = L[i * ld + j];
    LAPACKE_dpotri_work(LAPACK_COL_MAJOR, 'U', lcn_narrow(k), out, lcn_narrow(k));
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < i; j++) out[j * k + i] = out[i * k + j];
}
