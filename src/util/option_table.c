/* SPDX-License-Identifier: BSD-3-Clause
 * Options by name; see option_table.h.
 */
#include "util/option_table.h"
#include "util/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Position of value in "first|second|...", or -1. */
static int position(const char *list, const char *value)
{
    const size_t length = strlen(value);
    for (int i = 0; *list; i++) {
        const size_t n = strcspn(list, "|");
        if (n == length && memcmp(list, value, n) == 0) return i;
        list += n + (list[n] == '|');
    }
    return -1;
}

static void store(void *field, size_t width, int64_t value)
{
    const int32_t narrow = (int32_t)value;
    if (width == sizeof narrow) memcpy(field, &narrow, sizeof narrow);
    else memcpy(field, &value, sizeof value);
}

static lacon_status set_integer(lacon_ctx *ctx, const lcn_option *r, void *field, const char *value)
{
    int64_t x = 0;
    LCN_FAIL_IF(!lcn_parse_int64(value, strlen(value), &x), LACON_E_ARGUMENT, "%s: '%s' is not a whole number",
                r->shown.name, value);
    LCN_FAIL_IF((double)x < r->low || (double)x > r->high, LACON_E_ARGUMENT, "%s: %s is outside %.0f..%.0f",
                r->shown.name, value, r->low, r->high);
    store(field, r->width, x);
    return LACON_OK;
}

static lacon_status set_real(lacon_ctx *ctx, const lcn_option *r, void *field, const char *value)
{
    double x = 0.0;
    LCN_FAIL_IF(!lcn_parse_double(value, strlen(value), &x) || !isfinite(x), LACON_E_ARGUMENT,
                "%s: '%s' is not a number", r->shown.name, value);
    LCN_FAIL_IF(x < r->low || x > r->high, LACON_E_ARGUMENT, "%s: %s is outside %g..%g", r->shown.name, value,
                r->low, r->high);
    memcpy(field, &x, sizeof x);
    return LACON_OK;
}

static lacon_status set_choice(lacon_ctx *ctx, const lcn_option *r, void *field, const char *value)
{
    const int i = position(r->shown.range, value);
    LCN_FAIL_IF(i < 0, LACON_E_ARGUMENT, "%s: '%s' is not one of %s", r->shown.name, value, r->shown.range);
    store(field, r->width, i);
    return LACON_OK;
}

static lacon_status set_row(lacon_ctx *ctx, const lcn_option *r, void *field, const char *value)
{
    switch (r->kind) {
    case LCN_OPTION_INTEGER: return set_integer(ctx, r, field, value);
    case LCN_OPTION_REAL: return set_real(ctx, r, field, value);
    case LCN_OPTION_CHOICE:
    case LCN_OPTION_FLAG: return set_choice(ctx, r, field, value);
    case LCN_OPTION_TEXT: memcpy(field, &value, sizeof value);
    }
    return LACON_OK;
}

static lacon_status fail_unknown(lacon_ctx *ctx, const lcn_option_table *table, const char *name)
{
    char known[1024] = "";
    size_t length = 0;
    for (int i = 0; i < table->count && length + 40 < sizeof known; i++)
        if (table->rows[i].width > 0)
            length += (size_t)snprintf(known + length, sizeof known - length, "%s%.30s", length > 0 ? ", " : "",
                                       table->rows[i].shown.name);
    return lcn_fail(ctx, LACON_E_ARGUMENT, "there is no %s option '%s'; there are %s", table->name, name, known);
}

lacon_status lcn_option_set(lacon_ctx *ctx, const lcn_option_table *table, void *options, const char *name,
                            const char *value)
{
    size_t size;
    memcpy(&size, options, sizeof size);
    for (int i = 0; i < table->count; i++) {
        const lcn_option *r = &table->rows[i];
        if (strcmp(r->shown.name, name) == 0 && r->width > 0 && r->offset + r->width <= size)
            return set_row(ctx, r, (char *)options + r->offset, value);
    }
    return fail_unknown(ctx, table, name);
}

static double field_value(const lcn_option *r, const void *options)
{
    const char *field = (const char *)options + r->offset;
    double x;
    int32_t narrow;
    int64_t wide;
    if (r->kind == LCN_OPTION_REAL) {
        memcpy(&x, field, sizeof x);
        return x;
    }
    if (r->width == sizeof narrow) {
        memcpy(&narrow, field, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, field, sizeof wide);
    return (double)wide;
}

lacon_status lcn_option_check(lacon_ctx *ctx, const lcn_option_table *table, const void *options)
{
    for (int i = 0; i < table->count; i++) {
        const lcn_option *r = &table->rows[i];
        double low = r->low, high = r->high;
        if (r->kind == LCN_OPTION_TEXT) continue;
        if (r->kind == LCN_OPTION_CHOICE || r->kind == LCN_OPTION_FLAG) {
            low = high = 0;
            for (const char *c = r->shown.range; *c; c++) high += *c == '|';
        }
        const double x = field_value(r, options);
        LCN_FAIL_IF(!(x >= low && x <= high), LACON_E_ARGUMENT, "%s: %g is outside %g..%g", r->shown.name, x, low,
                    high);
    }
    return LACON_OK;
}

void lcn_option_digest(lcn_sha256 *hash, const lcn_option_table *table, const void *options)
{
    for (int i = 0; i < table->count; i++) {
        const lcn_option *row = &table->rows[i];
        const char *field = (const char *)options + row->offset;
        if (row->kind == LCN_OPTION_TEXT) {
            field = *(const char *const *)(const void *)field;
            lcn_sha256_update(hash, field ? field : "", field ? strlen(field) + 1 : 0);
        } else {
            lcn_sha256_update(hash, field, row->width);
        }
    }
}
