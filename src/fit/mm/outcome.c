/* SPDX-License-Identifier: BSD-3-Clause
 * The bookkeeping of a solver's outcome and of the objective along each start; see outcome.h.
 */
#include "fit/mm/outcome.h"

#include <string.h>

lacon_status lcn_outcome_new(lacon_ctx *ctx, lcn_outcome *outcome, int64_t p, int64_t k)
{
    memset(outcome, 0, sizeof *outcome);
    LCN_TRY(lcn_loadings_new(ctx, &outcome->W, p, k));
    outcome->searches = 1;
    outcome->start_module = lcn_alloc_raw(ctx, (size_t)((LCN_MAX_STARTS + 1) * p), sizeof *outcome->start_module);
    outcome->trace = lcn_alloc(ctx, LCN_MAX_STARTS + 1, sizeof *outcome->trace); /* zeros: checkpoints keep it whole */
    if (!outcome->start_module || !outcome->trace) {
        lcn_outcome_clear(&ctx->allocator, outcome);
        return LACON_E_MEMORY;
    }
    outcome->found = outcome->start_module + LCN_MAX_STARTS * p;
    memset(outcome->found, 0, (size_t)p * sizeof *outcome->found);
    lcn_trace_begin(outcome->trace);
    return LACON_OK;
}

void lcn_outcome_clear(const lacon_allocator *a, lcn_outcome *outcome)
{
    lcn_loadings_clear(a, &outcome->W);
    lcn_free(a, outcome->start_module);
    lcn_free(a, outcome->trace);
    outcome->start_module = outcome->found = NULL;
    outcome->trace = NULL;
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

/* ---- the way of a start ---- */

void lcn_trace_begin(lcn_trace *trace)
{
    trace->steps = trace->kept.count = 0;
    trace->stride = 1;
    trace->last = trace->error = 0.0;
}

static void keep(lacon_fit_trace *t, int64_t step, double objective, double error)
{
    t->step[t->count] = step;
    t->objective[t->count] = objective;
    t->error[t->count++] = error;
}

/* Every second value goes: there is capacity again, and for twice as long. */
static void thin(lcn_trace *trace)
{
    lacon_fit_trace *t = &trace->kept;
    const int64_t count = t->count;
    t->count = 0;
    for (int64_t i = 0; i < count; i += 2) keep(t, t->step[i], t->objective[i], t->error[i]);
    trace->stride *= 2;
}

void lcn_trace_step(lcn_trace *trace, double objective, double error)
{
    if (trace == NULL) return;
    const int64_t step = trace->steps++;
    trace->last = objective;
    trace->error = error;
    if (trace->kept.count == LACON_TRACE_MOST) thin(trace);
    if (step % trace->stride == 0) keep(&trace->kept, step, objective, error);
}

/* Moves of single variables come after the last step: what they gain is counted as one. */
void lcn_trace_end(lcn_trace *trace, double objective)
{
    lacon_fit_trace *t = &trace->kept;
    if (trace->steps == 0 || objective != trace->last) trace->steps++;
    if (t->count > 0 && t->step[t->count - 1] == trace->steps - 1) return;
    if (t->count == LACON_TRACE_MOST) t->count--;
    keep(t, trace->steps - 1, objective, trace->error);
}

lcn_trace *lcn_outcome_trace(lcn_outcome *outcome)
{
    lcn_trace *trace = &outcome->trace[outcome->n_starts]; /* the one beyond the last start is spare */
    lcn_trace_begin(trace);
    return trace;
}

void lcn_outcome_start(lcn_outcome *outcome, const char *name, double objective, const lcn_loadings *W)
{
    if (outcome->n_starts >= LCN_MAX_STARTS) return;
    const int64_t i = outcome->n_starts++;
    strncpy(outcome->start_name[i], name, sizeof outcome->start_name[i] - 1);
    outcome->start_objective[i] = outcome->start_cost[i] = objective;
    lcn_trace_end(&outcome->trace[i], objective);
    lcn_trace_begin(&outcome->trace[i + 1]); /* of a start that may be noted without one */
    memcpy(outcome->start_module + i * W->p, W->module, (size_t)W->p * sizeof *W->module);
}
