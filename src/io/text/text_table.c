/* SPDX-License-Identifier: BSD-3-Clause
 * Small tables of text; see text_table.h.
 */
#include "io/text/text_table.h"
#include "io/text/cells.h"
#include "util/number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

static lacon_status grow(lacon_ctx *ctx, lcn_text_table *w)
{
    int64_t room = w->room > 0 ? 2 * w->room : 64;
    size_t width = (size_t)w->columns;
    char **blocks = lcn_alloc(ctx, (size_t)room + 1, sizeof *blocks);
    char **cells = lcn_alloc(ctx, (size_t)room * width, sizeof *cells);
    int64_t *line = lcn_alloc(ctx, (size_t)room, sizeof *line);
    if (blocks == NULL || cells == NULL || line == NULL) {
        lcn_free(&ctx->allocator, blocks);
        lcn_free(&ctx->allocator, cells);
        lcn_free(&ctx->allocator, line);
        return LACON_E_MEMORY;
    }
    if (w->blocks_used > 0) memcpy(blocks, w->blocks, (size_t)w->blocks_used * sizeof *blocks);
    if (w->rows > 0) {
        memcpy(cells, w->cells, (size_t)w->rows * width * sizeof *cells);
        memcpy(line, w->line, (size_t)w->rows * sizeof *line);
    }
    lcn_free(&w->allocator, w->blocks);
    lcn_free(&w->allocator, w->cells);
    lcn_free(&w->allocator, w->line);
    w->blocks = blocks;
    w->cells = cells;
    w->line = line;
    w->room = room;
    return LACON_OK;
}

/* The cells of a line into to[0 .. columns), texts in a block of their own. */
static lacon_status take_line(lacon_ctx *ctx, lcn_text_table *w, lcn_line line, long long number,
                              char **to)
{
    /* as UTF-8 each with its end, and behind them room for one cell as it stands */
    size_t most = 2 * line.length + (size_t)w->columns;
    char *block = lcn_alloc(ctx, most + line.length + 1, 1), *text = block, *plain;
    if (block == NULL) return LACON_E_MEMORY;
    w->blocks[w->blocks_used++] = block;
    plain = block + most;
    lcn_cursor cursor = lcn_cursor_at(line, w->separator);
    lcn_cell cell;
    bool bad = false;
    for (int64_t j = 0; j < w->columns; j++) {
        bool there = lcn_cursor_next(&cursor, &cell, &bad);
        to[j] = text;
        if (!there && w->short_line == 0) w->short_line = number, w->short_cells = j;
        if (there) text += lcn_to_utf8(plain, lcn_cell_copy(cell, plain), text);
        *text++ = '\0';
    }
    LCN_FAIL_IF(bad, LACON_E_FORMAT, "%s:%lld: quotes are not closed", w->path, number);
    LCN_FAIL_IF(lcn_cursor_next(&cursor, &cell, &bad) && cell.length > 0, LACON_E_FORMAT,
                "%s:%lld: more cells than the %lld names of the header", w->path, number,
                (long long)w->columns);
    return LACON_OK;
}

static bool is_blank(lcn_line line)
{
    for (size_t i = 0; i < line.length; i++) {
        if (line.text[i] != ' ' && line.text[i] != '\t') return false;
    }
    return true;
}

static lacon_status take_header(lacon_ctx *ctx, lcn_text_table *w, lcn_lines *lines)
{
    lcn_line first, second;
    LCN_TRY(lcn_lines_peek(ctx, lines, 1, &second));
    LCN_TRY(lcn_lines_peek(ctx, lines, 0, &first));
    LCN_FAIL_IF(first.text == NULL, LACON_E_FORMAT, "%s: the file is empty: a header is expected",
                w->path);
    LCN_FAIL_IF(is_blank(first), LACON_E_FORMAT, "%s:1: a header is expected", w->path);
    w->separator = lcn_separator(first, second);
    w->columns = lcn_count_cells(first, w->separator);
    w->header = lcn_alloc(ctx, (size_t)w->columns, sizeof *w->header);
    if (w->header == NULL) return LACON_E_MEMORY;
    LCN_TRY(grow(ctx, w));
    LCN_TRY(lcn_lines_next(ctx, lines, &first));
    return take_line(ctx, w, first, lines->number, w->header);
}

static lacon_status take_lines(lacon_ctx *ctx, lcn_text_table *w, lcn_lines *lines)
{
    LCN_TRY(take_header(ctx, w, lines));
    for (;;) {
        lcn_line line;
        LCN_TRY(lcn_lines_next(ctx, lines, &line));
        if (line.text == NULL) return LACON_OK;
        if (is_blank(line)) continue;
        if (w->rows == w->room) LCN_TRY(grow(ctx, w));
        w->line[w->rows] = lines->number;
        LCN_TRY(take_line(ctx, w, line, lines->number, w->cells + w->rows * w->columns));
        w->rows++;
    }
}

lacon_status lcn_text_table_read(lacon_ctx *ctx, lcn_text_table *w, const char *path)
{
    *w = (lcn_text_table){.allocator = ctx->allocator, .path = path};
    lcn_source source;
    lcn_lines lines = {0};
    LCN_TRY(lcn_source_open(ctx, &source, path));
    lacon_status status;
    LCN_GOTO(lcn_lines_begin(ctx, &lines, &source));
    LCN_GOTO(take_lines(ctx, w, &lines));
done:
    lcn_lines_end(&lines);
    lcn_source_close(&source);
    if (status < 0) lcn_text_table_clear(w);
    return status;
}

void lcn_text_table_clear(lcn_text_table *w)
{
    for (int64_t i = 0; i < w->blocks_used; i++) lcn_free(&w->allocator, w->blocks[i]);
    lcn_free(&w->allocator, w->blocks);
    lcn_free(&w->allocator, w->cells);
    lcn_free(&w->allocator, w->line);
    lcn_free(&w->allocator, w->header);
    *w = (lcn_text_table){0};
}

int64_t lcn_text_table_column(const lcn_text_table *w, const char *name)
{
    for (int64_t j = 0; j < w->columns; j++) {
        if (strcasecmp(w->header[j], name) == 0) return j;
    }
    return -1;
}

const char *lcn_text_table_at(const lcn_text_table *w, int64_t row, int64_t column)
{
    return w->cells[row * w->columns + column];
}

lacon_status lcn_text_table_number(lacon_ctx *ctx, const lcn_text_table *w, int64_t row, int64_t column,
                              double *out)
{
    const char *text = lcn_text_table_at(w, row, column);
    bool good = lcn_parse_double(text, strlen(text), out) && isfinite(*out);
    LCN_FAIL_IF(!good, LACON_E_DATA, "%s:%lld: column '%.80s' holds '%.40s' where a number belongs",
                w->path, (long long)w->line[row], w->header[column], text);
    return LACON_OK;
}
