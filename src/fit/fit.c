/* SPDX-License-Identifier: BSD-3-Clause
 * The driver of an estimate, top to bottom: problem, solver, noise, membership, model.
 */
#include "fit/fit.h"
#include "data/fingerprint.h"
#include "la/la.h"
#include "parallel/ranks.h"
#include "util/options.h"

#include <math.h>
#include <string.h>

lacon_status lcn_fit_check(lacon_ctx *ctx, const lacon_data *data, const lacon_fit_options *options)
{
    LCN_TRY(lcn_fit_options_check(ctx, options));
    LCN_FAIL_IF(data->n_classes == 0, LACON_E_DATA, "no data: add at least one class");
    LCN_FAIL_IF(options->k > data->p, LACON_E_ARGUMENT,
                "%lld modules of %lld variables: k must not exceed the number of variables",
                (long long)options->k, (long long)data->p);
    LCN_FAIL_IF(options->noise == LACON_NOISE_VARIABLE && options->solver != LACON_SOLVER_MM, LACON_E_ARGUMENT,
                "noise per variable is estimated by the solver mm alone: take that solver, or isotropic noise");
    return LACON_OK;
}

static lacon_status check(lacon_ctx *ctx, const lacon_data *data, const lacon_fit_options *options)
{
    LCN_TRY(lcn_fit_check(ctx, data, options));
    if (options->solver != LACON_SOLVER_MM) LCN_TRY(lcn_data_here(ctx, data));
    LCN_FAIL_IF(!data->standardised, LACON_E_ARGUMENT,
                "the data are not standardised: call lacon_data_standardise (its mode may be NONE)");
    for (int64_t i = 0; i < data->n_classes; i++)
        LCN_FAIL_IF(data->classes[i].n < 2, LACON_E_DATA, "class %s has %lld observation: two are the least",
                    data->classes[i].label, (long long)data->classes[i].n);
    if (!options->init) return LACON_OK;
    const lacon_model *init = options->init;
    LCN_FAIL_IF(init->p != data->p || init->k != options->k, LACON_E_SHAPE,
                "the initial model has %lld variables in %lld modules, the fit wants %lld in %lld",
                (long long)init->p, (long long)init->k, (long long)data->p, (long long)options->k);
    return LACON_OK;
}

lacon_status lcn_check_traces(lacon_ctx *ctx, const lcn_problem *problem, const lacon_data *data)
{
    for (int64_t i = 0; i < problem->n_terms; i++)
        LCN_FAIL_IF(!(problem->terms[i].trace > 0.0), LACON_E_DATA,
                    "class %s: no variable varies in it; leave it out", data->classes[i].label);
    return LACON_OK;
}

/* Loadings of a model; a variable it leaves out joins the first module with weight zero. */
static void loadings_of(lcn_loadings *W, const lacon_model *model)
{
    for (int64_t r = 0; r < W->p; r++) {
        const int32_t j = model->module_of[r] - 1;
        W->module[r] = j < 0 ? 0 : j;
        W->weight[r] = j < 0 ? 0.0 : model->W[r * model->k + j];
    }
    lcn_loadings_normalise(W);
}

static lacon_status solve(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                          const lacon_fit_options *options)
{
    const lcn_solver *solver = lcn_solver_get(options->solver);
    if (!options->init) return solver->run(ctx, out, problem, options, NULL);
    lcn_loadings init = {0};
    LCN_TRY(lcn_loadings_new(ctx, &init, problem->p, problem->k));
    loadings_of(&init, options->init);
    const lacon_status status = solver->run(ctx, out, problem, options, &init);
    lcn_loadings_clear(&ctx->allocator, &init);
    return status;
}

/* ---- a fit that goes on where another ended ---- */

/* The latest stage is what counts; one of the same order is the same. */
static void recall(void *user, int64_t order, const void *bytes, size_t count)
{
    lcn_progress_kept *k = user;
    if (k->bytes && order <= k->order) return;
    lcn_free(&k->ctx->allocator, k->bytes);
    k->bytes = lcn_alloc_raw(k->ctx, count + 1, 1);
    k->failed = !k->bytes;
    if (k->failed) return;
    memcpy(k->bytes, bytes, count);
    k->order = order;
    k->count = count;
}

/* Only a search is kept: other solvers, and a fit from given modules, begin anew. */
static lacon_status keep_begin(lacon_ctx *ctx, lcn_progress_kept *k, const lacon_data *data,
                               const lacon_fit_options *options)
{
    lcn_sha256 identity;
    *k = (lcn_progress_kept){.ctx = ctx, .checkpoint = {.fd = -1}};
    if (!ctx->checkpoint || options->init || options->solver != LACON_SOLVER_MM) return LACON_OK;
    lcn_identity_begin(&identity, "fit");
    lcn_option_digest(&identity, &lcn_fit_options, options);
    LCN_TRY(lcn_data_fingerprint(ctx, &identity, data));
    LCN_TRY(lcn_checkpoint_begin(ctx, &k->checkpoint, &identity, recall, k));
    return k->failed ? LACON_E_MEMORY : LACON_OK;
}

static void keep_end(lcn_progress_kept *k)
{
    lcn_checkpoint_end(k->ctx, &k->checkpoint);
    lcn_free(&k->ctx->allocator, k->bytes);
}

/* Reuses the solver's final workspace if it belongs to this problem, which saves one pass over the data; otherwise
 * allocates a new one. */
lacon_status lcn_fit_state_new(lacon_ctx *ctx, lcn_fit_state *state, lcn_outcome *found, const lcn_problem *problem)
{
    *state = (lcn_fit_state){.now = *problem};
    if (found->work && found->work->problem == problem && !problem->shrink) {
        state->work = found->work;
        state->x = found->x;
        found->work = NULL;
        found->x = (lcn_point){0};
        state->work->problem = &state->now;
        state->work->evaluations = 0;
    } else {
        LCN_TRY(lcn_work_new(ctx, &state->work, &state->now));
        LCN_TRY(lcn_point_new(ctx, &state->x, problem->p, problem->k));
    }
    state->evidence = lcn_alloc(ctx, (size_t)problem->p, sizeof *state->evidence);
    state->columns = lcn_alloc(ctx, (size_t)problem->k, sizeof *state->columns);
    if (!state->evidence || !state->columns) return LACON_E_MEMORY;
    lcn_loadings_copy(&state->x.W, &found->W); /* the loadings a reused workspace is already at */
    return lcn_series_new(ctx, &state->series, problem);
}

void lcn_fit_state_clear(const lacon_allocator *a, lcn_fit_state *state)
{
    lcn_free(a, state->evidence);
    lcn_free(a, state->columns);
    lcn_series_free(state->series);
    lcn_point_clear(a, &state->x);
    lcn_work_free(state->work);
}

static lacon_status estimate(lacon_ctx *ctx, lacon_model **model, lcn_problem *problem, lcn_outcome *found,
                             double *psi, const lacon_data *data, const lacon_fit_options *options)
{
    const bool variable = options->noise == LACON_NOISE_VARIABLE;
    lcn_fit_state state = {0};
    lcn_progress_kept kept;
    lacon_status status = keep_begin(ctx, &kept, data, options);
    found->kept = kept.checkpoint.fd < 0 ? NULL : &kept;
    if (status >= 0) status = solve(ctx, found, problem, options);
    found->kept = NULL;
    keep_end(&kept);
    LCN_GOTO(status);
    memcpy(found->found, found->W.module, (size_t)problem->p * sizeof *found->found);
    if (variable) LCN_GOTO(lcn_variable_noise(ctx, found, problem, psi, options));
    LCN_GOTO(lcn_fit_state_new(ctx, &state, found, problem));
    if (options->membership == LACON_MEMBERSHIP_TEST)
        LCN_GOTO(lcn_members(ctx, found, &state, variable ? psi : NULL, options));
    if (lcn_cancelled(ctx)) found->stop = LACON_STOP_CANCELLED; /* wherever it was noticed */
    status = lcn_finish(ctx, model, found, &state, variable ? psi : NULL, data, options);
done:
    lcn_fit_state_clear(&ctx->allocator, &state);
    return status;
}

lacon_status lacon_fit(lacon_ctx *ctx, lacon_model **out, const lacon_data *data,
                       const lacon_fit_options *given)
{
    lacon_fit_options own;
    const lacon_fit_options *options = &own;
    lcn_problem *problem = NULL;
    lcn_outcome found = {0};
    double *psi = NULL;
    LCN_TRY(LCN_TAKE(ctx, &own, given, lacon_fit_options));
    LCN_TRY(check(ctx, data, options));
    LCN_TRY(lcn_compare_classes(ctx, data)); /* do all ranks see the same? */
    if (lcn_has_missing(data)) return lcn_fit_missing(ctx, out, data, options);
    LCN_TRY(lcn_blas_ready(ctx));
    const int blas = lcn_blas_begin();
    lacon_status status;
    LCN_GOTO(lcn_problem_new(ctx, &problem, data, options));
    LCN_GOTO(lcn_check_traces(ctx, problem, data));
    LCN_GOTO(lcn_outcome_new(ctx, &found, data->p, options->k));
    psi = lcn_alloc(ctx, (size_t)data->p, sizeof *psi);
    if (!psi) {
        status = LACON_E_MEMORY;
        goto done;
    }
    LCN_GOTO(estimate(ctx, out, problem, &found, psi, data, options));
    status = ctx->known < 0 ? ctx->known /* another rank failed while all iterated */
                            : lcn_agree(ctx, lcn_problem_intact(ctx, problem, data));
    if (status < 0) {
        lacon_model_free(*out);
        *out = NULL;
        goto done;
    }
    status = found.stop == LACON_STOP_MAX_ITER    ? LACON_W_NOT_CONVERGED
             : found.stop == LACON_STOP_CANCELLED ? LACON_W_CANCELLED
                                                  : LACON_OK;
done:
    lcn_free(&ctx->allocator, psi);
    lcn_outcome_clear(&ctx->allocator, &found);
    lcn_problem_free(problem);
    lcn_blas_end(blas);
    return status;
}
