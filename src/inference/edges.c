/* SPDX-License-Identifier: BSD-3-Clause
 * The connectivity of a class as one number per edge: atanh of the correlation (its variance hardly
 * depends on its size), the covariance as it is, or atanh of the partial correlation.
 */
#include "inference/inference.h"
#include "la/la.h"

#include <math.h>

/* Where a G has lost rank correlations may come out as one; atanh(0.999) = 3.8 is as far as they go. */
static const double HIGHEST = 0.999;
/* Partial correlations invert G, which may have lost rank: 1 % of the mean variance is added to every
 * module of every class alike. */
static const double RIDGE = 0.01;

int64_t lcn_edge_list(int64_t k, lacon_measure measure, int32_t *from, int32_t *to)
{
    const int64_t apart = measure == LACON_MEASURE_COVARIANCE ? 0 : 1; /* a variance is no correlation */
    int64_t count = 0;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = a + apart; b < k; b++, count++)
            if (from) {
                from[count] = (int32_t)a;
                to[count] = (int32_t)b;
            }
    return count;
}

static double fisher(double covariance, double va, double vb, int64_t *odd)
{
    if (!(va > 0.0 && vb > 0.0)) { /* a module without variance goes with nothing */
        *odd += 1;
        return 0.0;
    }
    double r = covariance / (sqrt(va) * sqrt(vb));
    if (!(fabs(r) <= HIGHEST)) {
        *odd += 1;
        r = copysign(HIGHEST, covariance);
    }
    return atanh(r);
}

/* A (k × k) = -(G + ridge)^-1 off the diagonal, + on it: what correlates partially */
static bool invert(double *A, const double *G, int64_t k, double *L)
{
    double trace = 0.0;
    for (int64_t a = 0; a < k; a++) trace += G[a * k + a];
    for (int64_t e = 0; e < k * k; e++) L[e] = G[e];
    for (int64_t a = 0; a < k; a++) L[a * k + a] += RIDGE * trace / (double)k;
    if (!lcn_chol(k, L, k)) return false;
    lcn_chol_inverse(k, L, k, A);
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++)
            if (a != b) A[a * k + b] = -A[a * k + b];
    return true;
}

void lcn_edge_values(double *y, const double *G, int64_t k, lacon_measure measure, double *scratch,
                     int64_t *odd)
{
    const double *A = G;
    if (measure == LACON_MEASURE_PARTIAL && invert(scratch, G, k, scratch + k * k)) A = scratch;
    int64_t e = 0;
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = a + (measure != LACON_MEASURE_COVARIANCE); b < k; b++)
            y[e++] = measure == LACON_MEASURE_COVARIANCE
                         ? G[a * k + b]
                         : fisher(A[a * k + b], A[a * k + a], A[b * k + b], odd);
}
