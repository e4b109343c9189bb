/* SPDX-License-Identifier: BSD-3-Clause
 * Do the groups that are compared differ in what makes their estimates noisy, rows, effective rows and motion? What is
 * found is told in the warnings, with what it does to the test.
 */
#include "inference/test_result.h"
#include "model/model.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* Largest mean over smallest from which groups are said to differ: a quarter more rows is an eighth less spread. */
static const double UNLIKE = 1.25;

static bool begins(const char *text, const char *word)
{
    while (*word && tolower((unsigned char)*text) == *word) text++, word++;
    return *word == '\0';
}

/* "motion", "mean_fd", "FD": fd must be alone between other signs. */
static bool tells_motion(const char *name)
{
    for (const char *p = name; *p; p++) {
        if (begins(p, "motion") || begins(p, "framewise") || begins(p, "displacement")) return true;
        const bool alone = p == name || !isalpha((unsigned char)p[-1]);
        if (begins(p, "fd") && alone && !isalpha((unsigned char)p[2])) return true;
    }
    return false;
}

static int64_t motion_column(const lacon_participants *t, const int64_t *rows, int64_t n)
{
    for (int64_t c = 0; c < t->columns; c++) {
        bool numbers = tells_motion(t->names[c]);
        for (int64_t i = 0; i < n && numbers; i++) numbers = !isnan(t->values[rows[i] * t->columns + c]);
        if (numbers) return c;
    }
    return -1;
}

static double *field(lacon_group_rows *g, int which)
{
    return which == 0 ? &g->rows : which == 1 ? &g->effective : &g->motion;
}

/* "A 40, B 300", or NULL where they are alike; *status tells of memory. */
static char *unlike(lacon_ctx *ctx, lacon_test *t, int which, lacon_status *status)
{
    const lcn_design *d = &t->design;
    double low = INFINITY, high = -INFINITY;
    for (int64_t g = 0; g < d->n_groups; g++) {
        const double x = *field(&t->group_rows[g], which);
        if (isnan(x)) return NULL;
        low = fmin(low, x);
        high = fmax(high, x);
    }
    if (!(low >= 0.0 && high > UNLIKE * low)) return NULL;
    char *list = lcn_strdup(ctx, "");
    for (int64_t g = 0; list && g < d->n_groups; g++) {
        char *longer = lcn_sprintf(ctx, "%s%s%s %.3g", list, g ? ", " : "", d->groups[g],
                                   *field(&t->group_rows[g], which));
        lcn_free(&ctx->allocator, list);
        list = longer;
    }
    if (!list) *status = LACON_E_MEMORY;
    return list;
}

static lacon_status warn_of(lacon_ctx *ctx, lacon_test *t, int which, bool in_model)
{
    static const char *const names[] = {"rows", "effective rows", "motion"};
    const bool own = t->design.n_variance > 1 || (t->design.whole && t->design.own_variance);
    const char *const noise =
        own ? "the estimates of some are noisier; each has its own variance in this test, so p and intervals allow "
              "for it"
        : t->design.own_variance
            ? "the estimates of some are noisier, and groups are too small for variances of their own: where the "
              "noisier one is the smaller one p is too small"
            : "the estimates of some are noisier, but one variance was asked for: where the noisier group is the "
              "smaller one p is too small; let variance be auto";
    const char *const moves =
        in_model ? "the model takes it off as a straight line, and nothing mends what is not one"
                 : "it changes the correlations themselves, which no variance mends: put it into the model";
    lacon_status status = LACON_OK;
    char *list = unlike(ctx, t, which, &status);
    if (list)
        status = lcn_test_warn(ctx, t, "groups differ in %s%s%s%s (means: %s): %s", names[which],
                               which == 2 ? ", '" : "", which == 2 ? t->motion : "", which == 2 ? "'" : "", list,
                               which == 2 ? moves : noise);
    lcn_free(&ctx->allocator, list);
    return status;
}

lacon_status lcn_test_compare(lacon_ctx *ctx, lacon_test *t, const lacon_model *model, const lacon_participants *table,
                              const lcn_formula *formula, const int64_t *classes, const int64_t *rows)
{
    const lcn_design *d = &t->design;
    if (d->n_groups < 2) return LACON_OK;
    const int64_t motion = motion_column(table, rows, d->n);
    bool in_model = false;
    t->group_rows = lcn_alloc(ctx, (size_t)d->n_groups, sizeof *t->group_rows);
    if (motion >= 0) t->motion = lcn_strdup(ctx, table->names[motion]);
    if (!t->group_rows || (motion >= 0 && !t->motion)) return LACON_E_MEMORY;
    for (int64_t i = 0; i < d->n; i++) {
        lacon_group_rows *g = &t->group_rows[d->group_of[i]];
        const double share = 1.0 / (double)d->group_sizes[d->group_of[i]];
        g->rows += share * (double)model->n[classes[i]];
        g->effective += share * model->effective[classes[i]];
        g->motion += motion >= 0 ? share * table->values[rows[i] * table->columns + motion] : NAN;
    }
    for (int64_t i = 0; i < formula->n_columns && motion >= 0; i++)
        in_model |= strcmp(formula->columns[i].name, table->names[motion]) == 0;
    t->info.group_rows = t->group_rows;
    t->info.motion = t->motion;
    for (int which = 0; which < 3; which++) LCN_TRY(warn_of(ctx, t, which, in_model));
    return LACON_OK;
}
