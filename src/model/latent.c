/* SPDX-License-Identifier: BSD-3-Clause
 * Posterior means of the latent variables: E[z | x] = A W'Psi^-1/2 x with
 * A = G (G + v I)^-1 (k × k).
 */
#include "la/la.h"
#include "model/model.h"
#include "model/moments.h"
#include "model/observed.h"

static lacon_status check(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                          const lacon_data *data, int64_t row_class)
{
    LCN_TRY(lcn_model_accepts(ctx, model, data));
    LCN_FAIL_IF(c < 0 || c >= model->n_classes, LACON_E_ARGUMENT,
                "class %lld of a model that has %lld", (long long)c, (long long)model->n_classes);
    LCN_FAIL_IF(row_class < 0 || row_class >= data->n_classes, LACON_E_ARGUMENT,
                "class %lld of data that have %lld", (long long)row_class,
                (long long)data->n_classes);
    LCN_FAIL_IF(data->classes[row_class].kind == LCN_COV, LACON_E_UNSUPPORTED,
                "class '%s' is a covariance: latent time courses need its rows",
                data->classes[row_class].label);
    return LACON_OK;
}

/* out (n × k) = rows of U'x, times A' */
static void project(const lcn_lens *lens, const lcn_class *class, const double *A, double *z,
                    double *out)
{
    const int64_t k = lens->k;
    for (int64_t i = 0; i < class->n; i++) {
        lcn_lens_row(lens, class, i, z);
        for (int64_t a = 0; a < k; a++) {
            double sum = 0;
            for (int64_t b = 0; b < k; b++) sum += A[a * k + b] * z[b];
            out[i * k + a] = sum;
        }
    }
}

/* Rows that miss values: each by what it has. */
static lacon_status project_observed(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                     const lcn_class *class, double *out)
{
    lcn_observed o;
    void *block = lcn_alloc(ctx, 1, lcn_observed_bytes(model->p, model->k));
    if (block == NULL) return LACON_E_MEMORY;
    bool good = true;
    lcn_observed_init(&o, block, model, c);
    for (int64_t i = 0; i < class->n && good; i++) {
        good = lcn_observed_row(&o, class, i);
        lcn_observed_latent(&o, out + i * model->k);
    }
    lcn_free(&ctx->allocator, block);
    LCN_FAIL_IF(!good, LACON_E_NUMERIC, "the covariance of class '%s' is not positive definite",
                model->labels[c]);
    return LACON_OK;
}

lacon_status lacon_model_latent(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                const lacon_data *data, int64_t row_class, double *out)
{
    const int64_t k = model->k;
    lcn_lens lens = {0};
    double *L = NULL;
    lacon_status status;
    LCN_GOTO(check(ctx, model, c, data, row_class));
    if (data->classes[row_class].missing > 0)
        return project_observed(ctx, model, c, &data->classes[row_class], out);
    LCN_GOTO(lcn_lens_init(ctx, &lens, model));
    LCN_GOTO(lcn_blas_ready(ctx));
    L = lcn_alloc(ctx, (size_t)(3 * k * k + k + 1), sizeof *L);
    LCN_GOTO(L ? LACON_OK : LACON_E_MEMORY);
    double *B = L + k * k, *A = B + k * k, *z = A + k * k;
    if (!lcn_lens_factor(&lens, model, c, L, B)) {
        status =
            lcn_fail(ctx, LACON_E_NUMERIC, "the covariance of class '%s' is not positive definite",
                     model->labels[c]);
        goto done;
    }
    const int before = lcn_blas_begin();
    lcn_gemm(LCN_N, LCN_N, k, k, k, 1, model->G + c * k * k, k, B, k, 0, A, k);
    lcn_blas_end(before);
    project(&lens, &data->classes[row_class], A, z, out);
done:
    lcn_free(&ctx->allocator, L);
    lcn_lens_clear(&ctx->allocator, &lens);
    return status;
}
