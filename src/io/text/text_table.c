/* SPDX-License-Identifier: BSD-3-Clause
 * Small tables of text; see text_table.h.
 */
#include "io/text/text_table.h"
#include "io/text/cells.h"
#include "util/number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/* Memory for one more row of at most `width` cells, and its texts. */
static lacon_status grow(lacon_ctx *ctx, lcn_text_table *table, int64_t width)
{
    const int64_t ends = table->rows > 0 ? table->rows + 1 : 0, cells = ends > 0 ? table->first[table->rows] : 0;
    LCN_TRY(lcn_grow(ctx, &table->blocks, table->blocks_used, &table->blocks_capacity, sizeof *table->blocks, 64));
    LCN_TRY(lcn_grow(ctx, &table->line, table->rows, &table->lines_capacity, sizeof *table->line, 64));
    LCN_TRY(lcn_grow(ctx, &table->first, ends, &table->first_capacity, sizeof *table->first, 64));
    while (table->cells_capacity < cells + width)
        LCN_TRY(lcn_grow(ctx, &table->cells, table->cells_capacity, &table->cells_capacity, sizeof *table->cells, 64));
    return LACON_OK;
}

/* The first `width` cells of a line into to, texts in a block of their own. */
static lacon_status take_line(lacon_ctx *ctx, lcn_text_table *table, lcn_line line, long long number,
                              char **to, int64_t width)
{
    /* every cell as UTF-8 with its end, and behind them scratch for one cell as it is in the file */
    size_t most = 2 * line.length + (size_t)width;
    char *block = lcn_alloc(ctx, most + line.length + 1, 1), *text = block, *plain;
    if (block == NULL) return LACON_E_MEMORY;
    table->blocks[table->blocks_used++] = block;
    plain = block + most;
    lcn_cursor cursor = lcn_cursor_at(line, table->separator);
    lcn_cell cell;
    bool bad = false;
    for (int64_t j = 0; j < width; j++) {
        bool there = lcn_cursor_next(&cursor, &cell, &bad);
        to[j] = there ? text : NULL;
        if (there) text += lcn_to_utf8(plain, lcn_cell_copy(cell, plain), text);
        *text++ = '\0';
    }
    LCN_FAIL_IF(bad, LACON_E_FORMAT, "%s:%lld: quotes are not closed", table->path, number);
    LCN_FAIL_IF(lcn_cursor_next(&cursor, &cell, &bad) && cell.length > 0, LACON_E_FORMAT,
                "%s:%lld: more cells than the %lld names of the header", table->path, number,
                (long long)table->columns);
    return LACON_OK;
}

static bool is_blank(lcn_line line)
{
    for (size_t i = 0; i < line.length; i++) {
        if (line.text[i] != ' ' && line.text[i] != '\t') return false;
    }
    return true;
}

static lacon_status take_header(lacon_ctx *ctx, lcn_text_table *table, lcn_lines *lines)
{
    lcn_line first, second;
    LCN_TRY(lcn_lines_peek(ctx, lines, 1, &second));
    LCN_TRY(lcn_lines_peek(ctx, lines, 0, &first));
    LCN_FAIL_IF(first.text == NULL, LACON_E_FORMAT, "%s: the file is empty: a header is expected",
                table->path);
    LCN_FAIL_IF(is_blank(first), LACON_E_FORMAT, "%s:1: a header is expected", table->path);
    LCN_FAIL_IF(memchr(first.text, '\0', first.length) != NULL ||
                    (first.length > 3 && memcmp(first.text, "PK\3\4", 4) == 0), LACON_E_FORMAT,
                "%s: no text in UTF-8, nor in UTF-16 with its byte order mark (a workbook?): save the table as "
                ".csv", table->path);
    if (table->separator == 0) table->separator = lcn_separator(first, second);
    table->columns = lcn_count_cells(first, table->separator);
    table->header = lcn_alloc(ctx, (size_t)table->columns, sizeof *table->header);
    if (table->header == NULL) return LACON_E_MEMORY;
    LCN_TRY(grow(ctx, table, 0));
    LCN_TRY(lcn_lines_next(ctx, lines, &first));
    return take_line(ctx, table, first, lines->number, table->header, table->columns);
}

/* At most those of the header; also an empty one at the end. */
static int64_t count_cells(const lcn_text_table *table, lcn_line line)
{
    lcn_cursor cursor = lcn_cursor_at(line, table->separator);
    lcn_cell cell;
    bool bad = false;
    int64_t count = 0;
    while (count < table->columns && lcn_cursor_next(&cursor, &cell, &bad)) count++;
    return count;
}

/* A line has as many cells as it has: what a short one costs does not grow with the header. */
static lacon_status take_row(lacon_ctx *ctx, lcn_text_table *table, lcn_line line, int64_t number)
{
    const int64_t width = count_cells(table, line);
    LCN_TRY(grow(ctx, table, width));
    const int64_t from = table->first[table->rows];
    table->line[table->rows] = number;
    LCN_TRY(take_line(ctx, table, line, number, table->cells + from, width));
    table->first[++table->rows] = from + width;
    return LACON_OK;
}

static lacon_status take_lines(lacon_ctx *ctx, lcn_text_table *table, lcn_lines *lines)
{
    LCN_TRY(take_header(ctx, table, lines));
    for (;;) {
        lcn_line line;
        LCN_TRY(lcn_lines_next(ctx, lines, &line));
        if (line.text == NULL) return LACON_OK;
        if (!is_blank(line)) LCN_TRY(take_row(ctx, table, line, lines->number));
    }
}

/* separator 0: the first two lines say which. */
static lacon_status read_table(lacon_ctx *ctx, lcn_text_table *table, const char *path, char separator)
{
    *table = (lcn_text_table){.allocator = ctx->allocator, .path = path, .separator = separator};
    lcn_source source;
    lcn_lines lines = {0};
    LCN_TRY(lcn_source_open(ctx, &source, path));
    lacon_status status;
    LCN_GOTO(lcn_lines_begin(ctx, &lines, &source));
    lines.cells = true;
    LCN_GOTO(take_lines(ctx, table, &lines));
done:
    lcn_lines_end(&lines);
    lcn_source_close(&source);
    if (status < 0) lcn_text_table_clear(table);
    return status;
}

lacon_status lcn_text_table_read(lacon_ctx *ctx, lcn_text_table *table, const char *path)
{
    return read_table(ctx, table, path, 0);
}

lacon_status lcn_text_table_read_tsv(lacon_ctx *ctx, lcn_text_table *table, const char *path)
{
    return read_table(ctx, table, path, '\t');
}

void lcn_text_table_clear(lcn_text_table *table)
{
    for (int64_t i = 0; i < table->blocks_used; i++) lcn_free(&table->allocator, table->blocks[i]);
    lcn_free(&table->allocator, table->blocks);
    lcn_free(&table->allocator, table->cells);
    lcn_free(&table->allocator, table->first);
    lcn_free(&table->allocator, table->line);
    lcn_free(&table->allocator, table->header);
    *table = (lcn_text_table){0};
}

int64_t lcn_text_table_column(const lcn_text_table *table, const char *name)
{
    for (int64_t j = 0; j < table->columns; j++) {
        if (strcasecmp(table->header[j], name) == 0) return j;
    }
    return -1;
}

/* NULL where the line is too short to have it. */
static const char *cell_at(const lcn_text_table *table, int64_t row, int64_t column)
{
    const int64_t at = table->first[row] + column;
    return at < table->first[row + 1] ? table->cells[at] : NULL;
}

const char *lcn_text_table_at(const lcn_text_table *table, int64_t row, int64_t column)
{
    const char *text = cell_at(table, row, column);
    return text != NULL ? text : "";
}

bool lcn_text_table_has(const lcn_text_table *table, int64_t row, int64_t column)
{
    return cell_at(table, row, column) != NULL;
}

lacon_status lcn_text_table_number(lacon_ctx *ctx, const lcn_text_table *table, int64_t row,
                                   int64_t column, double *out)
{
    const char *text = lcn_text_table_at(table, row, column);
    bool is_number = lcn_parse_double(text, strlen(text), out) && isfinite(*out);
    LCN_FAIL_IF(!is_number, LACON_E_DATA, "%s:%lld: column '%.80s' holds '%.40s' where a number belongs",
                table->path, (long long)table->line[row], table->header[column], text);
    return LACON_OK;
}
