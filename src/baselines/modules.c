/* SPDX-License-Identifier: BSD-3-Clause
 * Before and after a module method (modules.h).
 */
#include "baselines/modules.h"

#include <math.h>
#include <string.h>

lacon_status lcn_pool(lacon_ctx *ctx, double **K, int64_t *n, const lacon_data *data)
{
    const int64_t p = data->p;
    double *sum = lcn_alloc(ctx, (size_t)p, (size_t)p * sizeof *sum);
    double *own = lcn_alloc(ctx, (size_t)p, (size_t)p * sizeof *own);
    double *block = lcn_alloc(ctx, (size_t)lcn_gram_scratch(p), sizeof *block);
    lacon_status status = LACON_E_MEMORY;
    *n = 0;
    if (!sum || !own || !block) goto done;
    for (int64_t c = 0; c < data->n_classes; c++) *n += data->classes[c].n;
    for (int64_t c = 0; c < data->n_classes; c++) {
        const lcn_class *class = &data->classes[c];
        const double share = (double)class->n / (double)*n;
        lcn_class_gram(own, class, p, 0, class->n, block);
        for (int64_t l = 0; l < p * p; l++) sum[l] += share * own[l];
    }
    *K = sum;
    sum = NULL;
    status = LACON_OK;
done:
    lcn_free(&ctx->allocator, sum);
    lcn_free(&ctx->allocator, own);
    lcn_free(&ctx->allocator, block);
    return status;
}

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

/* First principal component of the m × m block of K of the variables in index, to column j. */
static lacon_status component(const lcn_pooled *job, int64_t j, const int64_t *index, int64_t m,
                              double *block)
{
    const int64_t k = job->options->k;
    double *vector = block + m * m, *value = vector + m, *scratch = value + 1;
    for (int64_t a = 0; a < m; a++)
        for (int64_t b = 0; b < m; b++) block[a * m + b] = job->K[index[a] * job->p + index[b]];
    LCN_TRY(lcn_eigh_top(m, block, 1, value, vector, scratch));
    for (int64_t a = 0; a < m; a++) job->loadings[index[a] * k + j] = fabs(vector[a]);
    return LACON_OK;
}

lacon_status lcn_cluster_loadings(lacon_ctx *ctx, const lcn_pooled *job, const int32_t *label)
{
    const int64_t p = job->p;
    lacon_status status = LACON_E_MEMORY;
    int64_t *index = lcn_alloc(ctx, (size_t)p, sizeof *index);
    double *block =
        lcn_alloc(ctx, (size_t)(p * p + p + 1 + lcn_eigh_top_scratch(p)), sizeof *block);
    if (!index || !block) goto done;
    for (int64_t j = 0; j < job->options->k; j++) {
        int64_t m = 0;
        for (int64_t r = 0; r < p; r++)
            if (label[r] == j) index[m++] = r;
        if (m == 0) continue;
        status = component(job, j, index, m, block);
        if (status < 0) {
            lcn_fail(ctx, status, "the first component of a cluster cannot be computed");
            goto done;
        }
    }
    status = LACON_OK;
done:
    lcn_free(&ctx->allocator, index);
    lcn_free(&ctx->allocator, block);
    return status;
}
