/* SPDX-License-Identifier: BSD-3-Clause
 * Covariance and precision of a class as p × p matrices, entry by entry: W has one non-zero per
 * row, so
 *     Sigma_rs = sqrt(psi_r psi_s) w_r w_s G_cd + [r = s] v psi_r,   c, d the modules of r, s
 *     Omega_rs = u_r u_s D_cd + [r = s] / (v psi_r),   u_r = w_r / sqrt(psi_r),
 *     D = (G + v I)^-1 - I/v
 */
#include "la/la.h"
#include "model/model.h"
#include "model/moments.h"

#include <math.h>

/* out = a_r a_s X_cd, k × k symmetric X, module 0 contributing nothing; plus diagonal[r] */
static void expand(const lacon_model *model, const double *a, const double *X,
                   const double *diagonal, double *out)
{
    const int64_t p = model->p, k = model->k;
    for (int64_t r = 0; r < p; r++) {
        const int32_t c = model->module_of[r];
        double *row = out + r * p;
        for (int64_t s = 0; s < p; s++) {
            const int32_t d = model->module_of[s];
            row[s] = c > 0 && d > 0 ? a[r] * a[s] * X[(c - 1) * k + (d - 1)] : 0;
        }
        row[r] += diagonal[r];
    }
}

static lacon_status check_class(lacon_ctx *ctx, const lacon_model *model, int64_t c)
{
    LCN_FAIL_IF(c < 0 || c >= model->n_classes, LACON_E_ARGUMENT,
                "class %lld of a model that has %lld", (long long)c, (long long)model->n_classes);
    return LACON_OK;
}

lacon_status lacon_model_covariance(lacon_ctx *ctx, const lacon_model *model, int64_t c,
                                    double *out)
{
    const int64_t p = model->p, k = model->k;
    LCN_TRY(check_class(ctx, model, c));
    double *a = lcn_alloc(ctx, (size_t)(2 * p), sizeof *a);
    if (a == NULL) return LACON_E_MEMORY;
    for (int64_t r = 0; r < p; r++) {
        const int32_t own = model->module_of[r];
        a[r] = own > 0 ? model->W[r * k + own - 1] * sqrt(model->psi[r]) : 0;
        a[p + r] = model->v[c] * model->psi[r];
    }
    expand(model, a, model->G + c * k * k, a + p, out);
    lcn_free(&ctx->allocator, a);
    return LACON_OK;
}

lacon_status lacon_model_precision(lacon_ctx *ctx, const lacon_model *model, int64_t c, double *out)
{
    const int64_t p = model->p, k = model->k;
    lcn_lens lens = {0};
    double *L = NULL;
    lacon_status status;
    LCN_GOTO(check_class(ctx, model, c));
    LCN_GOTO(lcn_lens_init(ctx, &lens, model));
    L = lcn_alloc(ctx, (size_t)(2 * k * k + p), sizeof *L);
    LCN_GOTO(L ? LACON_OK : LACON_E_MEMORY);
    double *D = L + k * k, *diagonal = D + k * k;
    if (!lcn_lens_factor(&lens, model, c, L, D)) {
        status =
            lcn_fail(ctx, LACON_E_NUMERIC, "the covariance of class '%s' is not positive definite",
                     model->labels[c]);
        goto done;
    }
    for (int64_t j = 0; j < k; j++) D[j * k + j] -= 1 / model->v[c];
    for (int64_t r = 0; r < p; r++) diagonal[r] = lens.inverse[r] / model->v[c];
    expand(model, lens.weight, D, diagonal, out);
done:
    lcn_free(&ctx->allocator, L);
    lcn_lens_clear(&ctx->allocator, &lens);
    return status;
}
