/* SPDX-License-Identifier: BSD-3-Clause
 * model.npz: zip, deflate, arrays, and the laws of a model; the same as the bytes of a model, which hold more.
 */
#include "fuzz.h"
#include "results/model_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lcn_npz npz;
    lacon_status status = lcn_npz_open_memory(ctx, &npz, "fuzzed", bytes, size);
    if (status >= 0) {
        lacon_model *model = NULL;
        status = lcn_model_from_npz(ctx, &model, &npz);
        HOLDS((status == LACON_OK) == (model != NULL));
        if (model != NULL) HOLDS(lacon_model_v(model, 0) > 0 && lacon_model_W(model)[0] >= 0);
        lacon_model_free(model);
        lcn_npz_close(&npz);
    }
    fuzz_end(ctx, &memory, status, "fuzzed");
    ctx = fuzz_begin(&memory);
    lacon_model *whole = NULL;
    status = lacon_model_from_bytes(ctx, &whole, bytes, size);
    HOLDS((status == LACON_OK) == (whole != NULL));
    lacon_model_free(whole);
    fuzz_end(ctx, &memory, status, "the bytes of a model");
    return 0;
}
