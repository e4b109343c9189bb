/* SPDX-License-Identifier: BSD-3-Clause
 * What must hold of a pooled connectivity that came from a file: T is a covariance, G is symmetric, intervals have
 * their ends in order. pool.c makes them so.
 */
#include "la/la.h"
#include "model/pool.h"

#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-9; /* share of the largest entry: what sums in another order may move */

static bool symmetric(int64_t k, const double *A)
{
    double top = 0;
    for (int64_t i = 0; i < k * k; i++) top = fmax(top, fabs(A[i]));
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < a; b++)
            if (fabs(A[a * k + b] - A[b * k + a]) > ROUNDING * top) return false;
    return true;
}

/* T, a mean of G + v I, is a covariance of full rank whose squares are doubles. */
static lacon_status check_mean(lacon_ctx *ctx, const double *T, int64_t k)
{
    const double far = 1e150; /* its square is finite */
    double top = 0;
    for (int64_t i = 0; i < k * k; i++) top = fmax(top, fabs(T[i]));
    double *copy = lcn_alloc(ctx, (size_t)(k * k + k + lcn_eigh_scratch(k)), sizeof *copy);
    if (copy == NULL) return LACON_E_MEMORY;
    memcpy(copy, T, (size_t)(k * k) * sizeof *copy);
    double *s = copy + k * k;
    const bool good = top < far && symmetric(k, T) && lcn_eigh(k, copy, s, s + k) >= 0 &&
                      s[k - 1] > 0;
    lcn_free(&ctx->allocator, copy);
    LCN_FAIL_IF(!good, LACON_E_DATA, "the mean of the population (T) is no covariance");
    return LACON_OK;
}

static bool variances(int64_t k, const double *G)
{
    for (int64_t a = 0; a < k; a++)
        if (G[a * k + a] < 0) return false;
    return true;
}

/* Symmetric with variances that are some, and every interval has its ends in order. */
static lacon_status check_classes(lacon_ctx *ctx, const lacon_model *m)
{
    const struct lcn_pool *q = m->pool;
    const int64_t square = m->k * m->k;
    for (int64_t c = 0; c < m->n_classes; c++) {
        LCN_FAIL_IF(!symmetric(m->k, q->G + c * square), LACON_E_DATA, "the pooled G of class '%s' is not symmetric",
                    m->labels[c]);
        LCN_FAIL_IF(!variances(m->k, q->G + c * square), LACON_E_DATA, "a pooled variance of class '%s' is negative",
                    m->labels[c]);
        for (int64_t i = c * square; i < (c + 1) * square; i++)
            LCN_FAIL_IF(q->low[i] > q->high[i] || q->correlation_low[i] > q->correlation_high[i], LACON_E_DATA,
                        "an interval of class '%s' ends before it begins", m->labels[c]);
    }
    return LACON_OK;
}

lacon_status lcn_pool_check(lacon_ctx *ctx, const lacon_model *model)
{
    LCN_TRY(check_mean(ctx, model->pool->T, model->k));
    return check_classes(ctx, model);
}
