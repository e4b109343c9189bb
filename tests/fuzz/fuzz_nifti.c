/* SPDX-License-Identifier: BSD-3-Clause
 * NIfTI headers, extensions and the XML of CIFTI: the readers that otherwise run in a child, here in
 * this process with nobody at the other end.
 */
#include "fuzz.h"
#include "io/formats/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lcn_table table = {.array = {.fd = -1}, .isolated = {.fd = -1}, .options = {.matrix = size & 1}};
    lacon_status status = lcn_source_memory(ctx, &table.source, "fuzzed", bytes, size);
    bool mine = status >= 0 && (lcn_format_cifti.probe(&table.source) ||
                                lcn_format_nifti.probe(&table.source));
    if (mine) {
        table.format =
            lcn_format_cifti.probe(&table.source) ? &lcn_format_cifti : &lcn_format_nifti;
        lcn_child feed = {.path = "fuzzed", .fd = -1, .most = lcn_source_most(&table.source)};
        status = table.format->produce(ctx, &table, &feed);
        HOLDS(status < 0 || feed.sent == feed.rows);
        HOLDS(status >= 0 || status != LACON_E_MEMORY);
    }
    if (status >= 0 || mine) lcn_source_close(&table.source);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, "fuzzed");
    return 0;
}
