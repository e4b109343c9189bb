/* SPDX-License-Identifier: BSD-3-Clause
 * The pooled connectivity of a model folder: connectivity-pooled.tsv, pooled.npz, and pooled.npz read back. The plain
 * one is in connectivity.tsv and model.npz (model_write.c).
 */
#include "io/paths.h"
#include "io/writer.h"
#include "model/pool.h"
#include "results/model_folder.h"

#include <math.h>
#include <string.h>

static void put_edge(lcn_writer *out, const lacon_model *m, int64_t c, int64_t a, int64_t b)
{
    const struct lcn_pool *q = m->pool;
    const int64_t k = m->k, at = (c * k + a) * k + b;
    const double *G = q->G + c * k * k, size = sqrt(G[a * k + a]) * sqrt(G[b * k + b]);
    const double cells[] = {q->G[at], q->low[at], q->high[at], a == b && size > 0 ? 1 : q->G[at] / size,
                            q->correlation_low[at], q->correlation_high[at]};
    lcn_tsv_text(out, m->labels[c]);
    lcn_tsv_int(out, a + 1);
    lcn_tsv_int(out, b + 1);
    lcn_tsv_doubles(out, sizeof cells / sizeof *cells, cells);
    lcn_tsv_end(out);
}

static void put_table(lcn_writer *out, const void *object)
{
    const lacon_model *m = object;
    lcn_writer_text(out, "class\tmodule_a\tmodule_b\tcovariance\tcovariance_low\tcovariance_high\tcorrelation\t"
                         "correlation_low\tcorrelation_high\n");
    for (int64_t c = 0; c < m->n_classes; c++)
        for (int64_t a = 0; a < m->k; a++)
            for (int64_t b = a; b < m->k; b++) put_edge(out, m, c, a, b);
}

/* Names in the bytes of a model; pooled.npz has them without PREFIX. From G on, as they follow each other in memory. */
enum { PREFIX = sizeof "pooled_" - 1 };
static const char NU[] = "pooled_nu", WORTH[] = "pooled_worth", MEAN[] = "pooled_T";
static const char *const names[LCN_POOL_ARRAYS] = {"pooled_G", "pooled_low", "pooled_high", "pooled_correlation_low",
                                                   "pooled_correlation_high"};

static lacon_status put(lacon_ctx *ctx, lcn_npz_writer *w, const lacon_model *m, int skip)
{
    const struct lcn_pool *q = m->pool;
    const int64_t k = m->k, N = m->n_classes, one = 1;
    LCN_TRY(lcn_npz_doubles(ctx, w, NU + skip, 1, &one, &q->nu));
    LCN_TRY(lcn_npz_doubles(ctx, w, WORTH + skip, 1, &one, &q->worth));
    LCN_TRY(lcn_npz_doubles(ctx, w, MEAN + skip, 2, (int64_t[]){k, k}, q->T));
    for (int i = 0; i < LCN_POOL_ARRAYS; i++)
        LCN_TRY(lcn_npz_doubles(ctx, w, names[i] + skip, 3, (int64_t[]){N, k, k}, q->G + i * N * k * k));
    return LACON_OK;
}

static lacon_status put_arrays(lacon_ctx *ctx, lcn_npz_writer *w, const void *object)
{
    const lacon_model *m = object;
    LCN_TRY(put(ctx, w, m, PREFIX));
    return lcn_npz_texts(ctx, w, "classes", m->n_classes, (const char *const *)m->labels);
}

lacon_status lcn_pooled_put(lacon_ctx *ctx, lcn_npz_writer *w, const lacon_model *model)
{
    return model->pool != NULL ? put(ctx, w, model, 0) : LACON_OK;
}

lacon_status lcn_pooled_write(lacon_ctx *ctx, const lacon_model *model, const char *dir)
{
    LCN_TRY(lcn_writer_store(ctx, dir, "connectivity-pooled.tsv", put_table, model));
    return lcn_npz_store(ctx, dir, "pooled.npz", put_arrays, model);
}

/* ---- reading ---- */

/* An array of `count` numbers, which are finite unless they may be missing. */
static lacon_status take(lacon_ctx *ctx, const lcn_npz *z, const char *name, int dims, const int64_t *shape,
                         double *to, int64_t count, bool whole)
{
    double *values;
    int64_t own[3] = {0};
    memcpy(own, shape, (size_t)dims * sizeof *own);
    LCN_TRY(lcn_npz_get_doubles(ctx, z, name, dims, own, &values));
    bool good = true;
    for (int64_t i = 0; i < count; i++) good = good && (isfinite(values[i]) || (!whole && isnan(values[i])));
    memcpy(to, values, (size_t)count * sizeof *to);
    lcn_free(&ctx->allocator, values);
    LCN_FAIL_IF(!good, LACON_E_FORMAT, "%s: '%s' is not finite everywhere", z->path, name);
    return LACON_OK;
}

static lacon_status take_all(lacon_ctx *ctx, lacon_model *m, const lcn_npz *z, int skip)
{
    struct lcn_pool *q = m->pool;
    const int64_t k = m->k, N = m->n_classes, one = 1, square[] = {k, k}, all[] = {N, k, k};
    LCN_TRY(take(ctx, z, NU + skip, 1, &one, &q->nu, 1, true));
    LCN_TRY(take(ctx, z, WORTH + skip, 1, &one, &q->worth, 1, true));
    LCN_TRY(take(ctx, z, MEAN + skip, 2, square, q->T, k * k, true));
    for (int i = 0; i < LCN_POOL_ARRAYS; i++)
        LCN_TRY(take(ctx, z, names[i] + skip, 3, all, q->G + i * N * k * k, N * k * k, i < 3));
    q->rows = q->nu - (double)k - 1;
    LCN_FAIL_IF(!(q->rows > 0) || !(q->worth > 0), LACON_E_FORMAT, "%s: nu %g and worth %g make no population", z->path,
                q->nu, q->worth);
    const lacon_status status = lcn_pool_check(ctx, m);
    return status == LACON_E_DATA ? lcn_fail(ctx, LACON_E_FORMAT, "%s: %s", z->path, ctx->message) : status;
}

/* Those of model.npz, in its order. */
static lacon_status check_labels(lacon_ctx *ctx, const lacon_model *m, const lcn_npz *z)
{
    char **labels = NULL;
    int64_t other = -1;
    LCN_TRY(lcn_npz_get_texts(ctx, z, "classes", m->n_classes, &labels));
    for (int64_t c = m->n_classes - 1; c >= 0; c--)
        if (strcmp(labels[c], m->labels[c]) != 0) other = c;
    const lacon_status status =
        other < 0 ? LACON_OK : lcn_fail(ctx, LACON_E_FORMAT, "%s: class %lld is '%s' there and '%s' in the model",
                                        z->path, (long long)(other + 1), labels[other], m->labels[other]);
    lcn_free(&ctx->allocator, labels);
    return status;
}

static lacon_status from_npz(lacon_ctx *ctx, void *out, const lcn_npz *z)
{
    LCN_TRY(check_labels(ctx, out, z));
    return take_all(ctx, out, z, PREFIX);
}

lacon_status lcn_pooled_take(lacon_ctx *ctx, lacon_model *model, const lcn_npz *z)
{
    if (!lcn_npz_has(z, NU)) return LACON_OK;
    LCN_TRY(lcn_pool_alloc(ctx, model));
    return take_all(ctx, model, z, 0);
}

lacon_status lcn_pooled_load(lacon_ctx *ctx, lacon_model *model, const char *dir)
{
    bool there;
    LCN_TRY(lcn_folder_has(ctx, dir, "pooled.npz", &there));
    if (!there) return LACON_OK;
    LCN_TRY(lcn_pool_alloc(ctx, model));
    return lcn_npz_load(ctx, model, dir, "pooled.npz", from_npz);
}
