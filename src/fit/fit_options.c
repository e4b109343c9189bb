/* SPDX-License-Identifier: BSD-3-Clause
 * The option table of a fit: defaults, ranges and names, all derived from options.def.
 */
#include "fit/fit.h"
#include "util/option_table.h"
#include "util/options.h"
#include <lacon/fit.h>

#include <stddef.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define FIELD(f) offsetof(lacon_fit_options, f), sizeof(((lacon_fit_options *)0)->f)
#define INTEGER(f, name, def, low, high, help)                                                     \
    {{name, "integer", TEXT(def), TEXT(low) "..", help}, LCN_OPTION_INTEGER, FIELD(f), (double)(low),    \
     (double)(high)},
#define BOUNDED(f, name, def, low, high, help)                                                     \
    {{name, "integer", TEXT(def), TEXT(low) ".." TEXT(high), help}, LCN_OPTION_INTEGER, FIELD(f),        \
     (double)(low), (double)(high)},
#define REAL(f, name, def, low, high, help)                                                        \
    {{name, "real", TEXT(def), TEXT(low) ".." TEXT(high), help}, LCN_OPTION_REAL, FIELD(f), (low), (high)},
#define CHOICE(f, name, list, def, help)                                                           \
    {{name, "choice", def, list, help}, LCN_OPTION_CHOICE, FIELD(f), 0, 0},
static const lcn_option ROWS[] = {
#include "fit/options.def"
};
#undef INTEGER
#undef BOUNDED
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
#define BOUNDED INTEGER
#define REAL(f, name, def, low, high, help) defaults.f = (def);
#define CHOICE(f, name, list, def, help) defaults.f = 0; /* the first of the list */
#include "fit/options.def"
    lcn_options_give(options, size, &defaults, sizeof defaults);
#undef INTEGER
#undef BOUNDED
#undef REAL
#undef CHOICE
}

const lcn_option_table lcn_fit_options = {.name = "fit", .rows = ROWS, .count = N_ROWS};

lacon_status lacon_fit_options_set(lacon_ctx *ctx, lacon_fit_options *options, const char *name,
                                   const char *value)
{
    return lcn_option_set(ctx, &lcn_fit_options, options, name, value);
}

lacon_status lcn_fit_options_check(lacon_ctx *ctx, const lacon_fit_options *options)
{
    return lcn_option_check(ctx, &lcn_fit_options, options);
}
