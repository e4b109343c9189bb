/* SPDX-License-Identifier: BSD-3-Clause
 * Two columns become one; see pairs.h.
 */
#include "model/pairs.h"

#include <math.h>

/* u'A u for u = beta e_a - alpha e_b, or e_a */
double lcn_pair_across(const double *A, int64_t ld, const lcn_pair *q)
{
    const int64_t a = q->a, b = q->b;
    if (b < 0) return A[a * ld + a];
    return q->beta * q->beta * A[a * ld + a] - 2.0 * q->alpha * q->beta * A[a * ld + b] +
           q->alpha * q->alpha * A[b * ld + b];
}

/* w'A w for w = alpha e_a + beta e_b */
double lcn_pair_along(const double *A, int64_t ld, const lcn_pair *q)
{
    const int64_t a = q->a, b = q->b;
    if (b < 0) return 0.0;
    return q->alpha * q->alpha * A[a * ld + a] + 2.0 * q->alpha * q->beta * A[a * ld + b] +
           q->beta * q->beta * A[b * ld + b];
}

/* rows and columns a of A become those along w, b those of the last */
void lcn_pair_fold(double *A, int64_t ld, int64_t K, const lcn_pair *q)
{
    const int64_t a = q->a, b = q->b, last = K - 1;
    for (int64_t j = 0; j < K; j++) A[a * ld + j] = q->alpha * A[a * ld + j] + q->beta * A[b * ld + j];
    for (int64_t j = 0; j < K; j++) A[j * ld + a] = q->alpha * A[j * ld + a] + q->beta * A[j * ld + b];
    for (int64_t j = 0; j < K; j++) A[b * ld + j] = A[last * ld + j];
    for (int64_t j = 0; j < K; j++) A[j * ld + b] = A[j * ld + last];
}

/* The inverse of what is left when u is projected out:  B - B u u'B / u'B u */
static void project_out(double *B, int64_t ld, int64_t K, const lcn_pair *q, double *y)
{
    const double uBu = lcn_pair_across(B, ld, q);
    for (int64_t j = 0; j < K; j++) y[j] = q->beta * B[q->a * ld + j] - q->alpha * B[q->b * ld + j];
    for (int64_t j = 0; j < K; j++)
        for (int64_t l = 0; l < K; l++) B[j * ld + l] -= y[j] * y[l] / uBu;
}

/* What the class has left to the noise when the pair is joined; y: ld */
double lcn_pair_join(double *S, double *B, double left, int64_t ld, int64_t K, const lcn_pair *q, double *y)
{
    left += lcn_pair_across(S, ld, q);
    project_out(B, ld, K, q, y);
    lcn_pair_fold(S, ld, K, q);
    lcn_pair_fold(B, ld, K, q);
    return left;
}

/* Leading direction of the mean of the classes' 2 × 2 blocks. */
void lcn_pair_direction(lcn_pair *q, const double *mean, int64_t ld)
{
    const double aa = mean[q->a * ld + q->a], bb = mean[q->b * ld + q->b], ab = mean[q->a * ld + q->b];
    q->nats = ab > 0.0 ? 0.0 : INFINITY;
    if (!(ab > 0.0)) return;
    const double angle = 0.5 * atan2(2.0 * ab, aa - bb);
    q->alpha = cos(angle);
    q->beta = sin(angle);
}
