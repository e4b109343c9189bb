/* SPDX-License-Identifier: BSD-3-Clause
 * Two estimates in closed form: the diagonal, and the shrinkage of Ledoit & Wolf (2004),
 *     (1 - s) K + s mu I,   mu = tr K / p,   s = min(b, d) / d,
 *     d = |K - mu I|² / p,   b = (sum_i |x_i|⁴ / n - |K|²) / (n p)
 * which needs the rows only through their lengths: no n × p × p array.
 */
#include "baselines/baselines.h"

#include <math.h>

lacon_status lcn_diagonal(const lcn_single *job)
{
    for (int64_t r = 0; r < job->p; r++)
        for (int64_t s = 0; s < job->p; s++)
            if (r != s) job->K[r * job->p + s] = 0;
    return LACON_OK;
}

double lcn_square_length(const lcn_class *class, int64_t p, int64_t i)
{
    double sum = 0;
    if (class->kind == LCN_ROWS_F32) {
        const float *x = (const float *)class->x + i * class->ld;
        for (int64_t r = 0; r < p; r++) sum += (double)x[r] * (double)x[r];
    } else {
        const double *x = (const double *)class->x + i * class->ld;
        sum = lcn_dot(p, x, x);
    }
    return sum;
}

double lcn_shrink_to_identity(double *K, int64_t n, int64_t p, double square, double fourth)
{
    const double trace = square / (double)n, mu = trace / (double)p, size = lcn_dot(p * p, K, K);
    const double d = (size - 2 * mu * trace + (double)p * mu * mu) / (double)p;
    const double b = fmin((fourth / (double)n - size) / ((double)n * (double)p), d);
    const double s = b > 0 && d > 0 ? b / d : 0;
    for (int64_t l = 0; l < p * p; l++) K[l] *= 1 - s;
    for (int64_t r = 0; r < p; r++) K[r * p + r] += s * mu;
    return s;
}

lacon_status lcn_ledoit_wolf(const lcn_single *job)
{
    double square = 0, fourth = 0;
    for (int64_t i = 0; i < job->class->n; i++) {
        const double length = lcn_square_length(job->class, job->p, i);
        square += length;
        fourth += length * length;
    }
    *job->parameter = lcn_shrink_to_identity(job->K, job->class->n, job->p, square, fourth);
    return LACON_OK;
}
