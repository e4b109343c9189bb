/* SPDX-License-Identifier: BSD-3-Clause
 * The option table of a fit: everything here is made from options.def.
 */
#include "fit/fit.h"
#include "util/number.h"
#include "util/options.h"
#include <lacon/fit.h>

#include <math.h>
#include <stddef.h>
#include <string.h>

typedef enum kind { KIND_INTEGER, KIND_REAL, KIND_CHOICE } kind;

typedef struct row {
    lacon_option_row shown;
    kind kind;
    size_t offset, width;
    double low, high; /* admissible, both ends */
} row;

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define FIELD(f) offsetof(lacon_fit_options, f), sizeof(((lacon_fit_options *)0)->f)
#define INTEGER(f, name, def, low, high, help)                                                     \
    {{name, "integer", TEXT(def), TEXT(low) "..", help}, KIND_INTEGER, FIELD(f), (double)(low),    \
     (double)(high)},
#define REAL(f, name, def, low, high, help)                                                        \
    {{name, "real", TEXT(def), TEXT(low) ".." TEXT(high), help}, KIND_REAL, FIELD(f), (low), (high)},
#define CHOICE(f, name, list, def, help)                                                           \
    {{name, "choice", def, list, help}, KIND_CHOICE, FIELD(f), 0, 0},
static const row ROWS[] = {
#include "fit/options.def"
};
#undef INTEGER
#undef REAL
#undef CHOICE

enum { N_ROWS = sizeof ROWS / sizeof *ROWS };

int lacon_fit_option_count(void) { return N_ROWS; }

const lacon_option_row *lacon_fit_option(int i)
{
    return i >= 0 && i < N_ROWS ? &ROWS[i].shown : NULL;
}

void lacon_fit_options_init_sized(lacon_fit_options *options, size_t size)
{
    lacon_fit_options defaults = {.size = sizeof defaults};
#define INTEGER(f, name, def, low, high, help) defaults.f = (def);
#define REAL(f, name, def, low, high, help) defaults.f = (def);
#define CHOICE(f, name, list, def, help) defaults.f = 0; /* the first of the list */
#include "fit/options.def"
    lcn_options_give(options, size, &defaults, sizeof defaults);
#undef INTEGER
#undef REAL
#undef CHOICE
}

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

static lacon_status set_row(lacon_ctx *ctx, const row *r, void *field, const char *value)
{
    const char *name = r->shown.name;
    if (r->kind == KIND_CHOICE) {
        const int i = position(r->shown.range, value);
        LCN_FAIL_IF(i < 0, LACON_E_ARGUMENT, "%s: '%s' is not one of %s", name, value, r->shown.range);
        store(field, r->width, i);
    } else if (r->kind == KIND_INTEGER) {
        int64_t x = 0;
        LCN_FAIL_IF(!lcn_parse_int64(value, strlen(value), &x), LACON_E_ARGUMENT,
                    "%s: '%s' is not a whole number", name, value);
        LCN_FAIL_IF((double)x < r->low || (double)x > r->high, LACON_E_ARGUMENT,
                    "%s: %s is outside %.0f..%.0f", name, value, r->low, r->high);
        store(field, r->width, x);
    } else {
        double x = 0.0;
        LCN_FAIL_IF(!lcn_parse_double(value, strlen(value), &x) || !isfinite(x), LACON_E_ARGUMENT,
                    "%s: '%s' is not a number", name, value);
        LCN_FAIL_IF(x < r->low || x > r->high, LACON_E_ARGUMENT, "%s: %s is outside %g..%g", name, value,
                    r->low, r->high);
        memcpy(field, &x, sizeof x);
    }
    return LACON_OK;
}

lacon_status lacon_fit_options_set(lacon_ctx *ctx, lacon_fit_options *options, const char *name,
                                   const char *value)
{
    for (int i = 0; i < N_ROWS; i++)
        if (strcmp(ROWS[i].shown.name, name) == 0 && ROWS[i].offset + ROWS[i].width <= options->size)
            return set_row(ctx, &ROWS[i], (char *)options + ROWS[i].offset, value);
    return lcn_fail(ctx, LACON_E_ARGUMENT, "there is no fit option '%s'", name);
}

static double field_value(const row *r, const lacon_fit_options *options)
{
    const char *field = (const char *)options + r->offset;
    if (r->kind == KIND_REAL) {
        double x;
        memcpy(&x, field, sizeof x);
        return x;
    }
    int32_t narrow;
    int64_t wide;
    if (r->width == sizeof narrow) {
        memcpy(&narrow, field, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, field, sizeof wide);
    return (double)wide;
}

lacon_status lcn_fit_options_check(lacon_ctx *ctx, const lacon_fit_options *options)
{
    for (int i = 0; i < N_ROWS; i++) {
        const row *r = &ROWS[i];
        double low = r->low, high = r->high;
        if (r->kind == KIND_CHOICE) {
            high = 0;
            for (const char *c = r->shown.range; *c; c++) high += *c == '|';
        }
        const double x = field_value(r, options);
        LCN_FAIL_IF(!(x >= low && x <= high), LACON_E_ARGUMENT, "%s: %g is outside %g..%g",
                    r->shown.name, x, low, high);
    }
    return LACON_OK;
}
