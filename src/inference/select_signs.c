/* SPDX-License-Identifier: BSD-3-Clause
 * k and the signs of the variables together (docs/selection.md). Signs of few modules hold for more,
 * but not conversely: modules that are reversed with respect to each other can be joined only by a flip. So
 * the signs of the lowest k come first, then k, then the signs of that k, until they stay. Signs are found from the
 * data as they came each time, so that those of the chosen k are the signs of a fit at that k.
 */
#include "inference/folds.h"
#include "util/options.h"

#include <string.h>

enum { ROUNDS = 4 }; /* two settle it unless k is in doubt */

/* Back to the signs the data came with: turn (p) is scratch. */
static lacon_status restore_signs(lacon_ctx *ctx, lacon_data *data, const int8_t *origin, int8_t *turn)
{
    if (data->sign == NULL) return LACON_OK;
    for (int64_t r = 0; r < data->p; r++) turn[r] = (int8_t)(data->sign[r] * origin[r]);
    return lacon_data_flip(ctx, data, turn);
}

/* The fit and its signs at k; *same: they are those in `before`, which gets the new ones. before: 3 p, the signs the
 * data came with and scratch behind. */
static lacon_status fit_signs(lacon_ctx *ctx, lacon_model **model, lacon_data *data,
                              const lacon_fit_options *options, int64_t k, int8_t *before, bool *same)
{
    lacon_fit_options fit = *options;
    lacon_model_free(*model);
    *model = NULL;
    fit.k = k;
    LCN_TRY(restore_signs(ctx, data, before + data->p, before + 2 * data->p));
    const lacon_status status = lacon_fit_flip(ctx, model, data, &fit);
    if (status < 0) return status;
    *same = memcmp(before, data->sign, (size_t)data->p * sizeof *before) == 0;
    memcpy(before, data->sign, (size_t)data->p * sizeof *before);
    return status;
}

lacon_status lacon_select_flip(lacon_ctx *ctx, lacon_selection **out, lacon_model **model, lacon_data *data,
                               const lacon_select_options *given)
{
    *out = NULL;
    *model = NULL;
    lacon_select_options own;
    lacon_fit_options fit;
    const lacon_select_options *o = &own;
    LCN_TRY(lcn_select_take(ctx, &own, &fit, given));
    const int64_t first = o->k_low > 1 ? o->k_low : o->k_high > 1 ? 2 : 1;
    lacon_selection *selection = NULL;
    lacon_model *fitted = NULL;
    bool same = false;
    lacon_status status = LACON_E_MEMORY;
    int8_t *before = lcn_alloc(ctx, (size_t)data->p, 3 * sizeof *before);
    if (!before) goto done;
    for (int64_t r = 0; r < data->p; r++) before[data->p + r] = data->sign ? data->sign[r] : 1;
    LCN_GOTO(lcn_select_check(ctx, data, o));
    LCN_GOTO(fit_signs(ctx, &fitted, data, o->fit, first, before, &same));
    same = false;
    for (int round = 0; round < ROUNDS && !same; round++) {
        lacon_selection_free(selection);
        selection = NULL;
        LCN_GOTO(lacon_select(ctx, &selection, data, o));
        LCN_GOTO(fit_signs(ctx, &fitted, data, o->fit, lacon_selection_about(selection)->chosen, before, &same));
    }
    *out = selection;
    *model = fitted;
    selection = NULL;
    fitted = NULL;
done:
    lacon_selection_free(selection);
    lacon_model_free(fitted);
    lcn_free(&ctx->allocator, before);
    return status;
}
