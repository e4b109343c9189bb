/* SPDX-License-Identifier: BSD-3-Clause
 * From loadings to a model without classes: the implementation of finish_loadings.h.
 */
#include "fit/finish_loadings.h"

#include <string.h>

/* Nats per variable and observation at which the iterations stop: what decides between two models are
 * hundredths of a nat per observation. */
static const double ROUGH = 1e-6;

/* What a fit makes of the loadings W: noise per variable, membership. */
static lacon_status finish(lacon_ctx *ctx, lcn_outcome *found, lcn_problem *problem, double *psi,
                           const lacon_fit_options *fit)
{
    lcn_fit_state state = {0};
    lacon_status status;
    for (int64_t r = 0; r < problem->p; r++) psi[r] = 1.0;
    if (fit->noise == LACON_NOISE_VARIABLE) {
        LCN_TRY(lcn_problem_set_psi(ctx, problem, psi));
        LCN_TRY(lcn_variable_noise(ctx, found, problem, psi, fit));
    }
    if (fit->membership != LACON_MEMBERSHIP_TEST) return LACON_OK;
    LCN_GOTO(lcn_fit_state_new(ctx, &state, found, problem));
    state.brief = true;
    status = lcn_members(ctx, found, &state, fit->noise == LACON_NOISE_VARIABLE ? psi : NULL, fit);
done:
    lcn_fit_state_clear(&ctx->allocator, &state);
    return status;
}

static lacon_status fill(lacon_ctx *ctx, lacon_model **out, const lcn_loadings *W, const double *psi,
                         const lacon_data *data)
{
    LCN_TRY(lcn_model_alloc(ctx, out, W->p, W->k, 1));
    for (int64_t r = 0; r < W->p; r++)
        if (W->module[r] >= 0) (*out)->W[r * W->k + W->module[r]] = W->weight[r];
    memcpy((*out)->psi, psi, (size_t)W->p * sizeof *psi);
    lcn_model_label(*out);
    return lcn_model_set_names(ctx, *out, (const char *const *)data->names, NULL);
}

lacon_status lcn_finish_loadings(lacon_ctx *ctx, lacon_model **out, lcn_problem *problem, const lcn_loadings *W,
                            const lacon_data *data, const lacon_fit_options *options)
{
    lacon_model *start = NULL;
    lcn_outcome found = {0};
    lacon_fit_options fit = *options;
    double *psi = lcn_alloc(ctx, (size_t)W->p, sizeof *psi);
    lacon_status status = psi ? LACON_OK : LACON_E_MEMORY;
    *out = NULL;
    LCN_GOTO(status);
    LCN_GOTO(lcn_outcome_new(ctx, &found, W->p, W->k));
    for (int64_t r = 0; r < W->p; r++) psi[r] = 1.0;
    LCN_GOTO(fill(ctx, &start, W, psi, data));
    lcn_loadings_copy(&found.W, W);
    fit.k = problem->k = W->k;
    fit.init = start; /* no new search */
    if (fit.tol == 0.0) fit.tol = ROUGH;
    LCN_GOTO(finish(ctx, &found, problem, psi, &fit));
    LCN_GOTO(fill(ctx, out, &found.W, psi, data));
done:
    if (status < 0) {
        lacon_model_free(*out);
        *out = NULL;
    }
    lcn_free(&ctx->allocator, psi);
    lcn_outcome_clear(&ctx->allocator, &found);
    lacon_model_free(start);
    return status;
}
