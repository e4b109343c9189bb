/* SPDX-License-Identifier: BSD-3-Clause
 * Columns of a model that may not be what they are taken for: a few whole numbers that are a slope and may be labels of
 * groups (or one of them a code for missing), and labels that differ in case alone. Called by test_run.c.
 */
#include "data/namemap.h"
#include "inference/inference.h"
#include "inference/test_result.h"
#include "util/looks_same.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5 }; /* different numbers: with more a slope is meant */

typedef struct value {
    double x;
    int64_t times;
} value;

static int by_number(const void *a, const void *b)
{
    const value *x = a, *y = b;
    return (x->x > y->x) - (x->x < y->x);
}

/* The different numbers of a column, in order; more than MOST, or 0 where one is missing or no whole number. */
static int count_values(const lacon_participants *t, int64_t column, const int64_t *rows, int64_t n, value *seen)
{
    int count = 0;
    for (int64_t i = 0; i < n; i++) {
        const double x = t->values[rows[i] * t->columns + column];
        int at = 0;
        if (!(x == rint(x))) return 0;
        while (at < count && seen[at].x != x) at++;
        if (at == MOST) return MOST + 1;
        if (at == count) seen[count++] = (value){.x = x};
        seen[at].times++;
    }
    qsort(seen, (size_t)count, sizeof *seen, by_number);
    return count;
}

/* "dx=1-2" takes the numbers of dx for labels too. */
static bool is_compared(const lacon_test *test, const char *name)
{
    const char *contrast = test->options.contrast;
    const size_t length = strlen(name);
    return contrast && strncmp(contrast, name, length) == 0 && contrast[length] == '=';
}

/* Three values and more, each of several classes. */
static lacon_status tell_few_numbers(lacon_ctx *ctx, lacon_test *test, const lacon_participants *t, const char *name,
                                     int64_t column, const int64_t *rows, int64_t n)
{
    value seen[MOST];
    const int count = count_values(t, column, rows, n, seen);
    bool all = count >= 3 && count <= MOST;
    for (int i = 0; all && i < count; i++) all = seen[i].times >= 2;
    if (!all) return LACON_OK;
    return lcn_test_warn(ctx, test, "'%s' has %d different numbers alone, %.15g, %.15g %s %.15g, and is taken for a "
                         "slope: if they are labels write C(%s), and if one means missing leave its lines out",
                         name, count, seen[0].x, seen[1].x, count > 3 ? ".." : "and", seen[count - 1].x, name);
}

static lacon_status tell_cases(lacon_ctx *ctx, lacon_test *test, const lacon_participants *t, const char *name,
                               int64_t column, const int64_t *rows, int64_t n)
{
    lcn_namelist levels = {0};
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < n && status >= 0; i++) {
        const char *cell = lacon_participants_cell(t, rows[i], column);
        int64_t at;
        if (cell) status = lcn_namelist_add(ctx, &levels, cell, &at);
    }
    enum { FEW = 50 }; /* ids and the like are no groups */
    for (int64_t a = 0; a < levels.count && levels.count <= FEW; a++)
        for (int64_t b = 0; b < a && status >= 0; b++)
            if (lcn_looks_same(levels.names[a], levels.names[b]))
                status = lcn_test_warn(ctx, test, "'%s' and '%s' of column '%s' are groups of their own: one in two "
                                       "ways of writing?", levels.names[b], levels.names[a], name);
    lcn_namelist_clear(&ctx->allocator, &levels);
    return status;
}

lacon_status lcn_test_odd_cells(lacon_ctx *ctx, lacon_test *test, const lacon_participants *t,
                                const lcn_formula *formula, const int64_t *rows, int64_t n)
{
    for (int64_t i = 0; i < formula->n_columns; i++) {
        int64_t column;
        const char *name = formula->columns[i].name;
        LCN_TRY(lcn_participants_find(ctx, t, name, &column));
        if (!formula->columns[i].labels && !is_compared(test, name))
            LCN_TRY(tell_few_numbers(ctx, test, t, name, column, rows, n));
        LCN_TRY(tell_cases(ctx, test, t, name, column, rows, n));
    }
    return LACON_OK;
}
