/* SPDX-License-Identifier: BSD-3-Clause
 * From a table and a formula to a linear model: what its columns hold, which term is tested, whether there
 * are classes enough. The numbers are written by coding.c; whether columns depend on each other is found in
 * basis.c, whose variances differ in variance.c.
 */
#include "inference/design.h"
#include "util/number.h"

#include <math.h>
#include <string.h>

static const char *table_name(const lcn_maker *m)
{
    return m->table->path ? m->table->path : "the table of participants";
}

/* ---- what columns hold ---- */

/* Numbers and words in one column are a slip of the pen more often than a factor. */
static lacon_status kind_of(lcn_maker *m, lcn_variable *t, bool forced)
{
    int64_t words = 0, first = -1;
    for (int64_t i = 0; i < m->n; i++)
        if (isnan(lcn_number(m, t, i))) {
            words++;
            if (first < 0) first = i;
        }
    t->labels = forced || words == m->n;
    if (forced || words == 0 || words == m->n) return LACON_OK;
    return lcn_fail(m->ctx, LACON_E_DATA,
                    "%s:%lld: column '%s' has numbers and '%s': mend the cell, or write C(%s) if all are "
                    "labels", table_name(m), (long long)m->table->line[m->rows[first]], t->name,
                    lcn_cell(m, t, first), t->name);
}

/* By value where both are numbers, else by bytes. */
static int by_level(const char *a, const char *b)
{
    double x, y;
    const bool numbers =
        lcn_parse_double(a, strlen(a), &x) && lcn_parse_double(b, strlen(b), &y);
    return numbers && x != y ? (x < y ? -1 : 1) : strcmp(a, b);
}

static lacon_status take_levels(lcn_maker *m, lcn_variable *t)
{
    t->level = lcn_alloc(m->ctx, (size_t)m->n, sizeof *t->level);
    t->order = lcn_alloc(m->ctx, (size_t)m->n, sizeof *t->order);
    t->sizes = lcn_alloc(m->ctx, (size_t)m->n, sizeof *t->sizes);
    if (!t->level || !t->order || !t->sizes) return LACON_E_MEMORY;
    for (int64_t i = 0; i < m->n; i++) {
        int64_t at;
        LCN_TRY(lcn_namelist_add(m->ctx, &t->levels, lcn_cell(m, t, i), &at));
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

static lacon_status take_variables(lcn_maker *m, int32_t factor)
{
    for (int64_t i = 0; i < m->formula->n_columns; i++) {
        lcn_variable *t = &m->variables[i];
        LCN_TRY(kind_of(m, t, m->formula->columns[i].labels || i == factor));
        if (t->labels) LCN_TRY(take_levels(m, t));
        for (int64_t l = 0; l < m->n && !t->labels; l++) t->mean += lcn_number(m, t, l) / (double)m->n;
        if (t->labels && t->levels.count < 2 && !lcn_in_tested(m, i))
            return lcn_fail(m->ctx, LACON_E_DATA, "column '%s' is '%s' in all %lld classes: leave it out",
                            t->name, t->levels.names[0], (long long)m->n);
    }
    return LACON_OK;
}

/* ---- the contrast ---- */

/* Does text begin with the name of this term, its columns in any order? What is behind it ("" or "=A-B"), or NULL. */
static const char *after_term(const lcn_maker *m, const lcn_product *t, const char *text)
{
    bool met[LCN_FACTORS] = {false};
    for (int part = 0; part < t->width; part++) {
        size_t longest = 0;
        int which = -1;
        if (part > 0 && *text++ != ':') return NULL;
        for (int i = 0; i < t->width; i++) {
            const char *name = m->variables[t->of[i]].name;
            const size_t length = strlen(name);
            if (met[i] || length < longest || strncmp(text, name, length) != 0) continue;
            longest = length;
            which = i;
        }
        if (which < 0) return NULL;
        met[which] = true;
        text += longest;
    }
    return *text == '\0' || (*text == '=' && text[1] != '\0') ? text : NULL;
}

static void mark(lcn_maker *m, int64_t term)
{
    if (m->first < 0) m->first = term;
    m->n_tested += !m->tested[term];
    m->tested[term] = true;
}

/* The last term of that name, -1: none; *rest is what follows it: "" or "A-B". */
static int64_t term_named(const lcn_maker *m, const char *text, const char **rest)
{
    int64_t found = -1;
    for (int64_t i = 0; i < m->formula->count; i++) {
        const char *end = after_term(m, &m->formula->terms[i], text);
        if (!end) continue;
        found = i;
        *rest = end + (*end == '=');
    }
    return found;
}

/* "age + fd": terms that are tested together; false: a part is none. */
static lacon_status mark_several(lcn_maker *m, const char *contrast, bool *all)
{
    char *copy = lcn_strdup(m->ctx, contrast);
    if (!copy) return LACON_E_MEMORY;
    *all = true;
    for (char *part = copy, *next; part; part = next) {
        const char *rest = "";
        next = strchr(part, '+');
        if (next) *next++ = '\0';
        part += strspn(part, " ");
        for (size_t end = strlen(part); end > 0 && part[end - 1] == ' '; end--) part[end - 1] = '\0';
        const int64_t term = term_named(m, part, &rest);
        if (term >= 0 && !*rest) mark(m, term);
        else *all = false;
    }
    lcn_free(&m->ctx->allocator, copy);
    return LACON_OK;
}

/* The terms the contrast names; *rest is what follows the name of a single one: "" or "A-B". */
static lacon_status find_tested(lcn_maker *m, const char *contrast, const char **rest)
{
    lacon_ctx *ctx = m->ctx;
    *rest = "";
    m->first = -1;
    m->design->flip = contrast ? strcmp(contrast, "1") == 0 : m->formula->count == 0;
    if (m->design->flip) return LACON_OK;
    const int64_t single = contrast ? term_named(m, contrast, rest) : 0;
    bool all = single >= 0;
    if (all) mark(m, single);
    else LCN_TRY(mark_several(m, contrast, &all));
    LCN_FAIL_IF(!all, LACON_E_ARGUMENT,
                "contrast '%s' names no term of the model '%s'; write TERM, TERM=A-B, TERM=2*A-B-C, TERM + TERM for "
                "both together, or 1 for the mean", contrast, m->options->formula);
    LCN_FAIL_IF(**rest && m->formula->terms[m->first].width > 1, LACON_E_ARGUMENT,
                "contrast '%s': an interaction is tested as a whole; leave out '=%s', or keep only these "
                "groups in the table", contrast, *rest);
    return LACON_OK;
}

static const char *past_blanks(const char *text) { return text + strspn(text, " "); }

/* In how many ways text can be read as "[+-] [2*] level ..." (labels may hold signs themselves); the last of them is in
 * `read`, weights is what was met on the way. */
static int64_t read_weights(const lcn_variable *t, const char *text, bool begun, double *weights, double *read)
{
    int64_t found = 0;
    text = past_blanks(text);
    const double sign = *text == '-' ? -1.0 : 1.0;
    const bool has_sign = *text == '-' || *text == '+';
    if (begun && !has_sign) return 0;
    text = past_blanks(text + has_sign);
    const char *star = strchr(text, '*');
    size_t length = star ? (size_t)(star - text) : 0;
    while (length > 0 && text[length - 1] == ' ') length--;
    double number = 1.0;
    const bool times = length > 0 && lcn_parse_double(text, length, &number);
    for (int64_t l = 0; l < 2 * t->levels.count; l++) { /* without the number, then with it */
        const char *name = t->levels.names[l / 2], *at = l % 2 ? past_blanks(star ? star + 1 : text) : text;
        const double weight = sign * (l % 2 ? number : 1.0);
        if ((l % 2 && !times) || strncmp(at, name, strlen(name)) != 0) continue;
        at = past_blanks(at + strlen(name));
        weights[l / 2] += weight;
        if (*at == '\0') memcpy(read, weights, (size_t)t->levels.count * sizeof *read);
        found += *at == '\0' ? 1 : read_weights(t, at, true, weights, read);
        weights[l / 2] -= weight;
    }
    return found;
}

static char *list_levels(lcn_maker *m, const lcn_variable *t)
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

/* "A-B", "2*A-B-C": weights that sum to zero. */
static lacon_status take_weights(lcn_maker *m, const lcn_variable *t, const char *text)
{
    double size = 0.0, sum = 0.0, *met = lcn_alloc(m->ctx, (size_t)t->levels.count, sizeof *met);
    if (!met) return LACON_E_MEMORY;
    const int64_t found = read_weights(t, text, false, met, m->weights);
    lcn_free(&m->ctx->allocator, met);
    for (int64_t l = 0; l < t->levels.count; l++) {
        size += fabs(m->weights[l]);
        sum += m->weights[l];
    }
    m->written = text;
    if (found == 1 && size > 0.0 && fabs(sum) <= 1e-6 * size) return LACON_OK; /* thirds are written .333333 */
    char *levels = list_levels(m, t);
    if (!levels) return LACON_E_MEMORY;
    const lacon_status status =
        lcn_fail(m->ctx, LACON_E_ARGUMENT, "contrast '%s=%s': %s; the groups of '%s' are %s", t->name, text,
                 found > 1 ? "it can be read in two ways, rename a group"
                 : !found  ? "A-B must name two groups, 2*A-B-C three with weights"
                 : size > 0.0 ? "its weights do not sum to zero, so it compares nothing"
                              : "a group is compared with itself",
                 t->name, levels);
    lcn_free(&m->ctx->allocator, levels);
    return status;
}

/* Two groups at least, of two members each; pair: the groups that are compared, "" all. */
static lacon_status check_groups(lcn_maker *m, const lcn_variable *t, const char *pair)
{
    if (t->levels.count >= 2 && *pair) LCN_TRY(take_weights(m, t, pair));
    if (t->levels.count < 2)
        return lcn_fail(m->ctx, LACON_E_DATA,
                        "one group: '%s' is '%s' in all %lld classes that take part; two are the least",
                        t->name, t->levels.names[0], (long long)m->n);
    for (int64_t l = 0; l < t->levels.count; l++) {
        if (*pair && m->weights[l] == 0.0) continue;
        if (t->sizes[l] < 2)
            return lcn_fail(m->ctx, LACON_E_DATA,
                            "group '%s' of '%s' has one member: two are the least to tell a group from "
                            "a participant; leave it out or join it with another",
                            t->levels.names[l], t->name);
    }
    return LACON_OK;
}

static lacon_status take_contrast(lcn_maker *m, const char *pair)
{
    if (m->first < 0) return LACON_OK;
    const lcn_product *term = &m->formula->terms[m->first];
    const lcn_variable *t = &m->variables[term->of[0]];
    const bool two = m->n_tested == 1 && term->width == 1 && t->labels && !*pair && t->levels.count == 2;
    if (*pair || two) {
        m->weights = lcn_alloc(m->ctx, (size_t)t->levels.count, sizeof *m->weights);
        if (!m->weights) return LACON_E_MEMORY;
    }
    for (int64_t i = 0; i < m->formula->n_columns; i++)
        if (m->variables[i].labels && lcn_in_tested(m, i)) LCN_TRY(check_groups(m, &m->variables[i], pair));
    if (two) {
        m->weights[t->order[0]] = 1.0;
        m->weights[t->order[1]] = -1.0;
    }
    return LACON_OK;
}

/* ---- the design ---- */

static lacon_status check_size(const lcn_maker *m)
{
    const int64_t all = m->design->q + m->design->r - (m->design->flip ? 1 : 0);
    if (m->n - 1 - all >= 1) return LACON_OK;
    return lcn_fail(m->ctx, LACON_E_DATA,
                    "%lld classes cannot carry a model of %lld columns and an intercept: at least %lld "
                    "are needed; use fewer terms (labels count one less than their levels)",
                    (long long)m->n, (long long)all, (long long)(all + 2));
}

static lacon_status take_blocks(lcn_maker *m)
{
    if (!m->options->blocks) return LACON_OK;
    lcn_design *d = m->design;
    lcn_variable t = {.name = m->options->blocks};
    lcn_namelist names = {0};
    LCN_TRY(lcn_participants_find(m->ctx, m->table, t.name, &t.column));
    d->block = lcn_alloc(m->ctx, (size_t)m->n, sizeof *d->block);
    if (!d->block) return LACON_E_MEMORY;
    d->whole = d->flip || m->options->exchange == LACON_EXCHANGE_WHOLE; /* scans of one person turn together */
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < m->n && status >= 0; i++) {
        int64_t at = 0;
        status = lcn_namelist_add(m->ctx, &names, lcn_cell(m, &t, i), &at);
        d->block[i] = (int32_t)at;
    }
    d->n_blocks = names.count;
    lcn_namelist_clear(&m->ctx->allocator, &names);
    return status;
}

static lacon_status make(lcn_maker *m)
{
    lcn_design *d = m->design;
    const char *pair = "";
    for (int64_t i = 0; i < m->formula->n_columns; i++) {
        m->variables[i].name = m->formula->columns[i].name;
        LCN_TRY(lcn_participants_find(m->ctx, m->table, m->variables[i].name, &m->variables[i].column));
    }
    LCN_TRY(find_tested(m, m->options->contrast, &pair));
    LCN_TRY(take_variables(m, *pair ? m->formula->terms[m->first].of[0] : -1));
    LCN_TRY(take_contrast(m, pair));
    d->n = m->n;
    lcn_count_columns(m);
    LCN_TRY(check_size(m));
    d->X = lcn_alloc(m->ctx, (size_t)(m->n * (d->q + d->r)), sizeof *d->X);
    d->names = lcn_alloc(m->ctx, (size_t)(d->q + d->r), sizeof *d->names);
    if (!d->X || !d->names) return LACON_E_MEMORY;
    LCN_TRY(lcn_put_columns(m));
    LCN_TRY(lcn_describe_effect(m));
    LCN_TRY(take_blocks(m));
    return lcn_take_variance(m);
}

lacon_status lcn_design_make(lacon_ctx *ctx, lcn_design *out, const lacon_participants *table,
                             const int64_t *rows, int64_t n, const lcn_formula *formula,
                             const lacon_test_options *options)
{
    *out = (lcn_design){0};
    lcn_maker m = {.ctx = ctx, .design = out, .table = table, .rows = rows, .options = options,
                   .formula = formula, .n = n};
    m.variables = lcn_alloc(ctx, (size_t)formula->n_columns + 1, sizeof *m.variables);
    m.tested = lcn_alloc(ctx, (size_t)formula->count + 1, sizeof *m.tested);
    const lacon_status status = m.variables && m.tested ? make(&m) : LACON_E_MEMORY;
    for (int64_t i = 0; m.variables && i < formula->n_columns; i++) {
        lcn_namelist_clear(&ctx->allocator, &m.variables[i].levels);
        lcn_free(&ctx->allocator, m.variables[i].order);
        lcn_free(&ctx->allocator, m.variables[i].level);
        lcn_free(&ctx->allocator, m.variables[i].sizes);
    }
    lcn_free(&ctx->allocator, m.variables);
    lcn_free(&ctx->allocator, m.tested);
    lcn_free(&ctx->allocator, m.weights);
    if (status < 0) lcn_design_clear(&ctx->allocator, out);
    return status;
}

void lcn_design_clear(const lacon_allocator *a, lcn_design *d)
{
    for (int64_t j = 0; d->names && j < d->q + d->r; j++) lcn_free(a, d->names[j]);
    for (int64_t l = 0; d->groups && l < d->n_groups; l++) lcn_free(a, d->groups[l]);
    for (int64_t l = 0; d->variance_names && l < d->n_variance; l++) lcn_free(a, d->variance_names[l]);
    void *const blocks[] = {d->X,      d->names,    d->block,          d->groups,     d->group_sizes,
                            d->effect, d->variance, d->variance_names, d->variance_by,
                            d->group_of};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(a, blocks[i]);
    *d = (lcn_design){0};
}
