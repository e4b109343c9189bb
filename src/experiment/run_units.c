/* SPDX-License-Identifier: BSD-3-Clause
 * The run of an experiment: units that are not finished yet, handed to as many workers as the context
 * has threads. A worker has a context of its own (util/worker_contexts.h). What a unit computes depends on
 * its number alone, so neither the number of workers nor their order shows in the results. Several ranks take turns
 * in waves of a few units for each worker; after a wave all have its records, and the first writes the journal.
 */
#include "experiment/experiment.h"
#include "la/la.h"
#include "parallel/ranks.h"
#include "util/worker_contexts.h"

#include <math.h>
#include <string.h>
#include <time.h>

typedef struct run {
    lcn_workers *workers; /* contexts of the workers */
    lcn_plan *plan;
    lcn_journal *journal;
    int64_t *own;  /* units of this wave that are this rank's, in turn */
    int64_t n_own, next; /* how many; which to hand out */
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

/* The units of the next wave: those of this rank to p->own; false when all are finished. */
static bool deal(run *p, const lacon_ctx *ctx, int ranks, int64_t wave)
{
    const lcn_plan *plan = p->plan;
    int64_t dealt = 0;
    p->n_own = p->next = 0;
    for (int64_t turn = 0; turn < plan->n_units && dealt < wave; turn++) {
        const int64_t unit = in_turn(plan, turn);
        if (finished(plan, unit)) continue;
        if (dealt++ % ranks == lcn_rank(ctx)) p->own[p->n_own++] = unit;
    }
    return dealt > 0;
}

/* The next unit of this rank, or -1. */
static int64_t hand_out(run *p, lacon_ctx *worker)
{
    int64_t unit = -1;
#pragma omp critical(lcn_units)
    if (!p->failed && p->next < p->n_own && !lcn_cancelled(worker)) unit = p->own[p->next++];
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

/* ---- ranks ---- */

/* A unit and its records, for the other ranks. */
static size_t parcel_bytes(const lcn_plan *plan)
{
    return sizeof(int64_t) + (size_t)plan->unit_records * sizeof(lcn_record);
}

static void pack(const lcn_plan *plan, int64_t unit, char *to)
{
    memcpy(to, &unit, sizeof unit);
    for (int64_t i = 0; i < plan->unit_records; i++)
        memcpy(to + sizeof unit + (size_t)i * sizeof(lcn_record), &plan->records[lcn_plan_index(plan, unit, i)],
               sizeof(lcn_record));
}

/* What another rank has finished; the first rank keeps it. */
static lacon_status unpack(lacon_ctx *ctx, run *p, const char *from)
{
    int64_t unit;
    memcpy(&unit, from, sizeof unit);
    if (finished(p->plan, unit)) return LACON_OK;
    for (int64_t i = 0; i < p->plan->unit_records; i++)
        memcpy(&p->plan->records[lcn_plan_index(p->plan, unit, i)], from + sizeof unit + (size_t)i * sizeof(lcn_record),
               sizeof(lcn_record));
    p->done++;
    return lcn_journal_add(ctx, p->journal, p->plan, unit);
}

static lacon_status exchange(lacon_ctx *ctx, run *p)
{
    const size_t each = parcel_bytes(p->plan);
    char *mine = lcn_alloc(ctx, (size_t)p->n_own + 1, each), *all = NULL;
    size_t total = 0;
    lacon_status status;
    LCN_GOTO(lcn_agree(ctx, mine ? LACON_OK : LACON_E_MEMORY));
    for (int64_t i = 0; i < p->n_own; i++) pack(p->plan, p->own[i], mine + (size_t)i * each);
    LCN_GOTO(lcn_gather(ctx, (void **)&all, &total, mine, (size_t)p->n_own * each));
    for (size_t at = 0; at < total; at += each) LCN_GOTO(unpack(ctx, p, all + at));
done:
    lcn_free(&ctx->allocator, mine);
    lcn_free(&ctx->allocator, all);
    return status;
}

enum { TURNS = 4 }; /* units of a worker in a wave: they take different times, and a wave waits for the last */

static lacon_status all_waves(lacon_ctx *ctx, run *p)
{
    const int wanted = p->plan->experiment->alone ? 1 : ctx->threads;
    const int ranks = p->plan->experiment->alone ? 1 : lcn_ranks(ctx);
    const int64_t wave = lcn_ranks(ctx) > 1 ? (int64_t)ranks * wanted * TURNS : p->plan->n_units;
    while (deal(p, ctx, ranks, wave)) {
        const int threads = p->n_own < wanted ? (int)p->n_own : wanted;
        lacon_status status = threads > 0 ? work_all(ctx, p, threads) : LACON_OK;
        if (status >= 0 && lcn_asked_to_stop(ctx)) status = LACON_E_CANCELLED;
        LCN_TRY(lcn_agree(ctx, status));
        if (lcn_ranks(ctx) > 1) LCN_TRY(exchange(ctx, p));
    }
    return LACON_OK;
}

lacon_status lcn_units_run(lacon_ctx *ctx, lcn_plan *plan, lcn_journal *journal)
{
    run p = {.plan = plan, .journal = journal, .began_s = now_s()};
    for (int64_t unit = 0; unit < plan->n_units; unit++) p.found += finished(plan, unit);
    p.done = p.found;
    if (p.found == plan->n_units) return LACON_OK;
    if (p.found > 0 && journal->path)
        lcn_log(ctx, LACON_LOG_WARNING, "going on from %s: %lld of %lld are done", journal->path,
                (long long)p.found, (long long)plan->n_units);
    p.own = lcn_alloc(ctx, (size_t)plan->n_units, sizeof *p.own);
    if (p.own == NULL) return LACON_E_MEMORY;
    const lacon_status status = all_waves(ctx, &p);
    lcn_free(&ctx->allocator, p.own);
    return status;
}
