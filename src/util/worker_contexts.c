/* SPDX-License-Identifier: BSD-3-Clause
 * Worker contexts; worker_contexts.h says what they are for.
 */
#include "util/store.h"
#include "util/worker_contexts.h"
#include "util/alloc.h"

#include <math.h>
#include <pthread.h>
#include <time.h>

/* How long the caller's thread sleeps between two questions of cancel when its own work is done: a
 * person does not notice it, a processor neither. */
enum { NAP_NS = 20 * 1000 * 1000 };

struct lcn_workers {
    lacon_ctx *ctx; /* the caller's */
    pthread_t owner;       /* the caller's thread: callbacks are called there alone */
    pthread_mutex_t lock;  /* of everything below, and of the allocator */
    pthread_cond_t news;   /* a job has ended */
    int64_t members, ended;
    int64_t done, told;    /* jobs that lcn_workers_done heard of; of which progress was told */
    const char **phase;    /* members: of the jobs in the order they were done */
    lacon_progress latest; /* of lcn_workers_progress; phase NULL: told */
    bool stop;             /* cancel said so */
    lacon_ctx *member;    /* members */
    lacon_status *status; /* members */
};

static void *locked_alloc(void *user, size_t bytes)
{
    lcn_workers *workers = user;
    const lacon_allocator *a = &workers->ctx->allocator;
    pthread_mutex_lock(&workers->lock);
    void *block = a->alloc(a->user, bytes);
    pthread_mutex_unlock(&workers->lock);
    return block;
}

static void locked_free(void *user, void *block)
{
    lcn_workers *workers = user;
    const lacon_allocator *a = &workers->ctx->allocator;
    pthread_mutex_lock(&workers->lock);
    a->free(a->user, block);
    pthread_mutex_unlock(&workers->lock);
}

static bool is_owner(const lcn_workers *workers) { return pthread_equal(workers->owner, pthread_self()); }

/* Takes what has not been told yet out of the queue; false: nothing. */
static bool take_news(lcn_workers *workers, lacon_progress *where)
{
    pthread_mutex_lock(&workers->lock);
    const bool job = workers->told < workers->done, other = workers->latest.phase != NULL;
    if (job) {
        *where = (lacon_progress){.phase = workers->phase[workers->told], .step = workers->told + 1,
                                  .total = workers->members, .objective = NAN, .left_s = NAN};
        workers->told++;
    } else if (other) {
        *where = workers->latest;
        workers->latest.phase = NULL;
    }
    pthread_mutex_unlock(&workers->lock);
    return job || other;
}

/* On the caller's thread: tells what the others have queued, and asks whether to stop. On another: nothing. */
static void deliver(lcn_workers *workers)
{
    lacon_ctx *ctx = workers->ctx;
    lacon_progress where;
    if (!is_owner(workers)) return;
    while (take_news(workers, &where))
        if (ctx->progress) ctx->progress(ctx->user, &where);
    if (!lcn_asked_to_stop(ctx)) return; /* jobs of this rank; what becomes of them is agreed on afterwards */
    pthread_mutex_lock(&workers->lock);
    workers->stop = true;
    pthread_mutex_unlock(&workers->lock);
}

/* What the jobs ask; it is asked often, so this is also where the caller's thread delivers. */
static int asked(void *user)
{
    lcn_workers *workers = user;
    deliver(workers);
    pthread_mutex_lock(&workers->lock);
    const int stop = workers->stop;
    pthread_mutex_unlock(&workers->lock);
    return stop;
}

lacon_status lcn_workers_new(lacon_ctx *ctx, lcn_workers **out, int64_t members)
{
    *out = NULL;
    lcn_workers *workers = lcn_alloc(ctx, 1, sizeof *workers);
    if (!workers) return LACON_E_MEMORY;
    workers->ctx = ctx;
    workers->owner = pthread_self();
    workers->members = members;
    workers->phase = lcn_alloc(ctx, (size_t)members, sizeof *workers->phase);
    workers->member = lcn_alloc(ctx, (size_t)members, sizeof *workers->member);
    workers->status = lcn_alloc(ctx, (size_t)members, sizeof *workers->status);
    if (!workers->member || !workers->status || !workers->phase ||
        pthread_mutex_init(&workers->lock, NULL) != 0) {
        lcn_free(&ctx->allocator, workers->phase);
        lcn_free(&ctx->allocator, workers->member);
        lcn_free(&ctx->allocator, workers->status);
        lcn_free(&ctx->allocator, workers);
        return lcn_fail(ctx, LACON_E_MEMORY, "no memory for work side by side");
    }
    pthread_cond_init(&workers->news, NULL); /* cannot fail without attributes */
    for (int64_t i = 0; i < members; i++) {
        lacon_ctx *c = &workers->member[i];
        c->allocator = ctx->allocator; /* malloc has locks of its own, and so have stores */
        if (ctx->allocator.alloc != lcn_plain_alloc && ctx->allocator.alloc != lcn_store_alloc)
            c->allocator = (lacon_allocator){.alloc = locked_alloc, .free = locked_free, .user = workers};
        c->threads = 1;
        c->backend = ctx->backend; /* borrowed */
        c->blas_buffers = ctx->blas_buffers > 0; /* the caller saw to that of all threads */
        c->cancel = ctx->cancel || ctx->progress ? asked : NULL;
        c->user = workers;
    }
    *out = workers;
    return LACON_OK;
}

void lcn_workers_free(lcn_workers *workers)
{
    if (!workers) return;
    const lacon_allocator a = workers->ctx->allocator;
    pthread_cond_destroy(&workers->news);
    pthread_mutex_destroy(&workers->lock);
    lcn_free(&a, workers->phase);
    lcn_free(&a, workers->member);
    lcn_free(&a, workers->status);
    lcn_free(&a, workers);
}

lacon_ctx *lcn_worker_context(lcn_workers *workers, int64_t i) { return &workers->member[i]; }

void lcn_workers_done(lcn_workers *workers, int64_t i, lacon_status status, const char *phase)
{
    pthread_mutex_lock(&workers->lock);
    workers->phase[workers->done++] = phase;
    pthread_mutex_unlock(&workers->lock);
    lcn_workers_end(workers, i, status);
}

void lcn_workers_end(lcn_workers *workers, int64_t i, lacon_status status)
{
    pthread_mutex_lock(&workers->lock);
    workers->status[i] = status;
    workers->ended++;
    pthread_cond_signal(&workers->news);
    pthread_mutex_unlock(&workers->lock);
    deliver(workers);
}

void lcn_workers_wait(lcn_workers *workers)
{
    if (!is_owner(workers)) return;
    for (bool more = true; more; deliver(workers)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until); /* the clock of a condition without attributes */
        until.tv_nsec += NAP_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_mutex_lock(&workers->lock);
        if (workers->ended < workers->members) pthread_cond_timedwait(&workers->news, &workers->lock, &until);
        more = workers->ended < workers->members;
        pthread_mutex_unlock(&workers->lock);
    }
}

void lcn_workers_progress(lcn_workers *workers, const lacon_progress *where)
{
    pthread_mutex_lock(&workers->lock);
    workers->latest = *where;
    pthread_mutex_unlock(&workers->lock);
    deliver(workers);
}

lacon_status lcn_workers_status(lcn_workers *workers)
{
    for (int64_t i = 0; i < workers->members; i++) {
        const lacon_status status = workers->status[i];
        const char *message = workers->member[i].message;
        if (status < 0)
            return lcn_fail(workers->ctx, status, "%s", *message ? message : lacon_status_text(status));
    }
    return LACON_OK;
}
