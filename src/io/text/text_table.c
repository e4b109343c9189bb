/* SPDX-License-Identifier: BSD-3-Clause
 * Small tables of text; see text_table.h.
 */
#include "io/text/text_table.h"
#include "io/text/cells.h"
#include "util/number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static lacon_status grow(lacon_ctx *ctx, lcn_text_table *table)
{
    int64_t capacity = table->capacity > 0 ? 2 * table->capacity : 64;
    size_t width = (size_t)table->columns;
    char **blocks = lcn_alloc(ctx, (size_t)capacity + 1, sizeof *blocks);
    char **cells = lcn_alloc(ctx, (size_t)capacity * width, sizeof *cells);
    int64_t *line = lcn_alloc(ctx, (size_t)capacity, sizeof *line);
    if (blocks == NULL || cells == NULL || line == NULL) {
        lcn_free(&ctx->allocator, blocks);
        lcn_free(&ctx->allocator, cells);
        lcn_free(&ctx->allocator, line);
        return LACON_E_MEMORY;
    }
    if (table->blocks_used > 0) memcpy(blocks, table->blocks, (size_t)table->blocks_used * sizeof *blocks);
    if (table->rows > 0) {
        memcpy(cells, table->cells, (size_t)table->rows * width * sizeof *cells);
        memcpy(line, table->line, (size_t)table->rows * sizeof *line);
    }
    lcn_free(&table->allocator, table->blocks);
    lcn_free(&table->allocator, table->cells);
    lcn_free(&table->allocator, table->line);
    table->blocks = blocks;
    table->cells = cells;
    table->line = line;
    table->capacity = capacity;
    return LACON_OK;
}

/* The cells of a line into to[0 .. columns), texts in a block of their own. */
static lacon_status take_line(lacon_ctx *ctx, lcn_text_table *table, lcn_line line, long long number,
                              char **to)
{
    /* every cell as UTF-8 with its end, and behind them scratch for one cell as it is in the file */
    size_t most = 2 * line.length + (size_t)table->columns;
    char *block = lcn_alloc(ctx, most + line.length + 1, 1), *text = block, *plain;
    if (block == NULL) return LACON_E_MEMORY;
    table->blocks[table->blocks_used++] = block;
    plain = block + most;
    lcn_cursor cursor = lcn_cursor_at(line, table->separator);
    lcn_cell cell;
    bool bad = false;
    for (int64_t j = 0; j < table->columns; j++) {
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
    if (table->separator == 0) table->separator = lcn_separator(first, second);
    table->columns = lcn_count_cells(first, table->separator);
    table->header = lcn_alloc(ctx, (size_t)table->columns, sizeof *table->header);
    if (table->header == NULL) return LACON_E_MEMORY;
    LCN_TRY(grow(ctx, table));
    LCN_TRY(lcn_lines_next(ctx, lines, &first));
    return take_line(ctx, table, first, lines->number, table->header);
}

static lacon_status take_lines(lacon_ctx *ctx, lcn_text_table *table, lcn_lines *lines)
{
    LCN_TRY(take_header(ctx, table, lines));
    for (;;) {
        lcn_line line;
        LCN_TRY(lcn_lines_next(ctx, lines, &line));
        if (line.text == NULL) return LACON_OK;
        if (is_blank(line)) continue;
        if (table->rows == table->capacity) LCN_TRY(grow(ctx, table));
        table->line[table->rows] = lines->number;
        LCN_TRY(take_line(ctx, table, line, lines->number, table->cells + table->rows * table->columns));
        table->rows++;
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

const char *lcn_text_table_at(const lcn_text_table *table, int64_t row, int64_t column)
{
    const char *text = table->cells[row * table->columns + column];
    return text != NULL ? text : "";
}

bool lcn_text_table_has(const lcn_text_table *table, int64_t row, int64_t column)
{
    return table->cells[row * table->columns + column] != NULL;
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
