/* SPDX-License-Identifier: BSD-3-Clause
 * What a fit will need, from the shape of the data alone: the same choices as problem.c and
 * evaluation.c make, counted instead of made. Time is rough: constants measured on one 3 GHz core.
 */
#include "fit/fit.h"
#include "kernels/kernel.h"
#include "util/options.h"

static const double SECONDS_PER_STEP = 1.5e-10; /* one multiply-add of the kernels, data in cache */
static const double SECONDS_PER_CUBE = 1e-9;    /* of k³ in a profile */
enum { PASSES = 400 };

lacon_status lacon_fit_estimate_sized(lacon_ctx *ctx, lacon_fit_plan *out, size_t size,
                                      const lacon_data *data, const lacon_fit_options *given)
{
    lacon_fit_options own;
    const lacon_fit_options *options = &own;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_fit_options));
    LCN_TRY(lcn_fit_check(ctx, data, options));
    const double p = (double)data->p, pp = (double)lcn_padded(data->p), k = (double)options->k;
    const double N = (double)data->n_classes;
    double formed = 0.0, flops = 0.0, per_pass = 0.0;
    for (int64_t i = 0; i < data->n_classes; i++) {
        const double n = (double)data->classes[i].n;
        const bool cov = lcn_takes_covariance(data, i);
        formed += cov ? p * pp : 0.0;
        flops += cov ? 0.5 * n * p * p : 0.0;
        per_pass += cov ? p * p : n * p * (1.0 + k);
    }
    const double fine = 4.0 * k, P = N * k * pp * 8.0 <= LCN_KEEP_BYTES ? N * k * pp : 16.0 * k * pp;
    const double bytes = 8.0 * (formed + p * pp + 4.0 * N * p + P + 24.0 * fine * pp + 30.0 * p);
    const double seconds = SECONDS_PER_STEP * (flops + PASSES * per_pass) + SECONDS_PER_CUBE * PASSES * N * k * k * k;
    const lacon_fit_plan ours = {.bytes = bytes, .seconds = seconds};
    lcn_struct_give(out, size, &ours, sizeof ours);
    return LACON_OK;
}
