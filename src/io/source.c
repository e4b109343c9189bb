/* SPDX-License-Identifier: BSD-3-Clause
 * The byte source, see source.h: raw bytes (file or memory), hashed; then gzip, when the first two
 * bytes say so; then UTF-16, when the first two of those do; then whoever asks.
 */
#include "io/source.h"
#include "util/utf8.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PACKED = 1 << 16,
    RATIO_FREE = 64 << 20, /* so much may come out whatever went in */
    RATIO_MAX = 200,       /* tables pack 2 to 10 fold; deflate at its best 1032 fold */
    RATIO_DEFLATE = 1032
};

const char *lcn_os_text(int error, char buffer[LCN_OS_TEXT])
{
    return strerror_r(error, buffer, LCN_OS_TEXT);
}

lacon_status lcn_fail_os(lacon_ctx *ctx, const char *path, const char *what, int error)
{
    char text[LCN_OS_TEXT];
    return lcn_fail(ctx, error == ENOMEM ? LACON_E_MEMORY : LACON_E_IO, "%s: cannot be %s: %s", path, what,
                    lcn_os_text(error, text));
}

/* ---- raw bytes ---- */

/* Nobody may ever write to a pipe, and a call that waits for it goes on after a signal: cancel is asked meanwhile. */
static lacon_status await(lacon_ctx *ctx, const lcn_source *s)
{
    enum { TURN_MS = 100 };
    struct pollfd wait = {.fd = s->fd, .events = POLLIN};
    for (int ready = !s->waits; ready == 0;) {
        ready = poll(&wait, 1, TURN_MS);
        if (ready < 0 && errno == EINTR) ready = 0;
        LCN_FAIL_IF(ready == 0 && lcn_cancelled(ctx), LACON_E_CANCELLED, "%s: cancelled while it was read", s->path);
    }
    return LACON_OK;
}

static lacon_status raw_read(lacon_ctx *ctx, lcn_source *s, void *to, size_t want, size_t *got)
{
    *got = 0;
    if (s->fd < 0) {
        size_t left = (size_t)(s->size - s->raw);
        *got = want < left ? want : left;
        if (*got > 0) memcpy(to, s->memory + s->raw, *got);
    }
    while (s->fd >= 0 && *got < want) {
        LCN_TRY(await(ctx, s));
        ssize_t n = read(s->fd, (char *)to + *got, want - *got);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return lcn_fail_os(ctx, s->path, "read", errno);
        if (n == 0) break;
        *got += (size_t)n;
    }
    lcn_sha256_update(&s->hash, to, *got);
    s->raw += (int64_t)*got;
    return LACON_OK;
}

/* ---- gzip ---- */

/* zlib's memory comes from the context like all other. */
static voidpf z_alloc(voidpf user, uInt count, uInt size)
{
    return lcn_alloc_with(user, count, size);
}

static void z_free(voidpf user, voidpf block)
{
    lcn_free(user, block);
}

static lacon_status gzip_begin(lacon_ctx *ctx, lcn_source *s)
{
    s->packed = lcn_alloc_with(&s->allocator, PACKED, 1);
    LCN_FAIL_IF(s->packed == NULL, LACON_E_MEMORY, "%s: no memory to unpack it", s->path);
    s->z = (z_stream){.zalloc = z_alloc, .zfree = z_free, .opaque = &s->allocator};
    if (inflateInit2(&s->z, 15 + 16) != Z_OK) { /* 32 kB window, gzip wrapper */
        return lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory to unpack it", s->path);
    }
    return LACON_OK;
}

static lacon_status gzip_check(lacon_ctx *ctx, const lcn_source *s, int answer)
{
    LCN_FAIL_IF(answer == Z_MEM_ERROR, LACON_E_MEMORY, "%s: no memory to unpack it", s->path);
    LCN_FAIL_IF(answer != Z_OK && answer != Z_STREAM_END && answer != Z_BUF_ERROR, LACON_E_FORMAT,
                "%s: the gzip data are damaged (%s): compress the file anew", s->path,
                s->z.msg != NULL ? s->z.msg : "no reason given");
    LCN_FAIL_IF(s->unpacked > RATIO_FREE && s->unpacked / RATIO_MAX > s->raw, LACON_E_FORMAT,
                "%s: the gzip data expand more than %d fold: unpack the file first if it is meant",
                s->path, RATIO_MAX);
    return LACON_OK;
}

/* More input when there is none; *end when there is none to be had. A file may hold several
 * members, one after the other. */
static lacon_status gzip_feed(lacon_ctx *ctx, lcn_source *s, bool *end)
{
    *end = false;
    if (s->z.avail_in == 0) {
        size_t got;
        LCN_TRY(raw_read(ctx, s, s->packed, PACKED, &got));
        s->z.next_in = s->packed;
        s->z.avail_in = (uInt)got;
        *end = got == 0;
    }
    LCN_FAIL_IF(*end && !s->member_done, LACON_E_FORMAT,
                "%s: the gzip data end too early: the file is cut off", s->path);
    if (s->member_done && !*end) {
        inflateReset(&s->z);
        s->member_done = false;
    }
    return LACON_OK;
}

static lacon_status gzip_read(lacon_ctx *ctx, lcn_source *s, void *to, size_t want, size_t *got)
{
    *got = 0;
    while (*got < want) {
        bool end;
        LCN_TRY(gzip_feed(ctx, s, &end));
        if (end) break;
        size_t chunk = want - *got < (1u << 30) ? want - *got : 1u << 30;
        s->z.next_out = (unsigned char *)to + *got;
        s->z.avail_out = (uInt)chunk;
        int answer = inflate(&s->z, Z_NO_FLUSH);
        *got += chunk - s->z.avail_out;
        s->unpacked += (int64_t)(chunk - s->z.avail_out);
        LCN_TRY(gzip_check(ctx, s, answer));
        s->member_done = answer == Z_STREAM_END;
    }
    return LACON_OK;
}

static lacon_status bytes_read(lacon_ctx *ctx, lcn_source *s, void *to, size_t want, size_t *got)
{
    return s->gzip ? gzip_read(ctx, s, to, want, got) : raw_read(ctx, s, to, want, got);
}

/* ---- UTF-16, as Excel's "Unicode Text" and PowerShell's > write it ---- */

enum { UNITS = 4096 };

struct lcn_utf16 {
    bool big_endian;
    size_t kept;       /* bytes that wait for the rest of their character */
    size_t used, size; /* of the text: given out, there */
    unsigned char bytes[2 * UNITS];
    uint16_t units[UNITS];
    char text[3 * UNITS + 1];
};

/* The first two bytes are a byte order mark, which nobody is given. */
static lacon_status utf16_begin(lacon_ctx *ctx, lcn_source *s, bool big_endian)
{
    if (s->wide == NULL) s->wide = lcn_alloc_with(&s->allocator, 1, sizeof *s->wide);
    LCN_FAIL_IF(s->wide == NULL, LACON_E_MEMORY, "%s: no memory to read UTF-16", s->path);
    s->wide->big_endian = big_endian;
    s->wide->kept = s->wide->used = s->wide->size = 0;
    return LACON_OK;
}

static lacon_status utf16_fill(lacon_ctx *ctx, lcn_source *s)
{
    struct lcn_utf16 *w = s->wide;
    size_t got;
    LCN_TRY(bytes_read(ctx, s, w->bytes + w->kept, sizeof w->bytes - w->kept, &got));
    const size_t have = w->kept + got;
    const bool ended = have < sizeof w->bytes;
    LCN_FAIL_IF(have % 2 != 0, LACON_E_FORMAT, "%s: text in UTF-16 that ends within a character: the file is cut off",
                s->path);
    size_t count = have / 2;
    for (size_t i = 0; i < count; i++)
        w->units[i] = (uint16_t)(w->bytes[2 * i + !w->big_endian] << 8 | w->bytes[2 * i + w->big_endian]);
    const bool halved = !ended && (w->units[count - 1] & 0xFC00) == 0xD800; /* of two units, the first */
    w->kept = halved ? 2 : 0;
    if (halved) memcpy(w->bytes, w->bytes + 2 * --count, 2);
    w->size = lcn_utf16_text(w->units, count, w->text);
    w->used = 0;
    return LACON_OK;
}

static lacon_status utf16_read(lacon_ctx *ctx, lcn_source *s, void *to, size_t want, size_t *got)
{
    struct lcn_utf16 *w = s->wide;
    *got = 0;
    while (*got < want) {
        if (w->used == w->size) LCN_TRY(utf16_fill(ctx, s));
        const size_t left = w->size - w->used, take = left < want - *got ? left : want - *got;
        if (left == 0) return LACON_OK;
        memcpy((char *)to + *got, w->text + w->used, take);
        w->used += take;
        *got += take;
    }
    return LACON_OK;
}

/* ---- all of them ---- */

static lacon_status read_on(lacon_ctx *ctx, lcn_source *s, void *to, size_t want, size_t *got)
{
    LCN_TRY(s->utf16 ? utf16_read(ctx, s, to, want, got) : bytes_read(ctx, s, to, want, got));
    s->out += (int64_t)*got;
    return LACON_OK;
}

static bool starts(const unsigned char *bytes, size_t length, int first, int second)
{
    return length == 2 && bytes[0] == first && bytes[1] == second;
}

/* The first bytes decide: gzip or not, UTF-16 or not, and (unpacked) what the reader is to be. */
static lacon_status begin(lacon_ctx *ctx, lcn_source *s)
{
    lcn_sha256_init(&s->hash);
    s->raw = s->out = s->unpacked = 0;
    s->member_done = s->utf16 = false;
    s->head_used = s->head_size = 0;
    size_t got, more;
    LCN_TRY(raw_read(ctx, s, s->head, 2, &got));
    s->gzip = starts(s->head, got, 0x1f, 0x8b);
    if (s->gzip) {
        if (s->packed == NULL) LCN_TRY(gzip_begin(ctx, s));
        inflateReset(&s->z);
        memcpy(s->packed, s->head, 2);
        s->z.next_in = s->packed;
        s->z.avail_in = 2;
        LCN_TRY(gzip_read(ctx, s, s->head, 2, &got));
    }
    const bool big_endian = starts(s->head, got, 0xFE, 0xFF);
    s->utf16 = big_endian || starts(s->head, got, 0xFF, 0xFE);
    if (s->utf16) {
        LCN_TRY(utf16_begin(ctx, s, big_endian));
        got = 0;
    }
    s->out = (int64_t)got;
    LCN_TRY(read_on(ctx, s, s->head + got, sizeof s->head - got, &more));
    s->head_size = got + more;
    return LACON_OK;
}

static lacon_status begin_or_close(lacon_ctx *ctx, lcn_source *s)
{
    lacon_status status = begin(ctx, s);
    if (status < 0) lcn_source_close(s);
    return status;
}

/* A pipe is opened at once, and its first bytes are waited for here; then it reads as all do. */
static lacon_status open_path(lacon_ctx *ctx, lcn_source *s)
{
    struct stat st;
    s->waits = ctx->cancel != NULL && stat(s->path, &st) == 0 && S_ISFIFO(st.st_mode);
    s->fd = open(s->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (s->waits ? O_NONBLOCK : 0));
    if (s->fd < 0) return lcn_fail_os(ctx, s->path, "opened", errno);
    LCN_TRY(await(ctx, s));
    if (s->waits && fcntl(s->fd, F_SETFL, 0) != 0) return lcn_fail_os(ctx, s->path, "read", errno);
    return LACON_OK;
}

lacon_status lcn_source_open(lacon_ctx *ctx, lcn_source *s, const char *path)
{
    *s = (lcn_source){.path = path, .allocator = ctx->allocator, .fd = -1, .size = -1};
    const lacon_status status = open_path(ctx, s);
    if (status < 0) {
        lcn_source_close(s);
        return status;
    }
    struct stat st;
    int error = fstat(s->fd, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : 0;
    if (error != 0) {
        lcn_source_close(s);
        return lcn_fail_os(ctx, path, "read", error);
    }
    if (S_ISREG(st.st_mode)) s->size = st.st_size;
    s->written = st.st_mtim;
    return begin_or_close(ctx, s);
}

lacon_status lcn_source_memory(lacon_ctx *ctx, lcn_source *s, const char *name, const void *bytes,
                               size_t size)
{
    *s = (lcn_source){.path = name,
                      .allocator = ctx->allocator,
                      .fd = -1,
                      .memory = bytes,
                      .size = (int64_t)size};
    return begin_or_close(ctx, s);
}

/* In a block that doubles. */
static lacon_status read_all(lacon_ctx *ctx, lcn_source *s, unsigned char **all, size_t *size)
{
    size_t capacity = PACKED, got;
    *all = lcn_alloc(ctx, capacity, 1);
    if (*all == NULL) return LACON_E_MEMORY;
    for (;;) {
        LCN_TRY(lcn_source_read(ctx, s, *all + *size, capacity - *size, &got));
        *size += got;
        if (*size < capacity) return LACON_OK;
        LCN_TRY(lcn_source_afford(ctx, s, 2 * (double)capacity));
        unsigned char *wider = lcn_alloc(ctx, 2 * capacity, 1);
        if (wider == NULL) return LACON_E_MEMORY;
        memcpy(wider, *all, *size);
        lcn_free(&ctx->allocator, *all);
        *all = wider;
        capacity *= 2;
    }
}

lacon_status lcn_source_all(lacon_ctx *ctx, lcn_source *s, unsigned char **all, size_t *size)
{
    *all = NULL;
    *size = 0;
    lacon_status status = read_all(ctx, s, all, size);
    if (status < 0) {
        lcn_free(&ctx->allocator, *all);
        *all = NULL;
    }
    return status;
}

lacon_status lcn_source_spool(lacon_ctx *ctx, lcn_source *s)
{
    if (s->fd < 0 || s->size >= 0) return LACON_OK;
    unsigned char *all = NULL;
    size_t size = 0;
    lacon_status status = lcn_source_all(ctx, s, &all, &size);
    if (status >= 0) status = lcn_source_digest(ctx, s, s->digest);
    if (status < 0) {
        lcn_free(&ctx->allocator, all);
        return status;
    }
    close(s->fd);
    s->fd = -1;
    s->spool = all;
    s->memory = all;
    s->size = (int64_t)size;
    return begin(ctx, s);
}

void lcn_source_close(lcn_source *s)
{
    lcn_free(&s->allocator, s->spool);
    s->spool = NULL;
    if (s->packed != NULL) inflateEnd(&s->z);
    lcn_free(&s->allocator, s->packed);
    s->packed = NULL;
    lcn_free(&s->allocator, s->wide);
    s->wide = NULL;
    if (s->fd >= 0) close(s->fd);
    s->fd = -1;
}

lacon_status lcn_source_read(lacon_ctx *ctx, lcn_source *s, void *to, size_t want, size_t *got)
{
    size_t left = s->head_size - s->head_used, take = left < want ? left : want;
    memcpy(to, s->head + s->head_used, take);
    s->head_used += take;
    LCN_TRY(read_on(ctx, s, (unsigned char *)to + take, want - take, got));
    *got += take;
    return LACON_OK;
}

lacon_status lcn_source_rewind(lacon_ctx *ctx, lcn_source *s)
{
    if (s->fd >= 0 && lseek(s->fd, 0, SEEK_SET) != 0) return lcn_fail_os(ctx, s->path, "read a second time", errno);
    return begin(ctx, s);
}

bool lcn_source_holds(const lcn_source *s, size_t at, const char *magic, size_t length)
{
    return s->head_size >= at + length && memcmp(s->head + at, magic, length) == 0;
}

bool lcn_source_starts(const lcn_source *s, const char *magic, size_t length)
{
    return lcn_source_holds(s, 0, magic, length);
}

int64_t lcn_source_bound(const lcn_source *s)
{
    if (s->size < 0) return -1;
    int64_t all = s->gzip
                      ? (s->size < INT64_MAX / RATIO_DEFLATE ? s->size * RATIO_DEFLATE : INT64_MAX)
                      : s->size;
    if (s->utf16) all = all < INT64_MAX / 2 ? all + all / 2 : INT64_MAX; /* two bytes are three at most */
    int64_t taken = s->out - (int64_t)(s->head_size - s->head_used);
    return all > taken ? all - taken : 0;
}

int64_t lcn_source_most(const lcn_source *s)
{
    if (s->size < 0 || s->size > INT64_MAX / RATIO_DEFLATE) return INT64_MAX;
    return s->size * RATIO_DEFLATE;
}

lacon_status lcn_source_afford(lacon_ctx *ctx, const lcn_source *s, double bytes)
{
    LCN_FAIL_IF(s->most_bytes > 0 && bytes > s->most_bytes, LACON_E_LIMIT,
                "%s: reading it takes more than the %.0f MB that are left for it: if it is what it "
                "should be allow for more (" LCN_OPTION "max-bytes SIZE)",
                s->path, s->most_bytes / 1e6);
    return LACON_OK;
}

static bool changed(const lcn_source *s)
{
    struct stat st;
    if (s->fd < 0 || s->size < 0 || fstat(s->fd, &st) != 0) return false;
    return st.st_size != s->size || st.st_mtim.tv_sec != s->written.tv_sec ||
           st.st_mtim.tv_nsec != s->written.tv_nsec;
}

lacon_status lcn_source_unchanged(lacon_ctx *ctx, const lcn_source *s)
{
    LCN_FAIL_IF(changed(s), LACON_E_IO, "%s: was changed while it was read: try again when it is complete", s->path);
    return LACON_OK;
}

lacon_status lcn_source_digest(lacon_ctx *ctx, lcn_source *s, char text[LCN_SHA256_TEXT])
{
    if (s->spool != NULL) {
        memcpy(text, s->digest, LCN_SHA256_TEXT);
        return LACON_OK;
    }
    unsigned char rest[4096];
    size_t got = 1;
    while (got > 0) LCN_TRY(raw_read(ctx, s, rest, sizeof rest, &got));
    LCN_TRY(lcn_source_unchanged(ctx, s));
    lcn_sha256_final(&s->hash, text);
    return LACON_OK;
}

/* ---- whole files ---- */

lacon_status lcn_file_all(lacon_ctx *ctx, const char *path, unsigned char **all, size_t *size)
{
    lcn_source source;
    *all = NULL;
    *size = 0;
    LCN_TRY(lcn_source_open(ctx, &source, path));
    const lacon_status status = lcn_source_all(ctx, &source, all, size);
    lcn_source_close(&source);
    return status;
}

lacon_status lcn_file_digest(lacon_ctx *ctx, const char *path, char text[LCN_SHA256_TEXT])
{
    lcn_source source;
    LCN_TRY(lcn_source_open(ctx, &source, path));
    const lacon_status status = lcn_source_digest(ctx, &source, text);
    lcn_source_close(&source);
    return status;
}

/* ---- parts of plain files ---- */

lacon_status lcn_source_skip(lacon_ctx *ctx, lcn_source *s, int64_t bytes)
{
    const int64_t left = (int64_t)(s->head_size - s->head_used), here = bytes < left ? bytes : left;
    s->head_used += (size_t)here;
    if (bytes == here) return LACON_OK;
    if (lseek(s->fd, (off_t)(bytes - here), SEEK_CUR) < 0) return lcn_fail_os(ctx, s->path, "read", errno);
    s->raw += bytes - here;
    s->out += bytes - here;
    return LACON_OK;
}

lacon_status lcn_source_hash(lacon_ctx *ctx, const lcn_source *s, int64_t from, int64_t to, lcn_sha256 *hash)
{
    enum { CHUNK = 1 << 18 };
    unsigned char *bytes = lcn_alloc_raw(ctx, CHUNK, 1);
    lacon_status status = bytes != NULL ? LACON_OK : LACON_E_MEMORY;
    while (status >= 0 && from < to) {
        const ssize_t got = pread(s->fd, bytes, (size_t)(to - from < CHUNK ? to - from : CHUNK), (off_t)from);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) status = lcn_fail_os(ctx, s->path, "read", errno);
        if (got == 0) status = lcn_fail(ctx, LACON_E_IO, "%s: became shorter while it was read", s->path);
        if (got <= 0) break;
        lcn_sha256_update(hash, bytes, (size_t)got);
        from += got;
    }
    lcn_free(&ctx->allocator, bytes);
    return status;
}
