/* SPDX-License-Identifier: BSD-3-Clause
 * From a table and a formula to the columns of a linear model, the tested ones first. Levels A and B
 * of a contrast become one column (1_A - 1_B) / 2, whose coefficient is the difference of their means,
 * and an indicator for each other level; a whole factor becomes indicators of all levels but one.
 * Whether columns depend on each other is found in basis.c.
 */
#include "data/namemap.h"
#include "inference/inference.h"
#include "util/number.h"

#include <math.h>
#include <string.h>

/* A term of the formula with what its column holds in the rows that take part. */
typedef struct term {
    const char *name;
    int64_t column;
    bool labels;
    lcn_namelist levels; /* sorted order in `order` */
    int64_t *order;      /* levels.count: position in the sorted list -> index of the level */
    int32_t *level;      /* n: index in levels */
    int64_t *sizes;      /* levels.count */
} term;

typedef struct maker {
    lacon_ctx *ctx;
    lcn_design *design;
    const lacon_participants *table;
    const int64_t *rows;
    const lacon_test_options *options;
    term *terms;
    int64_t n, count;
    int64_t tested;      /* term */
    int64_t plus, minus; /* levels of the contrast, -1: the whole term */
    int64_t width;       /* columns written */
} maker;

static const char *cell(const maker *m, const term *t, int64_t i)
{
    return m->table->cells[m->rows[i] * m->table->columns + t->column];
}

static double value(const maker *m, const term *t, int64_t i)
{
    return m->table->values[m->rows[i] * m->table->columns + t->column];
}

static const char *table_name(const maker *m)
{
    return m->table->path ? m->table->path : "the table of participants";
}

/* ---- terms ---- */

/* Numbers and words in one column are a slip of the pen more often than a factor. */
static lacon_status kind_of(maker *m, term *t, bool forced)
{
    int64_t words = 0, first = -1;
    for (int64_t i = 0; i < m->n; i++)
        if (isnan(value(m, t, i))) {
            words++;
            if (first < 0) first = i;
        }
    t->labels = forced || words == m->n;
    if (forced || words == 0 || words == m->n) return LACON_OK;
    return lcn_fail(m->ctx, LACON_E_DATA,
                    "%s:%lld: column '%s' has numbers and '%s': mend the cell, or write C(%s) if all are "
                    "labels", table_name(m), (long long)m->table->line[m->rows[first]], t->name,
                    cell(m, t, first), t->name);
}

/* By value where both are numbers, else by bytes. */
static int by_level(const char *a, const char *b)
{
    double x, y;
    const bool numbers =
        lcn_parse_double(a, strlen(a), &x) && lcn_parse_double(b, strlen(b), &y);
    return numbers && x != y ? (x < y ? -1 : 1) : strcmp(a, b);
}

static lacon_status take_levels(maker *m, term *t)
{
    t->level = lcn_alloc(m->ctx, (size_t)m->n, sizeof *t->level);
    t->order = lcn_alloc(m->ctx, (size_t)m->n, sizeof *t->order);
    t->sizes = lcn_alloc(m->ctx, (size_t)m->n, sizeof *t->sizes);
    if (!t->level || !t->order || !t->sizes) return LACON_E_MEMORY;
    for (int64_t i = 0; i < m->n; i++) {
        int64_t at;
        LCN_TRY(lcn_namelist_add(m->ctx, &t->levels, cell(m, t, i), &at));
        t->level[i] = (int32_t)at;
        t->sizes[at]++;
    }
    for (int64_t i = 0; i < t->levels.count; i++) {
        int64_t at = i;
        for (; at > 0 && by_level(t->levels.names[t->order[at - 1]], t->levels.names[i]) > 0; at--)
            t->order[at] = t->order[at - 1];
        t->order[at] = i;
    }
    return LACON_OK;
}

static lacon_status take_terms(maker *m, const lcn_formula *formula, bool tested_is_factor)
{
    for (int64_t i = 0; i < m->count; i++) {
        term *t = &m->terms[i];
        LCN_TRY(kind_of(m, t, formula->terms[i].labels || (i == m->tested && tested_is_factor)));
        if (t->labels) LCN_TRY(take_levels(m, t));
    }
    return LACON_OK;
}

/* ---- the contrast ---- */

/* The term the contrast names; *rest is what follows its name: "" or "A-B". */
static lacon_status find_tested(maker *m, const char *contrast, const char **rest)
{
    *rest = "";
    m->tested = contrast ? -1 : 0;
    size_t longest = 0;
    for (int64_t i = 0; contrast && i < m->count; i++) {
        const size_t length = strlen(m->terms[i].name);
        if (strncmp(contrast, m->terms[i].name, length) != 0 || length < longest) continue;
        if (contrast[length] != '\0' && contrast[length] != '=') continue;
        m->tested = i;
        longest = length;
        *rest = contrast + length + (contrast[length] == '=');
    }
    if (m->tested >= 0) return LACON_OK;
    return lcn_fail(m->ctx, LACON_E_ARGUMENT,
                    "contrast '%s' names no term of the model '%s'; write TERM=A-B, or TERM", contrast,
                    m->options->formula);
}

static int64_t level_of(const term *t, const char *text, size_t length)
{
    for (int64_t l = 0; l < t->levels.count; l++)
        if (strlen(t->levels.names[l]) == length && memcmp(t->levels.names[l], text, length) == 0)
            return l;
    return -1;
}

static char *list_levels(maker *m, const term *t)
{
    char *list = lcn_strdup(m->ctx, "");
    for (int64_t i = 0; list && i < t->levels.count; i++) {
        char *longer = i == 20 ? lcn_sprintf(m->ctx, "%s, ...", list)
                               : lcn_sprintf(m->ctx, "%s%s%s (%lld)", list, i ? ", " : "",
                                             t->levels.names[t->order[i]],
                                             (long long)t->sizes[t->order[i]]);
        lcn_free(&m->ctx->allocator, list);
        list = longer;
        if (i == 20) break;
    }
    return list;
}

/* "A-B": labels may hold a minus themselves, so every place for it is tried. */
static lacon_status split_levels(maker *m, const term *t, const char *pair)
{
    int64_t found = 0;
    for (const char *p = strchr(pair, '-'); p; p = strchr(p + 1, '-')) {
        const int64_t a = level_of(t, pair, (size_t)(p - pair)), b = level_of(t, p + 1, strlen(p + 1));
        if (a < 0 || b < 0) continue;
        m->plus = a;
        m->minus = b;
        found++;
    }
    if (found == 1 && m->plus != m->minus) return LACON_OK;
    char *levels = list_levels(m, t);
    if (!levels) return LACON_E_MEMORY;
    const lacon_status status =
        lcn_fail(m->ctx, LACON_E_ARGUMENT, "contrast '%s=%s': %s; the groups of '%s' are %s", t->name, pair,
                 found > 1 ? "it can be read in two ways, rename a group"
                           : found ? "a group is compared with itself" : "A-B must name two groups",
                 t->name, levels);
    lcn_free(&m->ctx->allocator, levels);
    return status;
}

static lacon_status check_groups(maker *m, const term *t)
{
    if (t->levels.count < 2)
        return lcn_fail(m->ctx, LACON_E_DATA,
                        "one group: '%s' is '%s' in all %lld classes that take part; two are the least",
                        t->name, t->levels.names[0], (long long)m->n);
    for (int64_t l = 0; l < t->levels.count; l++) {
        if (m->plus >= 0 && l != m->plus && l != m->minus) continue;
        if (t->sizes[l] < 2)
            return lcn_fail(m->ctx, LACON_E_DATA,
                            "group '%s' of '%s' has one member: two are the least to tell a group from "
                            "a participant; leave it out or join it with another",
                            t->levels.names[l], t->name);
    }
    return LACON_OK;
}

static lacon_status take_contrast(maker *m, const char *pair)
{
    const term *t = &m->terms[m->tested];
    m->plus = m->minus = -1;
    if (!t->labels) return LACON_OK;
    if (t->levels.count >= 2 && *pair) LCN_TRY(split_levels(m, t, pair));
    if (t->levels.count == 2 && !*pair) {
        m->plus = t->order[0];
        m->minus = t->order[1];
    }
    return check_groups(m, t);
}

/* ---- columns ---- */

static lacon_status begin_column(maker *m, char *name)
{
    if (!name) return LACON_E_MEMORY;
    m->design->names[m->width++] = name;
    return LACON_OK;
}

static double *column_at(const maker *m, int64_t i)
{
    return m->design->X + i * (m->design->q + m->design->r) + (m->width - 1);
}

static lacon_status put_number(maker *m, const term *t)
{
    LCN_TRY(begin_column(m, lcn_strdup(m->ctx, t->name)));
    for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = value(m, t, i);
    return LACON_OK;
}

static lacon_status put_level(maker *m, const term *t, int64_t l)
{
    LCN_TRY(begin_column(m, lcn_sprintf(m->ctx, "%s=%s", t->name, t->levels.names[l])));
    for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = t->level[i] == l;
    return LACON_OK;
}

static lacon_status put_difference(maker *m, const term *t)
{
    const char *a = t->levels.names[m->plus], *b = t->levels.names[m->minus];
    LCN_TRY(begin_column(m, lcn_sprintf(m->ctx, "%s=%s-%s", t->name, a, b)));
    for (int64_t i = 0; i < m->n; i++)
        *column_at(m, i) = t->level[i] == m->plus ? 0.5 : t->level[i] == m->minus ? -0.5 : 0.0;
    return LACON_OK;
}

/* Indicators of the sorted levels from the second on, or of those the contrast leaves out. */
static lacon_status put_levels(maker *m, const term *t, bool rest)
{
    for (int64_t s = rest ? 0 : 1; s < t->levels.count; s++) {
        const int64_t l = t->order[s];
        if (rest && (l == m->plus || l == m->minus)) continue;
        LCN_TRY(put_level(m, t, l));
    }
    return LACON_OK;
}

static lacon_status put_columns(maker *m)
{
    const term *tested = &m->terms[m->tested];
    if (!tested->labels) LCN_TRY(put_number(m, tested));
    else if (m->plus >= 0) LCN_TRY(put_difference(m, tested));
    else LCN_TRY(put_levels(m, tested, false));
    if (tested->labels && m->plus >= 0) LCN_TRY(put_levels(m, tested, true));
    for (int64_t i = 0; i < m->count; i++) {
        const term *t = &m->terms[i];
        if (i == m->tested) continue;
        if (!t->labels) LCN_TRY(put_number(m, t));
        else if (t->levels.count > 1) LCN_TRY(put_levels(m, t, false));
        else
            return lcn_fail(m->ctx, LACON_E_DATA, "column '%s' is '%s' in all %lld classes: leave it out",
                            t->name, t->levels.names[0], (long long)m->n);
    }
    return LACON_OK;
}

static lacon_status count_columns(maker *m)
{
    lcn_design *d = m->design;
    const term *tested = &m->terms[m->tested];
    d->q = !tested->labels || m->plus >= 0 ? 1 : tested->levels.count - 1;
    int64_t all = 0;
    for (int64_t i = 0; i < m->count; i++) all += m->terms[i].labels ? m->terms[i].levels.count - 1 : 1;
    d->r = all - d->q;
    if (m->n - 1 - all >= 1) return LACON_OK;
    return lcn_fail(m->ctx, LACON_E_DATA,
                    "%lld classes cannot carry a model of %lld columns and an intercept: at least %lld "
                    "are needed; use fewer terms (labels count one less than their levels)",
                    (long long)m->n, (long long)all, (long long)(all + 2));
}

static lacon_status describe(maker *m)
{
    lcn_design *d = m->design;
    const term *t = &m->terms[m->tested];
    if (!t->labels) d->effect = lcn_sprintf(m->ctx, "slope of %s", t->name);
    else if (m->plus >= 0)
        d->effect = lcn_sprintf(m->ctx, "%s minus %s", t->levels.names[m->plus], t->levels.names[m->minus]);
    else d->effect = lcn_sprintf(m->ctx, "share of variance explained by %s", t->name);
    if (!d->effect) return LACON_E_MEMORY;
    if (!t->labels) return LACON_OK;
    d->groups = lcn_alloc(m->ctx, (size_t)t->levels.count, sizeof *d->groups);
    d->group_sizes = lcn_alloc(m->ctx, (size_t)t->levels.count, sizeof *d->group_sizes);
    if (!d->groups || !d->group_sizes) return LACON_E_MEMORY;
    for (int64_t s = 0; s < t->levels.count; s++) {
        d->groups[s] = lcn_strdup(m->ctx, t->levels.names[t->order[s]]);
        if (!d->groups[s]) return LACON_E_MEMORY;
        d->group_sizes[s] = t->sizes[t->order[s]];
        d->n_groups = s + 1;
    }
    return LACON_OK;
}

static lacon_status take_blocks(maker *m)
{
    if (!m->options->blocks) return LACON_OK;
    lcn_design *d = m->design;
    term t = {.name = m->options->blocks};
    lcn_namelist names = {0};
    LCN_TRY(lcn_participants_find(m->ctx, m->table, t.name, &t.column));
    d->block = lcn_alloc(m->ctx, (size_t)m->n, sizeof *d->block);
    if (!d->block) return LACON_E_MEMORY;
    d->whole = m->options->exchange == LACON_EXCHANGE_WHOLE;
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < m->n && status >= 0; i++) {
        int64_t at = 0;
        status = lcn_namelist_add(m->ctx, &names, cell(m, &t, i), &at);
        d->block[i] = (int32_t)at;
    }
    d->n_blocks = names.count;
    lcn_namelist_clear(&m->ctx->allocator, &names);
    return status;
}

static lacon_status make(maker *m, const lcn_formula *formula)
{
    lcn_design *d = m->design;
    const char *pair = "";
    for (int64_t i = 0; i < m->count; i++) {
        m->terms[i].name = formula->terms[i].name;
        LCN_TRY(lcn_participants_find(m->ctx, m->table, m->terms[i].name, &m->terms[i].column));
    }
    LCN_TRY(find_tested(m, m->options->contrast, &pair));
    LCN_TRY(take_terms(m, formula, *pair != '\0'));
    LCN_TRY(take_contrast(m, pair));
    LCN_TRY(count_columns(m));
    d->n = m->n;
    d->X = lcn_alloc(m->ctx, (size_t)(m->n * (d->q + d->r)), sizeof *d->X);
    d->names = lcn_alloc(m->ctx, (size_t)(d->q + d->r), sizeof *d->names);
    if (!d->X || !d->names) return LACON_E_MEMORY;
    LCN_TRY(put_columns(m));
    LCN_TRY(describe(m));
    return take_blocks(m);
}

lacon_status lcn_design_make(lacon_ctx *ctx, lcn_design *out, const lacon_participants *table,
                             const int64_t *rows, int64_t n, const lcn_formula *formula,
                             const lacon_test_options *options)
{
    *out = (lcn_design){0};
    maker m = {.ctx = ctx, .design = out, .table = table, .rows = rows, .options = options, .n = n,
               .count = formula->count};
    m.terms = lcn_alloc(ctx, (size_t)m.count, sizeof *m.terms);
    if (!m.terms) return LACON_E_MEMORY;
    const lacon_status status = make(&m, formula);
    for (int64_t i = 0; i < m.count; i++) {
        lcn_namelist_clear(&ctx->allocator, &m.terms[i].levels);
        lcn_free(&ctx->allocator, m.terms[i].order);
        lcn_free(&ctx->allocator, m.terms[i].level);
        lcn_free(&ctx->allocator, m.terms[i].sizes);
    }
    lcn_free(&ctx->allocator, m.terms);
    if (status < 0) lcn_design_clear(&ctx->allocator, out);
    return status;
}

void lcn_design_clear(const lacon_allocator *a, lcn_design *d)
{
    for (int64_t j = 0; d->names && j < d->q + d->r; j++) lcn_free(a, d->names[j]);
    for (int64_t l = 0; d->groups && l < d->n_groups; l++) lcn_free(a, d->groups[l]);
    void *const blocks[] = {d->X, d->names, d->block, d->groups, d->group_sizes, d->effect};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(a, blocks[i]);
    *d = (lcn_design){0};
}
