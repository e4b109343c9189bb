/* SPDX-License-Identifier: BSD-3-Clause
 * What a fit will need, from the shape of the data alone: the same choices as problem.c, sketch.c and
 * tangent.c make, counted instead of made. Time is rough: constants measured on one 3 GHz core.
 */
#include "fit/fit.h"
#include "fit/kernel.h"

static const double SECONDS_PER_STEP = 1.5e-10; /* one multiply-add of the kernels, data in cache */
static const double SECONDS_PER_CUBE = 1e-9;    /* of k³ in a profile */
enum { SEARCH_LOOKS = 400, POLISH_LOOKS = 60 };

lacon_status lacon_fit_estimate(lacon_ctx *ctx, lacon_fit_plan *out, const lacon_data *data,
                                const lacon_fit_options *options)
{
    LCN_TRY(lcn_fit_check(ctx, data, options));
    const double p = (double)data->p, pp = (double)lcn_padded(data->p), k = (double)options->k;
    const double N = (double)data->n_classes;
    double formed = 0.0, flops = 0.0, small = 0.0, full = 0.0, sketch = 0.0, single = 0.0;
    for (int64_t i = 0; i < data->n_classes; i++) {
        const double n = (double)data->classes[i].n;
        if (lcn_takes_covariance(data, i)) {
            formed += p * pp;
            flops += 0.5 * n * p * p;
            small += p * p;
        } else {
            const double rank = n < lcn_sketch_rank(options->k) ? n : lcn_sketch_rank(options->k);
            sketch += rank * p;
            if (data->classes[i].kind == LCN_ROWS_F64) single += 4.0 * n * p;
            flops += 2.0 * n * p * rank;
            small += rank * p * (1.0 + k);
            full += n * p * (1.0 + k);
        }
    }
    const double P = N * k * pp * 8.0 <= LCN_KEEP_BYTES ? N * k * pp : 16.0 * k * pp;
    out->bytes = 8.0 * (formed + 3.0 * sketch + 4.0 * N * p + 2.0 * (P + 24.0 * k * pp) + 30.0 * p);
    if (single <= LCN_SINGLE_BYTES) out->bytes += single;
    out->seconds = SECONDS_PER_STEP * (flops + SEARCH_LOOKS * small + POLISH_LOOKS * full) +
                   SECONDS_PER_CUBE * (SEARCH_LOOKS + POLISH_LOOKS) * N * k * k * k;
    return LACON_OK;
}
