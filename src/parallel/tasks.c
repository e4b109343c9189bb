/* SPDX-License-Identifier: BSD-3-Clause
 * Tasks over ranks and threads; see tasks.h. Those that are not finished are dealt in turn, so that a long first one
 * does not keep its neighbours waiting.
 */
#include "parallel/tasks.h"
#include "la/la.h"
#include "parallel/ranks.h"
#include "util/worker_contexts.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

typedef struct run {
    lacon_ctx *ctx;
    const lcn_tasks *tasks;
    char *done;       /* count: its result is known */
    int64_t *pending; /* those that are not, in order */
    int64_t n_pending;
    lcn_checkpoint checkpoint;
    lcn_workers *workers;
    pthread_mutex_t lock; /* of the checkpoint */
} run;

static size_t result_bytes(const lcn_tasks *tasks, int64_t i)
{
    lcn_span spans[LCN_SPANS];
    size_t bytes = 0;
    const int count = tasks->result(tasks->user, i, spans);
    for (int s = 0; s < count; s++) bytes += spans[s].bytes;
    return bytes;
}

static void put_result(const lcn_tasks *tasks, int64_t i, const char *from)
{
    lcn_span spans[LCN_SPANS];
    const int count = tasks->result(tasks->user, i, spans);
    for (int s = 0; s < count; from += spans[s++].bytes) memcpy(spans[s].at, from, spans[s].bytes);
}

static void take_result(const lcn_tasks *tasks, int64_t i, char *to)
{
    lcn_span spans[LCN_SPANS];
    const int count = tasks->result(tasks->user, i, spans);
    for (int s = 0; s < count; to += spans[s++].bytes) memcpy(to, spans[s].at, spans[s].bytes);
}

/* A record of the checkpoint. */
static void recall(void *user, int64_t i, const void *bytes, size_t count)
{
    run *r = user;
    if (i < 0 || i >= r->tasks->count || count != result_bytes(r->tasks, i)) return;
    put_result(r->tasks, i, bytes);
    r->done[i] = !r->tasks->possible || r->tasks->possible(r->tasks->user, i); /* else it is done again */
}

static lacon_status keep(run *r, lacon_ctx *worker, int64_t i)
{
    lcn_span spans[LCN_SPANS];
    if (r->checkpoint.fd < 0) return LACON_OK;
    const int count = r->tasks->result(r->tasks->user, i, spans);
    pthread_mutex_lock(&r->lock);
    const lacon_status status = lcn_checkpoint_add(worker, &r->checkpoint, i, spans, count);
    pthread_mutex_unlock(&r->lock);
    return status;
}

/* Pending tasks of this rank: turn, turn + ranks, ... */
static int64_t own_count(const run *r)
{
    const int64_t ranks = lcn_ranks(r->ctx), left = r->n_pending - lcn_rank(r->ctx);
    return left > 0 ? (left + ranks - 1) / ranks : 0;
}

static int64_t own_task(const run *r, int64_t turn) { return r->pending[lcn_rank(r->ctx) + turn * lcn_ranks(r->ctx)]; }

static void one(run *r, int64_t turn)
{
    const int64_t i = own_task(r, turn);
    lacon_ctx *worker = lcn_worker_context(r->workers, turn);
    lacon_status status = r->tasks->run(r->tasks->user, worker, i);
    if (status >= 0) status = keep(r, worker, i);
    lcn_workers_done(r->workers, turn, status, r->tasks->phase(i));
}

static lacon_status run_own(run *r)
{
    const int threads = r->ctx->threads;
    const int64_t count = own_count(r);
    if (count == 0) return LACON_OK;
    LCN_TRY(lcn_blas_ready(r->ctx));
    LCN_TRY(lcn_workers_new(r->ctx, &r->workers, count));
    const int blas = lcn_blas_begin();
#pragma omp parallel num_threads(threads) if (threads > 1)
    {
#pragma omp for schedule(dynamic, 1) nowait
        for (int64_t turn = 0; turn < count; turn++) one(r, turn);
        lcn_workers_wait(r->workers);
    }
    lcn_blas_end(blas);
    const lacon_status status = lcn_workers_status(r->workers);
    lcn_workers_free(r->workers);
    return status;
}

/* One after the other, by all ranks and their threads. What a task says, tells of its progress or would keep is its own
 * affair, as it is on a worker. */
static lacon_status run_together(run *r)
{
    lacon_ctx *ctx = r->ctx;
    const lacon_ctx before = *ctx;
    lacon_status status = lcn_agree(ctx, lcn_blas_ready(ctx));
    const int blas = lcn_blas_begin();
    for (int64_t turn = 0; turn < r->n_pending && status >= 0; turn++) {
        const int64_t i = r->pending[turn];
        ctx->log = NULL;
        ctx->progress = NULL;
        ctx->checkpoint = NULL;
        status = r->tasks->run(r->tasks->user, ctx, i);
        ctx->log = before.log;
        ctx->progress = before.progress;
        ctx->checkpoint = before.checkpoint;
        if (status >= 0 && lcn_rank(ctx) == 0) status = keep(r, ctx, i);
        status = lcn_agree(ctx, status);
        if (status >= 0) lcn_progress(ctx, r->tasks->phase(i), turn + 1, r->n_pending, NAN);
    }
    lcn_blas_end(blas);
    return status;
}

/* The results of every rank to all, in the order in which the tasks were dealt. */
static lacon_status share(run *r)
{
    const int ranks = lcn_ranks(r->ctx);
    size_t bytes = 0, total = 0;
    char *mine = NULL, *all = NULL, *at;
    lacon_status status = LACON_OK;
    if (ranks == 1) return LACON_OK;
    for (int64_t t = 0; t < own_count(r); t++) bytes += result_bytes(r->tasks, own_task(r, t));
    at = mine = lcn_alloc_raw(r->ctx, bytes + 1, 1);
    LCN_GOTO(lcn_agree(r->ctx, mine ? LACON_OK : LACON_E_MEMORY));
    for (int64_t t = 0; t < own_count(r); t++) {
        take_result(r->tasks, own_task(r, t), at);
        at += result_bytes(r->tasks, own_task(r, t));
    }
    LCN_GOTO(lcn_gather(r->ctx, (void **)&all, &total, mine, bytes));
    at = all;
    for (int rank = 0; rank < ranks; rank++)
        for (int64_t turn = rank; turn < r->n_pending; turn += ranks) {
            put_result(r->tasks, r->pending[turn], at);
            at += result_bytes(r->tasks, r->pending[turn]);
        }
done:
    lcn_free(&r->ctx->allocator, mine);
    lcn_free(&r->ctx->allocator, all);
    return status;
}

/* Ranks that were asked something else, or of other numbers, would answer together what nobody asked. */
static lacon_status compare(const run *r, lcn_sha256 identity)
{
    lcn_seen all = {.name = "model, table or options"};
    lcn_sha256_update(&identity, &r->tasks->count, sizeof r->tasks->count);
    lcn_sha256_final(&identity, all.digest);
    return lcn_compare_ranks(r->ctx, &all, 1);
}

static lacon_status begin(run *r)
{
    const size_t count = (size_t)r->tasks->count;
    lcn_sha256 identity;
    const bool alike = r->ctx->comm && !r->tasks->together; /* of dealt data the files were compared */
    r->done = lcn_alloc(r->ctx, count + 1, 1);
    r->pending = lcn_alloc(r->ctx, count + 1, sizeof *r->pending);
    if (!r->done || !r->pending) return LACON_E_MEMORY;
    if (r->ctx->checkpoint || alike) {
        lcn_identity_begin(&identity, r->tasks->call);
        LCN_TRY(r->tasks->identify(r->tasks->user, &identity));
    }
    if (alike) LCN_TRY(compare(r, identity));
    LCN_TRY(lcn_checkpoint_begin(r->ctx, &r->checkpoint, &identity, recall, r));
    for (int64_t i = 0; i < r->tasks->count; i++)
        if (!r->done[i]) r->pending[r->n_pending++] = i;
    return LACON_OK;
}

lacon_status lcn_tasks_run(lacon_ctx *ctx, const lcn_tasks *tasks)
{
    run r = {.ctx = ctx, .tasks = tasks, .checkpoint = {.fd = -1}, .lock = PTHREAD_MUTEX_INITIALIZER};
    lacon_status status = begin(&r);
    if (status >= 0) status = tasks->together ? run_together(&r) : lcn_agree(ctx, run_own(&r));
    if (status >= 0 && !tasks->together) status = share(&r);
    lcn_checkpoint_end(ctx, &r.checkpoint);
    lcn_free(&ctx->allocator, r.done);
    lcn_free(&ctx->allocator, r.pending);
    return status;
}
