/* SPDX-License-Identifier: BSD-3-Clause
 * The table of solvers and the bookkeeping of what they leave; see solver.h.
 */
#include "fit/solver.h"

#include <string.h>

static const lcn_solver SOLVERS[] = {
    [LACON_SOLVER_MM] = {"mm", lcn_mm_run},
    [LACON_SOLVER_ALM] = {"alm", lcn_alm_run},
    [LACON_SOLVER_ML_DENSE] = {"ml-dense", lcn_ml_dense_run},
};

const lcn_solver *lcn_solver_get(lacon_solver which)
{
    return (unsigned)which < sizeof SOLVERS / sizeof *SOLVERS ? &SOLVERS[which] : NULL;
}

lacon_status lcn_outcome_new(lacon_ctx *ctx, lcn_outcome *outcome, int64_t p, int64_t k)
{
    memset(outcome, 0, sizeof *outcome);
    LCN_TRY(lcn_loadings_new(ctx, &outcome->W, p, k));
    outcome->start_module = lcn_alloc(ctx, (size_t)(LCN_MAX_STARTS * p), sizeof *outcome->start_module);
    if (outcome->start_module) return LACON_OK;
    lcn_outcome_clear(&ctx->allocator, outcome);
    return LACON_E_MEMORY;
}

void lcn_outcome_clear(const lacon_allocator *a, lcn_outcome *outcome)
{
    lcn_loadings_clear(a, &outcome->W);
    lcn_free(a, outcome->start_module);
    outcome->start_module = NULL;
    lcn_outcome_leave(outcome, NULL, &(lcn_point){0});
}

void lcn_outcome_leave(lcn_outcome *outcome, lcn_work *work, lcn_point *x)
{
    if (outcome->work) {
        const lacon_allocator a = outcome->work->allocator;
        lcn_point_clear(&a, &outcome->x);
        lcn_work_free(outcome->work);
    }
    outcome->work = work;
    outcome->x = *x;
    *x = (lcn_point){0};
}

void lcn_outcome_start(lcn_outcome *outcome, const char *name, double objective, const lcn_loadings *W)
{
    if (outcome->n_starts >= LCN_MAX_STARTS) return;
    const int64_t i = outcome->n_starts++;
    strncpy(outcome->start_name[i], name, sizeof outcome->start_name[i] - 1);
    outcome->start_objective[i] = objective;
    memcpy(outcome->start_module + i * W->p, W->module, (size_t)W->p * sizeof *W->module);
}
