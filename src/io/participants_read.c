/* SPDX-License-Identifier: BSD-3-Clause
 * A table of participants from a csv or tsv file: every cell is kept as text, because what is a label
 * and what a number is known only when a formula names it. Numeric tables are read by table_text.c. And
 * its rows written beside a model, under the names of the classes (whose row is whose: data/match.h).
 */
#include "data/data.h"
#include "data/participants.h"
#include "io/cells.h"
#include "io/out.h"

#include <math.h>
#include <string.h>

typedef struct reading {
    const char *path, *missing;
    lcn_source source;
    lcn_lines lines;
    char separator, mark;
    int64_t columns, rows, room; /* room: rows there is space for */
    char **names;                /* columns, each its own block */
    char **cells;                /* room × columns, each its own block; NULL: missing */
    double *values;              /* room × columns */
    int64_t *line;               /* room */
} reading;

/* Is the text one of the comma-separated words? */
static bool listed(const char *words, const char *text)
{
    const size_t length = strlen(text);
    for (const char *p = words; p && *p;) {
        const size_t word = strcspn(p, ",");
        if (word == length && memcmp(p, text, length) == 0) return true;
        p += word + (p[word] == ',');
    }
    return false;
}

/* The cell as UTF-8 in a block of its own. */
static char *copy_cell(lacon_ctx *ctx, lcn_cell cell)
{
    char *to = lcn_alloc(ctx, 3 * cell.length + 2, 1); /* room to undouble quotes behind the result */
    if (!to) return NULL;
    char *plain = to + 2 * cell.length + 1;
    lcn_to_utf8(plain, lcn_cell_copy(cell, plain), to);
    return to;
}

static lacon_status take_header(lacon_ctx *ctx, reading *r)
{
    lcn_line first, second;
    LCN_TRY(lcn_lines_look(ctx, &r->lines, 1, &second));
    LCN_TRY(lcn_lines_look(ctx, &r->lines, 0, &first));
    LCN_FAIL_IF(first.text == NULL, LACON_E_FORMAT,
                "%s: the file is empty: a header line and one line per participant are expected",
                r->path);
    r->separator = lcn_separator(first, second);
    r->mark = '.';
    const int64_t count = lcn_count_cells(first, r->separator);
    r->names = lcn_alloc(ctx, (size_t)count + 1, sizeof *r->names);
    if (!r->names) return LACON_E_MEMORY;
    lcn_cursor cursor = lcn_cursor_at(first, r->separator);
    lcn_cell cell;
    bool bad = false;
    while (r->columns < count && lcn_cursor_next(&cursor, &cell, &bad)) {
        r->names[r->columns] = copy_cell(ctx, cell);
        if (!r->names[r->columns]) return LACON_E_MEMORY;
        r->columns++;
    }
    LCN_FAIL_IF(bad, LACON_E_FORMAT, "%s:1: quotes are not closed", r->path);
    return lcn_lines_next(ctx, &r->lines, &first);
}

static lacon_status grow(lacon_ctx *ctx, reading *r)
{
    if (r->rows < r->room) return LACON_OK;
    const int64_t room = 2 * r->room + 64;
    const size_t width = (size_t)r->columns;
    char **cells = lcn_alloc(ctx, (size_t)room * width, sizeof *cells);
    double *values = lcn_alloc(ctx, (size_t)room * width, sizeof *values);
    int64_t *line = lcn_alloc(ctx, (size_t)room, sizeof *line);
    const bool good = cells && values && line;
    if (good && r->rows > 0) {
        memcpy(cells, r->cells, (size_t)r->rows * width * sizeof *cells);
        memcpy(values, r->values, (size_t)r->rows * width * sizeof *values);
        memcpy(line, r->line, (size_t)r->rows * sizeof *line);
    }
    lcn_free(&ctx->allocator, good ? (void *)r->cells : (void *)cells);
    lcn_free(&ctx->allocator, good ? r->values : values);
    lcn_free(&ctx->allocator, good ? r->line : line);
    if (!good) return LACON_E_MEMORY;
    r->cells = cells;
    r->values = values;
    r->line = line;
    r->room = room;
    return LACON_OK;
}

static lacon_status take_cell(lacon_ctx *ctx, reading *r, lcn_cell cell, int64_t column)
{
    const int64_t at = r->rows * r->columns + column;
    double value = NAN;
    const lcn_cell_kind kind = lcn_cell_classify(cell, r->separator, &r->mark, &value);
    r->values[at] = kind == LCN_NUMBER ? value : NAN;
    if (kind == LCN_MISSING) return LACON_OK;
    char *text = copy_cell(ctx, cell);
    if (!text) return LACON_E_MEMORY;
    if (listed(r->missing, text)) {
        lcn_free(&ctx->allocator, text);
        r->values[at] = NAN;
    } else {
        r->cells[at] = text;
    }
    return LACON_OK;
}

static lacon_status take_line(lacon_ctx *ctx, reading *r, lcn_line line)
{
    LCN_TRY(grow(ctx, r));
    const long long number = (long long)r->lines.number;
    r->line[r->rows] = number;
    lcn_cursor cursor = lcn_cursor_at(line, r->separator);
    lcn_cell cell;
    bool bad = false;
    int64_t j = 0;
    for (; lcn_cursor_next(&cursor, &cell, &bad) && !bad; j++) {
        if (j >= r->columns && cell.length == 0) continue; /* behind the last separator */
        LCN_FAIL_IF(j >= r->columns, LACON_E_FORMAT,
                    "%s:%lld: more cells than the %lld names of the header", r->path, number,
                    (long long)r->columns);
        LCN_TRY(take_cell(ctx, r, cell, j));
    }
    LCN_FAIL_IF(bad, LACON_E_FORMAT, "%s:%lld: quotes are not closed", r->path, number);
    LCN_FAIL_IF(j < r->columns, LACON_E_FORMAT, "%s:%lld: %lld cells, the header has %lld names",
                r->path, number, (long long)j, (long long)r->columns);
    r->rows++;
    return LACON_OK;
}

static lacon_status take_lines(lacon_ctx *ctx, reading *r)
{
    LCN_TRY(lcn_lines_begin(ctx, &r->lines, &r->source));
    LCN_TRY(take_header(ctx, r));
    for (;;) {
        lcn_line line;
        LCN_TRY(lcn_lines_next(ctx, &r->lines, &line));
        if (line.text == NULL) break;
        if (line.length > 0) LCN_TRY(take_line(ctx, r, line));
    }
    LCN_FAIL_IF(r->rows == 0, LACON_E_FORMAT,
                "%s: a header and nothing below it: one line per participant is expected", r->path);
    return LACON_OK;
}

lacon_status lacon_participants_read(lacon_ctx *ctx, lacon_participants **out, const char *path,
                                     const char *missing)
{
    *out = NULL;
    reading r = {.path = path, .missing = missing};
    LCN_TRY(lcn_source_open(ctx, &r.source, path));
    lacon_status status = take_lines(ctx, &r);
    if (status >= 0)
        status = lcn_participants_make(ctx, out, path, r.rows, r.columns,
                                       (const char *const *)r.names, (const char *const *)r.cells,
                                       r.values, r.line);
    for (int64_t j = 0; j < r.columns; j++) lcn_free(&ctx->allocator, r.names[j]);
    for (int64_t i = 0; i < r.room * r.columns; i++) lcn_free(&ctx->allocator, r.cells[i]);
    lcn_free(&ctx->allocator, r.names);
    lcn_free(&ctx->allocator, r.cells);
    lcn_free(&ctx->allocator, r.values);
    lcn_free(&ctx->allocator, r.line);
    lcn_lines_end(&r.lines);
    lcn_source_close(&r.source);
    return status;
}

/* ---- writing ---- */

static void put_row(lcn_out *out, const lacon_participants *t, int64_t row)
{
    for (int64_t j = 0; j < t->columns; j++) {
        const char *cell = row >= 0 ? t->cells[row * t->columns + j] : NULL;
        lcn_out_text(out, "\t");
        lcn_out_cell(out, cell ? cell : "n/a");
    }
    lcn_out_text(out, "\n");
}

static lacon_status write_rows(lacon_ctx *ctx, const lacon_participants *t, const lacon_data *data,
                               const int64_t *row, const char *path)
{
    lcn_out out;
    LCN_TRY(lcn_out_open(ctx, &out, path));
    lcn_out_text(&out, "class");
    for (int64_t j = 0; j < t->columns; j++) {
        lcn_out_text(&out, "\t");
        lcn_out_cell(&out, *t->names[j] ? t->names[j] : "row");
    }
    lcn_out_text(&out, "\n");
    for (int64_t c = 0; c < data->n_classes; c++) {
        lcn_out_cell(&out, data->classes[c].label);
        put_row(&out, t, row[c]);
    }
    return lcn_out_close(ctx, &out, LACON_OK);
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
