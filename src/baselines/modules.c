/* SPDX-License-Identifier: BSD-3-Clause
 * After a module method (modules.h): a model from loadings. Before it: pooled.c.
 */
#include "baselines/modules.h"
#include "fit/fit.h"

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

/* The modules of the model as a point of the fit's problem. */
static void loadings_of(lcn_loadings *W, const lacon_model *model)
{
    for (int64_t r = 0; r < W->p; r++) {
        const int32_t j = model->module_of[r] - 1;
        W->module[r] = j < 0 ? LCN_UNASSIGNED : j;
        W->weight[r] = j < 0 ? 0 : model->W[r * model->k + j];
    }
    lcn_loadings_count(W);
}

/* The evidence for each variable's assignment, as a fit computes it (fit/extensions/membership.c). */
static lacon_status weigh(lacon_ctx *ctx, lacon_model *model, const lacon_data *data)
{
    lacon_fit_options options;
    lcn_problem *problem = NULL;
    lcn_work *work = NULL;
    lcn_point x = {0};
    lcn_series *series = NULL;
    lacon_status status;
    lacon_fit_options_init(&options);
    options.k = model->k;
    double *columns = lcn_alloc(ctx, (size_t)model->k, sizeof *columns);
    LCN_GOTO(columns ? LACON_OK : LACON_E_MEMORY);
    LCN_GOTO(lcn_problem_new(ctx, &problem, data, &options));
    LCN_GOTO(lcn_work_new(ctx, &work, problem));
    LCN_GOTO(lcn_point_new(ctx, &x, model->p, model->k));
    loadings_of(&x.W, model);
    LCN_GOTO(lcn_series_new(ctx, &series, problem));
    LCN_GOTO(lcn_evidence(ctx, work, &x, series, model->evidence, columns));
    for (int64_t r = 0; r < model->p; r++) /* a class without any variance says nothing */
        if (!isfinite(model->evidence[r])) model->evidence[r] = 0;
done:
    lcn_series_free(series);
    lcn_point_clear(&ctx->allocator, &x);
    lcn_work_free(work);
    lcn_problem_free(problem);
    lcn_free(&ctx->allocator, columns);
    return status;
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
        (const char *const *)(data->names ? data->names : data->default_names), NULL, NULL));
    LCN_GOTO(lcn_model_set_sign(ctx, shell, data->sign));
    LCN_GOTO(lacon_model_transform(ctx, out, shell, data));
    LCN_GOTO(lcn_model_sort(ctx, *out));
    LCN_GOTO(weigh(ctx, *out, data));
done:
    if (status < 0) {
        lacon_model_free(*out);
        *out = NULL;
    }
    lacon_model_free(shell);
    lcn_free(&ctx->allocator, G);
    return status;
}

static lacon_status report_dropped(lacon_ctx *ctx, lacon_model **model, int64_t kept, int64_t k)
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
    if (status >= 0 && kept < k) status = report_dropped(ctx, out, kept, k);
done:
    lcn_free(&ctx->allocator, norm);
    lcn_free(&ctx->allocator, W);
    return status;
}
