/* SPDX-License-Identifier: BSD-3-Clause
 * covariance.npz: covariances without a model, written by baselines and by shrinkage, and read back.
 * Its words are in covariance.json (model_json.c).
 */
#include "io/digests.h"
#include "results/model_folder.h"

#include <math.h>
#include <string.h>

static lacon_status put_arrays(lacon_ctx *ctx, lcn_npz_writer *w, const void *object)
{
    const lacon_covariance *s = object;
    const int64_t p = s->p, N = s->n_classes;
    LCN_TRY(lcn_npz_doubles(ctx, w, "covariance", 3, (int64_t[]){N, p, p}, s->matrix));
    LCN_TRY(lcn_npz_doubles(ctx, w, "mean", 2, (int64_t[]){N, p}, s->mean));
    LCN_TRY(lcn_npz_doubles(ctx, w, "scale", 2, (int64_t[]){N, p}, s->scale));
    LCN_TRY(lcn_npz_doubles(ctx, w, "parameter", 1, &N, s->parameter));
    LCN_TRY(lcn_npz_doubles(ctx, w, "n", 1, &N, s->n));
    LCN_TRY(lcn_npz_texts(ctx, w, "variables", p, (const char *const *)s->names));
    return lcn_npz_texts(ctx, w, "classes", N, (const char *const *)s->labels);
}

lacon_status lacon_covariance_write(lacon_ctx *ctx, const lacon_covariance *covariance,
                                    const char *dir, const lacon_provenance *provenance)
{
    LCN_TRY(lcn_npz_store(ctx, dir, "covariance.npz", put_arrays, covariance));
    return lcn_covariance_write_json(ctx, covariance, dir, provenance);
}

/* ---- reading ---- */

typedef struct parts {
    int64_t p, N;
    double *matrix, *mean, *scale, *n;
    char **names, **labels;
} parts;

static lacon_status read_parts(lacon_ctx *ctx, const lcn_npz *z, parts *q)
{
    LCN_TRY(lcn_npz_get_squares(ctx, z, "covariance", &q->N, &q->p, &q->matrix));
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "mean", 2, (int64_t[]){q->N, q->p}, &q->mean));
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "scale", 2, (int64_t[]){q->N, q->p}, &q->scale));
    if (lcn_npz_has(z, "n"))
        LCN_TRY(lcn_npz_get_doubles(ctx, z, "n", 1, (int64_t[]){q->N}, &q->n));
    LCN_TRY(lcn_npz_get_texts(ctx, z, "variables", q->p, &q->names));
    return lcn_npz_get_texts(ctx, z, "classes", q->N, &q->labels);
}

static lacon_status check_matrix(lacon_ctx *ctx, const lcn_npz *z, const double *A, int64_t p,
                                 const char *label)
{
    for (int64_t r = 0; r < p; r++)
        for (int64_t s = 0; s <= r; s++) {
            const double x = A[r * p + s], y = A[s * p + r], size = A[r * p + r] + A[s * p + s];
            LCN_FAIL_IF(!isfinite(x) || !isfinite(y) || fabs(x - y) > 1e-10 * size, LACON_E_FORMAT,
                        "%s: the covariance of class '%s' is not symmetric and finite in "
                        "(%lld, %lld): %g and %g",
                        z->path, label, (long long)r, (long long)s, x, y);
        }
    return LACON_OK;
}

static lacon_status check_parts(lacon_ctx *ctx, const lcn_npz *z, const parts *q)
{
    for (int64_t i = 0; i < q->N * q->p; i++)
        LCN_FAIL_IF(!isfinite(q->mean[i]) || !isfinite(q->scale[i]) || q->scale[i] <= 0,
                    LACON_E_FORMAT, "%s: 'mean' is not finite or 'scale' not positive everywhere",
                    z->path);
    for (int64_t c = 0; c < q->N; c++)
        LCN_TRY(check_matrix(ctx, z, q->matrix + c * q->p * q->p, q->p, q->labels[c]));
    return LACON_OK;
}

static lacon_status from_npz(lacon_ctx *ctx, void *object, const lcn_npz *z)
{
    lacon_covariance **out = object;
    parts q = {0};
    lacon_status status;
    LCN_GOTO(read_parts(ctx, z, &q));
    LCN_GOTO(check_parts(ctx, z, &q));
    LCN_GOTO(lcn_covariance_alloc(ctx, out, q.p, q.N, (const char *const *)q.names,
                                  (const char *const *)q.labels));
    const size_t bytes = (size_t)(q.N * q.p) * sizeof(double);
    memcpy((*out)->matrix, q.matrix, bytes * (size_t)q.p);
    memcpy((*out)->mean, q.mean, bytes);
    memcpy((*out)->scale, q.scale, bytes);
    if (q.n) memcpy((*out)->n, q.n, (size_t)q.N * sizeof *q.n);
done:;
    void *const blocks[] = {q.matrix, q.mean, q.scale, q.n, q.names, q.labels};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        lcn_free(&ctx->allocator, blocks[i]);
    return status;
}

lacon_status lacon_covariance_load(lacon_ctx *ctx, lacon_covariance **out, const char *dir)
{
    *out = NULL;
    LCN_TRY(lcn_digests_check(ctx, dir));
    return lcn_npz_load(ctx, out, dir, "covariance.npz", from_npz);
}
