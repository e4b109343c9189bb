/* SPDX-License-Identifier: BSD-3-Clause
 * From rows to covariances, K = X'X / n, one class at a time: whoever reads many long classes never has the rows of
 * all of them. The fit takes such a K as it is (fit/problem/problem.c), and the same route where rows are there, so
 * that both give the same bytes.
 */
#include "data/reduce.h"
#include "la/gram.h"
#include "la/la.h"

/* Up to here forming K (n p² flops, once) costs less than the passes over rows that it saves: n p (1 + k) each, some
 * hundred of them. Beyond, K must be a quarter of the rows at least. */
enum { COV_VARIABLES = 4096, MUCH_SMALLER = 4 };

bool lcn_covariance_is_smaller(const lcn_class *class, int64_t p)
{
    const int64_t rows = class->n * (class->kind == LCN_ROWS_F32 ? 4 : 8), cov = lcn_padded(p) * 8;
    return cov <= rows && (p <= COV_VARIABLES || class->n >= MUCH_SMALLER * p);
}

/* Inflations up to here are what independent rows show by chance, and change the evidence by less than 2 %. */
static const double INDEPENDENT = 1.02;

bool lcn_rows_add_nothing(const lcn_class *class, int64_t p)
{
    return class->missing == 0 && class->inflation <= INDEPENDENT && lcn_covariance_is_smaller(class, p);
}

lacon_status lcn_class_reduce(lacon_ctx *ctx, const lacon_data *data, lcn_class *class, bool series)
{
    const int64_t p = data->p, pp = lcn_padded(p);
    if (class->kind == LCN_COV || class->missing > 0 || !lcn_covariance_is_smaller(class, p)) return LACON_OK;
    if (series && !lcn_rows_add_nothing(class, p)) return LACON_OK;
    double *K = lcn_alloc(ctx, (size_t)p * (size_t)pp, sizeof *K);
    if (K == NULL) return LACON_E_MEMORY;
    if (class->kind == LCN_ROWS_F64) lcn_gram(K, pp, class->x, class->ld, class->n, p, 1.0 / (double)class->n);
    else lcn_gram_f32(K, pp, class->x, class->ld, class->n, p, 1.0 / (double)class->n);
    lcn_free(&data->allocator, class->owned);
    class->x = class->owned = K;
    class->ld = pp;
    class->kind = LCN_COV;
    class->padded = true;
    class->inflation = 1;
    class->lags = 0;
    return LACON_OK;
}

lacon_status lcn_reduce_begin(lacon_ctx *ctx, int *scope)
{
    LCN_TRY(lcn_blas_ready(ctx));
    *scope = lcn_blas_begin();
    return LACON_OK;
}

void lcn_reduce_end(int scope) { lcn_blas_end(scope); }
