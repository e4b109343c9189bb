/* SPDX-License-Identifier: BSD-3-Clause
 * The pool: units that are not finished yet, handed to as many workers as the context has threads. A
 * worker has a context of its own with one thread; the caller's allocator and callbacks are called by
 * one worker at a time. What a unit computes depends on its number alone, so neither the number of workers
 * nor their order shows in the results.
 */
#include "experiment/experiment.h"
#include "la/la.h"

#include <math.h>
#include <string.h>
#include <time.h>

typedef struct pool {
    lacon_ctx *ctx;
    lcn_plan *plan;
    lcn_journal *journal;
    int64_t next;  /* turn to hand out */
    int64_t done;  /* units, those of the journal too */
    int64_t found; /* units that were in the journal */
    double began_s;
    lacon_status status; /* the first failure */
} pool;

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- a worker's context ---- */

static void *locked_alloc(void *user, size_t bytes)
{
    const lacon_allocator *inner = user;
    void *block;
#pragma omp critical(lcn_pool_memory)
    block = inner->alloc(inner->user, bytes);
    return block;
}

static void locked_free(void *user, void *block)
{
    const lacon_allocator *inner = user;
#pragma omp critical(lcn_pool_memory)
    inner->free(inner->user, block);
}

static int asked_to_stop(void *user)
{
    const pool *p = user;
    int stop;
#pragma omp critical(lcn_pool_callback)
    stop = lcn_cancelled(p->ctx);
    return stop;
}

static lacon_status worker_begin(pool *p, lacon_ctx **out)
{
    const lacon_allocator memory = {locked_alloc, locked_free, &p->ctx->allocator};
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.allocator = &memory;
    options.cancel = asked_to_stop;
    options.user = p;
    return lacon_ctx_new(out, &options);
}

/* ---- units ---- */

static bool finished(const lcn_plan *plan, int64_t unit)
{
    for (int64_t i = 0; i < plan->unit_records; i++)
        if (plan->records[lcn_plan_slot(plan, unit, i)].outcome == LCN_PENDING) return false;
    return true;
}

/* Unit in turn. Where a unit is a method the last of the table come first: they take longest, and
 * nobody should wait for one of them in the end. */
static int64_t in_turn(const lcn_plan *plan, int64_t turn)
{
    return plan->experiment->shape == LCN_UNIT_METHOD ? plan->n_units - 1 - turn : turn;
}

/* The next unit that is not finished, or -1. */
static int64_t hand_out(pool *p)
{
    int64_t unit = -1;
    const lcn_plan *plan = p->plan;
#pragma omp critical(lcn_pool_state)
    {
        while (p->next < plan->n_units && finished(plan, in_turn(plan, p->next))) p->next++;
        if (p->status >= 0 && p->next < plan->n_units && !asked_to_stop(p))
            unit = in_turn(plan, p->next++);
    }
    return unit;
}

static void tell(const pool *p)
{
    if (p->ctx->progress == NULL) return;
    const double each_s = (now_s() - p->began_s) / (double)(p->done - p->found);
    const lacon_progress where = {.phase = p->plan->experiment->shown.name,
                                  .step = p->done,
                                  .total = p->plan->n_units,
                                  .objective = NAN,
                                  .left_s = each_s * (double)(p->plan->n_units - p->done)};
#pragma omp critical(lcn_pool_callback)
    p->ctx->progress(p->ctx->user, &where);
}

static void fail(pool *p, const lacon_ctx *worker, lacon_status status)
{
    if (p->status < 0) return;
    p->status = lcn_fail(p->ctx, status, "%s", lacon_ctx_message(worker));
}

static void keep(pool *p, lacon_ctx *worker, int64_t unit, const lcn_record *records,
                 lacon_status status)
{
#pragma omp critical(lcn_pool_state)
    {
        if (status >= 0) {
            for (int64_t i = 0; i < p->plan->unit_records; i++)
                p->plan->records[lcn_plan_slot(p->plan, unit, i)] = records[i];
            status = lcn_journal_add(worker, p->journal, p->plan, unit);
        }
        if (status < 0) fail(p, worker, status);
        p->done++;
        tell(p);
    }
}

static void work(pool *p)
{
    const lcn_plan *plan = p->plan;
    lacon_ctx *ctx = NULL;
    const size_t bytes = (size_t)plan->unit_records * sizeof(lcn_record);
    lacon_status status = worker_begin(p, &ctx);
    lcn_record *records = status >= 0 ? lcn_alloc(ctx, 1, bytes) : NULL;
    if (records == NULL) {
#pragma omp critical(lcn_pool_state)
        p->status = lcn_fail(p->ctx, LACON_E_MEMORY, "out of memory");
        lacon_ctx_free(ctx);
        return;
    }
    for (int64_t unit; (unit = hand_out(p)) >= 0;) {
        memset(records, 0, bytes);
        for (int64_t i = 0; i < plan->unit_records * LCN_MEASURES; i++)
            records[i / LCN_MEASURES].value[i % LCN_MEASURES] = NAN;
        status = plan->experiment->unit(ctx, plan, unit, records);
        keep(p, ctx, unit, records, status);
    }
    lcn_free(&ctx->allocator, records);
    lacon_ctx_free(ctx);
}

lacon_status lcn_pool_run(lacon_ctx *ctx, lcn_plan *plan, lcn_journal *journal)
{
    pool p = {.ctx = ctx, .plan = plan, .journal = journal, .began_s = now_s()};
    for (int64_t unit = 0; unit < plan->n_units; unit++) p.found += finished(plan, unit);
    p.done = p.found;
    const int64_t left = plan->n_units - p.found;
    const int wanted = plan->experiment->alone ? 1 : ctx->threads;
    const int threads = left < wanted ? (int)left : wanted;
    if (threads < 1) return LACON_OK;
    if (p.found > 0)
        lcn_log(ctx, LACON_LOG_WARNING, "going on from %s: %lld of %lld are done", journal->path,
                (long long)p.found, (long long)plan->n_units);
    const int before = lcn_blas_begin();
#pragma omp parallel for schedule(static, 1) num_threads(threads)
    for (int i = 0; i < threads; i++) work(&p);
    lcn_blas_end(before);
    if (p.status >= 0 && lcn_cancelled(ctx)) return LACON_E_CANCELLED;
    return p.status;
}
