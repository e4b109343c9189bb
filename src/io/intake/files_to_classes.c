/* SPDX-License-Identifier: BSD-3-Clause
 * From files that were read to classes; see files_to_classes.h.
 */
#include "io/intake/files_to_classes.h"
#include "io/intake/censor.h"
#include "data/row_slices.h"
#include "io/text/text_table.h"
#include "util/store.h"
#include "util/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- one file ---- */

/* Lines and columns are the same variables in the same order: line j of a kept column j goes where
 * the column went. */
static lacon_status order_lines(lacon_ctx *ctx, lcn_input_file *file, const lcn_table *table,
                                const lcn_columns *columns)
{
    lcn_class_rows *rows = &file->rows[0];
    LCN_FAIL_IF(rows->n != table->variables, LACON_E_DATA,
                "%s: %lld lines and %lld columns: a covariance has as many of both", file->path,
                (long long)rows->n, (long long)table->variables);
    int64_t p = columns->kept;
    double *K = lcn_alloc(ctx, (size_t)p * (size_t)p, sizeof *K);
    if (K == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < rows->n; i++) {
        if (columns->target[i] < 0) continue;
        memcpy(K + columns->target[i] * p, (const double *)rows->x + i * p,
               (size_t)p * sizeof *K);
    }
    lcn_free(&ctx->allocator, rows->x);
    rows->x = K;
    rows->n = p;
    return LACON_OK;
}

lacon_status lcn_input_file_finish(lacon_ctx *ctx, lcn_input_file *file, const lcn_table *table,
                             const lcn_columns *columns)
{
    file->format = table->format->what;
    if (table->options.matrix) return order_lines(ctx, file, table, columns);
    if (file->series == NULL || file->series->outliers == NULL) return LACON_OK;
    return lcn_censor(ctx, &file->rows[0], columns->kept, file->kind, file->path,
                      file->series->outliers);
}

static void class_clear(const lacon_allocator *a, lcn_class *class)
{
    lcn_free(a, class->owned);
    lcn_free(a, class->mean);
    lcn_free(a, class->scale);
    lcn_free(a, class->rho);
    *class = (lcn_class){0};
}

void lcn_input_file_clear(const lacon_allocator *a, lcn_input_file *file)
{
    for (int64_t c = 0; file->reduced != NULL && c < file->count; c++) class_clear(a, &file->reduced[c]);
    lcn_free(a, file->reduced);
    lcn_class_rows_free(a, file->rows, file->count);
    *file = (lcn_input_file){0};
}

/* ---- files that are classes ---- */

/* Rows that are in a file leave memory until they are wanted. */
static void seal(const lacon_ctx *ctx, lcn_class *class, int64_t p)
{
    if (!lcn_is_kept(&ctx->allocator, class->owned)) return;
    const size_t bytes = lcn_class_bytes(class, p);
    class->seal = lcn_seal(class->x, bytes);
    lcn_kept_done(class->x, bytes);
}

lacon_status lcn_input_file_reduce(lacon_ctx *ctx, lcn_input_file *file, const lacon_data *like, lacon_reduce how)
{
    const bool series = how == LACON_REDUCE_SERIES;
    file->reduced = lcn_alloc(ctx, (size_t)file->count, sizeof *file->reduced);
    if (file->reduced == NULL) return LACON_E_MEMORY;
    for (int64_t c = 0; c < file->count; c++) {
        lcn_class_rows *rows = &file->rows[c];
        lcn_class *class = &file->reduced[c];
        const char *label = rows->label != NULL ? rows->label : file->label;
        *class = (lcn_class){.label = (char *)label, .source = (char *)file->path, .n = rows->n, .kind = file->kind,
                             .x = rows->x, .ld = like->p, .owned = rows->x};
        if (file->all_rows > 0) lcn_split_set(class, like->split, file->all_rows);
        rows->x = NULL;
        lacon_data one = *like; /* borrows its names */
        one.allocator = ctx->allocator;
        one.classes = class;
        one.n_classes = 1;
        LCN_TRY(lacon_data_glance(ctx, &one, 0, &class->glance)); /* of the rows as they came */
        class->glanced = true;
        if (series && file->count == 1) LCN_TRY(lcn_rows_note(ctx, class, file->path, like->p));
        if (how != LACON_REDUCE_NONE) LCN_TRY(lacon_data_standardise(ctx, &one, LACON_SCALE_Z));
        if (how != LACON_REDUCE_NONE) LCN_TRY(lcn_class_reduce(ctx, &one, class, series));
        if (how != LACON_REDUCE_NONE) seal(ctx, class, like->p);
        class->label = class->source = NULL;
    }
    return LACON_OK;
}

static lacon_status take_classes(lacon_ctx *ctx, lacon_data *data, lcn_input_file *file)
{
    for (int64_t c = 0; c < file->count && file->reduced != NULL; c++) {
        const char *label = file->rows[c].label != NULL ? file->rows[c].label : file->label;
        LCN_TRY(lcn_data_take_class(ctx, data, label, &file->reduced[c]));
        file->reduced[c] = (lcn_class){0};
        LCN_TRY(lcn_data_set_source(ctx, data, file->path, file->sha256));
        lcn_data_set_format(data, file->format);
    }
    for (int64_t c = 0; c < file->count && file->reduced == NULL; c++) {
        lcn_class_rows *rows = &file->rows[c];
        const char *label = rows->label != NULL ? rows->label : file->label;
        LCN_TRY(lcn_data_take_rows(ctx, data, label, rows->n, file->kind, rows->x));
        rows->x = NULL;
        LCN_TRY(lcn_data_set_source(ctx, data, file->path, file->sha256));
        lcn_data_set_format(data, file->format);
    }
    return LACON_OK;
}

/* ---- covariances and how many observations they are of ---- */

static bool is_count(double n) { return n >= 2 && n <= 1e15 && n == rint(n); }

static lacon_status n_of_class(lacon_ctx *ctx, const lcn_text_table *w, const char *label, int64_t *out)
{
    int64_t class_at = lcn_text_table_column(w, "class"), n_at = lcn_text_table_column(w, "n");
    if (class_at < 0 || n_at < 0) class_at = 0, n_at = 1;
    LCN_FAIL_IF(w->columns < 2, LACON_E_FORMAT, "%s:1: two columns are needed, class and n",
                w->path);
    *out = 0;
    for (int64_t i = 0; i < w->rows; i++) {
        double n;
        const long long line = w->line[i];
        if (strcmp(lcn_text_table_at(w, i, class_at), label) != 0) continue;
        LCN_FAIL_IF(*out > 0, LACON_E_DATA, "%s:%lld: class '%s' has a line before: one is needed", w->path, line,
                    label);
        LCN_TRY(lcn_text_table_number(ctx, w, i, n_at, &n));
        LCN_FAIL_IF(!is_count(n), LACON_E_DATA,
                    "%s:%lld: %g observations of class '%s': a whole number from 2 is needed", w->path, line, n, label);
        *out = (int64_t)n;
    }
    LCN_FAIL_IF(*out == 0, LACON_E_DATA, "%s: has no line for class '%s'", w->path, label);
    return LACON_OK;
}

static lacon_status add_covariances(lacon_ctx *ctx, lacon_data *data, lcn_input_file *files,
                                    int64_t count, const char *observations)
{
    double common = NAN;
    lcn_text_table w = {0};
    lacon_status status;
    bool number = lcn_parse_double(observations, strlen(observations), &common);
    LCN_FAIL_IF(number && !is_count(common), LACON_E_ARGUMENT, "covariances of %s observations (" LCN_OPTION
                "covariance): a whole number from 2 is needed", observations);
    if (!number) LCN_GOTO(lcn_text_table_read(ctx, &w, observations));
    for (int64_t i = 0; i < count; i++) {
        int64_t n = number ? (int64_t)common : 0;
        if (!number) LCN_GOTO(n_of_class(ctx, &w, files[i].label, &n));
        LCN_GOTO(lacon_data_add_cov(ctx, data, files[i].label, n, files[i].rows[0].x, data->p));
        lcn_free(&ctx->allocator, files[i].rows[0].x);
        files[i].rows[0].x = NULL;
        LCN_GOTO(lcn_data_set_source(ctx, data, files[i].path, files[i].sha256));
        lcn_data_set_format(data, files[i].format);
    }
    status = LACON_OK;
done:
    lcn_text_table_clear(&w);
    return status;
}

/* ---- runs ---- */

/* Seconds of the files together; NaN when those of one are not known. */
static double seconds_of(const lcn_input_file *files, int64_t count, double step_s)
{
    double all = 0;
    for (int64_t i = 0; i < count; i++) {
        double step = step_s > 0 ? step_s : files[i].series->step_s;
        all += step * (double)files[i].rows[0].n;
    }
    return all;
}

/* The sum over several files is that of their sums. */
static void digest_of(const lcn_input_file *files, int64_t count, char out[LCN_SHA256_TEXT])
{
    lcn_sha256 hash;
    lcn_sha256_init(&hash);
    for (int64_t i = 0; i < count; i++) lcn_sha256_update(&hash, files[i].sha256, 64);
    lcn_sha256_final(&hash, out);
}

/* Runs of which some are double all become so. */
static lacon_status same_kind(lacon_ctx *ctx, lcn_input_file *files, int64_t count, int64_t p)
{
    bool wide = false;
    for (int64_t i = 0; i < count; i++) wide |= files[i].kind == LCN_ROWS_F64;
    for (int64_t i = 0; i < count && wide; i++) {
        lcn_class_rows *rows = &files[i].rows[0];
        if (files[i].kind == LCN_ROWS_F64) continue;
        double *x = lcn_alloc_raw(ctx, (size_t)(rows->n * p), sizeof *x);
        if (x == NULL) return LACON_E_MEMORY;
        for (int64_t e = 0; e < rows->n * p; e++) x[e] = (double)((const float *)rows->x)[e];
        lcn_free(&ctx->allocator, rows->x);
        rows->x = x;
        files[i].kind = LCN_ROWS_F64;
    }
    return LACON_OK;
}

static lacon_status add_runs(lacon_ctx *ctx, lacon_data *data, lcn_input_file *files, int64_t count)
{
    char digest[LCN_SHA256_TEXT];
    if (count == 1) return take_classes(ctx, data, files);
    LCN_TRY(same_kind(ctx, files, count, data->p));
    const lcn_kind kind = files[0].kind;
    lcn_class_rows *runs = lcn_alloc(ctx, (size_t)count, sizeof *runs), joined = {0};
    if (runs == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < count; i++) runs[i] = files[i].rows[0];
    lacon_status status;
    LCN_GOTO(lcn_join_runs(ctx, &joined, runs, count, data->p, kind));
    LCN_GOTO(lcn_data_take_rows(ctx, data, files[0].label, joined.n, kind, joined.x));
    joined.x = NULL;
    digest_of(files, count, digest);
    LCN_GOTO(lcn_data_set_source(ctx, data, files[0].path, digest));
    lcn_data_set_format(data, files[0].format);
done:
    lcn_free(&ctx->allocator, joined.x);
    lcn_free(&ctx->allocator, runs);
    return status;
}

/* Classes that are too short, for one sentence at the end. */
typedef struct leftout {
    int64_t count;
    char list[256];
} leftout;

static void leave_out(leftout *l, const char *label)
{
    size_t at = strlen(l->list);
    if (l->count < 5)
        snprintf(l->list + at, sizeof l->list - at, "%s%.40s", l->count > 0 ? ", " : "", label);
    if (l->count == 5) snprintf(l->list + at, sizeof l->list - at, ", ..");
    l->count++;
}

static lacon_status add_classes(lacon_ctx *ctx, lacon_data *data, lcn_input_file *files, int64_t count,
                                const lacon_read_options *options)
{
    leftout gone = {0};
    double least_s = 60 * options->min_minutes;
    for (int64_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && strcmp(files[next].label, files[i].label) == 0;) next++;
        double seconds = seconds_of(files + i, next - i, options->step_s);
        LCN_FAIL_IF(least_s > 0 && isnan(seconds), LACON_E_DATA,
                    "%s: no sidecar tells the time between volumes (RepetitionTime), which is needed for a least time ("
                    LCN_OPTION "min-minutes): give it (" LCN_OPTION "step-s SECONDS)",
                    files[i].path);
        if (least_s > 0 && seconds < least_s) {
            leave_out(&gone, files[i].label);
        } else {
            LCN_TRY(add_runs(ctx, data, files + i, next - i));
        }
    }
    LCN_FAIL_IF(data->n_classes == 0, LACON_E_DATA,
                "%s: no class has %g minutes of volumes that are no outliers (" LCN_OPTION "min-minutes)",
                options->bids, options->min_minutes);
    if (gone.count > 0) {
        lcn_log(ctx, LACON_LOG_WARNING, "%lld %s left out for having less than %g minutes: %s",
                (long long)gone.count, gone.count == 1 ? "class is" : "classes are",
                options->min_minutes, gone.list);
    }
    return LACON_OK;
}

lacon_status lcn_files_to_classes(lacon_ctx *ctx, lacon_data *data, lcn_input_file *files, int64_t count,
                            const lacon_read_options *options)
{
    if (options->covariance != NULL) {
        return add_covariances(ctx, data, files, count, options->covariance);
    }
    if (options->bids != NULL) return add_classes(ctx, data, files, count, options);
    for (int64_t i = 0; i < count; i++) LCN_TRY(take_classes(ctx, data, &files[i]));
    return LACON_OK;
}
