/* SPDX-License-Identifier: BSD-3-Clause
 * Writing files; see writer.h.
 */
#include "io/writer.h"
#include "io/source.h"
#include "util/number.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER = 1 << 16 };

static lacon_status open_at(lacon_ctx *ctx, lcn_writer *out, const char *name, int flags)
{
    out->fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | flags, 0666);
    if (out->fd < 0) return lcn_fail_os(ctx, out->path, "written", errno);
    out->buffer = lcn_alloc(ctx, BUFFER, 1);
    out->capacity = BUFFER;
    if (out->buffer != NULL) return LACON_OK;
    close(out->fd);
    if (out->aside != NULL) unlink(out->aside);
    return LACON_E_MEMORY;
}

lacon_status lcn_writer_open(lacon_ctx *ctx, lcn_writer *out, const char *path)
{
    *out = (lcn_writer){.allocator = ctx->allocator, .path = path, .fd = -1};
    return open_at(ctx, out, path, O_TRUNC);
}

/* Pipes and devices (standard output) have no place beside them and are written as they are. */
lacon_status lcn_writer_replace(lacon_ctx *ctx, lcn_writer *out, const char *path)
{
    struct stat st;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) return lcn_writer_open(ctx, out, path);
    *out = (lcn_writer){.allocator = ctx->allocator, .path = path, .fd = -1};
    const char *slash = strrchr(path, '/');
    int folder = slash != NULL ? (int)(slash - path) + 1 : 0;
    out->aside = lcn_sprintf(ctx, "%.*s.%s.tmp-%ld", folder, path, path + folder, (long)getpid());
    if (out->aside == NULL) return LACON_E_MEMORY;
    unlink(out->aside); /* left behind by a process of the same number */
    lacon_status status = open_at(ctx, out, out->aside, O_EXCL);
    if (status < 0) lcn_free(&ctx->allocator, out->aside);
    return status;
}

lacon_status lcn_writer_memory(lacon_ctx *ctx, lcn_writer *out, const char *name)
{
    *out = (lcn_writer){.allocator = ctx->allocator, .path = name, .fd = -1, .capacity = BUFFER};
    out->buffer = lcn_alloc(ctx, BUFFER, 1);
    return out->buffer != NULL ? LACON_OK : LACON_E_MEMORY;
}

/* Twice the memory; where there is none the content is lost and the error kept. */
static void grow(lcn_writer *out)
{
    char *more = lcn_alloc_with(&out->allocator, 2, out->capacity);
    if (more != NULL) {
        memcpy(more, out->buffer, out->used);
        lcn_free(&out->allocator, out->buffer);
        out->buffer = more;
        out->capacity *= 2;
    } else {
        out->error = ENOMEM;
        out->used = 0;
    }
}

static void flush(lcn_writer *out)
{
    if (out->fd < 0) {
        grow(out);
        return;
    }
    size_t sent = 0;
    while (out->error == 0 && sent < out->used) {
        ssize_t n = write(out->fd, out->buffer + sent, out->used - sent);
        if (n < 0 && errno != EINTR) out->error = errno;
        if (n > 0) sent += (size_t)n;
    }
    out->used = 0;
}

void lcn_writer_bytes(lcn_writer *out, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count > 0) {
        if (out->used == out->capacity) flush(out);
        size_t left = out->capacity - out->used, take = count < left ? count : left;
        memcpy(out->buffer + out->used, from, take);
        out->used += take;
        from += take;
        count -= take;
    }
}

void lcn_writer_text(lcn_writer *out, const char *text)
{
    lcn_writer_bytes(out, text, strlen(text));
}

void lcn_writer_int(lcn_writer *out, int64_t value)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%lld", (long long)value);
    lcn_writer_bytes(out, text, (size_t)length);
}

void lcn_writer_double(lcn_writer *out, double value)
{
    if (out->capacity - out->used < LCN_NUMBER_MAX) flush(out);
    if (isnan(value)) lcn_writer_text(out, "NA");
    else out->used += (size_t)lcn_format_double(out->buffer + out->used, value);
}

/* Readers of tables give a quote meaning at the start of a cell alone: then it is quoted. */
void lcn_writer_cell(lcn_writer *out, const char *text)
{
    bool quoted = text[strspn(text, " \t\n\r")] == '"'; /* what readers would take for quotes around it */
    if (quoted) lcn_writer_text(out, "\"");
    for (; *text != '\0'; text++) {
        bool breaks = *text == '\t' || *text == '\n' || *text == '\r';
        if (quoted && *text == '"') lcn_writer_text(out, "\"");
        lcn_writer_bytes(out, breaks ? " " : text, 1);
    }
    if (quoted) lcn_writer_text(out, "\"");
}

static void next_cell(lcn_writer *out)
{
    if (out->within) lcn_writer_text(out, "\t");
    out->within = true;
}

void lcn_tsv_text(lcn_writer *out, const char *text)
{
    next_cell(out);
    lcn_writer_cell(out, text);
}

void lcn_tsv_int(lcn_writer *out, int64_t value)
{
    next_cell(out);
    lcn_writer_int(out, value);
}

void lcn_tsv_double(lcn_writer *out, double value)
{
    next_cell(out);
    lcn_writer_double(out, value);
}

void lcn_tsv_doubles(lcn_writer *out, int64_t count, const double *values)
{
    for (int64_t i = 0; i < count; i++) lcn_tsv_double(out, values[i]);
}

void lcn_tsv_end(lcn_writer *out)
{
    lcn_writer_text(out, "\n");
    out->within = false;
}

/* A file of its own must be on the disk before it takes its name; a pipe cannot be synced. Files of
 * a folder are synced with the folder (staged_folder.c). */
static void settle(lcn_writer *out, bool keep)
{
    flush(out);
    bool synced = out->aside == NULL || out->error != 0 || fsync(out->fd) == 0;
    if (!synced && errno != EINVAL && errno != EROFS) out->error = errno;
    if (close(out->fd) != 0 && out->error == 0) out->error = errno;
    if (out->aside == NULL) return;
    if (keep && out->error == 0 && rename(out->aside, out->path) != 0) out->error = errno;
    if (!keep || out->error != 0) unlink(out->aside);
}

lacon_status lcn_writer_close(lacon_ctx *ctx, lcn_writer *out, lacon_status status)
{
    settle(out, status >= 0);
    lcn_free(&out->allocator, out->buffer);
    lcn_free(&out->allocator, out->aside);
    return status >= 0 && out->error != 0 ? lcn_fail_os(ctx, out->path, "written", out->error) : status;
}

lacon_status lcn_writer_take(lacon_ctx *ctx, lcn_writer *out, lacon_status status, void **bytes, size_t *size)
{
    if (status >= 0 && out->error != 0)
        status = lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory for its bytes", out->path);
    if (status < 0) {
        lcn_free(&out->allocator, out->buffer);
        return status;
    }
    *bytes = out->buffer;
    *size = out->used;
    return status;
}

lacon_status lcn_writer_store(lacon_ctx *ctx, const char *dir, const char *name, lcn_writer_put *put,
                           const void *object)
{
    char *path = lcn_sprintf(ctx, "%s/%s", dir, name);
    if (path == NULL) return LACON_E_MEMORY;
    lcn_writer out;
    lacon_status status = lcn_writer_open(ctx, &out, path);
    if (status >= 0) {
        put(&out, object);
        status = lcn_writer_close(ctx, &out, LACON_OK);
    }
    lcn_free(&ctx->allocator, path);
    return status;
}
