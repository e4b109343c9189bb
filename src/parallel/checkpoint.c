/* SPDX-License-Identifier: BSD-3-Clause
 * Records of what is finished; checkpoint.h has their form.
 */
#include "parallel/checkpoint.h"
#include "parallel/ranks.h"
#include <lacon/version.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char FILE_MAGIC[32] = "lacon checkpoint 1\n"; /* a number more when the form changes */
static const char PART[] = "part-";

typedef struct record {
    char magic[8];
    char identity[LCN_SHA256_TEXT - 1];
    int64_t index;
    uint64_t bytes;
} record;
static const char RECORD_MAGIC[8] = {'r', 'e', 'c', 'o', 'r', 'd', '1', '\n'};
enum { DIGEST = LCN_SHA256_TEXT - 1 };

static lacon_status fail_os(lacon_ctx *ctx, const char *path, const char *what)
{
    char text[128];
    const char *reason = strerror_r(errno, text, sizeof text);
    return lcn_fail(ctx, LACON_E_IO, "%s: cannot be %s: %s", path, what, reason);
}

void lcn_identity_begin(lcn_sha256 *hash, const char *call)
{
    lcn_sha256_init(hash);
    lcn_sha256_update(hash, LACON_VERSION_TEXT, sizeof LACON_VERSION_TEXT);
    lcn_sha256_update(hash, call, strlen(call) + 1);
}

static void digest(char text[LCN_SHA256_TEXT], const record *head, const lcn_span *spans, int count)
{
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    lcn_sha256_update(&hash, head, sizeof *head);
    for (int i = 0; i < count; i++) lcn_sha256_update(&hash, spans[i].at, spans[i].bytes);
    lcn_sha256_final(&hash, text);
}

/* ---- reading ---- */

typedef struct scan {
    lcn_checkpoint_use *use;
    void *user;
    const char *identity;
    int64_t records, own; /* that check; of this identity */
} scan;

static lacon_status read_whole(lacon_ctx *ctx, const char *path, int fd, char **bytes, size_t *length)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return fail_os(ctx, path, "read");
    LCN_FAIL_IF(!S_ISREG(st.st_mode), LACON_E_IO, "%s: is no file and cannot be part of a checkpoint", path);
    *length = 0;
    *bytes = lcn_alloc_raw(ctx, (size_t)st.st_size + 1, 1);
    if (!*bytes) return LACON_E_MEMORY;
    while (*length < (size_t)st.st_size) {
        const ssize_t n = pread(fd, *bytes + *length, (size_t)st.st_size - *length, (off_t)*length);
        if (n < 0 && errno != EINTR) return fail_os(ctx, path, "read");
        if (n == 0) break;
        if (n > 0) *length += (size_t)n;
    }
    return LACON_OK;
}

/* The records that check; answers where the first that does not begins. */
static size_t walk(scan *s, const char *bytes, size_t length)
{
    size_t at = sizeof FILE_MAGIC;
    for (record head; length - at >= sizeof head + DIGEST; at += sizeof head + head.bytes + DIGEST) {
        char text[LCN_SHA256_TEXT];
        memcpy(&head, bytes + at, sizeof head);
        if (memcmp(head.magic, RECORD_MAGIC, sizeof head.magic) != 0) break;
        if (head.bytes > length - at - sizeof head - DIGEST) break;
        const char *payload = bytes + at + sizeof head;
        digest(text, &head, &(lcn_span){(void *)payload, head.bytes}, 1);
        if (memcmp(text, payload + head.bytes, DIGEST) != 0) break;
        s->records++;
        if (memcmp(head.identity, s->identity, sizeof head.identity) != 0) continue;
        s->own++;
        s->use(s->user, head.index, payload, head.bytes);
    }
    return at;
}

/* How much of the file is good: 0 for one that is empty, or of which not even the first line is whole. */
static lacon_status read_part(lacon_ctx *ctx, scan *s, const char *path, int fd, size_t *good)
{
    char *bytes = NULL;
    size_t length = 0;
    *good = 0;
    lacon_status status = read_whole(ctx, path, fd, &bytes, &length);
    const size_t first = length < sizeof FILE_MAGIC ? length : sizeof FILE_MAGIC;
    if (status >= 0 && first > 0 && memcmp(bytes, FILE_MAGIC, first) != 0)
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: is no checkpoint of this version of lacon and is left alone: move "
                          "it away", path);
    if (status >= 0 && first == sizeof FILE_MAGIC) *good = walk(s, bytes, length);
    lcn_free(&ctx->allocator, bytes);
    return status;
}

static bool is_part(const char *name) { return strncmp(name, PART, sizeof PART - 1) == 0; }

/* The parts of all ranks, those of an earlier run with more of them too. */
static lacon_status read_parts(lacon_ctx *ctx, scan *s)
{
    lacon_status status = LACON_OK;
    DIR *dir = opendir(ctx->checkpoint);
    if (!dir) return fail_os(ctx, ctx->checkpoint, "read");
    for (struct dirent *entry; status >= 0 && (entry = readdir(dir));) {
        size_t good;
        if (!is_part(entry->d_name)) continue;
        char *path = lcn_sprintf(ctx, "%s/%s", ctx->checkpoint, entry->d_name);
        const int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
        status = !path ? LACON_E_MEMORY : fd < 0 ? fail_os(ctx, path, "read") : read_part(ctx, s, path, fd, &good);
        if (fd >= 0) close(fd);
        lcn_free(&ctx->allocator, path);
    }
    closedir(dir);
    return status;
}

/* ---- writing ---- */

static lacon_status append(lacon_ctx *ctx, const lcn_checkpoint *c, const void *bytes, size_t count)
{
    for (size_t sent = 0; sent < count;) {
        const ssize_t n = write(c->fd, (const char *)bytes + sent, count - sent);
        if (n < 0 && errno != EINTR) return fail_os(ctx, c->path, "written");
        if (n > 0) sent += (size_t)n;
    }
    return LACON_OK;
}

lacon_status lcn_checkpoint_add(lacon_ctx *ctx, lcn_checkpoint *c, int64_t index, const lcn_span *spans, int count)
{
    if (c->fd < 0) return LACON_OK;
    record head = {.index = index};
    memcpy(head.magic, RECORD_MAGIC, sizeof head.magic);
    memcpy(head.identity, c->identity, sizeof head.identity);
    for (int i = 0; i < count; i++) head.bytes += spans[i].bytes;
    const size_t size = sizeof head + head.bytes + DIGEST;
    char *block = lcn_alloc_raw(ctx, size + 1, 1), *at = block; /* one for the end of the digest's text */
    if (!block) return LACON_E_MEMORY;
    memcpy(at, &head, sizeof head);
    at += sizeof head;
    for (int i = 0; i < count; at += spans[i++].bytes) memcpy(at, spans[i].at, spans[i].bytes);
    digest(at, &head, spans, count);
    const lacon_status status = append(ctx, c, block, size);
    lcn_free(&ctx->allocator, block);
    return status;
}

/* ---- opening ---- */

static lacon_status open_own(lacon_ctx *ctx, lcn_checkpoint *c)
{
    if (mkdir(ctx->checkpoint, 0777) != 0 && errno != EEXIST) return fail_os(ctx, ctx->checkpoint, "made");
    c->path = lcn_sprintf(ctx, "%s/%s%d", ctx->checkpoint, PART, lcn_rank(ctx));
    if (!c->path) return LACON_E_MEMORY;
    c->fd = open(c->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
    if (c->fd < 0) return fail_os(ctx, c->path, "written");
    if (flock(c->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return lcn_fail(ctx, LACON_E_IO, "%s: another run is writing it", c->path);
    return LACON_OK;
}

/* Behind its last good record. */
static lacon_status cut(lacon_ctx *ctx, const lcn_checkpoint *c)
{
    scan nothing = {.identity = ""};
    char none[DIGEST] = {0};
    size_t good;
    nothing.identity = none; /* no record's */
    LCN_TRY(read_part(ctx, &nothing, c->path, c->fd, &good));
    if (ftruncate(c->fd, (off_t)good) != 0 || lseek(c->fd, 0, SEEK_END) < 0) return fail_os(ctx, c->path, "written");
    return good > 0 ? LACON_OK : append(ctx, c, FILE_MAGIC, sizeof FILE_MAGIC);
}

static lacon_status go_on(lacon_ctx *ctx, lcn_checkpoint *c, scan *s)
{
    LCN_TRY(open_own(ctx, c));
    LCN_TRY(read_parts(ctx, s));
    LCN_FAIL_IF(s->records > 0 && s->own == 0 && !ctx->checkpointed, LACON_E_ARGUMENT,
                "%s: a checkpoint of other data or settings, or of another version: repeat its command to go on from "
                "it, or take another folder (" LCN_OPTION "checkpoint)", ctx->checkpoint);
    return LACON_OK;
}

lacon_status lcn_checkpoint_begin(lacon_ctx *ctx, lcn_checkpoint *c, lcn_sha256 *identity, lcn_checkpoint_use *use,
                                  void *user)
{
    *c = (lcn_checkpoint){.fd = -1};
    if (!ctx->checkpoint) return LACON_OK;
    lcn_sha256_final(identity, c->identity);
    scan s = {.use = use, .user = user, .identity = c->identity};
    lacon_status status;
    LCN_GOTO(lcn_agree(ctx, go_on(ctx, c, &s))); /* all have read before one writes */
    LCN_GOTO(cut(ctx, c));
    ctx->checkpointed = true;
    if (s.own > 0 && lcn_rank(ctx) == 0)
        lcn_log(ctx, LACON_LOG_WARNING, "going on from %s: %lld records", ctx->checkpoint, (long long)s.own);
done:
    if (status < 0) lcn_checkpoint_end(ctx, c);
    return status;
}

void lcn_checkpoint_end(lacon_ctx *ctx, lcn_checkpoint *c)
{
    if (c->fd >= 0) close(c->fd);
    lcn_free(&ctx->allocator, c->path);
    *c = (lcn_checkpoint){.fd = -1};
}

/* Parts, and the folder if nothing else is in it. */
lacon_status lacon_ctx_checkpoint_remove(lacon_ctx *ctx)
{
    if (!ctx->checkpoint) return LACON_OK;
    DIR *dir = opendir(ctx->checkpoint);
    if (!dir) return errno == ENOENT ? LACON_OK : fail_os(ctx, ctx->checkpoint, "removed");
    for (struct dirent *entry; (entry = readdir(dir));)
        if (is_part(entry->d_name)) unlinkat(dirfd(dir), entry->d_name, 0);
    closedir(dir);
    rmdir(ctx->checkpoint);
    return LACON_OK;
}
