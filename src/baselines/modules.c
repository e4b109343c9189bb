/* SPDX-License-Identifier: BSD-3-Clause
 * After a module method (modules.h): a model from loadings. Before it: pooled.c.
 */
#include "baselines/modules.h"

#include <math.h>
#include <string.h>

/* Rows of L to their largest absolute entry; norms of the columns. */
static void keep_largest(double *L, int64_t p, int64_t k, double *norm)
{
    for (int64_t r = 0; r < p; r++) {
        double *row = L + r * k, top = 0;
        int64_t at = 0;
        for (int64_t j = 0; j < k; j++)
            if (fabs(row[j]) > top) {
                top = fabs(row[j]);
                at = j;
            }
        memset(row, 0, (size_t)k * sizeof *row);
        row[at] = top;
        norm[at] += top * top;
    }
}

/* W (p × kept) from L (p × k), columns of zero dropped; the answer is kept. */
static int64_t pack(double *W, const double *L, int64_t p, int64_t k, const double *norm)
{
    int64_t kept = 0, to = 0;
    for (int64_t j = 0; j < k; j++) kept += norm[j] > 0;
    for (int64_t j = 0; j < k; j++) {
        if (!(norm[j] > 0)) continue;
        for (int64_t r = 0; r < p; r++) W[r * kept + to] = L[r * k + j] / sqrt(norm[j]);
        to++;
    }
    return kept;
}

static lacon_status estimate(lacon_ctx *ctx, lacon_model **out, const lacon_data *data,
                             const double *W, int64_t k)
{
    const double none = 1; /* v of a class that transform replaces */
    lacon_model *shell = NULL;
    lacon_status status;
    double *G = lcn_alloc(ctx, (size_t)(k * k), sizeof *G);
    if (G == NULL) return LACON_E_MEMORY;
    LCN_GOTO(lacon_model_new(
        ctx, &shell, data->p, k, 1, W, G, &none, NULL,
        (const char *const *)(data->names ? data->names : data->default_names), NULL));
    LCN_GOTO(lacon_model_transform(ctx, out, shell, data));
    LCN_GOTO(lcn_model_sort(ctx, *out));
done:
    if (status < 0) {
        lacon_model_free(*out);
        *out = NULL;
    }
    lacon_model_free(shell);
    lcn_free(&ctx->allocator, G);
    return status;
}

static lacon_status tell_dropped(lacon_ctx *ctx, lacon_model **model, int64_t kept, int64_t k)
{
    static const char words[] = "%lld of %lld modules have no variables and are dropped";
    lcn_log(ctx, LACON_LOG_WARNING, words, (long long)(k - kept), (long long)k);
    const lacon_status status =
        lcn_model_warn(ctx, *model, words, (long long)(k - kept), (long long)k);
    if (status < 0) {
        lacon_model_free(*model);
        *model = NULL;
    }
    return status;
}

lacon_status lcn_loadings_model(lacon_ctx *ctx, lacon_model **out, const lcn_pooled *job,
                                const lacon_data *data)
{
    const int64_t p = job->p, k = job->options->k;
    double *W = lcn_alloc(ctx, (size_t)(p * k), sizeof *W);
    double *norm = lcn_alloc(ctx, (size_t)k, sizeof *norm);
    lacon_status status = LACON_E_MEMORY;
    if (!W || !norm) goto done;
    status = LACON_E_NUMERIC;
    keep_largest(job->loadings, p, k, norm);
    const int64_t kept = pack(W, job->loadings, p, k, norm);
    if (kept == 0) {
        lcn_fail(ctx, status, "no variable has a loading: the data hold no modules to find");
        goto done;
    }
    status = estimate(ctx, out, data, W, kept);
    if (status >= 0 && kept < k) status = tell_dropped(ctx, out, kept, k);
done:
    lcn_free(&ctx->allocator, norm);
    lcn_free(&ctx->allocator, W);
    return status;
}
