/* SPDX-License-Identifier: BSD-3-Clause
 * Classes that share a line of the table: scans of one person. Nothing the table tells differs within a line, so only
 * whole lines may change places; classes that changed places one by one would count a person as often as scanned, and
 * p-values would be far too small. Called by test_run.c where no blocks are asked for.
 */
#include "inference/persons.h"
#include "data/namemap.h"

#include <string.h>

/* What stands in column j; the table that `fit` keeps has a copy of a line for each of its classes. */
static const char *cell_at(const lacon_participants *t, int64_t row, int64_t j)
{
    const char *cell = lacon_participants_cell(t, row, j);
    return cell ? cell : "";
}

/* All cells but the first as one text of its own; NULL: no memory. */
static char *line_of(lacon_ctx *ctx, const lacon_participants *t, int64_t row)
{
    char *line = lcn_strdup(ctx, "");
    for (int64_t j = 1; line && j < t->columns; j++) {
        char *longer = lcn_sprintf(ctx, "%s\t%s", line, cell_at(t, row, j));
        lcn_free(&ctx->allocator, line);
        line = longer;
    }
    return line;
}

/* How many different cells (column >= 0) or lines but for their first cell (-1) the rows have. */
static lacon_status count_different(lacon_ctx *ctx, const lacon_participants *t, const int64_t *rows, int64_t n,
                                    int64_t column, int64_t *count)
{
    lcn_namelist list = {0};
    lacon_status status = LACON_OK;
    for (int64_t i = 0; i < n && status >= 0; i++) {
        int64_t at;
        char *line = column < 0 ? line_of(ctx, t, rows[i]) : lcn_strdup(ctx, cell_at(t, rows[i], column));
        status = line ? lcn_namelist_add(ctx, &list, line, &at) : LACON_E_MEMORY;
        lcn_free(&ctx->allocator, line);
    }
    *count = list.count;
    lcn_namelist_clear(&ctx->allocator, &list);
    return status;
}

/* A column of the model is no name of a person, though files may be called by it (control_01). */
static bool is_in_model(const lcn_formula *formula, const char *name)
{
    bool found = false;
    for (int64_t i = 0; i < formula->n_columns; i++) found |= strcmp(formula->columns[i].name, name) == 0;
    return found;
}

/* Every cell of the column is how its class is named, or a part of that. */
static bool names_classes(const lcn_match *m, const int64_t *classes, const int64_t *rows, int64_t n, int64_t column)
{
    bool all = true;
    for (int64_t i = 0; i < n && all; i++)
        all = lcn_match_names(cell_at(m->table, rows[i], column), m->labels[classes[i]]);
    return all;
}

/* The table of a model folder: its first column has the classes, the line of the person follows. */
static lacon_status find_in_kept(lacon_ctx *ctx, const lcn_match *m, const lcn_formula *formula,
                                 const int64_t *classes, const int64_t *rows, int64_t n, lcn_persons *out)
{
    const lacon_participants *t = m->table;
    int64_t lines;
    if (m->column != 0 || (strcmp(t->names[0], "class") != 0 && strcmp(t->names[0], "lacon_class") != 0))
        return LACON_OK;
    LCN_TRY(count_different(ctx, t, rows, n, -1, &lines));
    if (lines == n) return LACON_OK;
    for (int64_t j = 1; j < t->columns && out->column < 0; j++) {
        int64_t here;
        if (is_in_model(formula, t->names[j]) || !names_classes(m, classes, rows, n, j)) continue;
        LCN_TRY(count_different(ctx, t, rows, n, j, &here));
        if (here == lines) *out = (lcn_persons){.column = j, .count = lines};
    }
    return LACON_OK;
}

lacon_status lcn_persons_find(lacon_ctx *ctx, const lcn_match *m, const lcn_formula *formula, const int64_t *classes,
                              const int64_t *rows, int64_t n, lcn_persons *out)
{
    int64_t lines;
    *out = (lcn_persons){.column = -1, .count = n};
    LCN_TRY(count_different(ctx, m->table, rows, n, m->column, &lines));
    if (lines < n) *out = (lcn_persons){.column = m->column, .count = lines};
    return lines < n ? LACON_OK : find_in_kept(ctx, m, formula, classes, rows, n, out);
}
