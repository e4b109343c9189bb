/* SPDX-License-Identifier: BSD-3-Clause
 * The columns of a design, the tested ones first (docs/inference.md).
 *
 * One column of the table: its numbers; for groups A and B of a contrast (1_A - 1_B) / 2, whose
 * coefficient is the difference of their means, and an indicator for each other group; for all groups
 * indicators of all but the first. In an interaction numbers are centred and groups are coded to sum to
 * zero, so that a main effect beside it is that at the mean of the number, or averaged over the groups.
 */
#include "inference/design.h"

#include <math.h>

static const lcn_product *term_at(const lcn_maker *m, int64_t i) { return &m->formula->terms[i]; }

static const lcn_variable *part_of(const lcn_maker *m, const lcn_product *t, int i)
{
    return &m->variables[t->of[i]];
}

static int64_t code_count(const lcn_variable *v) { return v->labels ? v->levels.count - 1 : 1; }

static int64_t term_width(const lcn_maker *m, const lcn_product *t)
{
    int64_t width = 1;
    for (int i = 0; i < t->width; i++) width *= code_count(part_of(m, t, i));
    return width;
}

void lcn_count_columns(lcn_maker *m)
{
    lcn_design *d = m->design;
    int64_t all = 0;
    for (int64_t i = 0; i < m->formula->count; i++) all += term_width(m, term_at(m, i));
    d->q = m->plus >= 0 ? 1 : term_width(m, term_at(m, m->tested));
    d->r = all - d->q;
}

/* ---- one column of the table ---- */

static lacon_status begin_column(lcn_maker *m, char *name)
{
    if (!name) return LACON_E_MEMORY;
    m->design->names[m->width++] = name;
    return LACON_OK;
}

static double *column_at(const lcn_maker *m, int64_t i)
{
    return m->design->X + i * (m->design->q + m->design->r) + (m->width - 1);
}

static lacon_status put_number(lcn_maker *m, const lcn_variable *v)
{
    LCN_TRY(begin_column(m, lcn_strdup(m->ctx, v->name)));
    for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = lcn_number(m, v, i);
    return LACON_OK;
}

static lacon_status put_level(lcn_maker *m, const lcn_variable *v, int64_t l)
{
    LCN_TRY(begin_column(m, lcn_sprintf(m->ctx, "%s=%s", v->name, v->levels.names[l])));
    for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = v->level[i] == l;
    return LACON_OK;
}

static lacon_status put_difference(lcn_maker *m, const lcn_variable *v)
{
    const char *a = v->levels.names[m->plus], *b = v->levels.names[m->minus];
    LCN_TRY(begin_column(m, lcn_sprintf(m->ctx, "%s=%s-%s", v->name, a, b)));
    for (int64_t i = 0; i < m->n; i++)
        *column_at(m, i) = v->level[i] == m->plus ? 0.5 : v->level[i] == m->minus ? -0.5 : 0.0;
    return LACON_OK;
}

/* Indicators of the sorted levels from the second on, or of those the contrast leaves out. */
static lacon_status put_levels(lcn_maker *m, const lcn_variable *v, bool rest)
{
    for (int64_t s = rest ? 0 : 1; s < v->levels.count; s++) {
        const int64_t l = v->order[s];
        if (rest && (l == m->plus || l == m->minus)) continue;
        LCN_TRY(put_level(m, v, l));
    }
    return LACON_OK;
}

/* ---- interactions ---- */

/* Code s of class i: x - mean; 1/2 and -1/2 of two groups; of more 1_s - 1_last. Each sums to zero. */
static double code(const lcn_maker *m, const lcn_variable *v, int64_t s, int64_t i)
{
    if (!v->labels) return lcn_number(m, v, i) - v->mean;
    const int64_t last = v->order[v->levels.count - 1];
    const double size = v->levels.count == 2 ? 0.5 : 1.0;
    return v->level[i] == v->order[s] ? size : v->level[i] == last ? -size : 0.0;
}

static char *code_name(const lcn_maker *m, const lcn_variable *v, int64_t s)
{
    if (!v->labels) return lcn_strdup(m->ctx, v->name);
    return lcn_sprintf(m->ctx, "%s=%s-%s", v->name, v->levels.names[v->order[s]],
                       v->levels.names[v->order[v->levels.count - 1]]);
}

/* One column of an interaction: code at[j] of its column j. */
static lacon_status put_product(lcn_maker *m, const lcn_product *t, const int64_t *at)
{
    const lacon_allocator *a = &m->ctx->allocator;
    char *name = code_name(m, part_of(m, t, 0), at[0]);
    for (int j = 1; name && j < t->width; j++) {
        char *part = code_name(m, part_of(m, t, j), at[j]);
        char *longer = part ? lcn_sprintf(m->ctx, "%s:%s", name, part) : NULL;
        lcn_free(a, part);
        lcn_free(a, name);
        name = longer;
    }
    LCN_TRY(begin_column(m, name));
    for (int64_t i = 0; i < m->n; i++) {
        double product = 1.0;
        for (int j = 0; j < t->width; j++) product *= code(m, part_of(m, t, j), at[j], i);
        *column_at(m, i) = product;
        if (!(fabs(product) < 1e150)) /* squares of it are summed */
            return lcn_fail(m->ctx, LACON_E_DATA, "'%s' is a product of numbers that are too large: divide "
                            "them by a power of ten", t->name);
    }
    return LACON_OK;
}

static lacon_status put_interaction(lcn_maker *m, const lcn_product *t)
{
    const int64_t width = term_width(m, t);
    for (int64_t c = 0; c < width; c++) {
        int64_t at[LCN_FACTORS], rest = c;
        for (int j = 0; j < t->width; j++) {
            at[j] = rest % code_count(part_of(m, t, j));
            rest /= code_count(part_of(m, t, j));
        }
        LCN_TRY(put_product(m, t, at));
    }
    return LACON_OK;
}

/* ---- all of them ---- */

static lacon_status put_term(lcn_maker *m, const lcn_product *t)
{
    const lcn_variable *v = part_of(m, t, 0);
    if (t->width > 1) return put_interaction(m, t);
    return v->labels ? put_levels(m, v, false) : put_number(m, v);
}

lacon_status lcn_put_columns(lcn_maker *m)
{
    const lcn_product *tested = term_at(m, m->tested);
    if (m->plus >= 0) {
        LCN_TRY(put_difference(m, part_of(m, tested, 0)));
        LCN_TRY(put_levels(m, part_of(m, tested, 0), true));
    } else {
        LCN_TRY(put_term(m, tested));
    }
    for (int64_t i = 0; i < m->formula->count; i++)
        if (i != m->tested) LCN_TRY(put_term(m, term_at(m, i)));
    return LACON_OK;
}

/* ---- words ---- */

static const char *sorted_level(const lcn_variable *v, int64_t s) { return v->levels.names[v->order[s]]; }

/* An interaction of one degree of freedom of two columns. */
static char *pair_words(const lcn_maker *m, const lcn_product *t)
{
    const lcn_variable *a = part_of(m, t, 0), *b = part_of(m, t, 1);
    if (!a->labels && !b->labels)
        return lcn_sprintf(m->ctx, "change of the slope of %s with %s", a->name, b->name);
    if (a->labels && b->labels)
        return lcn_sprintf(m->ctx, "%s minus %s, in %s less in %s", sorted_level(a, 0), sorted_level(a, 1),
                           sorted_level(b, 0), sorted_level(b, 1));
    const lcn_variable *group = a->labels ? a : b, *number = a->labels ? b : a;
    return lcn_sprintf(m->ctx, "slope of %s, in %s less in %s", number->name, sorted_level(group, 0),
                       sorted_level(group, 1));
}

static char *first_words(const lcn_maker *m, const lcn_product *t)
{
    const lcn_variable *v = part_of(m, t, 0);
    if (t->width == 1 && m->plus >= 0)
        return lcn_sprintf(m->ctx, "%s minus %s", v->levels.names[m->plus], v->levels.names[m->minus]);
    if (m->design->q > 1) return lcn_sprintf(m->ctx, "share of variance explained by %s", t->name);
    if (t->width == 1) return lcn_sprintf(m->ctx, "slope of %s", v->name);
    return t->width == 2 ? pair_words(m, t) : lcn_sprintf(m->ctx, "coefficient of %s", t->name);
}

/* Does the model have an interaction of the tested term with this column? */
static bool interacts(const lcn_maker *m, const lcn_product *tested, int32_t column)
{
    for (int64_t i = 0; i < m->formula->count; i++) {
        const lcn_product *t = term_at(m, i);
        bool other = false;
        int common = 0;
        for (int j = 0; j < t->width; j++) {
            other |= t->of[j] == column;
            for (int l = 0; l < tested->width; l++) common += t->of[j] == tested->of[l];
        }
        if (other && common == tested->width && t->width > tested->width) return true;
    }
    return false;
}

static lacon_status take_groups(lcn_maker *m, const lcn_variable *v)
{
    lcn_design *d = m->design;
    d->groups = lcn_alloc(m->ctx, (size_t)v->levels.count, sizeof *d->groups);
    d->group_sizes = lcn_alloc(m->ctx, (size_t)v->levels.count, sizeof *d->group_sizes);
    if (!d->groups || !d->group_sizes) return LACON_E_MEMORY;
    for (int64_t s = 0; s < v->levels.count; s++) {
        d->groups[s] = lcn_strdup(m->ctx, sorted_level(v, s));
        if (!d->groups[s]) return LACON_E_MEMORY;
        d->group_sizes[s] = v->sizes[v->order[s]];
        d->n_groups = s + 1;
    }
    return LACON_OK;
}

lacon_status lcn_describe_effect(lcn_maker *m)
{
    lcn_design *d = m->design;
    const lcn_product *tested = term_at(m, m->tested);
    d->effect = first_words(m, tested);
    for (int32_t c = 0; d->effect && c < m->formula->n_columns; c++) {
        bool own = false;
        for (int l = 0; l < tested->width; l++) own |= tested->of[l] == c;
        if (own || !interacts(m, tested, c)) continue;
        char *longer = lcn_sprintf(m->ctx, "%s, %s %s", d->effect,
                                   m->variables[c].labels ? "averaged over" : "at the mean of",
                                   m->variables[c].name);
        lcn_free(&m->ctx->allocator, d->effect);
        d->effect = longer;
    }
    if (!d->effect) return LACON_E_MEMORY;
    const lcn_variable *v = part_of(m, tested, 0);
    return tested->width == 1 && v->labels ? take_groups(m, v) : LACON_OK;
}
