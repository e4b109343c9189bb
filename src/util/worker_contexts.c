/* SPDX-License-Identifier: BSD-3-Clause
 * Contexts side by side; see worker_contexts.h.
 */
#include "util/worker_contexts.h"

#include <math.h>
#include <pthread.h>

struct lcn_workers {
    lacon_ctx *ctx; /* the caller's */
    pthread_mutex_t lock;
    int64_t members, done;
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

static int locked_cancel(void *user)
{
    lcn_workers *workers = user;
    pthread_mutex_lock(&workers->lock);
    const int stop = lcn_cancelled(workers->ctx);
    pthread_mutex_unlock(&workers->lock);
    return stop;
}

lacon_status lcn_workers_new(lacon_ctx *ctx, lcn_workers **out, int64_t members)
{
    *out = NULL;
    lcn_workers *workers = lcn_alloc(ctx, 1, sizeof *workers);
    if (!workers) return LACON_E_MEMORY;
    workers->ctx = ctx;
    workers->members = members;
    workers->member = lcn_alloc(ctx, (size_t)members, sizeof *workers->member);
    workers->status = lcn_alloc(ctx, (size_t)members, sizeof *workers->status);
    if (!workers->member || !workers->status || pthread_mutex_init(&workers->lock, NULL) != 0) {
        lcn_free(&ctx->allocator, workers->member);
        lcn_free(&ctx->allocator, workers->status);
        lcn_free(&ctx->allocator, workers);
        return lcn_fail(ctx, LACON_E_MEMORY, "no memory for work side by side");
    }
    for (int64_t i = 0; i < members; i++) {
        lacon_ctx *c = &workers->member[i];
        c->allocator = (lacon_allocator){.alloc = locked_alloc, .free = locked_free, .user = workers};
        c->threads = 1;
        c->blas_buffers = ctx->blas_buffers > 0; /* the caller saw to that of all threads */
        c->cancel = ctx->cancel ? locked_cancel : NULL;
        c->user = workers;
    }
    *out = workers;
    return LACON_OK;
}

void lcn_workers_free(lcn_workers *workers)
{
    if (!workers) return;
    const lacon_allocator a = workers->ctx->allocator;
    pthread_mutex_destroy(&workers->lock);
    lcn_free(&a, workers->member);
    lcn_free(&a, workers->status);
    lcn_free(&a, workers);
}

lacon_ctx *lcn_worker_context(lcn_workers *workers, int64_t i) { return &workers->member[i]; }

void lcn_workers_done(lcn_workers *workers, int64_t i, lacon_status status, const char *phase)
{
    pthread_mutex_lock(&workers->lock);
    workers->status[i] = status;
    lcn_progress(workers->ctx, phase, ++workers->done, workers->members, NAN);
    pthread_mutex_unlock(&workers->lock);
}

void lcn_workers_end(lcn_workers *workers, int64_t i, lacon_status status)
{
    workers->status[i] = status; /* read when all have ended */
}

void lcn_workers_progress(lcn_workers *workers, const lacon_progress *where)
{
    if (workers->ctx->progress == NULL) return;
    pthread_mutex_lock(&workers->lock);
    workers->ctx->progress(workers->ctx->user, where);
    pthread_mutex_unlock(&workers->lock);
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
