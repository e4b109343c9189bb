/* SPDX-License-Identifier: BSD-3-Clause
 * SHA256SUMS of a folder with one file, whose digest is that of no bytes.
 */
#include "fuzz_file.h"
#include "io/digests.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_put("empty", "", 0);
    fuzz_put(LCN_DIGESTS_NAME, bytes, size);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    const lacon_status status = lcn_digests_check(ctx, fuzz_folder());
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, fuzz_folder());
    return 0;
}
