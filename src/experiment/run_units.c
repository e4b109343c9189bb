/* SPDX-License-Identifier: BSD-3-Clause
 * The run of an experiment: units that are not finished yet, handed to as many workers as the context
 * has threads. A worker has a context of its own (util/worker_contexts.h). What a unit computes depends on
 * its number alone, so neither the number of workers nor their order shows in the results.
 */
#include "experiment/experiment.h"
#include "la/la.h"
#include "util/worker_contexts.h"

#include <math.h>
#include <string.h>
#include <time.h>

typedef struct run {
    lcn_workers *workers; /* contexts of the workers */
    lcn_plan *plan;
    lcn_journal *journal;
    int64_t next;  /* turn to hand out */
    int64_t done;  /* units, those of the journal too */
    int64_t found; /* units that were in the journal */
    double began_s;
    bool failed; /* one of the workers: the others finish what they have */
} run;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec; /* seconds */
}

/* ---- units ---- */

static bool finished(const lcn_plan *plan, int64_t unit)
{
    for (int64_t i = 0; i < plan->unit_records; i++)
        if (plan->records[lcn_plan_index(plan, unit, i)].outcome == LCN_PENDING) return false;
    return true;
}

/* Unit in turn. Where a unit is a method the last of the table come first: they take longest, and
 * nobody should wait for one of them in the end. */
static int64_t in_turn(const lcn_plan *plan, int64_t turn)
{
    return plan->experiment->shape == LCN_UNIT_METHOD ? plan->n_units - 1 - turn : turn;
}

/* The next unit that is not finished, or -1. */
static int64_t hand_out(run *p, lacon_ctx *worker)
{
    int64_t unit = -1;
    const lcn_plan *plan = p->plan;
#pragma omp critical(lcn_units)
    {
        while (p->next < plan->n_units && finished(plan, in_turn(plan, p->next))) p->next++;
        if (!p->failed && p->next < plan->n_units && !lcn_cancelled(worker))
            unit = in_turn(plan, p->next++);
    }
    return unit;
}

static void report(const run *p)
{
    const double each_s = (now_s() - p->began_s) / (double)(p->done - p->found);
    const lacon_progress where = {.phase = p->plan->experiment->shown.name,
                                  .step = p->done,
                                  .total = p->plan->n_units,
                                  .objective = NAN,
                                  .left_s = each_s * (double)(p->plan->n_units - p->done)};
    lcn_workers_progress(p->workers, &where);
}

static lacon_status keep(run *p, lacon_ctx *worker, int64_t unit, const lcn_record *records,
                         lacon_status status)
{
#pragma omp critical(lcn_units)
    {
        if (status >= 0) {
            for (int64_t i = 0; i < p->plan->unit_records; i++)
                p->plan->records[lcn_plan_index(p->plan, unit, i)] = records[i];
            status = lcn_journal_add(worker, p->journal, p->plan, unit);
        }
        if (status < 0) p->failed = true;
        p->done++;
        report(p);
    }
    return status;
}

static lacon_status work(run *p, lacon_ctx *ctx)
{
    const lcn_plan *plan = p->plan;
    const size_t bytes = (size_t)plan->unit_records * sizeof(lcn_record);
    lcn_record *records = lcn_alloc(ctx, 1, bytes);
    if (records == NULL) {
#pragma omp critical(lcn_units)
        p->failed = true;
        return LACON_E_MEMORY;
    }
    lacon_status status = LACON_OK;
    for (int64_t unit; status >= 0 && (unit = hand_out(p, ctx)) >= 0;) {
        memset(records, 0, bytes);
        for (int64_t i = 0; i < plan->unit_records * LCN_MEASURES; i++)
            records[i / LCN_MEASURES].value[i % LCN_MEASURES] = NAN;
        status = keep(p, ctx, unit, records, plan->experiment->unit(ctx, plan, unit, records));
    }
    lcn_free(&ctx->allocator, records);
    return status;
}

static lacon_status work_all(lacon_ctx *ctx, run *p, int threads)
{
    LCN_TRY(lcn_blas_ready(ctx));
    LCN_TRY(lcn_workers_new(ctx, &p->workers, threads));
    const int before = lcn_blas_begin();
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static, 1) nowait
        for (int i = 0; i < threads; i++)
            lcn_workers_end(p->workers, i, work(p, lcn_worker_context(p->workers, i)));
        lcn_workers_wait(p->workers);
    }
    lcn_blas_end(before);
    const lacon_status status = lcn_workers_status(p->workers);
    lcn_workers_free(p->workers);
    return status;
}

lacon_status lcn_units_run(lacon_ctx *ctx, lcn_plan *plan, lcn_journal *journal)
{
    run p = {.plan = plan, .journal = journal, .began_s = now_s()};
    for (int64_t unit = 0; unit < plan->n_units; unit++) p.found += finished(plan, unit);
    p.done = p.found;
    const int64_t left = plan->n_units - p.found;
    const int wanted = plan->experiment->alone ? 1 : ctx->threads;
    const int threads = left < wanted ? (int)left : wanted;
    if (threads < 1) return LACON_OK;
    if (p.found > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "going on from %s: %lld of %lld are done", journal->path,
                (long long)p.found, (long long)plan->n_units);
    LCN_TRY(work_all(ctx, &p, threads));
    return lcn_cancelled(ctx) ? LACON_E_CANCELLED : LACON_OK;
}
