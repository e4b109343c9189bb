/* SPDX-License-Identifier: BSD-3-Clause
 * Prior knowledge of directions: rules and tiers of three modules.
 */
#include "fuzz_file.h"
#include <lacon/causal.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"1", "2", "mood"};
    fuzz_file file = fuzz_file_begin(bytes, size);
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_prior *prior = NULL;
    const lacon_status status = lacon_prior_read(ctx, &prior, file.path, 3, names);
    HOLDS((status == LACON_OK) == (prior != NULL));
    lacon_prior_free(prior);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, file.path);
    close(file.fd);
    return 0;
}
