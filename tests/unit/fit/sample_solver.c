/* SPDX-License-Identifier: BSD-3-Clause
 * The smallest solver, as the recipe "add a solver" of CONTRIBUTING.md describes it: variables that are
 * neighbours form a module, with equal weights; where a start is given it stays at it. Only the test beside
 * it (test_sample_solver.c) uses it.
 */
#include "fit/solver.h"

lacon_status sample_solver_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                               const lacon_fit_options *options, const lcn_loadings *init);

static void neighbours(lcn_loadings *W)
{
    for (int64_t r = 0; r < W->p; r++) {
        W->module[r] = (int32_t)(r * W->k / W->p);
        W->weight[r] = 1;
    }
    lcn_loadings_normalise(W);
}

lacon_status sample_solver_run(lacon_ctx *ctx, lcn_outcome *out, const lcn_problem *problem,
                               const lacon_fit_options *options, const lcn_loadings *init)
{
    (void)options;
    lcn_work *work = NULL; /* all memory before the first iteration, of which there is one */
    lcn_point x = {0};
    lacon_status status;
    LCN_GOTO(lcn_work_new(ctx, &work, problem));
    LCN_GOTO(lcn_point_new(ctx, &x, problem->p, problem->k));
    if (lcn_cancelled(ctx)) LCN_GOTO(lcn_fail(ctx, LACON_E_CANCELLED, "the fit was cancelled"));
    if (init) lcn_loadings_copy(&x.W, init);
    else neighbours(&x.W);
    lcn_trace *trace = lcn_outcome_trace(out);
    lcn_evaluate(work, &x, LCN_TANGENT);
    lcn_trace_step(trace, x.f, 0);
    lcn_loadings_copy(&out->W, &x.W);
    lcn_outcome_start(out, init ? "given" : "neighbours", x.f, &x.W);
    out->iterations = 1;
    out->stop = LACON_STOP_CONVERGED;
done:
    lcn_point_clear(&ctx->allocator, &x);
    lcn_work_free(work);
    return status;
}
