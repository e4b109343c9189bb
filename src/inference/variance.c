/* SPDX-License-Identifier: BSD-3-Clause
 * Which classes have a variance of their own: those of each group that is tested (of the first column of groups where
 * none is), of each cell of the columns that are named, or all one. Small groups are joined with the next larger one.
 */
#include "inference/design.h"

#include <string.h>

/* A variance told by fewer than four is hardly one: with 3 degrees of freedom the 95 % bound of t is 3.2, with 2 it is
 * 4.3 and the statistic's power is gone. */
enum { LEAST = 4 };

/* ---- columns ---- */

static lacon_status add_column(lcn_maker *m, const char *name, int64_t *columns, int64_t *count)
{
    lcn_design *d = m->design;
    LCN_TRY(lcn_participants_find(m->ctx, m->table, name, &columns[*count]));
    *count += 1;
    char *by = d->variance_by ? lcn_sprintf(m->ctx, "%s:%s", d->variance_by, name) : lcn_strdup(m->ctx, name);
    lcn_free(&m->ctx->allocator, d->variance_by);
    d->variance_by = by;
    return by ? LACON_OK : LACON_E_MEMORY;
}

/* "site", "group:site" */
static lacon_status named_columns(lcn_maker *m, const char *text, int64_t *columns, int64_t *count)
{
    char *copy = lcn_strdup(m->ctx, text), *next;
    lacon_status status = copy ? LACON_OK : LACON_E_MEMORY;
    for (char *part = copy; part && status >= 0; part = next) {
        next = strchr(part, ':');
        if (next) *next++ = '\0';
        status = *count < LCN_FACTORS ? add_column(m, part, columns, count)
                                      : lcn_fail(m->ctx, LACON_E_ARGUMENT, "variance '%s': more than %d columns", text,
                                                 LCN_FACTORS);
    }
    lcn_free(&m->ctx->allocator, copy);
    return status;
}

/* Large enough groups, and not the blocks themselves? */
static bool is_grouping(const lcn_maker *m, const lcn_variable *v)
{
    if (!v->labels || (m->options->blocks && strcmp(v->name, m->options->blocks) == 0)) return false;
    for (int64_t l = 0; l < v->levels.count; l++)
        if (v->sizes[l] < LEAST) return false;
    return true;
}

static lacon_status own_columns(lcn_maker *m, int64_t *columns, int64_t *count)
{
    for (int64_t i = 0; i < m->formula->n_columns && *count < LCN_FACTORS; i++)
        if (m->variables[i].labels && lcn_in_tested(m, i)) LCN_TRY(add_column(m, m->variables[i].name, columns, count));
    for (int64_t i = 0; i < m->formula->n_columns && *count == 0; i++)
        if (is_grouping(m, &m->variables[i])) LCN_TRY(add_column(m, m->variables[i].name, columns, count));
    return LACON_OK;
}

/* ---- cells ---- */

/* variance[i]: cell of class i in these columns; their names */
static lacon_status take_cells(lcn_maker *m, lcn_namelist *names, const int64_t *columns, int64_t count)
{
    for (int64_t i = 0; i < m->n; i++) {
        const char *const *cells = (const char *const *)m->table->cells + m->rows[i] * m->table->columns;
        char *key = lcn_strdup(m->ctx, cells[columns[0]]);
        for (int64_t j = 1; key && j < count; j++) {
            char *longer = lcn_sprintf(m->ctx, "%s:%s", key, cells[columns[j]]);
            lcn_free(&m->ctx->allocator, key);
            key = longer;
        }
        int64_t at = 0;
        const lacon_status status = key ? lcn_namelist_add(m->ctx, names, key, &at) : LACON_E_MEMORY;
        lcn_free(&m->ctx->allocator, key);
        if (status < 0) return status;
        m->design->variance[i] = (int32_t)at;
    }
    return LACON_OK;
}

static bool splits_blocks(const lcn_design *d)
{
    for (int64_t i = 0; i < d->n; i++)
        for (int64_t j = 0; j < i; j++)
            if (d->block[i] == d->block[j] && d->variance[i] != d->variance[j]) return true;
    return false;
}

/* Classes of each group, or blocks where they stay whole: the first class of a block counts. */
static void count_units(const lcn_design *d, int64_t *units)
{
    memset(units, 0, (size_t)d->n_variance * sizeof *units);
    for (int64_t i = 0; i < d->n; i++) {
        bool first = true;
        for (int64_t j = 0; d->whole && j < i; j++) first &= d->block[j] != d->block[i];
        units[d->variance[i]] += first;
    }
}

/* Group `from` becomes part of `to`, which comes before it; the last takes its number. */
static lacon_status join_groups(lcn_maker *m, int64_t to, int64_t from)
{
    lcn_design *d = m->design;
    const int64_t last = d->n_variance - 1;
    char *both = lcn_sprintf(m->ctx, "%s, %s", d->variance_names[to], d->variance_names[from]);
    if (!both) return LACON_E_MEMORY;
    lcn_free(&m->ctx->allocator, d->variance_names[to]);
    lcn_free(&m->ctx->allocator, d->variance_names[from]);
    d->variance_names[to] = both;
    d->variance_names[from] = d->variance_names[last];
    for (int64_t i = 0; i < d->n; i++)
        if (d->variance[i] == from) d->variance[i] = (int32_t)to;
        else if (d->variance[i] == last) d->variance[i] = (int32_t)from;
    d->n_variance = last;
    return LACON_OK;
}

static lacon_status join_small(lcn_maker *m, int64_t *units)
{
    lcn_design *d = m->design;
    while (d->n_variance > 1) {
        int64_t least = 0, next = -1;
        count_units(d, units);
        for (int64_t g = 1; g < d->n_variance; g++)
            if (units[g] < units[least]) least = g;
        if (units[least] >= LEAST) break;
        for (int64_t g = 0; g < d->n_variance; g++)
            if (g != least && (next < 0 || units[g] < units[next])) next = g;
        LCN_TRY(join_groups(m, next < least ? next : least, next < least ? least : next));
    }
    return LACON_OK;
}

static lacon_status keep_names(lcn_maker *m, const lcn_namelist *names)
{
    lcn_design *d = m->design;
    d->variance_names = lcn_alloc(m->ctx, (size_t)names->count, sizeof *d->variance_names);
    if (!d->variance_names) return LACON_E_MEMORY;
    d->n_variance = names->count;
    for (int64_t g = 0; g < names->count; g++) {
        d->variance_names[g] = lcn_strdup(m->ctx, names->names[g]);
        if (!d->variance_names[g]) return LACON_E_MEMORY;
    }
    return LACON_OK;
}

/* One group is none. */
static void forget(lcn_maker *m)
{
    lcn_design *d = m->design;
    const lacon_allocator *a = &m->ctx->allocator;
    for (int64_t g = 0; g < d->n_variance; g++) lcn_free(a, d->variance_names[g]);
    lcn_free(a, d->variance_names);
    lcn_free(a, d->variance);
    lcn_free(a, d->variance_by);
    d->variance_names = NULL;
    d->variance = NULL;
    d->variance_by = NULL;
    d->n_variance = 0;
}

static lacon_status group(lcn_maker *m, lcn_namelist *names, const int64_t *columns, int64_t count, bool named)
{
    lacon_ctx *ctx = m->ctx;
    lcn_design *d = m->design;
    LCN_TRY(take_cells(m, names, columns, count));
    LCN_TRY(keep_names(m, names));
    const bool split = d->whole && splits_blocks(d);
    LCN_FAIL_IF(split && named, LACON_E_ARGUMENT,
                "variance '%s' changes within a block, but blocks are exchanged as a whole: leave out "
                LCN_OPTION "variance, intervals by blocks hold whatever the variances", d->variance_by);
    int64_t *units = lcn_alloc(ctx, (size_t)d->n_variance, sizeof *units);
    if (!units) return LACON_E_MEMORY;
    const lacon_status status = split ? LACON_OK : join_small(m, units);
    lcn_free(&ctx->allocator, units);
    if (status >= 0 && (split || d->n_variance < 2)) forget(m);
    return status;
}

lacon_status lcn_take_variance(lcn_maker *m)
{
    const char *asked = m->options->variance ? m->options->variance : "auto";
    const bool named = strcmp(asked, "auto") != 0;
    int64_t columns[LCN_FACTORS], count = 0;
    lcn_namelist names = {0};
    m->design->own_variance = strcmp(asked, "equal") != 0;
    if (!m->design->own_variance) return LACON_OK;
    if (named) LCN_TRY(named_columns(m, asked, columns, &count));
    else if (!m->design->flip) LCN_TRY(own_columns(m, columns, &count));
    if (count == 0) return LACON_OK;
    m->design->variance = lcn_alloc(m->ctx, (size_t)m->n, sizeof *m->design->variance);
    const lacon_status status =
        m->design->variance ? group(m, &names, columns, count, named) : LACON_E_MEMORY;
    lcn_namelist_clear(&m->ctx->allocator, &names);
    return status;
}
