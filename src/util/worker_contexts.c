/* SPDX-License-Identifier: BSD-3-Clause
 * Contexts side by side; see worker_contexts.h.
 */
#include "util/worker_contexts.h"

#include <math.h>
#include <pthread.h>

struct lcn_crew {
    lacon_ctx *ctx; /* the caller's */
    pthread_mutex_t lock;
    int64_t members, done;
    lacon_ctx *member;    /* members */
    lacon_status *status; /* members */
};

static void *locked_alloc(void *user, size_t bytes)
{
    lcn_crew *crew = user;
    const lacon_allocator *a = &crew->ctx->allocator;
    pthread_mutex_lock(&crew->lock);
    void *block = a->alloc(a->user, bytes);
    pthread_mutex_unlock(&crew->lock);
    return block;
}

static void locked_free(void *user, void *block)
{
    lcn_crew *crew = user;
    const lacon_allocator *a = &crew->ctx->allocator;
    pthread_mutex_lock(&crew->lock);
    a->free(a->user, block);
    pthread_mutex_unlock(&crew->lock);
}

static int locked_cancel(void *user)
{
    lcn_crew *crew = user;
    pthread_mutex_lock(&crew->lock);
    const int stop = lcn_cancelled(crew->ctx);
    pthread_mutex_unlock(&crew->lock);
    return stop;
}

lacon_status lcn_crew_new(lacon_ctx *ctx, lcn_crew **out, int64_t members)
{
    *out = NULL;
    lcn_crew *crew = lcn_alloc(ctx, 1, sizeof *crew);
    if (!crew) return LACON_E_MEMORY;
    crew->ctx = ctx;
    crew->members = members;
    crew->member = lcn_alloc(ctx, (size_t)members, sizeof *crew->member);
    crew->status = lcn_alloc(ctx, (size_t)members, sizeof *crew->status);
    if (!crew->member || !crew->status || pthread_mutex_init(&crew->lock, NULL) != 0) {
        lcn_free(&ctx->allocator, crew->member);
        lcn_free(&ctx->allocator, crew->status);
        lcn_free(&ctx->allocator, crew);
        return lcn_fail(ctx, LACON_E_MEMORY, "no memory for work side by side");
    }
    for (int64_t i = 0; i < members; i++) {
        lacon_ctx *c = &crew->member[i];
        c->allocator = (lacon_allocator){.alloc = locked_alloc, .free = locked_free, .user = crew};
        c->threads = 1;
        c->cancel = ctx->cancel ? locked_cancel : NULL;
        c->user = crew;
    }
    *out = crew;
    return LACON_OK;
}

void lcn_crew_free(lcn_crew *crew)
{
    if (!crew) return;
    const lacon_allocator a = crew->ctx->allocator;
    pthread_mutex_destroy(&crew->lock);
    lcn_free(&a, crew->member);
    lcn_free(&a, crew->status);
    lcn_free(&a, crew);
}

lacon_ctx *lcn_crew_member(lcn_crew *crew, int64_t i) { return &crew->member[i]; }

void lcn_crew_done(lcn_crew *crew, int64_t i, lacon_status status, const char *phase)
{
    pthread_mutex_lock(&crew->lock);
    crew->status[i] = status;
    lcn_progress(crew->ctx, phase, ++crew->done, crew->members, NAN);
    pthread_mutex_unlock(&crew->lock);
}

void lcn_crew_end(lcn_crew *crew, int64_t i, lacon_status status)
{
    crew->status[i] = status; /* read when all have ended */
}

void lcn_crew_tell(lcn_crew *crew, const lacon_progress *where)
{
    if (crew->ctx->progress == NULL) return;
    pthread_mutex_lock(&crew->lock);
    crew->ctx->progress(crew->ctx->user, where);
    pthread_mutex_unlock(&crew->lock);
}

lacon_status lcn_crew_outcome(lcn_crew *crew)
{
    for (int64_t i = 0; i < crew->members; i++) {
        const lacon_status status = crew->status[i];
        const char *message = crew->member[i].message;
        if (status < 0)
            return lcn_fail(crew->ctx, status, "%s", *message ? message : lacon_status_text(status));
    }
    return LACON_OK;
}
