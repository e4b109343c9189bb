/* SPDX-License-Identifier: BSD-3-Clause
 * The store of lacon/store.h. Every block begins with a head that says whether it is mapped; the context's own head and
 * the block follow (alloc.c). A file of its own for each mapped block, without a name, with its space reserved: a full
 * disk is known before anything is written.
 */
#include "util/store.h"
#include "util/alloc.h"
#include "util/instruction_sets.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

typedef struct head {
    size_t bytes; /* with the head */
    int mapped;
    int counted; /* among the rows in memory */
    char space[48];
} head;
_Static_assert(sizeof(head) == 64, "a block after it is aligned as it was");

struct lacon_store {
    lacon_allocator allocator;
    char *folder;
    pthread_mutex_t lock;
    double room, in_memory, in_files; /* bytes of rows */
    double limit, used;               /* bytes of all that is in memory; limit 0: none */
    int64_t blocks;                   /* not yet freed */
    bool left;                        /* by its owner */
};

static void destroy(lacon_store *s)
{
    pthread_mutex_destroy(&s->lock);
    free(s->folder);
    free(s);
}

/* ---- blocks ---- */

static bool within(const lacon_store *s, double bytes) { return s->limit == 0 || s->used + bytes <= s->limit; }

/* One block more, of so many bytes, which count where they are in memory; false: they may not. */
static bool enter(lacon_store *s, double bytes)
{
    pthread_mutex_lock(&s->lock);
    const bool allowed = within(s, bytes);
    if (allowed) {
        s->blocks++;
        s->used += bytes;
    }
    pthread_mutex_unlock(&s->lock);
    return allowed;
}

/* It is gone again. True: it was the last one, and the owner has left. */
static bool leave(lacon_store *s, double bytes)
{
    pthread_mutex_lock(&s->lock);
    s->used -= bytes;
    const bool last = --s->blocks == 0 && s->left;
    pthread_mutex_unlock(&s->lock);
    return last;
}

void *lcn_store_alloc(void *user, size_t bytes)
{
    if (bytes > SIZE_MAX - sizeof(head)) return NULL;
    const size_t all = bytes + sizeof(head);
    if (!enter(user, (double)all)) return NULL;
    head *h = lcn_plain_alloc(NULL, all);
    if (h == NULL) {
        leave(user, (double)all);
        return NULL;
    }
    h->bytes = all;
    return h + 1;
}

bool lcn_store_full(const lacon_allocator *a, double bytes, double *used, double *limit)
{
    if (a->alloc != lcn_store_alloc) return false;
    lacon_store *s = a->user;
    pthread_mutex_lock(&s->lock);
    *used = s->used;
    *limit = s->limit;
    const bool full = !within(s, bytes);
    pthread_mutex_unlock(&s->lock);
    return full;
}

static void store_free(void *user, void *block)
{
    lacon_store *s = user;
    head *h = (head *)block - 1;
    const size_t bytes = h->bytes;
    pthread_mutex_lock(&s->lock);
    if (h->mapped) s->in_files -= (double)bytes;
    if (h->counted) s->in_memory -= (double)bytes;
    pthread_mutex_unlock(&s->lock);
    const double counts = h->mapped ? 0 : (double)bytes;
    if (h->mapped) munmap(h, bytes);
    else lcn_plain_free(NULL, h);
    if (leave(s, counts)) destroy(s);
}

/* A file without a name: where the system has no such, one whose name goes at once. */
static int open_file(const char *folder)
{
#ifdef O_TMPFILE
    const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return fd;
#endif
    char path[PAGE];
    if (snprintf(path, sizeof path, "%s/.lacon-XXXXXX", folder) >= (int)sizeof path) return -1;
    const int named = mkstemp(path);
    if (named >= 0) unlink(path);
    return named;
}

/* NULL with errno set. */
static head *map_file(const char *folder, size_t bytes)
{
    const int fd = open_file(folder);
    if (fd < 0) return NULL;
    const int refused = posix_fallocate(fd, 0, (off_t)bytes);
    head *h = refused ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    const int why = refused ? refused : errno;
    close(fd); /* the mapping keeps the file */
    errno = why;
    if (h == MAP_FAILED) return NULL;
    h->bytes = bytes;
    h->mapped = 1;
    return h;
}

/* Whether so much more may be in memory; then it is counted. */
static bool fits(lacon_store *s, double bytes)
{
    pthread_mutex_lock(&s->lock);
    const bool room = s->in_memory + bytes <= s->room && within(s, bytes);
    *(room ? &s->in_memory : &s->in_files) += bytes;
    pthread_mutex_unlock(&s->lock);
    return room;
}

static void *keep(void *user, size_t bytes)
{
    lacon_store *s = user;
    const size_t all = bytes + sizeof(head);
    const bool memory = fits(s, (double)all);
    const bool entered = enter(s, memory ? (double)all : 0);
    head *h = !entered ? NULL : memory ? lcn_plain_alloc(NULL, all) : map_file(s->folder, all);
    if (h != NULL) {
        h->bytes = all;
        h->counted = memory;
        return h + 1;
    }
    if (entered) leave(s, memory ? (double)all : 0);
    pthread_mutex_lock(&s->lock);
    *(memory ? &s->in_memory : &s->in_files) -= (double)all;
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

void *lcn_alloc_kept(lacon_ctx *ctx, size_t count, size_t size)
{
    size_t bytes;
    if (ctx->allocator.alloc != lcn_store_alloc) return lcn_alloc(ctx, count, size);
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX / 2) return lcn_alloc(ctx, count, size);
    const lacon_store *s = ctx->allocator.user;
    const lacon_allocator kept = {.alloc = keep, .free = store_free, .user = ctx->allocator.user};
    errno = 0;
    void *block = lcn_alloc_zeroed(&kept, count, size);
    char why[128];
    if (block == NULL && errno != 0)
        lcn_fail(ctx, LACON_E_MEMORY, "%s: %.0f MB of rows cannot be kept there (%s): make room, or name another folder"
                 " (" LCN_OPTION "scratch DIR)", s->folder, (double)bytes / 1e6, strerror_r(errno, why, sizeof why));
    else if (block == NULL)
        lcn_fail(ctx, LACON_E_MEMORY, "out of memory: %zu x %zu bytes are not to be had", count, size);
    return block;
}

/* ---- what is kept ---- */

bool lcn_is_kept(const lacon_allocator *a, const void *block)
{
    if (a->alloc != lcn_store_alloc || block == NULL) return false;
    const void *raw;
    memcpy(&raw, (const unsigned char *)block - sizeof raw, sizeof raw); /* as lcn_free finds it */
    return ((const head *)raw - 1)->mapped;
}

static void advise(const void *x, size_t bytes, int advice, bool inside)
{
    uintptr_t from = (uintptr_t)x, to = from + bytes;
    from = inside ? (from + PAGE - 1) / PAGE * PAGE : from / PAGE * PAGE;
    if (inside) to = to / PAGE * PAGE;
    if (to > from) madvise((void *)from, to - from, advice);
}

void lcn_kept_ahead(const void *x, size_t bytes) { advise(x, bytes, MADV_WILLNEED, false); }
void lcn_kept_done(const void *x, size_t bytes) { advise(x, bytes, MADV_DONTNEED, true); }

/* a = sum of the words, b = sum of all a on the way, in eight lanes so that it is as fast as memory */
LCN_CLONES uint64_t lcn_seal(const void *x, size_t bytes)
{
    enum { LANES = 8, STEP = LANES * sizeof(uint64_t) };
    const uint64_t odd = 0x9E3779B97F4A7C15; /* nothing is lost by multiplying with it */
    uint64_t a[LANES] = {0}, b[LANES] = {0}, word[LANES], first = bytes, second = bytes;
    const unsigned char *at = x;
    for (; bytes >= STEP; at += STEP, bytes -= STEP) {
        memcpy(word, at, STEP);
        for (int l = 0; l < LANES; l++) a[l] += word[l];
        for (int l = 0; l < LANES; l++) b[l] += a[l];
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, bytes);
    for (int l = 0; l < LANES; l++) {
        a[l] += word[l];
        b[l] += a[l];
        first = (first ^ a[l]) * odd;
        second = (second ^ b[l]) * odd;
    }
    return first ^ (second << 23 | second >> 41);
}

/* ---- the store ---- */

lacon_status lacon_store_new(lacon_store **out, double rows_bytes, double all_bytes, const char *folder)
{
    *out = NULL;
    if (!(rows_bytes >= 0) || !(all_bytes >= 0) || folder == NULL) return LACON_E_ARGUMENT;
    lacon_store *s = calloc(1, sizeof *s);
    char *copy = strdup(folder);
    if (s == NULL || copy == NULL || pthread_mutex_init(&s->lock, NULL) != 0) {
        free(s);
        free(copy);
        return LACON_E_MEMORY;
    }
    s->allocator = (lacon_allocator){.alloc = lcn_store_alloc, .free = store_free, .user = s};
    s->folder = copy;
    s->room = rows_bytes;
    s->limit = all_bytes;
    const int fd = open_file(folder);
    if (fd < 0) {
        destroy(s);
        return LACON_E_IO;
    }
    close(fd);
    *out = s;
    return LACON_OK;
}

const lacon_allocator *lacon_store_allocator(const lacon_store *store) { return &store->allocator; }
double lacon_store_bytes(const lacon_store *store) { return store->in_files; }

void lacon_store_free(lacon_store *s)
{
    if (s == NULL) return;
    pthread_mutex_lock(&s->lock);
    s->left = true;
    const bool last = s->blocks == 0;
    pthread_mutex_unlock(&s->lock);
    if (last) destroy(s);
}
