/* SPDX-License-Identifier: BSD-3-Clause
 * A .npy file as a table: n × p numbers in either order. Nothing is allocated by what the header
 * claims before it was held against the size of the file.
 */
#include "io/table.h"
#include "io/tally.h"
#include "util/number.h"

#include <math.h>

enum { CHUNK = 1 << 18 };

static lacon_status check_shape(lacon_ctx *ctx, const lcn_table *t)
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
    int64_t bound = lcn_source_bound(&t->source);
    LCN_FAIL_IF(bound < 0, LACON_E_UNSUPPORTED,
                "%s: a .npy array is not read from a pipe: use a file", path);
    LCN_FAIL_IF(npy->bytes > bound, LACON_E_FORMAT,
                "%s: the header claims %lld x %lld values (%lld bytes), the file holds %lld bytes",
                path, n, p, (long long)npy->bytes, (long long)bound);
    LCN_FAIL_IF(!t->source.gzip && npy->bytes < bound, LACON_E_FORMAT,
                "%s: %lld bytes follow the %lld x %lld values of the header", path,
                (long long)(bound - npy->bytes), n, p);
    return LACON_OK;
}

/* C order not transposed, or Fortran order transposed: consecutive values are one observation. */
lacon_status lcn_table_npy_open(lacon_ctx *ctx, lcn_table *t)
{
    unsigned char head[LCN_NPY_PROLOGUE];
    size_t start, length, got;
    LCN_TRY(lcn_source_read(ctx, &t->source, head, 10, &got));
    if (got == 10 && head[6] > 1) {
        LCN_TRY(lcn_source_read(ctx, &t->source, head + 10, 2, &got));
        got += 10;
    }
    LCN_TRY(lcn_npy_prologue(ctx, t->source.path, head, got, &start, &length));
    char *text = lcn_alloc(ctx, length + 1, 1);
    if (text == NULL) return LACON_E_MEMORY;
    lacon_status status;
    LCN_GOTO(lcn_source_read(ctx, &t->source, text, length, &got));
    LCN_GOTO(lcn_npy_parse(ctx, t->source.path, text, got, &t->npy));
    LCN_GOTO(check_shape(ctx, t));
    t->lines_are_variables = t->npy.fortran != t->transpose;
    t->variables = t->npy.shape[t->transpose ? 0 : 1];
    t->width = t->npy.shape[t->npy.fortran ? 0 : 1];
    t->first_line = 1;
done:
    lcn_free(&ctx->allocator, text);
    return status;
}

/* Places are told as row and column of the array, whatever its order. */
static void note(const lcn_table *t, lcn_tally *tally, const double *cells, int64_t line,
                 double limit)
{
    for (int64_t j = 0; j < t->width; j++) {
        if (fabs(cells[j]) <= limit) continue;
        lcn_flaw flaw = isnan(cells[j])   ? LCN_FLAW_MISSING
                        : isinf(cells[j]) ? LCN_FLAW_INFINITE
                                          : LCN_FLAW_LARGE;
        int64_t row = t->npy.fortran ? j : line, column = t->npy.fortran ? line : j;
        lcn_tally_note(tally, flaw, row + 1, column + 1);
    }
}

static bool all_within(const double *cells, int64_t count, double limit)
{
    int bad = 0;
    for (int64_t j = 0; j < count; j++) bad |= !(fabs(cells[j]) <= limit);
    return bad == 0;
}

/* Cells that are not kept may hold anything. */
static void blank_dropped(const lcn_table *t, const lcn_columns *columns, double *cells,
                          int64_t line)
{
    for (int64_t j = 0; j < t->width; j++) {
        int64_t variable = t->lines_are_variables ? line : j;
        if (columns->target[variable] < 0 && variable != columns->class_at) cells[j] = 0;
    }
}

/* Where the lines go and what they may hold. */
typedef struct sink {
    const lcn_columns *columns;
    double limit;
    lcn_tally tally;
    lcn_rows *rows;
} sink;

static lacon_status put_line(lacon_ctx *ctx, const lcn_table *t, sink *to, double *cells,
                             int64_t line)
{
    int64_t class_at = to->columns->class_at;
    if (!all_within(cells, t->width, to->limit)) {
        blank_dropped(t, to->columns, cells, line);
        note(t, &to->tally, cells, line, to->limit);
    }
    char label[LCN_NUMBER_MAX];
    if (class_at >= 0) lcn_format_double(label, cells[class_at]);
    return lcn_rows_put(ctx, to->rows, cells, class_at >= 0 ? label : NULL);
}

lacon_status lcn_table_npy_read(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns,
                                double limit, lcn_rows *rows)
{
    int64_t line_bytes = t->width * t->npy.size, lines = t->npy.count / t->width, done_lines = 0;
    int64_t at_once = CHUNK / line_bytes > 1 ? CHUNK / line_bytes : 1;
    lacon_status status = LACON_E_MEMORY;
    sink to = {.columns = columns, .limit = limit, .rows = rows};
    double *cells = lcn_alloc(ctx, (size_t)t->width, sizeof *cells);
    unsigned char *chunk = lcn_alloc(ctx, (size_t)at_once, (size_t)line_bytes);
    if (cells == NULL || chunk == NULL) goto done;
    while (done_lines < lines) {
        int64_t now = lines - done_lines < at_once ? lines - done_lines : at_once;
        size_t got, want = (size_t)(now * line_bytes);
        LCN_GOTO(lcn_source_read(ctx, &t->source, chunk, want, &got));
        if (got < want) {
            status = lcn_fail(ctx, LACON_E_FORMAT, "%s: ends after %lld of its %lld values",
                              t->source.path,
                              (long long)(done_lines * t->width + (int64_t)got / t->npy.size),
                              (long long)t->npy.count);
            goto done;
        }
        for (int64_t i = 0; i < now; i++) {
            lcn_npy_doubles(&t->npy, chunk + i * line_bytes, t->width, cells);
            LCN_GOTO(put_line(ctx, t, &to, cells, done_lines + i));
        }
        done_lines += now;
    }
    unsigned char extra;
    size_t more = 0;
    LCN_GOTO(lcn_source_read(ctx, &t->source, &extra, 1, &more));
    if (more > 0) {
        status = lcn_fail(ctx, LACON_E_FORMAT, "%s: bytes follow the values of the header",
                          t->source.path);
        goto done;
    }
    lcn_places places = {.path = t->source.path, .line_word = "row", .column_word = "column"};
    status = lcn_tally_check(ctx, &to.tally, &places);
done:
    lcn_free(&ctx->allocator, chunk);
    lcn_free(&ctx->allocator, cells);
    return status;
}
