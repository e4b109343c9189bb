/* SPDX-License-Identifier: BSD-3-Clause
 * Symmetric eigendecomposition. The small matrices of a class go through Householder reduction and
 * implicit QL here (Wilkinson & Reinsch 1971): several times faster than LAPACK at k near 10, and
 * no library decides the order of operations. Larger ones go to LAPACK.
 */
#include "la/la.h"
#include "la/la_internal.h"

#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum {
    SMALL = 24,      /* measured: dsyevd has caught up at 32 */
    MAX_STEPS = 60,  /* of QL per eigenvalue; 2 are usual */
    LARGEST = 32766, /* 2 k² + 6 k + 1, dsyevd's work array, still fits an int */
    BLOCK = 64       /* LAPACK's block size, for work arrays */
};

/* A <- H A H with H = I - beta v v', on rows and columns first..k-1; v (from `first`) annihilates
 * the column before. w is scratch. Lower triangle only. */
LCN_INLINE void reflect(int64_t k, int64_t first, double *A, const double *v, double beta,
                        double *w)
{
    double overlap = 0;
    for (int64_t i = first; i < k; i++) { /* w = beta A v */
        double sum = 0;
        for (int64_t l = first; l <= i; l++) sum += A[i * k + l] * v[l];
        for (int64_t l = i + 1; l < k; l++) sum += A[l * k + i] * v[l];
        w[i] = beta * sum;
    }
    for (int64_t i = first; i < k; i++) overlap += 0.5 * beta * w[i] * v[i];
    for (int64_t i = first; i < k; i++) w[i] -= overlap * v[i];
    for (int64_t i = first; i < k; i++) /* A <- A - v w' - w v' */
        for (int64_t l = first; l <= i; l++) A[i * k + l] -= v[i] * w[l] + w[i] * v[l];
}

/* T = Q'A Q with diagonal d and e_j beside d_j, d_j+1. Vector v of step j is left in row j of A,
 * right of the diagonal, its beta in beta[j] (0: no reflection). */
LCN_INLINE void tridiagonalise(int64_t k, double *A, double *d, double *e, double *beta, double *w)
{
    for (int64_t j = 0; j < k; j++) {
        double tail = 0, *v = A + j * k;
        d[j] = A[j * k + j];
        beta[j] = 0;
        if (j == k - 1) break;
        for (int64_t i = j + 1; i < k; i++) v[i] = A[i * k + j];
        for (int64_t i = j + 2; i < k; i++) tail += v[i] * v[i];
        e[j] = v[j + 1];
        if (tail < 0x1p-900) continue; /* nothing to annihilate, beside a largest entry near 1 */
        const double alpha = -copysign(sqrt(v[j + 1] * v[j + 1] + tail), v[j + 1]);
        v[j + 1] -= alpha; /* same signs: no cancellation */
        e[j] = alpha;
        beta[j] = 2 / (v[j + 1] * v[j + 1] + tail);
        reflect(k, j + 1, A, v, beta[j], w);
    }
}

/* V = Q' = H_last ... H_0, from the last reflection to the first: each touches rows after its own
 * only */
LCN_INLINE void accumulate(int64_t k, const double *A, const double *beta, double *V)
{
    memset(V, 0, (size_t)(k * k) * sizeof *V);
    for (int64_t i = 0; i < k; i++) V[i * k + i] = 1;
    for (int64_t j = k - 1; j-- > 0;) {
        const double *v = A + j * k;
        for (int64_t i = j + 1; beta[j] != 0 && i < k; i++) {
            double sum = 0;
            for (int64_t l = j + 1; l < k; l++) sum += V[i * k + l] * v[l];
            sum *= beta[j];
            for (int64_t l = j + 1; l < k; l++) V[i * k + l] -= sum * v[l];
        }
    }
}

/* Rows a and b: (a, b) <- (c a - s b, s a + c b) */
LCN_INLINE void rotate_rows(int64_t k, double *a, double *b, double c, double s)
{
    for (int64_t i = 0; i < k; i++) {
        const double x = a[i], y = b[i];
        a[i] = c * x - s * y;
        b[i] = s * x + c * y;
    }
}

/* One implicit QL step on the block first..last, shifted by the eigenvalue of its leading 2 × 2
 * block that is nearer to d_first. V NULL: no vectors are wanted. */
LCN_INLINE void ql_step(int64_t k, int64_t first, int64_t last, double *d, double *e, double *V)
{
    const double half = (d[first + 1] - d[first]) / (2 * e[first]);
    double g = d[last] - d[first] + e[first] / (half + copysign(sqrt(half * half + 1), half));
    double s = 1, c = 1, moved = 0;
    for (int64_t i = last; i-- > first;) {
        const double f = s * e[i], b = c * e[i], r = sqrt(f * f + g * g);
        e[i + 1] = r; /* e holds k values */
        /* the block splits here: undo the pending part of the shift and start afresh */
        if (r == 0) {
            d[i + 1] -= moved;
            e[last] = 0;
            return;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - moved;
        const double q = (d[i] - g) * s + 2 * c * b;
        moved = s * q;
        d[i + 1] = g + moved;
        g = c * q - b;
        if (V) rotate_rows(k, V + i * k, V + (i + 1) * k, c, s);
    }
    d[first] -= moved;
    e[first] = g;
    e[last] = 0;
}

/* End of the unreduced block that starts at `first` */
LCN_INLINE int64_t block_end(int64_t k, int64_t first, const double *d, const double *e)
{
    int64_t last = first;
    while (last < k - 1 && fabs(e[last]) > DBL_EPSILON * (fabs(d[last]) + fabs(d[last + 1])))
        last++;
    return last;
}

/* scratch: e, beta, w of k each, V k × k */
LCN_INLINE lacon_status small_body(int64_t k, double *A, double *d, double *scratch, bool vectors)
{
    double *e = scratch, *beta = e + k, *w = beta + k, *V = vectors ? w + k : NULL;
    tridiagonalise(k, A, d, e, beta, w);
    if (vectors) accumulate(k, A, beta, V);
    e[k - 1] = 0;
    for (int64_t first = 0; first < k; first++)
        for (int step = 0;; step++) {
            const int64_t last = block_end(k, first, d, e);
            if (last == first) break;
            if (step == MAX_STEPS) return LACON_E_NUMERIC;
            ql_step(k, first, last, d, e, V);
        }
    if (vectors) memcpy(A, V, (size_t)(k * k) * sizeof *V);
    return LACON_OK;
}

/* Descending order; ties keep their order. */
LCN_INLINE void sort_pairs(int64_t k, double *V, double *s)
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
LCN_INLINE void fix_signs(int64_t m, int64_t k, double *V)
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
    return k <= SMALL ? k * k + 3 * k : (1 + 6 * k + 2 * k * k) + (3 + 5 * k) / 2 + 1;
}

static lacon_status small_eigh(int64_t k, double *A, double *d, double *scratch)
{
#define BODY(size) small_body(size, A, d, scratch, true)
    LCN_BY_SIZE(k, BODY)
#undef BODY
}

static lacon_status small_values(int64_t k, double *A, double *d, double *scratch)
{
#define BODY(size) small_body(size, A, d, scratch, false)
    LCN_BY_SIZE(k, BODY)
#undef BODY
}

lacon_status lcn_eigh(int64_t k, double *A, double *s, double *scratch)
{
    if (k > LARGEST) return LACON_E_LIMIT;
    if (!lcn_finite(k * k, A)) return LACON_E_NUMERIC;
    const int exponent = lcn_normalise(k * k, A, 0);
    if (k <= SMALL) {
        if (small_eigh(k, A, s, scratch) < 0) return LACON_E_NUMERIC;
    } else {
        const int64_t lwork = 1 + 6 * k + 2 * k * k, liwork = 3 + 5 * k;
        if (LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'U', lcn_narrow(k), A, lcn_narrow(k), s,
                                scratch, lcn_narrow(lwork), (lapack_int *)(scratch + lwork),
                                lcn_narrow(liwork)) != 0)
            return LACON_E_NUMERIC;
    }
    sort_pairs(k, A, s);
    fix_signs(k, k, A);
    if (exponent != 0)
        for (int64_t i = 0; i < k; i++) s[i] = ldexp(s[i], exponent);
    return LACON_OK;
}

lacon_status lcn_eigvals(int64_t k, double *A, double *s, double *scratch)
{
    if (k > SMALL) return lcn_eigh(k, A, s, scratch);
    if (!lcn_finite(k * k, A)) return LACON_E_NUMERIC;
    const int exponent = lcn_normalise(k * k, A, 0);
    if (small_values(k, A, s, scratch) < 0) return LACON_E_NUMERIC;
    for (int64_t i = 1; i < k; i++) { /* descending, by insertion */
        const double value = s[i];
        int64_t j = i;
        for (; j > 0 && s[j - 1] < value; j--) s[j] = s[j - 1];
        s[j] = value;
    }
    if (exponent != 0)
        for (int64_t i = 0; i < k; i++) s[i] = ldexp(s[i], exponent);
    return LACON_OK;
}

/* eigenvalues p, work (BLOCK + 26) p, iwork 10 p ints, isuppz 2 p ints */
int64_t lcn_eigh_top_scratch(int64_t p) { return p + (BLOCK + 26) * p + 6 * p + 1; }

lacon_status lcn_eigh_top(int64_t p, double *A, int64_t m, double *s, double *V, double *scratch)
{
    if (!lcn_fits(p, (BLOCK + 26) * p, m)) return LACON_E_LIMIT;
    if (!lcn_finite(p * p, A)) return LACON_E_NUMERIC;
    const int exponent = lcn_normalise(p * p, A, 0);
    double *value = scratch, *work = value + p;
    lapack_int *iwork = (lapack_int *)(work + (BLOCK + 26) * p), *isuppz = iwork + 10 * p,
               found = 0;
    const int n = lcn_narrow(p);
    if (LAPACKE_dsyevr_work(LAPACK_COL_MAJOR, 'V', 'I', 'U', n, A, n, 0, 0, n - lcn_narrow(m) + 1,
                            n, 0, &found, value, V, n, isuppz, work, (BLOCK + 26) * n, iwork,
                            10 * n) != 0 ||
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
