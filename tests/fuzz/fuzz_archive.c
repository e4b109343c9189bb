/* SPDX-License-Identifier: BSD-3-Clause
 * Tables out of .npz archives: zip, deflate, the choice among arrays, names. The first byte says how
 * to read. (fuzz_npz.c has the models of model.npz.)
 */
#include "fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 5 || memcmp(bytes + 1, "PK", 2) != 0) return 0; /* text has its own target */
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_status status = fuzz_read(ctx, bytes + 1, size - 1, bytes[0]);
    /* an entry expands at most 200 fold above 64 MB, and holds at least a byte a value */
    HOLDS(memory.largest < (8u << 26) + 8 * 1032 * size + (1 << 20));
    fuzz_end(ctx, &memory, status, "fuzzed");
    return 0;
}
