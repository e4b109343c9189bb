/* SPDX-License-Identifier: BSD-3-Clause
 * A table of participants from a csv or tsv file (text_table.h): every cell is kept as text, because what is
 * a label and what a number is known only when a formula names it. Numeric tables are read by table_text.c. And
 * its rows written beside a model, under the names of the classes (whose row is whose: data/match.h).
 */
#include "data/data.h"
#include "data/participants.h"
#include "io/text/cells.h"
#include "io/writer.h"
#include "io/digests.h"
#include "io/text/text_table.h"

#include <math.h>
#include <string.h>

/* Is the text one of the comma-separated texts? */
static bool listed(const char *list, const char *text)
{
    const size_t length = strlen(text);
    for (const char *p = list; p && *p;) {
        const size_t one = strcspn(p, ",");
        if (one == length && memcmp(p, text, length) == 0) return true;
        p += one + (p[one] == ',');
    }
    return false;
}

/* cells[i] is NULL where the text is one of the spellings of missing; values[i] its number, or NaN. */
static void classify(const lcn_text_table *table, const char *missing, const char **cells, double *values)
{
    char mark = '.';
    for (int64_t i = 0; i < table->rows * table->columns; i++) {
        const char *text = table->cells[i];
        const lcn_cell cell = {.text = text, .length = strlen(text)};
        double value = NAN;
        const lcn_cell_kind kind = lcn_cell_classify(cell, table->separator, &mark, &value);
        const bool gone = kind == LCN_MISSING || listed(missing, text);
        cells[i] = gone ? NULL : text;
        values[i] = kind == LCN_NUMBER && !gone ? value : NAN;
    }
}

static lacon_status check_length(lacon_ctx *ctx, const lcn_text_table *table, int64_t row)
{
    int64_t cells = table->columns;
    while (cells > 0 && !lcn_text_table_has(table, row, cells - 1)) cells--;
    LCN_FAIL_IF(cells < table->columns, LACON_E_FORMAT, "%s:%lld: %lld cells, the header has %lld names",
                table->path, (long long)table->line[row], (long long)cells, (long long)table->columns);
    return LACON_OK;
}

static lacon_status make(lacon_ctx *ctx, lacon_participants **out, const lcn_text_table *table,
                         const char *missing)
{
    LCN_FAIL_IF(table->rows == 0, LACON_E_FORMAT,
                "%s: a header and nothing below it: at least one line is expected", table->path);
    for (int64_t i = 0; i < table->rows; i++) LCN_TRY(check_length(ctx, table, i));
    const size_t count = (size_t)table->rows * (size_t)table->columns;
    const char **cells = lcn_alloc(ctx, count, sizeof *cells);
    double *values = lcn_alloc(ctx, count, sizeof *values);
    lacon_status status = LACON_E_MEMORY;
    if (cells && values) {
        classify(table, missing, cells, values);
        status = lcn_participants_make(ctx, out, table->path, table->rows, table->columns,
                                       (const char *const *)table->header, cells, values, table->line);
    }
    lcn_free(&ctx->allocator, cells);
    lcn_free(&ctx->allocator, values);
    return status;
}

lacon_status lacon_participants_read(lacon_ctx *ctx, lacon_participants **out, const char *path,
                                     const char *missing)
{
    lcn_text_table table;
    *out = NULL;
    LCN_TRY(lcn_digests_check_one(ctx, path));
    LCN_TRY(lcn_text_table_read(ctx, &table, path));
    const lacon_status status = make(ctx, out, &table, missing);
    lcn_text_table_clear(&table);
    return status;
}

/* ---- writing ---- */

/* As it was written, ids with their zeros; but 0,5 of a table with semicolons would be a word in ours. */
static void put_cell(lcn_writer *out, const char *cell, double value)
{
    const char *comma = isnan(value) ? NULL : strchr(cell, ',');
    if (comma == NULL) {
        lcn_writer_cell(out, cell);
        return;
    }
    lcn_writer_bytes(out, cell, (size_t)(comma - cell));
    lcn_writer_text(out, ".");
    lcn_writer_cell(out, comma + 1);
}

static void put_row(lcn_writer *out, const lacon_participants *t, int64_t row)
{
    for (int64_t j = 0; j < t->columns; j++) {
        const int64_t at = row * t->columns + j;
        lcn_writer_text(out, "\t");
        if (row < 0 || t->cells[at] == NULL) lcn_writer_text(out, "n/a");
        else put_cell(out, t->cells[at], t->values[at]);
    }
    lcn_writer_text(out, "\n");
}

/* What the column of our classes is called: `class`, or where the table has that itself a name it does not have. */
static char *class_heading(lacon_ctx *ctx, const lacon_participants *t)
{
    char *name = lcn_strdup(ctx, "class");
    for (int64_t j = 0; name != NULL && j < t->columns;) {
        if (strcmp(t->names[j++], name) != 0) continue;
        char *longer = lcn_sprintf(ctx, "lacon_%s", name);
        lcn_free(&ctx->allocator, name);
        name = longer;
        j = 0; /* from the first column on */
    }
    return name;
}

static lacon_status write_rows(lacon_ctx *ctx, const lacon_participants *t, const lacon_data *data,
                               const int64_t *row, const char *path)
{
    lcn_writer out;
    char *heading = class_heading(ctx, t);
    if (heading == NULL) return LACON_E_MEMORY;
    lacon_status status = lcn_writer_open(ctx, &out, path);
    if (status >= 0) lcn_writer_text(&out, heading);
    lcn_free(&ctx->allocator, heading);
    LCN_TRY(status);
    for (int64_t j = 0; j < t->columns; j++) {
        lcn_writer_text(&out, "\t");
        lcn_writer_cell(&out, *t->names[j] ? t->names[j] : "row");
    }
    lcn_writer_text(&out, "\n");
    for (int64_t c = 0; c < data->n_classes; c++) {
        lcn_writer_cell(&out, data->classes[c].label);
        put_row(&out, t, row[c]);
    }
    return lcn_writer_close(ctx, &out, LACON_OK);
}

lacon_status lacon_participants_write(lacon_ctx *ctx, const lacon_participants *table,
                                      const char *id, const lacon_data *data, const char *dir)
{
    int64_t *row = lcn_alloc(ctx, (size_t)data->n_classes + 1, sizeof *row);
    char *path = lcn_sprintf(ctx, "%s/participants.tsv", dir);
    lacon_status status = row && path ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0) status = lacon_participants_match(ctx, table, id, data, row);
    if (status >= 0) status = write_rows(ctx, table, data, row, path);
    lcn_free(&ctx->allocator, path);
    lcn_free(&ctx->allocator, row);
    return status;
}
