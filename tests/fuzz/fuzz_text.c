/* SPDX-License-Identifier: BSD-3-Clause
 * Tables of text (and whatever else is taken for one, gzip too). The first byte says how to read.
 */
#include "fuzz_table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 1) return 0;
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_status status = fuzz_read(ctx, bytes + 1, size - 1, bytes[0]);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, "fuzzed");
    return 0;
}
