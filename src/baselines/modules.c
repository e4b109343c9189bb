/* SPDX-License-Identifier: BSD-3-Clause
 * Before and after a module method (modules.h).
 */
#include "baselines/krylov.h"
#include "baselines/modules.h"

#include <math.h>
#include <string.h>

/* ---- before ---- */

lacon_status lcn_pool(lacon_ctx *ctx, double **K, int64_t *n, const lacon_data *data)
{
    const int64_t p = data->p, N = data->n_classes;
    double *sum = lcn_alloc(ctx, (size_t)p, (size_t)p * sizeof *sum);
    double *own = N > 1 ? lcn_alloc(ctx, (size_t)p, (size_t)p * sizeof *own) : sum;
    double *block = lcn_alloc(ctx, (size_t)lcn_gram_scratch(p), sizeof *block);
    lacon_status status = LACON_E_MEMORY;
    *n = 0;
    if (!sum || !own || !block) goto done;
    for (int64_t c = 0; c < N; c++) *n += data->classes[c].n;
    for (int64_t c = 0; c < N; c++) {
        const lcn_class *class = &data->classes[c];
        const double share = (double)class->n / (double)*n;
        lcn_class_gram(own, class, p, 0, class->n, block);
        for (int64_t l = 0; N > 1 && l < p * p; l++) sum[l] += share * own[l];
    }
    *K = sum;
    if (own == sum) own = NULL;
    sum = NULL;
    status = LACON_OK;
done:
    lcn_free(&ctx->allocator, own == sum ? NULL : own);
    lcn_free(&ctx->allocator, sum);
    lcn_free(&ctx->allocator, block);
    return status;
}

enum { TILE = 32 }; /* of a transposition: both sides stay in the cache */

/* Rows of the class, divided by sqrt n, to columns from `at` on of Y (p × n). */
static void stack(const lcn_pooled *job, double *Y, const lcn_class *class, int64_t at)
{
    const int64_t p = job->p, n = job->n;
    const double scale = 1 / sqrt((double)n);
    const float *single = class->kind == LCN_ROWS_F32 ? class->x : NULL;
    const double *x = class->x;
    for (int64_t i0 = 0; i0 < class->n; i0 += TILE)
        for (int64_t r0 = 0; r0 < p; r0 += TILE)
            for (int64_t r = r0; r < p && r < r0 + TILE; r++)
                for (int64_t i = i0; i < class->n && i < i0 + TILE; i++) {
                    const int64_t from = i * class->ld + r;
                    Y[r * n + at + i] = scale * (single ? (double)single[from] : x[from]);
                }
}

lacon_status lcn_pooled_begin(lacon_ctx *ctx, lcn_pooled *job, double **block, const lacon_data *data,
                              bool thin)
{
    int64_t n = 0, at = 0;
    *block = NULL;
    for (int64_t c = 0; c < data->n_classes; c++) {
        n += data->classes[c].n;
        if (data->classes[c].kind == LCN_COV) thin = false;
    }
    job->p = data->p;
    job->K = job->rows = NULL;
    if (!thin || n >= data->p) {
        LCN_TRY(lcn_pool(ctx, block, &job->n, data));
        job->K = *block;
        return LACON_OK;
    }
    job->n = n;
    *block = lcn_alloc(ctx, (size_t)data->p, (size_t)n * sizeof **block);
    if (*block == NULL) return LACON_E_MEMORY;
    for (int64_t c = 0; c < data->n_classes; at += data->classes[c++].n)
        stack(job, *block, &data->classes[c], at);
    job->rows = *block;
    return LACON_OK;
}

void lcn_pooled_apply(const lcn_pooled *job, double *out, const double *V, int64_t m, double *room)
{
    const int64_t p = job->p, n = job->n;
    if (job->K) {
        lcn_gemm(LCN_N, LCN_N, p, m, p, 1.0, job->K, p, V, m, 0.0, out, m);
        return;
    }
    lcn_gemm(LCN_T, LCN_N, n, m, p, 1.0, job->rows, n, V, m, 0.0, room, m);
    lcn_gemm(LCN_N, LCN_N, p, m, n, 1.0, job->rows, n, room, m, 0.0, out, m);
}

double lcn_pooled_variance(const lcn_pooled *job, int64_t r)
{
    const double *y = job->rows ? job->rows + r * job->n : NULL;
    return y ? lcn_dot(job->n, y, y) : job->K[r * job->p + r];
}

/* ---- after ---- */

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
    if (kept < k)
        lcn_log(ctx, LACON_LOG_WARNING, "%lld of %lld modules have no variables and are dropped",
                (long long)(k - kept), (long long)k);
    status = estimate(ctx, out, data, W, kept);
done:
    lcn_free(&ctx->allocator, norm);
    lcn_free(&ctx->allocator, W);
    return status;
}
