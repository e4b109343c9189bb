/* SPDX-License-Identifier: BSD-3-Clause
 * model.json as the report reads it. jansson's memory is the host's to count, and here we are the host.
 */
#include "fuzz_file.h"
#include "io/document.h"
#include "report/report.h"

static fuzz_memory json_memory;

static void *json_alloc(size_t bytes) { return fuzz_alloc(&json_memory, bytes); }
static void json_release(void *block)
{
    if (block != NULL) fuzz_free(&json_memory, block);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    json_set_alloc_funcs(json_alloc, json_release);
    fuzz_put("model.json", bytes, size);
    fuzz_memory memory = {.input = size};
    json_memory = memory;
    lacon_ctx *ctx = fuzz_begin(&memory);
    lacon_report_options options;
    lacon_report_options_init(&options);
    lacon_model *model = NULL;
    HOLDS(lacon_model_random(ctx, &model, 3, 2, 2, 1, 1) == LACON_OK);
    const lcn_report report = {.dir = fuzz_folder(), .model = model, .options = &options};
    lcn_object document = lcn_object_begin();
    const lacon_status status = lcn_report_about(ctx, &report, &document);
    HOLDS(status != LACON_E_MEMORY && !document.failed);
    json_t *made = lcn_object_end(&document);
    HOLDS(made != NULL);
    json_decref(made);
    lacon_model_free(model);
    memory.peak += json_memory.peak;
    fuzz_bound(&memory);
    HOLDS(json_memory.live == 0);
    fuzz_end(ctx, &memory, status, "model.json");
    return 0;
}
