/* SPDX-License-Identifier: BSD-3-Clause
 * The context holds everything ambient: allocator, threads, callbacks and the sentence of the last
 * failure. The library has no globals. One context per thread of the caller; objects made with one
 * context may be read (const) with another.
 */
#ifndef LACON_CONTEXT_H
#define LACON_CONTEXT_H

#include <lacon/comm.h>
#include <lacon/status.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lacon_ctx lacon_ctx;

/* Where memory comes from. alloc returns storage aligned for any type, or NULL. Both are called by one
 * thread at a time, which may be one of the library's. */
typedef struct lacon_allocator {
    void *(*alloc)(void *user, size_t bytes);
    void (*free)(void *user, void *block);
    void *user;
} lacon_allocator;

typedef enum lacon_log_level { LACON_LOG_INFO = 0, LACON_LOG_WARNING = 1 } lacon_log_level;

/* How far a long call is. total is 0 when it is not known. */
typedef struct lacon_progress {
    const char *phase; /* "read", "start", "iterate", "membership" ... */
    int64_t step;
    int64_t total;
    double objective; /* current value, NaN where there is none */
    double left_s;    /* seconds it will still take, NaN where that cannot be told */
} lacon_progress;

typedef struct lacon_ctx_options {
    size_t size;                      /* sizeof(lacon_ctx_options): lets later versions add fields */
    const lacon_allocator *allocator; /* NULL: malloc and free; copied */
    int threads;                      /* threads a call may use, >= 1; default 1 */
    void (*log)(void *user, lacon_log_level level, const char *message);     /* NULL: silence */
    void (*progress)(void *user, const lacon_progress *where);               /* NULL: silence */
    int (*cancel)(void *user); /* non-zero: stop after the current iteration; NULL: never */
    void *user;                /* passed to the three callbacks, which are called on the caller's thread alone */
    const lacon_comm *comm;    /* other processes that make the same calls (comm.h); NULL: none; borrowed */
    const char *backend;       /* who multiplies: "cpu", or "reference", slow and plain; NULL: cpu; copied */
    const char *checkpoint;    /* folder in which long calls keep what is finished and go on from; NULL: none; copied */
} lacon_ctx_options;

/* Fills in the defaults. Always call it first, here and for every struct that begins with its size: the
 * library learns how long the caller's struct is, writes nothing behind it, and gives the fields it
 * does not have their defaults (VERSIONING.md). From other languages: the function and the size. */
LACON_API void lacon_ctx_options_init_sized(lacon_ctx_options *options, size_t size);
#define lacon_ctx_options_init(options) lacon_ctx_options_init_sized((options), sizeof *(options))

/* options may be NULL for the defaults. On failure *out is NULL. */
LACON_API lacon_status lacon_ctx_new(lacon_ctx **out, const lacon_ctx_options *options);
LACON_API void lacon_ctx_free(lacon_ctx *ctx); /* NULL is fine, here and for every _free */

/* The sentence that explains the last failure in this context; never NULL, "" when there was none.
 * Valid until the next call with this context. */
LACON_API const char *lacon_ctx_message(const lacon_ctx *ctx);

/* What would mend it, number i = 0, 1, ..: the name of an option (tables.h) and the value it should have, "" where
 * that is the caller's to choose; each cut to capacity bytes. 1, or 0 past the last. "flip", "force", "out",
 * "restart", "checkpoint", "atlas", "labels", "coordinates" and "observed" are arguments of calls, of the context or of
 * the command line. */
LACON_API int lacon_ctx_remedy(const lacon_ctx *ctx, int i, char *option, char *value, size_t capacity);
/* The sentence with the byte 0x1E before each of these names, for those who write them in their own way. */
LACON_API const char *lacon_ctx_marked(const lacon_ctx *ctx);

LACON_API int lacon_ctx_threads(const lacon_ctx *ctx);

/* All ranks of the context: the failure of any is that of all, with its sentence (message; NULL: the last one of the
 * context); else each has its own status back. Every rank ends its work with this call, whether it failed or not.
 * Without ranks: status itself. */
LACON_API lacon_status lacon_ctx_agree(lacon_ctx *ctx, lacon_status status, const char *message);

/* What the ranks have told each other so far: how often, and the bytes that came here from others. */
typedef struct lacon_traffic {
    int64_t exchanges, bytes;
    int64_t passes; /* over the data, shared by the ranks, */
    int64_t pass_bytes; /* and what of the bytes was of them */
} lacon_traffic;
LACON_API void lacon_ctx_traffic_sized(const lacon_ctx *ctx, lacon_traffic *out, size_t size);
#define lacon_ctx_traffic(ctx, out) lacon_ctx_traffic_sized((ctx), (out), sizeof *(out))

/* The checkpoint is not needed any more: the results are where they belong. */
LACON_API lacon_status lacon_ctx_checkpoint_remove(lacon_ctx *ctx);

#ifdef __cplusplus
}
#endif
#endif
