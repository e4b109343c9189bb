/* SPDX-License-Identifier: BSD-3-Clause
 * Formulas of a linear model: terms, products, C(x), the intercept.
 */
#include "fuzz.h"
#include "inference/inference.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1); /* a block of its own size: reading beyond it is seen */
    if (size > 0) memcpy(text, bytes, size);
    text[size] = '\0';
    fuzz_memory memory = {.input = size};
    lacon_ctx *ctx = fuzz_begin(&memory);
    lcn_formula formula = {0};
    const lacon_status status = lcn_formula_parse(ctx, &formula, text);
    if (status >= 0)
        for (int64_t i = 0; i < formula.count; i++)
            for (int j = 0; j < formula.terms[i].width; j++)
                HOLDS(formula.terms[i].of[j] >= 0 && formula.terms[i].of[j] < formula.n_columns);
    lcn_formula_clear(&ctx->allocator, &formula);
    fuzz_bound(&memory);
    fuzz_end(ctx, &memory, status, ""); /* there is no file to name */
    free(text);
    return 0;
}
