/* SPDX-License-Identifier: BSD-3-Clause
 * Keys, and the columns that loading a model takes from its tables: by way of a file in memory.
 */
#include "fuzz.h"
#include "io/text/tsv.h"

#include <sys/mman.h>
#include <unistd.h>

static void each(void *user, int64_t row, const char *key, const double *values)
{
    int64_t *rows = user;
    HOLDS(row == *rows && key != NULL && (values[0] == values[0] || values[0] != values[0]));
    ++*rows;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"a", "b", "x1"}, *const columns[] = {"evidence", "kept"};
    int fd = memfd_create("fuzzed", 0);
    HOLDS(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    fuzz_memory memory = {0};
    lacon_ctx *ctx = fuzz_begin(&memory);
    int32_t labels[3] = {-7, -7, -7};
    lacon_status status = lacon_key_read(ctx, labels, path, 3, names);
    HOLDS(status == LACON_OK ? labels[0] >= 1 && labels[2] <= 3 : labels[0] == -7);
    fuzz_end(ctx, &memory, status, path);
    ctx = fuzz_begin(&memory);
    int64_t rows = 0;
    status = lcn_tsv_read(ctx, path, "variable", 2, columns, each, &rows);
    fuzz_end(ctx, &memory, status, path);
    close(fd);
    return 0;
}
