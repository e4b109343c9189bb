/* SPDX-License-Identifier: BSD-3-Clause
 * The child's end of isolate.h: shape, names and rows into the pipe. With no pipe everything is
 * checked and nothing sent, so that readers can be tested and fuzzed in one process.
 */
#include "io/isolate/isolate.h"
#include "io/isolate/sandbox.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool send_bytes(int fd, const void *bytes, size_t count)
{
    for (size_t sent = 0; sent < count;) {
        ssize_t n = write(fd, (const char *)bytes + sent, count - sent);
        if (n < 0 && errno != EINTR) return false;
        if (n > 0) sent += (size_t)n;
    }
    return true;
}

bool lcn_frame_send(int fd, uint32_t tag, lacon_status status, const void *bytes, size_t count)
{
    lcn_frame frame = {.tag = tag, .status = status, .bytes = count};
    return send_bytes(fd, &frame, sizeof frame) && send_bytes(fd, bytes, count);
}

void lcn_child_shut(const lcn_child *child)
{
    if (child->fd >= 0 && !child->in_process) lcn_sandbox_shut(); /* else this process is not a child */
}

/* ---- shape and names ---- */

static lacon_status send_shape(lacon_ctx *ctx, lcn_child *child, const char *const *names)
{
    int64_t shape[2] = {child->rows, child->columns};
    size_t size = sizeof shape;
    for (int64_t j = 0; names != NULL && j < child->columns; j++) size += strlen(names[j]) + 1;
    char *payload = lcn_alloc(ctx, size, 1);
    if (payload == NULL) return LACON_E_MEMORY;
    memcpy(payload, shape, sizeof shape);
    char *to = payload + sizeof shape;
    for (int64_t j = 0; names != NULL && j < child->columns; j++) to = stpcpy(to, names[j]) + 1;
    bool sent = child->fd < 0 || lcn_frame_send(child->fd, LCN_FRAME_SHAPE, 0, payload, size);
    lcn_free(&ctx->allocator, payload);
    child->unsent = !sent;
    LCN_FAIL_IF(!sent, LACON_E_IO, "%s: nobody waits for it any more", child->path);
    return LACON_OK;
}

lacon_status lcn_child_claim(lacon_ctx *ctx, const lcn_child *child, int64_t rows, int64_t columns)
{
    LCN_FAIL_IF(rows < 1 || columns < 1, LACON_E_FORMAT, "%s: the table is empty (%lld x %lld)",
                child->path, (long long)rows, (long long)columns);
    int64_t count;
    LCN_FAIL_IF(__builtin_mul_overflow(rows, columns, &count) || count > child->most, LACON_E_FORMAT,
                "%s: claims a table of %lld x %lld values, more than a file of its size can hold",
                child->path, (long long)rows, (long long)columns);
    return LACON_OK;
}

lacon_status lcn_child_shape(lacon_ctx *ctx, lcn_child *child, int64_t rows, int64_t columns,
                            const char *const *names)
{
    LCN_TRY(lcn_child_claim(ctx, child, rows, columns));
    child->rows = rows;
    child->columns = columns;
    return send_shape(ctx, child, names);
}

/* ---- rows ---- */

lacon_status lcn_child_rows(lacon_ctx *ctx, lcn_child *child, const double *values, int64_t rows)
{
    size_t bytes = (size_t)rows * (size_t)child->columns * sizeof *values;
    child->sent += rows;
    bool sent = child->fd < 0 || lcn_frame_send(child->fd, LCN_FRAME_ROWS, 0, values, bytes);
    child->unsent = !sent;
    LCN_FAIL_IF(!sent, LACON_E_IO, "%s: nobody waits for it any more", child->path);
    return LACON_OK;
}

/* Some rows at a time: where the columns lie one after the other, a line of the cache serves them
 * all. */
lacon_status lcn_child_strided(lacon_ctx *ctx, lcn_child *child, const double *values,
                              int64_t row_step, int64_t column_step)
{
    enum { AT_ONCE = 32 };
    int64_t n = child->rows, p = child->columns;
    if (column_step == 1 && row_step == p) return lcn_child_rows(ctx, child, values, n);
    double *some = lcn_alloc(ctx, (size_t)p, AT_ONCE * sizeof *some);
    if (some == NULL) return LACON_E_MEMORY;
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < n && status >= 0; i += AT_ONCE) {
        int64_t now = n - i < AT_ONCE ? n - i : AT_ONCE;
        for (int64_t j = 0; j < p; j++) {
            const double *from = values + i * row_step + j * column_step;
            for (int64_t r = 0; r < now; r++) some[r * p + j] = from[r * row_step];
        }
        status = lcn_child_rows(ctx, child, some, now);
    }
    lcn_free(&ctx->allocator, some);
    return status;
}

/* ---- a file for a library ---- */

/* All bytes, unpacked, into a file without a name. */
static lacon_status copy_to(lacon_ctx *ctx, lcn_source *s, int fd)
{
    unsigned char chunk[1 << 16];
    size_t got = sizeof chunk;
    double all = 0;
    LCN_TRY(lcn_source_rewind(ctx, s));
    while (got == sizeof chunk) {
        LCN_TRY(lcn_source_read(ctx, s, chunk, sizeof chunk, &got));
        all += (double)got;
        LCN_TRY(lcn_source_afford(ctx, s, all)); /* it lies in memory */
        LCN_FAIL_IF(!send_bytes(fd, chunk, got), LACON_E_IO, "%s: no space to unpack it", s->path);
    }
    return LACON_OK;
}

/* The path may be another file by now, or none (standard input). */
bool lcn_child_is_file(const lcn_source *s)
{
    struct stat here, there;
    return s->fd >= 0 && !s->gzip && fstat(s->fd, &here) == 0 && stat(s->path, &there) == 0 &&
           here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

lacon_status lcn_child_copy(lacon_ctx *ctx, lcn_source *s, char path[LCN_CHILD_PATH])
{
    int fd = memfd_create("lacon", MFD_CLOEXEC);
    LCN_FAIL_IF(fd < 0, LACON_E_IO, "%s: no space to unpack it", s->path);
    snprintf(path, LCN_CHILD_PATH, "/proc/self/fd/%d", fd);
    return copy_to(ctx, s, fd);
}
