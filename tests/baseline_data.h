/* SPDX-License-Identifier: BSD-3-Clause
 * The rows of baseline_ref.h as data, and what the tests of the rivals share.
 */
#ifndef BASELINE_DATA_H
#define BASELINE_DATA_H

#include "baseline_ref.h"
#include "baselines/modules.h"
#include "model_ref.h"

static inline lacon_data *rows_of(lacon_ctx *ctx, const double *x, int64_t n, bool single)
{
    lacon_data *data;
    assert_int_equal(lacon_data_new(ctx, &data, B_P), LACON_OK);
    static float narrow[B_ROWS * B_P];
    for (int c = 0; c < B_CLASSES; c++) {
        const double *own = x + c * n * B_P;
        for (int64_t i = 0; i < n * B_P; i++) narrow[i] = (float)own[i];
        assert_int_equal(single ? lacon_data_add_copy_f32(ctx, data, NULL, n, narrow, B_P)
                                : lacon_data_add_copy(ctx, data, NULL, n, own, B_P),
                         LACON_OK);
    }
    return data;
}

static inline lacon_data *training(lacon_ctx *ctx, bool single)
{
    lacon_data *data = rows_of(ctx, b_rows, B_ROWS, single);
    assert_int_equal(lacon_data_standardise(ctx, data, LACON_SCALE_Z), LACON_OK);
    return data;
}

static inline lacon_baseline_options defaults(int64_t k)
{
    lacon_baseline_options o;
    lacon_baseline_options_init(&o);
    o.k = k;
    return o;
}

static inline double farthest(int64_t count, const double *a, const double *b)
{
    double most = 0;
    for (int64_t i = 0; i < count; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static inline void pooled(lacon_ctx *ctx, const lacon_data *data, lcn_modules_fn *method, double *loadings,
                   const lacon_baseline_options *o)
{
    double *gram;
    lcn_pooled job = {.p = data->p, .options = o, .loadings = loadings};
    assert_int_equal(lcn_pooled_covariances(ctx, &gram, &job.n, data), LACON_OK);
    job.K = gram;
    assert_int_equal(method(ctx, &job), LACON_OK);
    lcn_free(&ctx->allocator, gram);
}

#endif
