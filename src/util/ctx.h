/* SPDX-License-Identifier: BSD-3-Clause
 * The internal interface of the context: memory, errors, callbacks. Everything in src/ may include this; it
 * includes nothing of ours but the public context. Implementation: ctx.c (errors), alloc.c (memory).
 */
#ifndef LCN_CTX_H
#define LCN_CTX_H

#include <lacon/context.h>
#include <stdarg.h>
#include <stdbool.h>

enum { LCN_MESSAGE_MAX = 2048, LCN_HEADER_BYTES = 32 /* of what a rank says of itself: parallel/ranks.c */ };

/* In a sentence, before the name of an option that mends it (as tables.h has it), which its value may follow:
 * "drop it (" LCN_OPTION "ignore '%s')". lacon_ctx_message leaves the mark out, lacon_ctx_remedy takes what
 * follows it, the command line writes its flag there. */
#define LCN_OPTION "\x1e"

struct lacon_ctx {
    lacon_allocator allocator;
    int threads;
    void (*log)(void *user, lacon_log_level level, const char *message);
    void (*progress)(void *user, const lacon_progress *where);
    int (*cancel)(void *user);
    void *user;
    const lacon_comm *comm; /* the other ranks (parallel/ranks.h); NULL: there are none */
    void *headers;          /* of what they exchange */
    bool stop;              /* they have agreed to stop: what lcn_cancelled answers while there are ranks */
    lacon_status known;     /* a failure that all of them know: nothing is exchanged any more */
    lacon_traffic traffic;
    char *checkpoint;       /* folder (parallel/checkpoint.h), or NULL */
    bool checkpointed;      /* a call has used it */
    char *backend;          /* name of a row of kernels/backend.h; NULL: the first */
    int blas_buffers; /* threads that BLAS has memory for (la/threads.c) */
    char message[LCN_MESSAGE_MAX]; /* with marks */
    char plain[LCN_MESSAGE_MAX];   /* without, when asked for */
};

/* Memory of the context, 64-byte aligned, zeroed. count*size is checked for overflow. NULL with
 * LACON_E_MEMORY's message set on failure. Free with lcn_free; objects remember their allocator, so
 * that _free functions need no context. Call from one thread at a time. */
void *lcn_alloc(lacon_ctx *ctx, size_t count, size_t size);
/* The same, not zeroed: for large blocks that are written before they are read. */
void *lcn_alloc_raw(lacon_ctx *ctx, size_t count, size_t size);
void *lcn_alloc_with(const lacon_allocator *a, size_t count, size_t size); /* no message */
void lcn_free(const lacon_allocator *a, void *block);                      /* NULL is fine */
/* Makes sure that *list can hold one more item of `size` bytes after its `count`. When the capacity is used up it
 * doubles (`first` at the beginning) and the list moves. On failure nothing changes. */
lacon_status lcn_grow(lacon_ctx *ctx, void *list, int64_t count, int64_t *capacity, size_t size, int64_t first);
char *lcn_strdup(lacon_ctx *ctx, const char *text);
/* A longer list of texts, each its own block; text is given away, NULL: there was no memory for it. */
lacon_status lcn_append_text(lacon_ctx *ctx, char ***list, int64_t *count, char *text);
char *lcn_sprintf(lacon_ctx *ctx, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *lcn_vsprintf(lacon_ctx *ctx, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Write the sentence and return code, so that `return lcn_fail(...)` reads well. */
lacon_status lcn_fail(lacon_ctx *ctx, lacon_status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

void lcn_log(lacon_ctx *ctx, lacon_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lcn_progress(lacon_ctx *ctx, const char *phase, int64_t step, int64_t total, double objective);
bool lcn_cancelled(lacon_ctx *ctx);
/* What the callback says here and now; ranks may hear different answers. */
bool lcn_asked_to_stop(lacon_ctx *ctx);

/* Forward a failure. Positive codes (caveats) pass as success and must be kept by the caller. */
#define LCN_TRY(expr)                                                                              \
    do {                                                                                           \
        lacon_status lcn_status_ = (expr);                                                         \
        if (lcn_status_ < 0) return lcn_status_;                                                   \
    } while (0)
/* The same for functions that own something: sets `status` and jumps to `done`. */
#define LCN_GOTO(expr)                                                                             \
    do {                                                                                           \
        status = (expr);                                                                           \
        if (status < 0) goto done;                                                                 \
    } while (0)
#define LCN_FAIL_IF(cond, code, ...)                                                               \
    do {                                                                                           \
        if (cond) return lcn_fail(ctx, (code), __VA_ARGS__);                                       \
    } while (0)

#endif
