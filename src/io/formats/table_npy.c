/* SPDX-License-Identifier: BSD-3-Clause
 * A .npy array as a table: n × p numbers in either order, from a file of its own or out of a .npz
 * (table_npz.c). Nothing is allocated by what the header claims before it was held against the size
 * of the file.
 */
#include "io/formats/table.h"

enum { CHUNK = 1 << 18 };

static lacon_status check_shape(lacon_ctx *ctx, const lcn_table *t, const lcn_source *from)
{
    const lcn_npy *npy = &t->npy;
    const char *path = t->source.path;
    LCN_FAIL_IF(npy->kind == 'U', LACON_E_FORMAT, "%s: holds text, not numbers", path);
    LCN_FAIL_IF(npy->dims != 2, LACON_E_FORMAT,
                "%s: an array of %d dimension(s): 2 are needed, observations x variables", path,
                npy->dims);
    long long n = npy->shape[0], p = npy->shape[1];
    LCN_FAIL_IF(n == 0 || p == 0, LACON_E_FORMAT, "%s: the array is empty (%lld x %lld)", path, n,
                p);
    int64_t bound = lcn_source_bound(from);
    LCN_FAIL_IF(npy->bytes > bound, LACON_E_FORMAT,
                "%s: the header claims %lld x %lld values (%lld bytes), the file holds %lld bytes",
                path, n, p, (long long)npy->bytes, (long long)bound);
    LCN_FAIL_IF(!from->gzip && npy->bytes < bound, LACON_E_FORMAT,
                "%s: %lld bytes follow the %lld x %lld values of the header", path,
                (long long)(bound - npy->bytes), n, p);
    return LACON_OK;
}

/* C order not transposed, or Fortran order transposed: consecutive values are one observation. */
lacon_status lcn_npy_table_open(lacon_ctx *ctx, lcn_table *t, lcn_source *from)
{
    unsigned char head[LCN_NPY_PROLOGUE];
    size_t start, length, got;
    LCN_TRY(lcn_source_read(ctx, from, head, 10, &got));
    if (got == 10 && head[6] > 1) {
        LCN_TRY(lcn_source_read(ctx, from, head + 10, 2, &got));
        got += 10;
    }
    LCN_TRY(lcn_npy_prologue(ctx, t->source.path, head, got, &start, &length));
    char *text = lcn_alloc(ctx, length + 1, 1);
    if (text == NULL) return LACON_E_MEMORY;
    lacon_status status;
    LCN_GOTO(lcn_source_read(ctx, from, text, length, &got));
    LCN_GOTO(lcn_npy_parse(ctx, t->source.path, text, got, &t->npy));
    LCN_GOTO(check_shape(ctx, t, from));
    t->lines_are_variables = t->npy.fortran != t->options.transpose;
    t->variables = t->npy.shape[t->options.transpose ? 0 : 1];
    t->width = t->npy.shape[t->npy.fortran ? 0 : 1];
    t->expected = t->npy.count / t->width;
    t->first_line = 1;
done:
    lcn_free(&ctx->allocator, text);
    return status;
}

static lacon_status fail_short(lacon_ctx *ctx, const lcn_table *t, int64_t line, size_t got)
{
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: ends after %lld of its %lld values", t->source.path,
                    (long long)(line * t->width + (int64_t)got / t->npy.size),
                    (long long)t->npy.count);
}

/* Numbers of this machine and of the precision of the rows, all of them kept: from the source to their place. */
static lacon_status read_straight(lacon_ctx *ctx, lcn_source *from, lcn_sink *to, int64_t lines,
                                  int64_t at_once, int64_t *line, double *cells)
{
    const lcn_table *t = to->table;
    const bool single = to->rows->kind == LCN_ROWS_F32;
    const size_t size = single ? sizeof(float) : sizeof(double);
    const bool native = t->npy.kind == 'f' && (size_t)t->npy.size == size && !t->npy.swapped;
    while (native && *line < lines) {
        void *rows;
        int64_t now = lines - *line < at_once ? lines - *line : at_once;
        LCN_TRY(lcn_rows_reserve(ctx, to->rows, now, &rows, &now));
        if (now == 0) return LACON_OK;
        size_t got, want = (size_t)(now * t->width) * size;
        LCN_TRY(lcn_source_read(ctx, from, rows, want, &got));
        if (got < want) return fail_short(ctx, t, *line, got);
        for (int64_t i = 0; i < now; i++) {
            if (single) lcn_sink_look_f32(to, (float *)rows + i * t->width, *line + i, cells);
            else lcn_sink_look(to, (double *)rows + i * t->width, *line + i);
        }
        *line += now;
    }
    return LACON_OK;
}

/* chunk holds at_once lines, cells for one. */
static lacon_status read_lines(lacon_ctx *ctx, lcn_source *from, lcn_sink *to, unsigned char *chunk,
                               int64_t at_once, double *cells)
{
    const lcn_table *t = to->table;
    int64_t line_bytes = t->width * t->npy.size, line = t->skipped, lines = line + t->expected;
    if (line > 0) LCN_TRY(lcn_source_skip(ctx, from, line * line_bytes));
    LCN_TRY(read_straight(ctx, from, to, lines, at_once, &line, cells));
    while (line < lines) {
        int64_t now = lines - line < at_once ? lines - line : at_once;
        size_t got, want = (size_t)(now * line_bytes);
        LCN_TRY(lcn_source_read(ctx, from, chunk, want, &got));
        if (got < want) return fail_short(ctx, t, line, got);
        for (int64_t i = 0; i < now; i++, line++) {
            lcn_npy_doubles(&t->npy, chunk + i * line_bytes, t->width, cells);
            LCN_TRY(lcn_sink_put(ctx, to, cells, line));
        }
    }
    unsigned char extra;
    size_t more = 0;
    if (lines < t->npy.count / t->width) return lcn_sink_check(ctx, to); /* others read what follows */
    LCN_TRY(lcn_source_read(ctx, from, &extra, 1, &more));
    LCN_FAIL_IF(more > 0, LACON_E_FORMAT, "%s: bytes follow the values of the header",
                t->source.path);
    return lcn_sink_check(ctx, to);
}

lacon_status lcn_npy_table_read(lacon_ctx *ctx, lcn_table *t, lcn_source *from,
                                const lcn_columns *columns, double limit, lcn_rows *rows)
{
    int64_t line_bytes = t->width * t->npy.size;
    int64_t at_once = CHUNK / line_bytes > 1 ? CHUNK / line_bytes : 1;
    lacon_status status = LACON_E_MEMORY;
    lcn_sink to = {.table = t, .columns = columns, .limit = limit, .rows = rows};
    to.across = t->npy.fortran;
    double *cells = lcn_alloc(ctx, (size_t)t->width, sizeof *cells);
    unsigned char *chunk = lcn_alloc(ctx, (size_t)at_once, (size_t)line_bytes);
    if (cells != NULL && chunk != NULL) {
        status = read_lines(ctx, from, &to, chunk, at_once, cells);
    }
    lcn_free(&ctx->allocator, chunk);
    lcn_free(&ctx->allocator, cells);
    return status;
}

static bool probe(const lcn_source *source)
{
    return lcn_source_starts(source, "\x93NUMPY", 6);
}

static lacon_status open_file(lacon_ctx *ctx, lcn_table *t)
{
    return lcn_npy_table_open(ctx, t, &t->source);
}

static lacon_status read_file(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns,
                              double limit, lcn_rows *rows)
{
    return lcn_npy_table_read(ctx, t, &t->source, columns, limit, rows);
}

const lcn_format lcn_format_npy = {
    .name = "npy", .what = "a NumPy array", .probe = probe, .open = open_file, .read = read_file};
