/* SPDX-License-Identifier: BSD-3-Clause
 * .npy tables: the magic is given, the rest is not. The first byte says how to read, the second is
 * the version.
 */
#include "fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2) return 0;
    unsigned char *file = malloc(size + 6);
    memcpy(file, "\x93NUMPY", 6);
    memcpy(file + 6, bytes + 1, size - 1);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_status status = fuzz_read(ctx, file, size + 5, bytes[0]);
    /* the header's claims are held against the file before anything is allocated by them: a value
     * has at least one byte there and eight here, and everybody has buffers of 256 kB */
    HOLDS(memory.largest < 64 * size + (1 << 20));
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, "fuzzed");
    free(file);
    return 0;
}
