/* SPDX-License-Identifier: BSD-3-Clause
 * The variables of new data in the order of a model: columns are matched by name, as the readers of
 * io/ match the columns of files among each other. Owned rows change in place.
 */
#include "data/dealt.h"
#include "data/namemap.h"

#include <math.h>
#include <string.h>

static bool is_default(const lacon_data *data, const char *const *names)
{
    for (int64_t r = 0; r < data->p; r++) {
        if (strcmp(names[r], data->default_names[r]) != 0) return false;
    }
    return true;
}

/* from[r]: column of the data that holds names[r]; *same when that is r everywhere. Names V1..Vp
 * that are not those of the data are no names: then it is by position. */
static lacon_status find_columns(lacon_ctx *ctx, int64_t *from, bool *same, const lacon_data *data,
                                 const char *const *names)
{
    lcn_namemap map;
    int64_t twin, again;
    LCN_TRY(lcn_namemap_init(ctx, &map, (const char *const *)data->names, data->p, &twin, &again));
    lacon_status status = LACON_OK;
    *same = true;
    int64_t missing = -1;
    for (int64_t r = 0; r < data->p && missing < 0; r++) {
        from[r] = lcn_namemap_find(&map, names[r]);
        *same = *same && from[r] == r;
        if (from[r] < 0) missing = r;
    }
    if (missing >= 0 && is_default(data, names)) {
        *same = true;
    } else if (missing >= 0) {
        const char *file = data->n_classes > 0 ? data->classes[0].source : NULL;
        status =
            lcn_fail(ctx, LACON_E_DATA,
                     "%s%svariable '%s' of the model is not in the data (their first is '%s'): "
                     "the columns must be those of the model, in any order",
                     file ? file : "", file ? ": " : "", names[missing], data->names[0]);
    }
    lcn_namemap_clear(&ctx->allocator, &map);
    return status;
}

/* to_r = x_{from r} for r < p, elements `step` apart; to and x may be the same. */
static void gather_f64(double *to, const double *x, int64_t step, const int64_t *from, int64_t p,
                       double *scratch)
{
    for (int64_t r = 0; r < p; r++) scratch[r] = x[from[r] * step];
    for (int64_t r = 0; r < p; r++) to[r * step] = scratch[r];
}

static void gather_f32(float *to, const float *x, const int64_t *from, int64_t p, float *scratch)
{
    for (int64_t r = 0; r < p; r++) scratch[r] = x[from[r]];
    memcpy(to, scratch, (size_t)p * sizeof *to);
}

/* made: memory for the rows of a class that was borrowed until now, else NULL. */
static void permute(lcn_class *class, int64_t p, const int64_t *from, void *made, void *scratch)
{
    void *to = made != NULL ? made : class->owned; /* ld = p in either */
    int64_t rows = class->kind == LCN_COV ? p : lcn_rows_here(class);
    for (int64_t i = 0; i < rows; i++) {
        if (class->kind == LCN_ROWS_F32) {
            gather_f32((float *)to + i * p, (const float *)class->x + i * class->ld, from, p,
                       scratch);
        } else {
            gather_f64((double *)to + i * p, (const double *)class->x + i * class->ld, 1, from, p,
                       scratch);
        }
    }
    class->x = class->owned = to;
    class->ld = p;
    if (class->kind != LCN_COV) return;
    for (int64_t r = 0; r < p; r++) { /* the rows of a covariance are variables too */
        gather_f64((double *)to + r, (const double *)to + r, p, from, p, scratch);
    }
}

static lacon_status permute_all(lacon_ctx *ctx, lacon_data *data, const int64_t *from,
                                const char *const *names)
{
    lacon_status status = LACON_E_MEMORY;
    void **made = lcn_alloc(ctx, (size_t)data->n_classes + 1, sizeof *made);
    void *scratch = lcn_alloc(ctx, (size_t)data->p, sizeof(double));
    char **copy = lcn_names_copy(ctx, names, data->p);
    if (made == NULL || scratch == NULL || copy == NULL) goto done;
    for (int64_t c = 0; c < data->n_classes; c++) {
        const lcn_class *class = &data->classes[c];
        if (class->owned != NULL || !lcn_class_here(class)) continue;
        size_t size = class->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
        made[c] = lcn_alloc(ctx, (size_t) lcn_rows_here(class) * (size_t)data->p, size);
        if (made[c] == NULL) goto done;
    }
    for (int64_t c = 0; c < data->n_classes; c++) { /* from here on nothing can fail */
        if (lcn_class_here(&data->classes[c])) permute(&data->classes[c], data->p, from, made[c], scratch);
        made[c] = NULL;
    }
    lcn_free(&data->allocator, data->names);
    data->names = copy;
    copy = NULL;
    status = LACON_OK;
done:
    for (int64_t c = 0; made != NULL && c < data->n_classes; c++)
        lcn_free(&ctx->allocator, made[c]);
    lcn_free(&ctx->allocator, made);
    lcn_free(&ctx->allocator, scratch);
    lcn_free(&ctx->allocator, copy);
    return status;
}

/* ---- variables that the data do not have ---- */

/* Is there a covariance, or a variable that names do not have? */
static lacon_status check_narrow(lacon_ctx *ctx, const lacon_data *data, const lcn_namemap *known)
{
    for (int64_t r = 0; r < data->p; r++)
        LCN_FAIL_IF(lcn_namemap_find(known, data->names[r]) < 0, LACON_E_DATA,
                    "variable '%s' of the data is not in the model: leave it out (" LCN_OPTION "ignore '%s')",
                    data->names[r], data->names[r]);
    for (int64_t c = 0; c < data->n_classes; c++)
        LCN_FAIL_IF(data->classes[c].kind == LCN_COV, LACON_E_SHAPE,
                    "class '%s' is a covariance of %lld variables, the model has %lld",
                    data->classes[c].label, (long long)data->p, (long long)known->count);
    return LACON_OK;
}

/* Rows of a class with NaN where the model has a variable more: n × p, to[r] the new index of column r. */
static void *widened(lacon_ctx *ctx, const lcn_class *class, int64_t columns, const int64_t *to,
                     int64_t p)
{
    const bool single = class->kind == LCN_ROWS_F32;
    const size_t size = single ? sizeof(float) : sizeof(double);
    void *x = lcn_alloc(ctx, (size_t) class->n * (size_t)p, size);
    for (int64_t i = 0; x != NULL && i < class->n * p; i++) {
        if (single) ((float *)x)[i] = NAN;
        else ((double *)x)[i] = NAN;
    }
    for (int64_t i = 0; x != NULL && i < class->n * columns; i++) {
        const int64_t from = i / columns * class->ld + i % columns, at = i / columns * p + to[i % columns];
        if (single) ((float *)x)[at] = ((const float *)class->x)[from];
        else ((double *)x)[at] = ((const double *)class->x)[from];
    }
    return x;
}

static lacon_status widen_all(lacon_ctx *ctx, lacon_data *data, const int64_t *to, int64_t p,
                              const char *const *names)
{
    lacon_status status = LACON_E_MEMORY;
    char **copy = lcn_names_copy(ctx, names, p), **plain = lcn_default_names(ctx, p);
    void **made = lcn_alloc(ctx, (size_t)data->n_classes + 1, sizeof *made);
    if (copy == NULL || plain == NULL || made == NULL) goto done;
    for (int64_t c = 0; c < data->n_classes; c++) {
        made[c] = widened(ctx, &data->classes[c], data->p, to, p);
        if (made[c] == NULL) goto done;
    }
    for (int64_t c = 0; c < data->n_classes; c++) { /* from here on nothing can fail */
        lcn_class *class = &data->classes[c];
        lcn_free(&data->allocator, class->owned);
        class->x = class->owned = made[c];
        class->ld = p;
        made[c] = NULL;
    }
    lcn_free(&data->allocator, data->names);
    lcn_free(&data->allocator, data->default_names);
    data->names = copy;
    data->default_names = plain;
    data->p = p;
    copy = plain = NULL;
    status = LACON_OK;
done:
    for (int64_t c = 0; made != NULL && c < data->n_classes; c++)
        lcn_free(&ctx->allocator, made[c]);
    lcn_free(&ctx->allocator, made);
    lcn_free(&ctx->allocator, copy);
    lcn_free(&ctx->allocator, plain);
    return status;
}

/* Fewer variables than the model: the others are missing. */
static lacon_status widen(lacon_ctx *ctx, lacon_data *data, int64_t p, const char *const *names)
{
    lcn_namemap known;
    int64_t twin, again, *to = NULL;
    LCN_TRY(lcn_namemap_init(ctx, &known, names, p, &twin, &again));
    lacon_status status;
    LCN_GOTO(check_narrow(ctx, data, &known));
    to = lcn_alloc(ctx, (size_t)data->p, sizeof *to);
    status = to != NULL ? LACON_OK : LACON_E_MEMORY;
    LCN_GOTO(status);
    for (int64_t r = 0; r < data->p; r++) to[r] = lcn_namemap_find(&known, data->names[r]);
    LCN_GOTO(widen_all(ctx, data, to, p, names));
done:
    lcn_free(&ctx->allocator, to);
    lcn_namemap_clear(&ctx->allocator, &known);
    return status;
}

lacon_status lacon_data_align(lacon_ctx *ctx, lacon_data *data, int64_t p, const char *const *names)
{
    LCN_FAIL_IF(data->standardised, LACON_E_ARGUMENT, "align the variables before standardising");
    if (data->missing == LACON_MISSING_MARGINAL && data->names != NULL && data->p < p)
        return widen(ctx, data, p, names);
    LCN_FAIL_IF(data->p != p, LACON_E_SHAPE,
                "the data have %lld variables, the model has %lld: pick those of the model "
                "(" LCN_OPTION "columns, " LCN_OPTION "ignore)%s",
                (long long)data->p, (long long)p,
                data->names != NULL && data->p < p ? "; " LCN_OPTION "missing marginal does without the others" : "");
    if (data->names == NULL) return LACON_OK;
    int64_t *from = lcn_alloc(ctx, (size_t)p, sizeof *from);
    if (from == NULL) return LACON_E_MEMORY;
    bool same;
    lacon_status status = find_columns(ctx, from, &same, data, names);
    if (status >= 0 && !same) status = permute_all(ctx, data, from, names);
    lcn_free(&ctx->allocator, from);
    return status;
}
