/* SPDX-License-Identifier: BSD-3-Clause
 * The result of an estimate (or the truth of a simulation): memory and accessors. Estimation is in
 * estimate.c, truth in truth.c, files in results/causal_folder.c.
 */
#include "causal/causal.h"

#include "data/namemap.h"
#include "util/options.h"

#include <math.h>
#include <string.h>

void lacon_causal_free(lacon_causal *s)
{
    if (s == NULL) return;
    const lacon_allocator a = s->allocator;
    for (int64_t i = 0; i < s->n_warnings; i++) lcn_free(&a, s->warnings[i]);
    void *const blocks[] = {s->B,         s->total,    s->order,   s->names, s->labels,   s->block,
                            s->frequency, s->variance, s->floored, s->noise, s->warnings, s->lagged, s};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(&a, blocks[i]);
}

/* One block for each kind of array; the first pointer owns it. */
static bool alloc_trust(lacon_ctx *ctx, lacon_causal *s)
{
    const size_t N = (size_t)s->n_classes, k = (size_t)s->k, each = N * k * k;
    s->variance = lcn_alloc(ctx, 4 * N * k, sizeof *s->variance);
    s->block = lcn_alloc(ctx, N, sizeof *s->block);
    s->floored = lcn_alloc(ctx, N, sizeof *s->floored);
    s->noise = lcn_alloc(ctx, N, sizeof *s->noise);
    if (!s->variance || !s->block || !s->floored || !s->noise) return false;
    s->skewness = s->variance + N * k;
    s->kurtosis = s->skewness + N * k;
    s->gaussian = s->kurtosis + N * k;
    if (s->boot == 0) return true;
    s->frequency = lcn_alloc(ctx, each, 5 * sizeof *s->frequency);
    if (!s->frequency) return false;
    s->precedence = s->frequency + each;
    s->low = s->precedence + each;
    s->high = s->low + each;
    s->independence = s->high + each;
    return true;
}

/* "1" .. "count" or prefix and number, in one block as lcn_names_copy makes it. */
static char **numbered(lacon_ctx *ctx, const char *format, int64_t count)
{
    const char **texts = lcn_alloc(ctx, (size_t)count, sizeof *texts);
    char **copy = NULL;
    bool good = texts != NULL;
    for (int64_t i = 0; good && i < count; i++) {
        texts[i] = format[0] == 'c' ? lcn_sprintf(ctx, "class-%03lld", (long long)i + 1)
                                    : lcn_sprintf(ctx, "%lld", (long long)i + 1);
        good = texts[i] != NULL;
    }
    if (good) copy = lcn_names_copy(ctx, texts, count);
    for (int64_t i = 0; texts && i < count; i++) lcn_free(&ctx->allocator, (void *)texts[i]);
    lcn_free(&ctx->allocator, texts);
    return copy;
}

lacon_status lcn_causal_alloc(lacon_ctx *ctx, lacon_causal **out, int64_t k, int64_t classes,
                              const char *const *names, const char *const *labels, bool estimated,
                              int64_t boot)
{
    const size_t N = (size_t)classes, kk = (size_t)k * (size_t)k;
    lacon_status status = LACON_E_MEMORY;
    *out = NULL;
    lacon_causal *s = lcn_alloc(ctx, 1, sizeof *s);
    if (s == NULL) return LACON_E_MEMORY;
    *s = (lacon_causal){.allocator = ctx->allocator, .k = k, .n_classes = classes, .boot = boot};
    s->B = lcn_alloc(ctx, N * kk, sizeof *s->B);
    s->total = lcn_alloc(ctx, N * kk, sizeof *s->total);
    s->order = lcn_alloc(ctx, N * (size_t)k, sizeof *s->order);
    if (!s->B || !s->total || !s->order) goto done;
    if (estimated && !alloc_trust(ctx, s)) goto done;
    s->names = names ? lcn_names_copy(ctx, names, k) : numbered(ctx, "number", k);
    s->labels = labels ? lcn_names_copy(ctx, labels, classes) : numbered(ctx, "class", classes);
    if (!s->names || !s->labels) goto done;
    *out = s;
    return LACON_OK;
done:
    lacon_causal_free(s);
    return status;
}

/* One block: effects, and with a bootstrap their intervals. */
lacon_status lcn_causal_alloc_lags(lacon_ctx *ctx, lacon_causal *s, int64_t lags)
{
    const int64_t each = s->n_classes * lags * s->k * s->k;
    s->lags = lags;
    if (lags == 0) return LACON_OK;
    s->lagged = lcn_alloc(ctx, (size_t)each, (s->boot > 0 ? 3 : 1) * sizeof *s->lagged);
    if (s->lagged == NULL) return LACON_E_MEMORY;
    if (s->boot == 0) return LACON_OK;
    s->lagged_low = s->lagged + each;
    s->lagged_high = s->lagged_low + each;
    return LACON_OK;
}

lacon_status lcn_causal_warn(lacon_ctx *ctx, lacon_causal *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = lcn_vsprintf(ctx, format, args);
    va_end(args);
    LCN_TRY(lcn_append_text(ctx, &s->warnings, &s->n_warnings, text));
    lcn_log(ctx, LACON_LOG_WARNING, "%s", text);
    return LACON_OK;
}

/* order is a permutation, and B has no arrow against it */
static lacon_status check_parts(lacon_ctx *ctx, int64_t k, int64_t c, const double *B,
                                const int64_t *order, int64_t *position)
{
    for (int64_t j = 0; j < k; j++) position[j] = -1;
    for (int64_t at = 0; at < k; at++) {
        LCN_FAIL_IF(order[at] < 0 || order[at] >= k || position[order[at]] >= 0, LACON_E_DATA,
                    "the order of class %lld is no permutation of 0..%lld: %lld in position %lld",
                    (long long)c, (long long)k - 1, (long long)order[at], (long long)at);
        position[order[at]] = at;
    }
    for (int64_t to = 0; to < k; to++)
        for (int64_t from = 0; from < k; from++) {
            const double b = B[to * k + from];
            LCN_FAIL_IF(!isfinite(b) || (b != 0 && position[from] >= position[to]), LACON_E_DATA,
                        "class %lld: the effect %g of module %lld on module %lld goes against the "
                        "order",
                        (long long)c, b, (long long)from + 1, (long long)to + 1);
        }
    return LACON_OK;
}

lacon_status lacon_causal_new(lacon_ctx *ctx, lacon_causal **out, int64_t k, int64_t classes,
                              const double *B, const int64_t *order, const char *const *names,
                              const char *const *labels)
{
    *out = NULL;
    LCN_FAIL_IF(k < 1 || classes < 1, LACON_E_ARGUMENT, "%lld modules in %lld classes",
                (long long)k, (long long)classes);
    int64_t *position = lcn_alloc(ctx, (size_t)k, sizeof *position);
    lacon_status status = position ? LACON_OK : LACON_E_MEMORY;
    for (int64_t c = 0; c < classes && status >= 0; c++)
        status = check_parts(ctx, k, c, B + c * k * k, order + c * k, position);
    lcn_free(&ctx->allocator, position);
    if (status < 0) return status;
    LCN_TRY(lcn_causal_alloc(ctx, out, k, classes, names, labels, false, 0));
    const size_t count = (size_t)(classes * k);
    memcpy((*out)->B, B, count * (size_t)k * sizeof *B);
    memcpy((*out)->order, order, count * sizeof *order);
    for (int64_t c = 0; c < classes; c++)
        lcn_total_effects((*out)->total + c * k * k, k, B + c * k * k, order + c * k);
    return LACON_OK;
}

int64_t lacon_causal_modules(const lacon_causal *s)
{
    return s->k;
}
int64_t lacon_causal_classes(const lacon_causal *s)
{
    return s->n_classes;
}
static bool has(const lacon_causal *s, int64_t c) { return c >= 0 && c < s->n_classes; }

const char *lacon_causal_name(const lacon_causal *s, int64_t j)
{
    return j >= 0 && j < s->k ? s->names[j] : NULL;
}
const char *lacon_causal_label(const lacon_causal *s, int64_t c)
{
    return has(s, c) ? s->labels[c] : NULL;
}
const double *lacon_causal_B(const lacon_causal *s, int64_t c)
{
    return has(s, c) ? s->B + c * s->k * s->k : NULL;
}

const double *lacon_causal_total(const lacon_causal *s, int64_t c)
{
    return has(s, c) ? s->total + c * s->k * s->k : NULL;
}

const int64_t *lacon_causal_order(const lacon_causal *s, int64_t c)
{
    return has(s, c) ? s->order + c * s->k : NULL;
}

const lacon_causal_options *lacon_causal_options_used(const lacon_causal *s)
{
    return s->variance != NULL ? &s->options : NULL;
}

int64_t lacon_causal_warnings(const lacon_causal *s, const char *const **texts)
{
    if (texts) *texts = (const char *const *)s->warnings;
    return s->n_warnings;
}

int64_t lacon_causal_lags(const lacon_causal *s)
{
    return s->lags;
}

const double *lacon_causal_lagged(const lacon_causal *s, int64_t c, const double **low, const double **high)
{
    const int64_t at = c * s->lags * s->k * s->k;
    if (low) *low = s->lagged_low ? s->lagged_low + at : NULL;
    if (high) *high = s->lagged_high ? s->lagged_high + at : NULL;
    return s->lagged ? s->lagged + at : NULL;
}

static void get_trust(const lacon_causal *s, int64_t c, lacon_causal_trust *out)
{
    const int64_t k = s->k, kk = k * k;
    *out = (lacon_causal_trust){.boot = s->boot};
    if (s->variance == NULL) return;
    out->block = s->block[c];
    out->variance = s->variance + c * k;
    out->skewness = s->skewness + c * k;
    out->kurtosis = s->kurtosis + c * k;
    out->gaussian = s->gaussian + c * k;
    out->floored = s->floored[c];
    out->noise = s->noise[c];
    if (s->boot == 0) return;
    out->frequency = s->frequency + c * kk;
    out->precedence = s->precedence + c * kk;
    out->low = s->low + c * kk;
    out->high = s->high + c * kk;
    out->independence = s->independence + c * kk;
}

int lacon_causal_trust_get_sized(const lacon_causal *s, int64_t c, lacon_causal_trust *out, size_t size)
{
    lacon_causal_trust ours = {0};
    const bool there = has(s, c);
    if (there) get_trust(s, c, &ours);
    lcn_struct_give(out, size, &ours, sizeof ours);
    return there;
}

int lacon_causal_identifiable(const lacon_causal *s, int64_t c, int64_t a, int64_t b)
{
    if (s->boot == 0 || !has(s, c) || a < 0 || a >= s->k || b < 0 || b >= s->k) return -1;
    const double share = s->precedence[(c * s->k + b) * s->k + a]; /* a before b */
    return share >= 1 - s->options.level / 2 || share <= s->options.level / 2;
}
