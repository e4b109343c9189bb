/* SPDX-License-Identifier: BSD-3-Clause
 * What a fit will need, from the shape of the data alone: the same choices as problem.c and
 * evaluation.c make, counted instead of made. Time is rough: constants measured on one 3 GHz core.
 */
#include "fit/fit.h"
#include "fit/search/search_state.h"
#include "kernels/kernel.h"
#include "util/options.h"

static const double SECONDS_PER_STEP = 4e-10; /* one multiply-add of the kernels, and what a search does beside it */
static const double SECONDS_PER_CUBE = 1e-9;    /* of k³ in a profile */
/* The next are those of mean_covariance.c, leading.c (columns beyond k, products), evaluation.c, what independent rows
 * have, and split.c. */
enum { PASSES = 400, EXTRA = 4, PRODUCTS = 5, LAGS = 3, SPLIT = 39 };
static const double REDUCED_BYTES = 32.0 * 1024 * 1024; /* files beyond, as the command line has it */
static const double WIDE_BYTES = 64.0 * 1024 * 1024; /* that of evaluation.c */

/* Of a workspace with k modules (lcn_work_new): P (of all classes where single variables
 * are moved), partial F, scratch of the kernel. */
static double work_bytes(const lacon_data *data, double k, bool rows, int threads, bool moves)
{
    const double N = (double)data->n_classes, block = 8.0 * k * (double)lcn_padded(data->p);
    const double chunks = (double)lcn_pieces_of(data->n_classes, data->p);
    const bool wide = 2.0 * chunks * block > WIDE_BYTES;
    const double slots = wide && threads < chunks ? threads : chunks;
    const double kernel = rows ? slots * 8.0 * (double)lcn_kernel_scratch(data->p, (int64_t)k) : 0.0;
    return (moves && N * block <= LCN_KEEP_BYTES ? N : slots) * block + slots * block + kernel;
}

/* Of the vectors of a search that sweeps (variable_vectors.c), and of what it keeps of them; length: of all classes. */
static double sweeps_bytes(const lacon_data *data, double k, double fine, double length, double effective)
{
    const double vectors = 4.0 * (double)data->p * length;
    const bool swept = (double)data->p >= LCN_SWEPT * k && vectors <= LCN_VECTORS_BYTES && effective <= LCN_ROUGH_ROWS;
    return swept ? vectors + 8.0 * (k + fine) * (length + 2.0 * (double)data->p) : 0.0;
}

lacon_status lacon_fit_estimate_sized(lacon_ctx *ctx, lacon_fit_plan *out, size_t size,
                                      const lacon_data *data, const lacon_fit_options *given)
{
    lacon_fit_options own;
    const lacon_fit_options *options = &own;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_fit_options));
    LCN_TRY(lcn_fit_check(ctx, data, options));
    const double p = (double)data->p, pp = (double)lcn_padded(data->p), k = (double)options->k;
    const double N = (double)data->n_classes;
    double formed = 0.0, flops = 0.0, per_pass = 0.0, short_rows = 0.0, short_formed = 0.0, all = 0.0, length = 0.0;
    bool rows = false, *routes = lcn_alloc(ctx, (size_t)data->n_classes, sizeof *routes);
    if (!routes) return LACON_E_MEMORY;
    lcn_routes(data, routes);
    for (int64_t i = 0; i < data->n_classes; i++) {
        const lcn_class *c = &data->classes[i];
        const double n = (double)c->n;
        const bool cov = routes[i];
        rows |= !cov;
        const bool single = c->format && lcn_single_is_smaller(c, data->p, LAGS); /* it is read as a covariance */
        if (cov && !lcn_covariance_is_smaller(c, data->p) && c->kind != LCN_COV)
            *(single ? &short_formed : &formed) += 8.0 * p * pp;
        short_rows += single ? 4.0 * n * p : 0.0;
        all += n;
        length += (double)lcn_padded(cov && (single || c->kind == LCN_COV || c->n > data->p) ? data->p : c->n);
        flops += cov ? 0.5 * n * p * p : 0.0;
        per_pass += cov ? p * p : n * p * (1.0 + k);
    }
    if (short_rows <= REDUCED_BYTES) formed += short_formed; /* or not */
    lcn_free(&ctx->allocator, routes);
    const double mean = rows && data->p > LCN_MEAN_EXPLICIT ? 0.0 : 16.0 * p * pp;
    const double classes = N * p * (4 * 8.0 + 8.0 + LAGS * 4.0); /* moments, variances, shares and correlations */
    const double fine = (double)lcn_finest(data->p, options->k, data->n_classes);
    const double start = 8.0 * p * (k + EXTRA) * (PRODUCTS + 3);
    const double late = work_bytes(data, fine, rows, ctx->threads, false) + 3.0 * 8.0 * fine * pp; /* after it */
    const double products = 16.0 * N * k * k; /* S and M; of the fine point rounds touch little more */
    const double swept = sweeps_bytes(data, k, fine, length, all);
    const double bytes = formed + mean + swept + classes + products + work_bytes(data, k, rows, ctx->threads, true) +
                         5.0 * 8.0 * k * pp + (SPLIT + 20.0) * 8.0 * pp + (late > start ? late : start);
    const double seconds = SECONDS_PER_STEP * (flops + PASSES * per_pass) + SECONDS_PER_CUBE * PASSES * N * k * k * k;
    const lacon_fit_plan ours = {.bytes = bytes, .seconds = seconds};
    lcn_struct_give(out, size, &ours, sizeof ours);
    return LACON_OK;
}
