/* SPDX-License-Identifier: BSD-3-Clause
 * The rows of a class that became a covariance, once more from the file they were read from: a fit asks for their order
 * at its end, and for nothing else of them, so that they need not be in memory all the time. That is for files whose
 * last bytes are the rows as they are in memory (.npy of float32 in the order of rows, all columns taken). They have a
 * seal: a file that changed meanwhile is noticed.
 */
#include "data/row_slices.h"
#include "util/store.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file whose last bytes are rows; -1 where it has not as many. */
static int open_tail(const char *path, size_t bytes, off_t *from)
{
    struct stat info;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* of a pipe: nobody may write into it any more */
    if (file < 0) return -1;
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && (size_t)info.st_size >= bytes) {
        *from = info.st_size - (off_t)bytes;
        return file;
    }
    close(file);
    return -1;
}

static bool read_at(int file, void *to, size_t bytes, off_t from)
{
    for (size_t at = 0; at < bytes;) {
        const ssize_t got = pread(file, (char *)to + at, bytes - at, from + (off_t)at);
        if (got <= 0) return false;
        at += (size_t)got;
    }
    return true;
}

/* From the first row that is here to the last of the class. */
static size_t tail_of(const lcn_class *class, int64_t p)
{
    return (size_t)((class->n - class->first) * p) * sizeof(float);
}

/* Rows that ranks share can be had again where every rank can have its own. */
static lacon_status agree_on(lacon_ctx *ctx, lcn_class *class)
{
    void *all = NULL;
    size_t ranks = 0;
    bool every = true;
    if (!class->split) return LACON_OK;
    if (class->here == 0) class->as_read = 1;
    LCN_TRY(lcn_gather(ctx, &all, &ranks, &(char){class->as_read != 0}, 1));
    for (size_t i = 0; i < ranks; i++) every = every && ((const char *)all)[i];
    lcn_free(&ctx->allocator, all);
    if (!every) class->as_read = 0;
    return LACON_OK;
}

/* Whether those bytes are what is at x; a little at a time, the rows may be all that memory has room for. */
static bool is_tail(const char *path, const void *x, size_t bytes, size_t tail)
{
    char chunk[1 << 14];
    off_t from = 0;
    const int file = open_tail(path, tail, &from);
    bool same = file >= 0;
    for (size_t at = 0; same && at < bytes; at += sizeof chunk) {
        const size_t now = bytes - at < sizeof chunk ? bytes - at : sizeof chunk;
        same = read_at(file, chunk, now, from + (off_t)at) && memcmp(chunk, (const char *)x + at, now) == 0;
    }
    if (file >= 0) close(file);
    return same;
}

lacon_status lcn_rows_note(lacon_ctx *ctx, lcn_class *class, const char *path, int64_t p)
{
    const size_t bytes = lcn_class_bytes(class, p);
    if (class->kind != LCN_ROWS_F32 || class->ld != p) return LACON_OK;
    if (is_tail(path, class->x, bytes, tail_of(class, p))) class->as_read = lcn_seal(class->x, bytes);
    return agree_on(ctx, class);
}

bool lcn_rows_again(const lcn_class *class, int64_t p, float *x)
{
    const int64_t rows = lcn_rows_here(class);
    const size_t bytes = (size_t)(rows * p) * sizeof *x;
    off_t from = 0;
    if (rows == 0) return true;
    const int file = open_tail(class->source, tail_of(class, p), &from);
    const bool good = file >= 0 && read_at(file, x, bytes, from) && lcn_seal(x, bytes) == class->as_read;
    if (file >= 0) close(file);
    if (!good) return false;
    for (int64_t i = 0; i < rows; i++)
        for (int64_t r = 0; r < p; r++)
            x[i * p + r] = (float)(((double)x[i * p + r] - class->mean[r]) / class->scale[r]);
    return true;
}
