/* SPDX-License-Identifier: BSD-3-Clause
 * Tables by content; see table.h.
 */
#include "io/table.h"

#include <float.h>
#include <string.h>

/* ---- what it is ---- */

/* Formats that are known by their first bytes and not read: better named than called garbage. */
static const struct {
    const char *magic;
    size_t length;
    const char *what;
} others[] = {
    {"PK\3\4", 4, "a zip archive (.npz, .xlsx, .ods): save the table as .csv or .npy"},
    {"\x89HDF", 4, "an HDF5 file: save the table as .csv or .npy"},
    {"MATLAB 5", 8, "a MATLAB file: save the table as .csv or .npy"},
    {"\xD0\xCF\x11\xE0", 4, "an Excel workbook: save the table as .csv"},
    {"%PDF", 4, "a PDF document"},
    {"\xFF\xFE", 2, "text in UTF-16: save it as UTF-8"},
    {"\xFE\xFF", 2, "text in UTF-16: save it as UTF-8"},
    {"{", 1, "JSON: save the table as .csv or .npy"},
    {"<", 1, "markup (XML, HTML): save the table as .csv or .npy"},
};

static lacon_status open_format(lacon_ctx *ctx, lcn_table *t)
{
    const char *path = t->source.path;
    LCN_FAIL_IF(t->source.head_size == 0, LACON_E_FORMAT, "%s: the file is empty", path);
    t->is_npy = lcn_source_starts(&t->source, "\x93NUMPY", 6);
    if (t->is_npy) return lcn_table_npy_open(ctx, t);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        LCN_FAIL_IF(lcn_source_starts(&t->source, others[i].magic, others[i].length),
                    LACON_E_FORMAT, "%s: is %s", path, others[i].what);
    }
    return lcn_text_open(ctx, t);
}

static lacon_status open_or_close(lacon_ctx *ctx, lcn_table *t)
{
    lacon_status status = open_format(ctx, t);
    if (status < 0) lcn_table_close(t);
    return status;
}

lacon_status lcn_table_open(lacon_ctx *ctx, lcn_table *t, const char *path, bool transpose)
{
    *t = (lcn_table){.transpose = transpose, .mark = '.'};
    LCN_TRY(lcn_source_open(ctx, &t->source, path));
    return open_or_close(ctx, t);
}

lacon_status lcn_table_open_memory(lacon_ctx *ctx, lcn_table *t, const char *name,
                                   const void *bytes, size_t size, bool transpose)
{
    *t = (lcn_table){.transpose = transpose, .mark = '.'};
    LCN_TRY(lcn_source_memory(ctx, &t->source, name, bytes, size));
    return open_or_close(ctx, t);
}

void lcn_table_close(lcn_table *t)
{
    lcn_lines_end(&t->lines);
    lcn_free(&t->source.allocator, t->names);
    t->names = NULL;
    lcn_source_close(&t->source);
}

/* ---- its rows ---- */

static lacon_status begin_rows(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns,
                               lcn_kind kind, lcn_rows *rows)
{
    if (t->lines_are_variables) {
        return lcn_rows_begin_across(ctx, rows, kind, t->variables, columns->target, t->width);
    }
    int64_t expected = t->is_npy ? t->npy.count / t->width : lcn_lines_left(&t->lines);
    return lcn_rows_begin(ctx, rows, kind, t->variables, columns->target, expected,
                          columns->class_at >= 0);
}

static lacon_status check_counts(lacon_ctx *ctx, const lcn_table *t, const lcn_rows *rows)
{
    const char *path = t->source.path;
    LCN_FAIL_IF(rows->n == 0, LACON_E_FORMAT, "%s: a header but no row below it (line %lld)", path,
                (long long)t->first_line);
    LCN_FAIL_IF(rows->n == 1, LACON_E_DATA, "%s: one row only, at least 2 observations are needed",
                path);
    return LACON_OK;
}

static lacon_status check_pieces(lacon_ctx *ctx, const lcn_table *t, const lcn_piece *pieces,
                                 int64_t count)
{
    for (int64_t c = 0; c < count; c++) {
        LCN_FAIL_IF(pieces[c].n < 2, LACON_E_DATA,
                    "%s: class '%s' has one row only, at least 2 observations are needed",
                    t->source.path, pieces[c].label != NULL ? pieces[c].label : "");
    }
    return LACON_OK;
}

lacon_status lcn_table_read(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns, bool single,
                            lcn_piece **pieces, int64_t *count)
{
    *pieces = NULL;
    *count = 0;
    lcn_rows rows = {0};
    lacon_status status;
    double limit = single ? FLT_MAX : DBL_MAX;
    LCN_GOTO(begin_rows(ctx, t, columns, single ? LCN_ROWS_F32 : LCN_ROWS_F64, &rows));
    LCN_GOTO(t->is_npy ? lcn_table_npy_read(ctx, t, columns, limit, &rows)
                       : lcn_text_read(ctx, t, columns, limit, &rows));
    LCN_GOTO(check_counts(ctx, t, &rows));
    LCN_GOTO(lcn_rows_take(ctx, &rows, pieces, count));
    LCN_GOTO(check_pieces(ctx, t, *pieces, *count));
done:
    if (status < 0) {
        lcn_pieces_free(&ctx->allocator, *pieces, *count);
        *pieces = NULL;
        *count = 0;
    }
    lcn_rows_clear(&rows);
    return status;
}
