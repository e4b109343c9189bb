/* SPDX-License-Identifier: BSD-3-Clause
 * Keys, and the tables of a model folder: by way of a file in memory.
 */
#include "fuzz.h"
#include "io/text/text_table.h"

#include <sys/mman.h>
#include <unistd.h>

/* Every cell is there or the line is too short for it, and both ways to ask agree. */
static void walk(const lcn_text_table *table)
{
    for (int64_t i = 0; i < table->rows; i++)
        for (int64_t j = 0; j < table->columns; j++)
            HOLDS(lcn_text_table_has(table, i, j) || *lcn_text_table_at(table, i, j) == '\0');
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"a", "b", "x1"};
    int fd = memfd_create("fuzzed", 0);
    HOLDS(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    int32_t labels[3] = {-7, -7, -7};
    lacon_status status = lacon_key_read(ctx, labels, path, 3, names);
    HOLDS(status == LACON_OK ? labels[0] >= 1 && labels[2] <= 3 : labels[0] == -7);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, path);
    ctx = fuzz_begin(&memory);
    lcn_text_table table;
    status = lcn_text_table_read_tsv(ctx, &table, path);
    walk(&table);
    lcn_text_table_clear(&table);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, path);
    close(fd);
    return 0;
}
