/* SPDX-License-Identifier: BSD-3-Clause
 * For tests of files and memory: a scratch folder that goes away, and an allocator that counts and
 * can fail on purpose.
 */
#ifndef TEST_SCRATCH_H
#define TEST_SCRATCH_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <execinfo.h>
#endif

#include "io/folder_tree.h"
#include <lacon/lacon.h>

typedef struct scratch {
    lacon_ctx *ctx;
    char dir[192];
    char path[32][512]; /* the last 32 paths asked for */
    int turn;
} scratch;

static inline int scratch_setup(void **state)
{
    scratch *s = calloc(1, sizeof *s);
    const char *where = getenv("TMPDIR");
    snprintf(s->dir, sizeof s->dir, "%s/lacon-test-", where != NULL ? where : P_tmpdir);
    memset(s->dir + strlen(s->dir), 'X', 6);
    if (mkdtemp(s->dir) == NULL || lacon_ctx_new(&s->ctx, NULL) < 0) return -1;
    *state = s;
    return 0;
}

static inline int scratch_teardown(void **state)
{
    scratch *s = *state;
    int left = lcn_tree_remove(s->dir);
    lacon_ctx_free(s->ctx);
    free(s);
    return left;
}

static inline const char *scratch_path(scratch *s, const char *name)
{
    char *path = s->path[s->turn++ % 32];
    snprintf(path, sizeof s->path[0], "%s/%s", s->dir, name);
    return path;
}

static inline const char *scratch_bytes(scratch *s, const char *name, const void *bytes,
                                        size_t size)
{
    const char *path = scratch_path(s, name);
    FILE *f = fopen(path, "wb");
    if (f == NULL || fwrite(bytes, 1, size, f) != size || fclose(f) != 0) abort();
    return path;
}

static inline const char *scratch_text(scratch *s, const char *name, const char *text)
{
    return scratch_bytes(s, name, text, strlen(text));
}

/* The bytes of a file and a 0 behind them; free it. */
static inline char *scratch_read(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (f == NULL || fseek(f, 0, SEEK_END) != 0) abort();
    *size = (size_t)ftell(f);
    rewind(f);
    char *bytes = calloc(*size + 1, 1);
    if (bytes == NULL || fread(bytes, 1, *size, f) != *size) abort();
    fclose(f);
    return bytes;
}

/* Entries of the scratch folder, hidden ones too. */
static inline int scratch_entries(const scratch *s)
{
    DIR *dir = opendir(s->dir);
    int count = -2; /* . and .. */
    while (readdir(dir) != NULL) count++;
    closedir(dir);
    return count;
}

/* ---- memory ---- */

enum { FAULTY_MOST = 100000 };

/* The ways to allocations that have failed already. */
typedef struct faulty_ways {
    int64_t count;
    uint64_t hash[FAULTY_MOST];
} faulty_ways;

typedef struct faulty {
    int64_t live; /* blocks not yet freed */
    int64_t calls;
    int64_t fail_at; /* this call fails, from 1; 0 none */
    bool hit;        /* it has */
    faulty_ways *ways; /* where not NULL, a sanitizer's build fails the first call that came a new way */
} faulty;

/* Is it this call's turn? A run takes ten times as long under the sanitizers, so that each way to an allocation (who
 * called, and who called them, five deep; FNV-1a of the addresses) fails once in a test's program there, and not each
 * allocation; the optimised build fails each. */
static inline bool faulty_now(faulty *f)
{
#ifdef __SANITIZE_ADDRESS__
    if (f->ways != NULL) {
        void *callers[7];
        uint64_t hash = 14695981039346656037u;
        const int depth = f->hit ? 0 : backtrace(callers, 7);
        for (int i = 0; i < depth; i++) hash = (hash ^ (uint64_t)(uintptr_t)callers[i]) * 1099511628211u;
        bool known = f->hit || f->ways->count == FAULTY_MOST;
        for (int64_t i = 0; i < f->ways->count && !known; i++) known = f->ways->hash[i] == hash;
        if (!known) f->ways->hash[f->ways->count++] = hash;
        return !known;
    }
#endif
    return f->calls == f->fail_at;
}

static inline void *faulty_alloc(void *user, size_t bytes)
{
    faulty *f = user;
    f->calls++;
    if (faulty_now(f)) {
        f->hit = true;
        return NULL;
    }
    f->live++;
    void *block = malloc(bytes);
    if (block != NULL) memset(block, 0xA5, bytes); /* zeroing is not the allocator's business */
    return block;
}

static inline void faulty_free(void *user, void *block)
{
    ((faulty *)user)->live--;
    free(block);
}

static inline lacon_ctx *faulty_ctx(faulty *f, int threads)
{
    lacon_allocator a = {.alloc = faulty_alloc, .free = faulty_free, .user = f};
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.allocator = &a;
    options.threads = threads;
    lacon_ctx *ctx;
    return lacon_ctx_new(&ctx, &options) < 0 ? NULL : ctx;
}

/* Runs `job` with the first, second, third .. allocation failing until it succeeds. It must answer
 * LACON_E_MEMORY every time before, and leave no block behind. Returns the number of allocations.
 */
typedef lacon_status faulty_job(lacon_ctx *ctx, void *user);

static inline int64_t faulty_loop(faulty_job *job, void *user, int threads)
{
    static faulty_ways ways;
    for (int64_t at = 1; at < FAULTY_MOST; at++) {
        faulty f = {0};
        lacon_ctx *ctx = faulty_ctx(&f, threads);
        if (ctx == NULL) return -1;
        int64_t own = f.live, before = f.calls;
        f.fail_at = before + at;
        f.ways = &ways;
        lacon_status status = job(ctx, user);
        bool hit = f.hit;
        if (f.live != own) {
            printf("allocation %lld failed: %lld block(s) left\n", (long long)at,
                   (long long)(f.live - own));
            return -1;
        }
        if (hit && status != LACON_E_MEMORY) {
            printf("allocation %lld failed: answer %s, '%s'\n", (long long)at,
                   lacon_status_name(status), lacon_ctx_message(ctx));
            return -1;
        }
        if (hit && lacon_ctx_message(ctx)[0] == '\0') return -1;
        lacon_ctx_free(ctx);
        if (!hit) return status == LACON_OK ? f.calls - before : -1;
    }
    return -1;
}

/* The same of a fit, which leaves a model exactly when it worked. */
typedef struct faulty_fit_job {
    const lacon_data *data;
    const lacon_fit_options *options;
} faulty_fit_job;

static inline lacon_status faulty_fit_once(lacon_ctx *ctx, void *user)
{
    const faulty_fit_job *job = user;
    lacon_model *model = NULL;
    const lacon_status status = lacon_fit(ctx, &model, job->data, job->options);
    if ((status < 0) != (model == NULL)) return LACON_E_INTERNAL;
    lacon_model_free(model);
    return status;
}

static inline int64_t faulty_fit(const lacon_data *data, const lacon_fit_options *options)
{
    faulty_fit_job job = {data, options};
    return faulty_loop(faulty_fit_once, &job, 1);
}

#endif
