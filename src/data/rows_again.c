/* SPDX-License-Identifier: BSD-3-Clause
 * The rows of a class that became a covariance, once more from the file they were read from: a fit asks for their order
 * at its end, and for nothing else of them, so that they need not be in memory all the time. That is for files whose
 * last bytes are the rows as they are in memory (.npy of float32 in the order of rows, all columns taken). They have a
 * seal: a file that changed meanwhile is noticed.
 */
#include "data/data.h"
#include "util/store.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The last bytes of a file; false where it has not as many. */
static bool read_tail(const char *path, void *to, size_t bytes)
{
    struct stat info;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* of a pipe: nobody may write into it any more */
    bool good = file >= 0 && fstat(file, &info) == 0 && S_ISREG(info.st_mode) && (size_t)info.st_size >= bytes;
    for (size_t at = 0; good && at < bytes;) {
        const ssize_t got = pread(file, (char *)to + at, bytes - at, info.st_size - (off_t)(bytes - at));
        good = got > 0;
        at += good ? (size_t)got : 0;
    }
    if (file >= 0) close(file);
    return good;
}

lacon_status lcn_rows_note(lacon_ctx *ctx, lcn_class *class, const char *path, int64_t p)
{
    const size_t bytes = lcn_class_bytes(class, p);
    if (class->kind != LCN_ROWS_F32 || class->ld != p) return LACON_OK;
    void *tail = lcn_alloc_raw(ctx, bytes, 1);
    if (tail == NULL) return LACON_E_MEMORY;
    if (read_tail(path, tail, bytes) && memcmp(tail, class->x, bytes) == 0) class->as_read = lcn_seal(tail, bytes);
    lcn_free(&ctx->allocator, tail);
    return LACON_OK;
}

bool lcn_rows_again(const lcn_class *class, int64_t p, float *x)
{
    const size_t bytes = (size_t)(class->n * p) * sizeof *x;
    if (!read_tail(class->source, x, bytes) || lcn_seal(x, bytes) != class->as_read) return false;
    for (int64_t i = 0; i < class->n; i++)
        for (int64_t r = 0; r < p; r++)
            x[i * p + r] = (float)(((double)x[i * p + r] - class->mean[r]) / class->scale[r]);
    return true;
}
