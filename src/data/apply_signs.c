/* SPDX-License-Identifier: BSD-3-Clause
 * Signs of variables: reversed items are flipped in place after standardising, and the signs are kept with
 * the data so that a model records them. fit/extensions/signs.c decides which.
 */
#include "data/dealt.h"

#include <string.h>

static size_t value_size(const lcn_class *class)
{
    return class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
}

/* Rows of our own for a class that is borrowed. */
static lacon_status own(lacon_ctx *ctx, lcn_class *class, int64_t p)
{
    if (class->owned != NULL) return LACON_OK;
    const size_t size = value_size(class), to = (size_t)p * size, from = (size_t) class->ld * size;
    const int64_t rows = class->kind == LCN_COV ? p : lcn_rows_here(class);
    unsigned char *copy = lcn_alloc(ctx, (size_t)rows * (size_t)p, size);
    if (copy == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < rows; i++)
        memcpy(copy + (size_t)i * to, (const unsigned char *)class->x + (size_t)i * from, to);
    class->x = class->owned = copy;
    class->ld = p;
    return LACON_OK;
}

static void apply_signs(lcn_class *class, int64_t p, const int8_t *sign)
{
    const int64_t rows = class->kind == LCN_COV ? p : lcn_rows_here(class);
    class->seal = 0; /* of the rows as they were */
    for (int64_t i = 0; i < rows; i++) {
        const int row = class->kind == LCN_COV ? sign[i] : 1; /* rows of K are variables too */
        float *f = (float *)class->owned + i * class->ld;
        double *d = (double *)class->owned + i * class->ld;
        for (int64_t r = 0; r < p; r++) {
            if (row * sign[r] > 0) continue;
            if (class->kind == LCN_ROWS_F32) f[r] = -f[r];
            else d[r] = -d[r];
        }
    }
    double *L = class->lagged ? (double *)class->owned + p * class->ld : NULL; /* as reduce.c lays it out */
    for (int l = 0; L && l < class->lags; l++)
        for (int64_t r = 0; r < p; r++)
            for (int64_t s = 0; s <= r; s++, L++)
                if (sign[r] * sign[s] < 0) *L = -*L;
}

lacon_status lacon_data_flip(lacon_ctx *ctx, lacon_data *data, const int8_t *sign)
{
    const lacon_data here = lcn_dealt_own(ctx, data);
    LCN_TRY(lcn_data_double(ctx, &here));
    LCN_FAIL_IF(!data->standardised, LACON_E_ARGUMENT,
                "signs are flipped after standardising: call lacon_data_standardise first");
    for (int64_t r = 0; r < data->p; r++)
        LCN_FAIL_IF(sign[r] != 1 && sign[r] != -1, LACON_E_ARGUMENT,
                    "variable '%s' has sign %d: 1 or -1 are possible", lacon_data_name(data, r),
                    sign[r]);
    int8_t *kept = data->sign;
    if (kept == NULL) kept = lcn_alloc(ctx, (size_t)data->p, sizeof *kept);
    if (kept == NULL) return LACON_E_MEMORY;
    for (int64_t r = 0; r < data->p && data->sign == NULL; r++) kept[r] = 1;
    data->sign = kept;
    for (int64_t c = 0; c < here.n_classes; c++) LCN_TRY(own(ctx, &here.classes[c], data->p));
    for (int64_t c = 0; c < here.n_classes; c++) apply_signs(&here.classes[c], data->p, sign);
    for (int64_t r = 0; r < data->p; r++) kept[r] = (int8_t)(kept[r] * sign[r]);
    return LACON_OK;
}

const int8_t *lacon_data_sign(const lacon_data *data) { return data->sign; }
