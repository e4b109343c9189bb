/* SPDX-License-Identifier: BSD-3-Clause
 * The columns of a design, the tested ones first (docs/inference.md).
 *
 * One column of the table: its numbers; for weights c of the groups c / c'c (two groups: (1_A - 1_B) / 2), whose
 * coefficient is the weighted sum of their means, and columns orthogonal to c for the rest of them: an
 * indicator for each group of weight 0, c_1 1_j - c_j 1_1 for others but the last; for all groups
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
    for (int64_t i = 0; i < m->formula->count; i++) {
        const int64_t width = term_width(m, term_at(m, i));
        all += width;
        if (m->tested[i]) d->q += m->weights ? 1 : width;
    }
    d->r = all - d->q;
    if (d->flip) d->q = 1;
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

/* Squares of the column just put are summed, and an effect is told for one unit of it: both are doubles. */
static lacon_status check_size(lcn_maker *m, const char *name)
{
    lacon_ctx *ctx = m->ctx;
    const double far = 1e150; /* its square is finite */
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < m->n; i++) {
        low = fmin(low, *column_at(m, i));
        high = fmax(high, *column_at(m, i));
    }
    const double spread = high - low;
    LCN_FAIL_IF(!(fmax(-low, high) < far), LACON_E_DATA,
                "'%s' has numbers that are too large (%g to %g): divide them by a power of ten", name, low, high);
    LCN_FAIL_IF(spread > 0 && spread < 1 / far, LACON_E_DATA,
                "'%s' has numbers that are too close to each other (%g to %g): multiply them by a power of ten", name,
                low, high);
    return LACON_OK;
}

static lacon_status put_number(lcn_maker *m, const lcn_variable *v)
{
    LCN_TRY(begin_column(m, lcn_strdup(m->ctx, v->name)));
    for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = lcn_number(m, v, i);
    return check_size(m, v->name);
}

static lacon_status put_level(lcn_maker *m, const lcn_variable *v, int64_t l)
{
    LCN_TRY(begin_column(m, lcn_sprintf(m->ctx, "%s=%s", v->name, v->levels.names[l])));
    for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = v->level[i] == l;
    return LACON_OK;
}

/* Is it one group less one other? */
static bool is_pair(const lcn_maker *m, const lcn_variable *v, int64_t *plus, int64_t *minus)
{
    int64_t others = 0;
    *plus = *minus = -1;
    for (int64_t l = 0; l < v->levels.count; l++)
        if (m->weights[l] == 1.0 && *plus < 0) *plus = l;
        else if (m->weights[l] == -1.0 && *minus < 0) *minus = l;
        else others += m->weights[l] != 0.0;
    return *plus >= 0 && *minus >= 0 && others == 0;
}

static lacon_status put_weights(lcn_maker *m, const lcn_variable *v)
{
    int64_t plus, minus;
    double square = 0.0;
    for (int64_t l = 0; l < v->levels.count; l++) square += m->weights[l] * m->weights[l];
    char *name = is_pair(m, v, &plus, &minus)
                     ? lcn_sprintf(m->ctx, "%s=%s-%s", v->name, v->levels.names[plus], v->levels.names[minus])
                     : lcn_sprintf(m->ctx, "%s=%s", v->name, m->written);
    LCN_TRY(begin_column(m, name));
    for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = m->weights[v->level[i]] / square;
    return LACON_OK;
}

/* c_1 1_l - c_l 1_1 */
static lacon_status put_beside(lcn_maker *m, const lcn_variable *v, int64_t first, int64_t l)
{
    LCN_TRY(begin_column(m, lcn_sprintf(m->ctx, "%s=%s beside %s", v->name, v->levels.names[l],
                                        v->levels.names[first])));
    for (int64_t i = 0; i < m->n; i++)
        *column_at(m, i) = v->level[i] == l ? m->weights[first] : v->level[i] == first ? -m->weights[l] : 0.0;
    return LACON_OK;
}

/* What a contrast leaves of the groups: the last of those with a weight follows from the others. */
static lacon_status put_rest(lcn_maker *m, const lcn_variable *v)
{
    int64_t first = -1, last = -1;
    for (int64_t s = 0; s < v->levels.count; s++) {
        if (m->weights[v->order[s]] == 0.0) continue;
        if (first < 0) first = v->order[s];
        last = v->order[s];
    }
    for (int64_t s = 0; s < v->levels.count; s++) {
        const int64_t l = v->order[s];
        if (m->weights[l] == 0.0) LCN_TRY(put_level(m, v, l));
        else if (l != first && l != last) LCN_TRY(put_beside(m, v, first, l));
    }
    return LACON_OK;
}

/* Indicators of the sorted levels from the second on. */
static lacon_status put_levels(lcn_maker *m, const lcn_variable *v)
{
    for (int64_t s = 1; s < v->levels.count; s++) LCN_TRY(put_level(m, v, v->order[s]));
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
    }
    return check_size(m, t->name);
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
    return v->labels ? put_levels(m, v) : put_number(m, v);
}

lacon_status lcn_put_columns(lcn_maker *m)
{
    const int64_t count = m->formula->count;
    if (m->design->flip) {
        LCN_TRY(begin_column(m, lcn_strdup(m->ctx, "1")));
        for (int64_t i = 0; i < m->n; i++) *column_at(m, i) = 1.0;
    }
    if (m->weights) {
        LCN_TRY(put_weights(m, part_of(m, term_at(m, m->first), 0)));
        LCN_TRY(put_rest(m, part_of(m, term_at(m, m->first), 0)));
    }
    for (int64_t i = 0; i < count && !m->weights; i++)
        if (m->tested[i]) LCN_TRY(put_term(m, term_at(m, i)));
    for (int64_t i = 0; i < count; i++)
        if (!m->tested[i]) LCN_TRY(put_term(m, term_at(m, i)));
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
    int64_t plus, minus;
    if (m->weights && is_pair(m, v, &plus, &minus))
        return lcn_sprintf(m->ctx, "%s minus %s", v->levels.names[plus], v->levels.names[minus]);
    if (m->weights) return lcn_sprintf(m->ctx, "%s of the means of %s", m->written, v->name);
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
    d->group_of = lcn_alloc(m->ctx, (size_t)m->n, sizeof *d->group_of);
    if (!d->groups || !d->group_sizes || !d->group_of) return LACON_E_MEMORY;
    for (int64_t s = 0; s < v->levels.count; s++) {
        for (int64_t i = 0; i < m->n; i++)
            if (v->level[i] == v->order[s]) d->group_of[i] = (int32_t)s;
        d->groups[s] = lcn_strdup(m->ctx, sorted_level(v, s));
        if (!d->groups[s]) return LACON_E_MEMORY;
        d->group_sizes[s] = v->sizes[v->order[s]];
        d->n_groups = s + 1;
    }
    return LACON_OK;
}

/* "share of variance explained by age, fd together" */
static char *joint_words(const lcn_maker *m)
{
    char *list = lcn_strdup(m->ctx, "share of variance explained by");
    for (int64_t i = 0, met = 0; list && i < m->formula->count; i++) {
        if (!m->tested[i]) continue;
        char *longer = lcn_sprintf(m->ctx, "%s%s %s%s", list, met > 0 ? "," : "", term_at(m, i)->name,
                                   met + 1 == m->n_tested ? " together" : "");
        lcn_free(&m->ctx->allocator, list);
        list = longer;
        met++;
    }
    return list;
}

lacon_status lcn_describe_effect(lcn_maker *m)
{
    lcn_design *d = m->design;
    if (m->n_tested != 1) {
        d->effect = d->flip ? lcn_strdup(m->ctx, "mean") : joint_words(m);
        return d->effect ? LACON_OK : LACON_E_MEMORY;
    }
    const lcn_product *tested = term_at(m, m->first);
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
