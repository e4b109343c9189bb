/* SPDX-License-Identifier: BSD-3-Clause
 * Tables by content; see table.h. Which formats there are: formats.c.
 */
#include "io/formats/table.h"
#include "util/number.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- opening ---- */

/* "x", "x", "x" become x, x.2, x.3, and an empty name in column 4 column_4. */
static lacon_status rename_twins(lacon_ctx *ctx, lcn_table *t)
{
    lcn_namelist list = {0};
    lacon_status status = LACON_OK;
    int64_t at;
    for (int64_t j = 0; t->names != NULL && j < t->variables; j++) {
        const bool empty = t->names[j][0] == '\0';
        for (long long again = 1; list.count == j; again++) {
            char *name = empty ? lcn_sprintf(ctx, "column_%lld%s", (long long)j + 1, again > 1 ? "_" : "")
                         : again > 1 ? lcn_sprintf(ctx, "%s.%lld", t->names[j], again)
                                     : lcn_strdup(ctx, t->names[j]);
            status = name != NULL ? lcn_namelist_add(ctx, &list, name, &at) : LACON_E_MEMORY;
            lcn_free(&ctx->allocator, name);
            LCN_GOTO(status);
        }
    }
    if (t->names == NULL) return LACON_OK;
    char **names = lcn_names_copy(ctx, (const char *const *)list.names, list.count);
    if (names == NULL) status = LACON_E_MEMORY;
    if (names != NULL) lcn_free(&ctx->allocator, t->names);
    if (names != NULL) t->names = names;
done:
    lcn_namelist_clear(&ctx->allocator, &list);
    return status;
}

/* What comes through a pipe is spooled but for text, which is read front to back. */
static lacon_status open_format(lacon_ctx *ctx, lcn_table *t)
{
    t->source.most_bytes = t->options.most_bytes;
    LCN_TRY(lcn_format_find(ctx, &t->source, &t->format));
    if (t->format != &lcn_format_text || t->options.transpose) {
        LCN_TRY(lcn_source_spool(ctx, &t->source));
    }
    LCN_TRY(t->format->open(ctx, t));
    return t->options.rename ? rename_twins(ctx, t) : LACON_OK;
}

static lacon_status open_or_close(lacon_ctx *ctx, lcn_table *t)
{
    lacon_status status = open_format(ctx, t);
    if (status < 0) lcn_table_close(t);
    return status;
}

static void init(lcn_table *t, const lcn_table_options *options)
{
    *t = (lcn_table){.mark = '.', .isolated = {.fd = -1}, .array = {.fd = -1}};
    if (options != NULL) t->options = *options;
}

lacon_status lcn_table_open(lacon_ctx *ctx, lcn_table *t, const char *path,
                            const lcn_table_options *options)
{
    init(t, options);
    LCN_TRY(lcn_source_open(ctx, &t->source, path));
    return open_or_close(ctx, t);
}

lacon_status lcn_table_open_memory(lacon_ctx *ctx, lcn_table *t, const char *name,
                                   const void *bytes, size_t size, const lcn_table_options *options)
{
    init(t, options);
    LCN_TRY(lcn_source_memory(ctx, &t->source, name, bytes, size));
    return open_or_close(ctx, t);
}

void lcn_table_close(lcn_table *t)
{
    const lacon_allocator *a = &t->source.allocator;
    lcn_isolated_end(&t->isolated);
    lcn_lines_end(&t->lines);
    lcn_free(a, t->names);
    lcn_free(a, t->dates);
    lcn_free(a, t->hollow);
    lcn_paths_clear(a, &t->row_names);
    t->dates = t->hollow = NULL;
    lcn_free(a, t->archive);
    lcn_free(a, t->entry);
    t->names = NULL;
    t->archive = t->entry = NULL;
    lcn_source_close(&t->array);
    lcn_source_close(&t->source);
}

/* ---- its rows ---- */

static lacon_status begin_rows(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns,
                               lcn_kind kind, lcn_rows *rows)
{
    if (t->lines_are_variables) {
        return lcn_rows_begin_across(ctx, rows, &t->source, kind, t->variables, columns->target,
                                     t->width);
    }
    int64_t expected = t->lines.source != NULL ? lcn_lines_left(&t->lines) : t->expected;
    LCN_TRY(lcn_rows_begin(ctx, rows, &t->source, kind, t->variables, columns->target, expected,
                           columns->class_at >= 0));
    rows->exact = t->npy.count > 0 && !t->source.gzip; /* the bytes are there */
    return LACON_OK;
}

static lacon_status check_counts(lacon_ctx *ctx, const lcn_table *t, const lcn_rows *rows)
{
    const char *path = t->source.path;
    LCN_FAIL_IF(rows->n == 0 && rows->unlabelled > 0, LACON_E_DATA, "%s: none of its %lld rows says its class", path,
                (long long)rows->unlabelled);
    LCN_FAIL_IF(rows->n == 0, LACON_E_FORMAT, "%s: a header but no row below it (line %lld)", path,
                (long long)t->first_line);
    LCN_FAIL_IF(rows->n == 1, LACON_E_DATA, "%s: one row only, at least 2 observations are needed",
                path);
    return LACON_OK;
}

static lacon_status check_classes(lacon_ctx *ctx, const lcn_table *t, int64_t class_at, const lcn_class_rows *classes,
                                 int64_t count)
{
    const bool dates = class_at >= 0 && t->dates != NULL && t->dates[class_at];
    for (int64_t c = 0; c < count; c++) {
        LCN_FAIL_IF(classes[c].n < 2, LACON_E_DATA,
                    "%s: class '%s' has one row only, at least 2 observations are needed%s",
                    t->source.path, classes[c].label != NULL ? classes[c].label : "",
                    dates ? ": it is a date; to split by years or months write a column of them" : "");
    }
    return LACON_OK;
}

bool lcn_table_is_single(const lcn_table *t) { return t->npy.kind == 'f' && t->npy.size == sizeof(float); }

int64_t lcn_table_addressed(const lcn_table *t)
{
    const bool plain = t->format == &lcn_format_npy && lcn_source_is_plain(&t->source);
    return plain && !t->lines_are_variables ? t->expected : 0;
}

void lcn_table_window(lcn_table *t, int64_t from, int64_t to)
{
    t->skipped = from;
    t->expected = to - from;
}

lacon_status lcn_table_read(lacon_ctx *ctx, lcn_table *t, const lcn_columns *columns, lcn_kind kind,
                            lcn_class_rows **classes, int64_t *count)
{
    *classes = NULL;
    *count = 0;
    lcn_rows rows = {0};
    lacon_status status;
    double limit = kind == LCN_ROWS_F32 ? FLT_MAX : DBL_MAX;
    LCN_GOTO(begin_rows(ctx, t, columns, kind, &rows));
    LCN_GOTO(t->format->read(ctx, t, columns, limit, &rows));
    LCN_GOTO(check_counts(ctx, t, &rows));
    t->rows = rows.n;
    t->unlabelled = rows.unlabelled;
    t->unlabelled_line = rows.unlabelled_line;
    LCN_GOTO(lcn_rows_take(ctx, &rows, classes, count));
    LCN_GOTO(check_classes(ctx, t, columns->class_at, *classes, *count));
done:
    if (status < 0) {
        lcn_class_rows_free(&ctx->allocator, *classes, *count);
        *classes = NULL;
        *count = 0;
    }
    lcn_rows_clear(&rows);
    return status;
}

/* ---- lines of numbers ---- */

static void note(lcn_sink *to, const double *cells, int64_t line)
{
    for (int64_t j = 0; j < to->table->width; j++) {
        if (fabs(cells[j]) <= to->limit) continue;
        lcn_bad_kind flaw = isnan(cells[j])   ? LCN_BAD_MISSING
                        : isinf(cells[j]) ? LCN_BAD_INFINITE
                                          : LCN_BAD_LARGE;
        int64_t row = to->across ? j : line, column = to->across ? line : j;
        lcn_bad_values_note(&to->bad_values, flaw, row + 1, column + 1);
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

void lcn_sink_look(lcn_sink *to, double *cells, int64_t line)
{
    lcn_codes_clear(&to->table->options.codes, cells, to->table->width);
    if (all_within(cells, to->table->width, to->limit)) return;
    blank_dropped(to->table, to->columns, cells, line);
    note(to, cells, line);
}

void lcn_sink_look_f32(lcn_sink *to, float *cells, int64_t line, double *wide)
{
    int bad = 0;
    const int64_t width = to->table->width;
    const lcn_codes *codes = &to->table->options.codes;
    for (int64_t j = 0; j < width && codes->count > 0; j++)
        if (lcn_codes_have(codes, (double)cells[j])) cells[j] = NAN;
    for (int64_t j = 0; j < width; j++) bad |= !(fabsf(cells[j]) <= FLT_MAX);
    for (int64_t j = 0; j < width && bad; j++) wide[j] = (double)cells[j];
    if (bad) lcn_sink_look(to, wide, line);
}

lacon_status lcn_sink_put(lacon_ctx *ctx, lcn_sink *to, double *cells, int64_t line)
{
    int64_t class_at = to->columns->class_at;
    if (class_at >= 0 && (isnan(cells[class_at]) || lcn_codes_have(&to->table->options.codes, cells[class_at]))) {
        if (to->rows->unlabelled++ == 0) to->rows->unlabelled_line = line + 1;
        return LACON_OK;
    }
    lcn_sink_look(to, cells, line);
    char label[LCN_NUMBER_MAX];
    if (class_at >= 0) lcn_format_double(label, cells[class_at]);
    return lcn_rows_put(ctx, to->rows, cells, class_at >= 0 ? label : NULL);
}

lacon_status lcn_sink_check(lacon_ctx *ctx, const lcn_sink *sink)
{
    lcn_positions positions = {
        .path = sink->table->source.path, .line_word = "row", .column_word = "column"};
    return lcn_bad_values_check(ctx, &sink->bad_values, &positions, sink->table->options.keep_missing);
}
