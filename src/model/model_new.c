/* SPDX-License-Identifier: BSD-3-Clause
 * A model from given parts: everything that the rest of the library assumes is checked here, once.
 */
#include "la/la.h"
#include "model/model.h"
#include "util/options.h"

#include <math.h>
#include <string.h>

/* W'W = I to this: parts that were written with 8 digits still pass. */
#define ORTHONORMAL 1e-8
/* Asymmetry and negative eigenvalues of G up to this share of its largest entry are rounding. */
#define ROUNDING 1e-10

/* Finite, W >= 0, at most one non-zero in row r. */
static lacon_status check_row(lacon_ctx *ctx, const double *w, int64_t r, int64_t k)
{
    int64_t nonzero = 0;
    for (int64_t j = 0; j < k; j++) {
        LCN_FAIL_IF(!isfinite(w[j]) || w[j] < 0, LACON_E_DATA,
                    "W[%lld, %lld] is %g: entries must be finite and not negative", (long long)r,
                    (long long)j, w[j]);
        nonzero += w[j] != 0;
    }
    LCN_FAIL_IF(nonzero > 1, LACON_E_DATA,
                "row %lld of W has %lld non-zero entries: a variable belongs to one module at most",
                (long long)r, (long long)nonzero);
    return LACON_OK;
}

static lacon_status check_W(lacon_ctx *ctx, const double *W, int64_t p, int64_t k)
{
    for (int64_t r = 0; r < p; r++) LCN_TRY(check_row(ctx, W + r * k, r, k));
    for (int64_t j = 0; j < k; j++) { /* columns are orthogonal already: supports are disjoint */
        double norm = 0;
        for (int64_t r = 0; r < p; r++) norm += W[r * k + j] * W[r * k + j];
        LCN_FAIL_IF(!(fabs(norm - 1) <= ORTHONORMAL), LACON_E_DATA,
                    "column %lld of W has squared norm %.17g: it must be 1 (drop empty modules)",
                    (long long)j, norm);
    }
    return LACON_OK;
}

/* Copy of G_i, symmetrised; its rank into *kept. scratch: k² + k + lcn_eigh_scratch(k) */
static lacon_status take_G(lacon_ctx *ctx, double *to, int64_t *kept, const double *G, int64_t k,
                           int64_t i, double *scratch)
{
    double top = 0, *copy = scratch, *s = copy + k * k;
    LCN_FAIL_IF(!lcn_finite(k * k, G), LACON_E_DATA, "G of class %lld is not finite", (long long)i);
    for (int64_t l = 0; l < k * k; l++) top = fmax(top, fabs(G[l]));
    for (int64_t a = 0; a < k; a++)
        for (int64_t b = 0; b < k; b++) {
            LCN_FAIL_IF(fabs(G[a * k + b] - G[b * k + a]) > ROUNDING * top, LACON_E_DATA,
                        "G of class %lld is not symmetric in (%lld, %lld): %g and %g", (long long)i,
                        (long long)a, (long long)b, G[a * k + b], G[b * k + a]);
            to[a * k + b] = copy[a * k + b] = 0.5 * G[a * k + b] + 0.5 * G[b * k + a];
        }
    LCN_FAIL_IF(lcn_eigh(k, copy, s, s + k) < 0, LACON_E_NUMERIC,
                "the eigenvalues of G of class %lld cannot be computed", (long long)i);
    LCN_FAIL_IF(s[k - 1] < -ROUNDING * top * (double)k, LACON_E_DATA,
                "G of class %lld has the negative eigenvalue %g: it is no covariance", (long long)i,
                s[k - 1]);
    for (*kept = 0; *kept < k && s[*kept] > ROUNDING * s[0];) ++*kept;
    return LACON_OK;
}

static lacon_status fill(lacon_ctx *ctx, lacon_model *model, const double *W, const double *G,
                         const double *v, const int64_t *n, double *scratch)
{
    const int64_t p = model->p, k = model->k;
    LCN_TRY(check_W(ctx, W, p, k));
    memcpy(model->W, W, (size_t)(p * k) * sizeof *W);
    lcn_model_label(model);
    for (int64_t i = 0; i < model->n_classes; i++) {
        LCN_FAIL_IF(!(v[i] > 0) || !isfinite(v[i]), LACON_E_DATA,
                    "v of class %lld is %g: it must be positive", (long long)i, v[i]);
        LCN_FAIL_IF(n && n[i] < 0, LACON_E_DATA, "class %lld has %lld rows", (long long)i,
                    (long long)n[i]);
        model->v[i] = v[i];
        model->n[i] = n ? n[i] : 0;
        LCN_TRY(take_G(ctx, model->G + i * k * k, &model->kept[i], G + i * k * k, k, i, scratch));
    }
    return LACON_OK;
}

void lacon_model_parts_init_sized(lacon_model_parts *parts, size_t size)
{
    const lacon_model_parts defaults = {.size = sizeof defaults};
    lcn_options_give(parts, size, &defaults, sizeof defaults);
}

/* psi / g with g its geometric mean, and v g: the same covariance, prod psi = 1. */
static lacon_status take_psi(lacon_ctx *ctx, lacon_model *model, const double *psi)
{
    double log_g = 0;
    for (int64_t r = 0; r < model->p; r++) {
        LCN_FAIL_IF(!(psi[r] > 0) || !isfinite(psi[r]), LACON_E_DATA, "psi of variable %lld is %g: it must be positive",
                    (long long)r, psi[r]);
        log_g += log(psi[r]) / (double)model->p;
    }
    if (fabs(log_g) < ROUNDING) log_g = 0; /* is 1 already: not a digit changes */
    const double g = exp(log_g);
    for (int64_t r = 0; r < model->p; r++) model->psi[r] = psi[r] / g;
    for (int64_t i = 0; i < model->n_classes; i++) model->v[i] *= g;
    for (int64_t i = 0; i < model->n_classes * model->k * model->k; i++) model->G[i] *= g;
    return LACON_OK;
}

static lacon_status take_moments(lacon_ctx *ctx, lacon_model *model, const double *mean, const double *scale)
{
    const int64_t count = model->n_classes * model->p;
    for (int64_t i = 0; i < count; i++) {
        LCN_FAIL_IF(mean && !isfinite(mean[i]), LACON_E_DATA, "mean of class %lld, variable %lld is not finite",
                    (long long)(i / model->p), (long long)(i % model->p));
        LCN_FAIL_IF(scale && (!(scale[i] >= 0) || !isfinite(scale[i])), LACON_E_DATA,
                    "scale of class %lld, variable %lld is %g: it must not be negative", (long long)(i / model->p),
                    (long long)(i % model->p), scale[i]);
    }
    if (mean) memcpy(model->mean, mean, (size_t)count * sizeof *mean);
    if (scale) memcpy(model->scale, scale, (size_t)count * sizeof *scale);
    return LACON_OK;
}

static lacon_status take_sign(lacon_ctx *ctx, lacon_model *model, const int8_t *sign)
{
    for (int64_t r = 0; r < model->p; r++)
        LCN_FAIL_IF(sign[r] != 1 && sign[r] != -1, LACON_E_DATA, "sign of variable %lld is %d: 1 or -1",
                    (long long)r, sign[r]);
    model->sign = lcn_alloc(ctx, (size_t)model->p, sizeof *model->sign);
    if (!model->sign) return LACON_E_MEMORY;
    memcpy(model->sign, sign, (size_t)model->p * sizeof *sign);
    return LACON_OK;
}

static lacon_status take_parts(lacon_ctx *ctx, lacon_model *model, const lacon_model_parts *given)
{
    lacon_model_parts parts;
    LCN_TRY(LCN_TAKE(ctx, &parts, given, lacon_model_parts));
    if (parts.psi) LCN_TRY(take_psi(ctx, model, parts.psi));
    LCN_TRY(take_moments(ctx, model, parts.mean, parts.scale));
    return parts.sign ? take_sign(ctx, model, parts.sign) : LACON_OK;
}

lacon_status lacon_model_new(lacon_ctx *ctx, lacon_model **out, int64_t p, int64_t k,
                             int64_t classes, const double *W, const double *G, const double *v,
                             const int64_t *n, const char *const *names, const char *const *labels,
                             const lacon_model_parts *parts)
{
    lacon_model *model = NULL;
    double *scratch = NULL;
    lacon_status status;
    *out = NULL;
    LCN_GOTO(lcn_model_alloc(ctx, &model, p, k, classes));
    LCN_GOTO(lcn_model_set_names(ctx, model, names, labels));
    scratch = lcn_alloc(ctx, (size_t)(k * k + k + lcn_eigh_scratch(k)), sizeof *scratch);
    LCN_GOTO(scratch ? LACON_OK : LACON_E_MEMORY);
    const int before = lcn_blas_begin(); /* eigenvalues */
    status = fill(ctx, model, W, G, v, n, scratch);
    lcn_blas_end(before);
    LCN_GOTO(status);
    LCN_GOTO(take_parts(ctx, model, parts));
    *out = model;
    model = NULL;
done:
    lcn_free(&ctx->allocator, scratch);
    lacon_model_free(model);
    return status;
}
