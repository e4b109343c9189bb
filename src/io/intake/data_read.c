/* SPDX-License-Identifier: BSD-3-Clause
 * lacon_data_read: paths (or a BIDS folder) to files, the first file to the reference (columns.c),
 * all files to rows (table.c) by as many threads as the context has, rows to the data object in the
 * order of the files (files_to_classes.c). Which failure is reported does not depend on the threads: that
 * of the first file that has one.
 */
#include "data/namemap.h"
#include "data/reduce.h"
#include "io/intake/dealt_files.h"
#include "io/intake/split_files.h"
#include "io/intake/tell_table.h"
#include "util/options.h"
#include "util/worker_contexts.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

/* What the threads share; `next` and below in the critical section lcn_reading. */
typedef struct reading {
    lacon_ctx *ctx;
    lcn_workers *workers; /* a context per file */
    const lcn_reference *ref;
    lcn_table_options how;
    lacon_precision precision;
    lacon_reduce reduce;
    lacon_data *data; /* its names are there, its classes not yet */
    lcn_table *first; /* already open */
    lcn_input_file *files;
    int64_t count;
    lcn_sharing share; /* of them among ranks */
    int64_t from, to;  /* files that are read here */
    int64_t next, finished;
    int64_t failed; /* the first file that failed so far, `to` when none did */
    bool cancelled;
    double held; /* bytes of the rows that were read */
} reading;

/* ---- one file ---- */

/* Lines of a covariance are always double. */
static lcn_kind kind_of(const reading *r, const lcn_table *table)
{
    if (r->how.matrix || r->precision == LACON_PRECISION_DOUBLE) return LCN_ROWS_F64;
    return r->precision == LACON_PRECISION_SINGLE || lcn_table_is_single(table) ? LCN_ROWS_F32 : LCN_ROWS_F64;
}

static lacon_status read_matched(lacon_ctx *own, const reading *r, lcn_input_file *file, lcn_table *table)
{
    lcn_columns columns = {0};
    lacon_status status;
    file->kind = kind_of(r, table);
    LCN_GOTO(lcn_columns_match(own, &columns, r->ref, table));
    if (file->all_rows > 0) {
        LCN_GOTO(lcn_split_read(own, r->data, file, table, &columns));
    } else {
        LCN_GOTO(lcn_table_read(own, table, &columns, file->kind, &file->rows, &file->count));
        LCN_GOTO(lcn_source_digest(own, &table->source, file->sha256));
    }
    LCN_GOTO(lcn_input_file_finish(own, file, table, &columns));
done:
    lcn_free(&own->allocator, columns.target);
    return status;
}

/* The same where variables may be absent. */
static lacon_status read_aligned(lacon_ctx *own, const reading *r, lcn_input_file *file, lcn_table *table)
{
    lcn_columns columns = {0};
    int64_t *place = NULL, kept = r->ref->columns.kept;
    lacon_status status;
    file->kind = kind_of(r, table);
    LCN_GOTO(lcn_columns_place(own, &columns, &place, r->ref, table));
    LCN_GOTO(lcn_table_read(own, table, &columns, file->kind, &file->rows, &file->count));
    LCN_GOTO(lcn_source_digest(own, &table->source, file->sha256));
    LCN_GOTO(lcn_input_file_finish(own, file, table, &columns));
    for (int64_t c = 0; c < file->count; c++)
        LCN_GOTO(lcn_columns_spread(own, &file->rows[c].x, file->kind, file->rows[c].n, columns.kept,
                                    place, kept));
done:
    lcn_free(&own->allocator, place);
    lcn_free(&own->allocator, columns.target);
    return status;
}

static lacon_status read_table(lacon_ctx *own, const reading *r, lcn_input_file *file, lcn_table *table)
{
    return (r->ref->align ? read_aligned : read_matched)(own, r, file, table);
}

/* One budget for all files: what those before it left. Never 0, which is no limit. */
static double budget_left(const reading *r)
{
    double left;
#pragma omp critical(lcn_reading)
    left = r->how.most_bytes - r->held;
    return r->how.most_bytes > 0 ? fmax(left, 1) : 0;
}

static lacon_status count_held(lacon_ctx *ctx, reading *r, const lcn_input_file *file)
{
    double rows = 0;
    bool over;
    for (int64_t c = 0; c < file->count; c++) rows += (double)file->rows[c].n;
    const double each = (double)r->ref->columns.kept * (file->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double));
#pragma omp critical(lcn_reading)
    {
        r->held += rows * each;
        over = r->how.most_bytes > 0 && r->held > r->how.most_bytes;
    }
    LCN_FAIL_IF(over, LACON_E_LIMIT,
                "the files together take more than %.0f MB: allow for more (" LCN_OPTION "max-bytes SIZE)",
                r->how.most_bytes / 1e6);
    return LACON_OK;
}

/* The rows of a class that are its covariance now: what they took is free for others. */
static void give_back(reading *r, const lcn_input_file *file, int64_t rows)
{
    const double p = (double)r->ref->columns.kept, size = file->kind == LCN_ROWS_F32 ? sizeof(float) : sizeof(double);
#pragma omp critical(lcn_reading)
    r->held -= (double)rows * p * size - p * p * sizeof(double);
}

static lacon_status read_other(lacon_ctx *own, reading *r, int64_t i)
{
    lcn_table table;
    lcn_table_options how = r->how;
    how.most_bytes = budget_left(r);
    LCN_TRY(lcn_table_open(own, &table, r->files[i].path, &how));
    const lacon_status status = read_table(own, r, &r->files[i], &table);
    lcn_table_close(&table);
    return status;
}

/* The one that the caller opened, read on beside the others. */
static lacon_status read_first(lacon_ctx *own, reading *r)
{
    r->first->source.allocator = own->allocator;
    const lacon_status status = read_table(own, r, &r->files[0], r->first);
    r->first->source.allocator = r->ctx->allocator;
    return status;
}

static lacon_status read_file(lacon_ctx *own, reading *r, int64_t i)
{
    lcn_input_file *file = &r->files[i];
    LCN_TRY(i > 0 ? read_other(own, r, i) : read_first(own, r));
    LCN_TRY(count_held(own, r, file));
    if (r->reduce == LACON_REDUCE_NONE && !r->share.ctx && !r->data->split) return LACON_OK;
    LCN_TRY(lcn_input_file_reduce(own, file, r->data, r->reduce));
    for (int64_t c = 0; c < file->count; c++)
        if (file->reduced[c].kind == LCN_COV) give_back(r, file, file->reduced[c].n);
    return LACON_OK;
}

/* ---- all of them ---- */

/* The next file, or -1. Behind a file that failed nothing matters any more; those whose rows ranks share were read
 * before. */
static int64_t take_next(reading *r)
{
    int64_t i = -1;
#pragma omp critical(lcn_reading)
    {
        while (r->next < r->to && r->files[r->next].all_rows > 0) r->next++;
        if (r->next < r->to && r->next < r->failed && !r->cancelled) i = r->next++;
    }
    return i;
}

static int64_t note_end(reading *r, int64_t i, lacon_status status)
{
    int64_t finished;
    lcn_workers_end(r->workers, i - r->from, status);
#pragma omp critical(lcn_reading)
    {
        finished = ++r->finished;
        if (status < 0 && i < r->failed) r->failed = i;
    }
    return finished;
}

/* Callbacks belong to the thread that called us. */
static void report(reading *r, int64_t finished)
{
    lcn_progress(r->ctx, "read", finished, r->to - r->from, NAN);
    const bool cancelled = lcn_cancelled(r->ctx);
#pragma omp critical(lcn_reading)
    r->cancelled = r->cancelled || cancelled;
}

static void work(reading *r)
{
    for (int64_t i = take_next(r); i >= 0; i = take_next(r)) {
        const lacon_status status = read_file(lcn_worker_context(r->workers, i - r->from), r, i);
        const int64_t finished = note_end(r, i, status);
#pragma omp master
        report(r, finished);
    }
}

/* Some formats are read by a child process (isolate.c). The C library makes its allocator ready for the child of a
 * process with threads; that of the address sanitizer it does not, and the child could wait for ever. */
static int count_threads(const lacon_ctx *ctx, int64_t files, bool in_process)
{
#ifdef __SANITIZE_ADDRESS__
    (void)ctx, (void)files, (void)in_process;
    return 1;
#else
    if (in_process) return 1; /* HDF5 is not made for threads */
    return ctx->threads < files ? ctx->threads : (int)files;
#endif
}

/* All ranks together, one file after the other. */
static lacon_status read_shared(lacon_ctx *ctx, reading *r)
{
    for (int64_t i = 0; r->data->split && i < r->count; i++) {
        if (r->files[i].all_rows == 0) continue;
        LCN_TRY(read_file(ctx, r, i));
        lcn_progress(ctx, "read", ++r->finished, r->count, NAN);
        LCN_FAIL_IF(lcn_cancelled(ctx), LACON_E_CANCELLED, "reading was cancelled after %lld of %lld files",
                    (long long)r->finished, (long long)r->count);
    }
    return LACON_OK;
}

static lacon_status read_all(lacon_ctx *ctx, reading *r)
{
    const int64_t count = r->to - r->from;
    r->ctx = ctx;
    r->next = r->from;
    r->failed = r->to;
    if (count == 0) return LACON_OK;
    LCN_TRY(read_shared(ctx, r));
    LCN_TRY(lcn_workers_new(ctx, &r->workers, count));
    const int threads = count_threads(ctx, count, r->how.in_process);
#pragma omp parallel num_threads(threads)
    work(r);
    const lacon_status status = lcn_workers_status(r->workers);
    lcn_workers_free(r->workers);
    LCN_TRY(status);
    LCN_FAIL_IF(r->finished < count, LACON_E_CANCELLED, "reading was cancelled after %lld of %lld files",
                (long long)r->finished, (long long)count);
    lcn_progress(ctx, "read", count, count, NAN);
    return LACON_OK;
}

/* ---- names of the classes ---- */

static lacon_status names_given(lacon_ctx *ctx, lcn_paths *labels, const char *names, int64_t files)
{
    for (const char *from = names; from != NULL;) {
        const char *comma = strchr(from, ',');
        size_t length = comma != NULL ? (size_t)(comma - from) : strlen(from);
        while (length > 0 && *from == ' ') from++, length--;
        while (length > 0 && from[length - 1] == ' ') length--;
        LCN_FAIL_IF(length == 0, LACON_E_ARGUMENT, "a class name is empty in '%s'", names);
        LCN_TRY(lcn_paths_add(ctx, labels, lcn_sprintf(ctx, "%.*s", (int)length, from)));
        from = comma != NULL ? comma + 1 : NULL;
    }
    LCN_FAIL_IF(labels->count != files && labels->count == 1 && !lcn_absent(names), LACON_E_ARGUMENT,
                "'%s' is a file: names of the %lld classes are wanted here, separated by commas; those of variables "
                "are labels (" LCN_OPTION "labels)", names, (long long)files);
    LCN_FAIL_IF(labels->count != files, LACON_E_ARGUMENT,
                "%lld class names for %lld files: one is needed for each", (long long)labels->count,
                (long long)files);
    return LACON_OK;
}

static lacon_status name_classes(lacon_ctx *ctx, lcn_paths *labels, const lcn_paths *files,
                                 const char *names)
{
    if (names != NULL) LCN_TRY(names_given(ctx, labels, names, files->count));
    for (int64_t i = labels->count; i < files->count; i++) {
        LCN_TRY(lcn_paths_add(ctx, labels, lcn_class_name(ctx, files->items[i])));
    }
    lcn_namemap map;
    int64_t twin, again;
    LCN_TRY(lcn_namemap_init(ctx, &map, (const char *const *)labels->items, labels->count, &twin,
                             &again));
    lcn_namemap_clear(&ctx->allocator, &map);
    LCN_FAIL_IF(twin >= 0, LACON_E_DATA,
                "%s and %s would both be class '%s': tell them apart "
                "(" LCN_OPTION "names, in the order of the files)",
                files->items[twin], files->items[again], labels->items[twin]);
    return LACON_OK;
}

/* ---- the data ---- */

/* Data with names and no classes yet. */
static lacon_status make_data(lacon_ctx *ctx, lacon_data **out, const lcn_reference *ref,
                              const lacon_read_options *options)
{
    lacon_data *data = NULL;
    char **names = NULL;
    lacon_status status;
    LCN_GOTO(lacon_data_new(ctx, &data, ref->columns.kept));
    LCN_GOTO(lacon_data_set_missing(ctx, data, options->missing));
    LCN_GOTO(lcn_reference_names(ctx, ref, &names));
    if (names != NULL) LCN_GOTO(lacon_data_set_names(ctx, data, (const char *const *)names));
    *out = data;
    data = NULL;
done:
    lcn_free(&ctx->allocator, names);
    lacon_data_free(data);
    return status;
}

static lacon_status read_classes(lacon_ctx *ctx, reading *r, const lacon_read_options *options)
{
    int scope;
    if (r->reduce != LACON_REDUCE_NONE) LCN_TRY(lcn_reduce_begin(ctx, &scope));
    const lacon_status status = read_all(ctx, r);
    if (r->reduce != LACON_REDUCE_NONE) lcn_reduce_end(scope);
    LCN_TRY(r->share.ctx || r->data->split ? lcn_agree(ctx, status) : status);
    if (r->share.ctx) LCN_TRY(lcn_tell_files(ctx, &r->share, r->files, r->count, r->ref->columns.kept));
    if (options->class_table != NULL)
        LCN_TRY(lcn_split_by_table(ctx, &r->files[0], r->first, r->ref->columns.kept, options));
    lcn_tell_table(ctx, r->first, options);
    LCN_TRY(lcn_files_to_classes(ctx, r->data, r->files, r->count, options));
    if (r->reduce != LACON_REDUCE_NONE) lcn_data_taken(r->data, LACON_SCALE_Z);
    r->data->dealt = r->share.first;
    r->data->n_dealt = r->count;
    r->share.first = NULL;
    return LACON_OK;
}

/* ---- the union of the variables of all files ---- */

static lacon_status add_names(lacon_ctx *ctx, lcn_namelist *all, const lcn_table *table)
{
    LCN_FAIL_IF(table->names == NULL, LACON_E_DATA,
                "%s: has no names of variables: to bring variables together by name (" LCN_OPTION "align-labels) "
                "every file needs them",
                table->source.path);
    for (int64_t j = 0; j < table->variables; j++) {
        int64_t index;
        LCN_TRY(lcn_namelist_add(ctx, all, table->names[j], &index));
    }
    return LACON_OK;
}

/* A reference of all names, in the order they are met; options choose from these. */
static lacon_status make_union(lacon_ctx *ctx, lcn_reference *ref, const reading *r,
                               const lacon_read_options *options)
{
    lcn_namelist all = {0};
    lacon_status status;
    LCN_GOTO(add_names(ctx, &all, r->first));
    for (int64_t i = 1; i < r->count; i++) {
        lcn_table table;
        LCN_GOTO(lcn_table_open(ctx, &table, r->files[i].path, &r->how));
        status = add_names(ctx, &all, &table);
        lcn_table_close(&table);
        LCN_GOTO(status);
    }
    lcn_table whole = *r->first; /* borrowed: only its path, variables and names are used */
    whole.variables = all.count;
    whole.names = all.names;
    LCN_GOTO(lcn_reference_make(ctx, ref, &whole, options));
    ref->align = true;
done:
    lcn_namelist_clear(&ctx->allocator, &all);
    return status;
}

/* Bytes of all files, as they are on disk; pipes have none. */
static double bytes_of(const lcn_input_file *files, int64_t count)
{
    double bytes = 0;
    struct stat info;
    for (int64_t i = 0; i < count; i++)
        if (stat(files[i].path, &info) == 0) bytes += (double)info.st_size;
    return bytes;
}

/* Whether ranks want numbers of their own: each file is a class, and nothing is done to all rows together. */
static bool are_shared(lacon_ctx *ctx, const lacon_read_options *o)
{
    const bool whole = o->missing == LACON_MISSING_REFUSE || o->missing == LACON_MISSING_DROP;
    const bool joined = o->class_column || o->class_table || o->covariance || o->bids || o->align_labels;
    return lcn_ranks(ctx) > 1 && o->deal && !joined && whole;
}

/* Whether one file alone is so large that most ranks would wait for whoever has it. */
static bool is_uneven(lacon_ctx *ctx, const reading *r)
{
    double all = 0.0, most = 0.0;
    for (int64_t i = 0; i < r->count; i++) {
        const double bytes = bytes_of(&r->files[i], 1);
        all += bytes;
        most = fmax(most, bytes);
    }
    return most * lcn_ranks(ctx) > 1.5 * all;
}

/* Files of their own where there are enough of them; where there are few, rows of long classes. */
static lacon_status deal(lacon_ctx *ctx, reading *r, const lacon_read_options *o)
{
    r->to = r->count;
    if (!are_shared(ctx, o)) return LACON_OK;
    const bool by_rows = o->missing == LACON_MISSING_REFUSE && r->count < LCN_SLICES &&
                         (r->count < lcn_ranks(ctx) || is_uneven(ctx, r));
    if (by_rows) LCN_TRY(lcn_split_files(ctx, r->data, r->files, r->count, r->first, &r->how));
    if (r->data->split || r->count < lcn_ranks(ctx)) return LACON_OK;
    LCN_TRY(lcn_deal_files(ctx, &r->share, r->files, r->count, r->ref->columns.kept));
    r->from = lcn_share_begin(&r->share, r->count);
    r->to = lcn_share_end(&r->share, r->count);
    return LACON_OK;
}

/* files: path, label and series are filled in. */
static lacon_status read_files(lacon_ctx *ctx, lacon_data **out, lcn_input_file *files, int64_t count,
                               const lacon_read_options *options)
{
    reading r = {.precision = options->precision, .reduce = options->reduce, .files = files, .count = count};
    r.how = (lcn_table_options){.transpose = options->transpose != 0,
                                .keep_missing = options->keep_missing != 0 ||
                                                options->missing != LACON_MISSING_REFUSE,
                                .variable = options->variable,
                                .most_bytes = options->max_bytes,
                                .in_process = options->isolate == LACON_ISOLATE_IN_PROCESS,
                                .matrix = options->covariance != NULL,
                                .rename = options->rename_duplicates != 0,
                                .row_names = options->class_table != NULL,
                                .atlas = options->bids == NULL ? options->atlas : NULL};
    lcn_reference ref = {0};
    lcn_table first;
    LCN_TRY(lcn_codes_init(ctx, &r.how.codes, options->na));
    LCN_TRY(lcn_table_open(ctx, &first, files[0].path, &r.how));
    r.first = &first;
    lacon_status status;
    LCN_GOTO(options->align_labels ? make_union(ctx, &ref, &r, options)
                                   : lcn_reference_make(ctx, &ref, &first, options));
    r.ref = &ref;
    LCN_GOTO(make_data(ctx, &r.data, &ref, options));
    LCN_GOTO(deal(ctx, &r, options));
    LCN_GOTO(read_classes(ctx, &r, options));
    *out = r.data;
    r.data = NULL;
done:
    lacon_data_free(r.data);
    lcn_share_clear(&ctx->allocator, &r.share);
    lcn_reference_clear(&ctx->allocator, &ref);
    lcn_table_close(&first);
    return status;
}

/* ---- the call ---- */

void lacon_read_options_init_sized(lacon_read_options *options, size_t size)
{
    const lacon_read_options defaults = {.size = sizeof defaults};
    lcn_options_give(options, size, &defaults, sizeof defaults);
}

static lacon_status take_options(lacon_ctx *ctx, lacon_read_options *own,
                                 const lacon_read_options *given)
{
    LCN_TRY(LCN_TAKE(ctx, own, given, lacon_read_options));
    LCN_FAIL_IF(own->isolate != LACON_ISOLATE_CHILD && own->isolate != LACON_ISOLATE_IN_PROCESS, LACON_E_ARGUMENT,
                "isolate %d: not a lacon_isolate", (int)own->isolate);
    LCN_FAIL_IF(own->class_column != NULL && own->transpose && own->class_table == NULL, LACON_E_ARGUMENT,
                "a class column needs rows that are observations: to split transposed tables give a table of their "
                "columns and classes (" LCN_OPTION "class-table)");
    LCN_FAIL_IF(own->class_table != NULL && (own->covariance || own->bids || own->names), LACON_E_ARGUMENT,
                "a table of classes (" LCN_OPTION "class-table) is for the rows of one table: no covariance, BIDS "
                "folder or "
                "names of classes");
    LCN_FAIL_IF(own->precision < LACON_PRECISION_FILE || own->precision > LACON_PRECISION_DOUBLE, LACON_E_ARGUMENT,
                "precision %d: not a lacon_precision", (int)own->precision);
    LCN_FAIL_IF(own->class_column != NULL && own->names != NULL, LACON_E_ARGUMENT,
                "with a class column its values are the class names: other names do not apply");
    LCN_FAIL_IF(own->align_labels && own->missing == LACON_MISSING_REFUSE, LACON_E_ARGUMENT,
                "variables that a file does not have are missing in it: their union by name ("
                LCN_OPTION "align-labels) needs " LCN_OPTION "missing marginal");
    LCN_FAIL_IF(own->align_labels && own->covariance != NULL, LACON_E_ARGUMENT,
                "covariances must have the same variables: the union of the variables ("
                LCN_OPTION "align-labels) is for rows");
    const bool single = own->precision == LACON_PRECISION_SINGLE;
    LCN_FAIL_IF(own->covariance != NULL && (own->class_column != NULL || single || own->bids),
                LACON_E_ARGUMENT,
                "a covariance has no rows: no class column, single precision or BIDS folder");
    LCN_FAIL_IF(!(own->reduce_above >= 0), LACON_E_ARGUMENT, "%g bytes: reduce above no less than 0",
                own->reduce_above);
    LCN_FAIL_IF(own->reduce < LACON_REDUCE_NONE || own->reduce > LACON_REDUCE_INDEPENDENT, LACON_E_ARGUMENT,
                "reduce %d: not a lacon_reduce", (int)own->reduce);
    LCN_FAIL_IF(own->reduce != LACON_REDUCE_NONE &&
                    (own->bids != NULL || own->covariance != NULL || own->class_table != NULL || own->align_labels ||
                     (own->missing != LACON_MISSING_REFUSE && own->missing != LACON_MISSING_DROP)),
                LACON_E_ARGUMENT,
                "classes are reduced to covariances as they are read (reduce) where each file has whole rows: not with "
                "covariances, a BIDS folder, the union of variables, or missing values that are kept");
    LCN_FAIL_IF(own->bids != NULL && (own->class_column != NULL || own->names != NULL),
                LACON_E_ARGUMENT, "the classes of a BIDS folder are named by its subjects");
    LCN_FAIL_IF(own->bids == NULL && own->pool != LACON_POOL_NONE, LACON_E_ARGUMENT,
                "runs are joined by the names of a BIDS folder: name it (" LCN_OPTION "bids), or write the runs of a "
                "class below each other into one table");
    return LACON_OK;
}

static lacon_status read_paths(lacon_ctx *ctx, lacon_data **out, int64_t count,
                                  const lcn_paths *paths, const lcn_paths *labels,
                                  const lcn_serieslist *series, const lacon_read_options *options)
{
    lcn_input_file *files = lcn_alloc(ctx, (size_t)count, sizeof *files);
    if (files == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < count; i++) {
        files[i].series = series->count > 0 ? &series->items[i] : NULL;
        files[i].path = series->count > 0 ? series->items[i].path : paths->items[i];
        files[i].label = series->count > 0 ? series->items[i].label : labels->items[i];
    }
    lacon_read_options own = *options;
    if (own.reduce_above > 0 && bytes_of(files, count) <= own.reduce_above) {
        own.reduce = LACON_REDUCE_NONE;
        own.deal = 0;
    }
    lacon_status status = read_files(ctx, out, files, count, &own);
    for (int64_t i = 0; i < count; i++) {
        lcn_input_file_clear(&ctx->allocator, &files[i]);
    }
    lcn_free(&ctx->allocator, files);
    return status;
}

static lacon_status find_files(lacon_ctx *ctx, lcn_paths *files, lcn_paths *labels,
                               const char *const *paths, int64_t n_paths,
                               const lacon_read_options *options)
{
    LCN_FAIL_IF(n_paths < 1, LACON_E_ARGUMENT, "no file or folder to read is given");
    LCN_TRY(lcn_paths_expand(ctx, files, paths, n_paths, options->exclude));
    LCN_FAIL_IF(files->count == 0, LACON_E_ARGUMENT, "every file is excluded by '%s' (" LCN_OPTION "exclude)",
                options->exclude);
    LCN_FAIL_IF(options->class_table != NULL && files->count != 1, LACON_E_ARGUMENT,
                "a table of classes splits one table, here are %lld files: join them first", (long long)files->count);
    LCN_FAIL_IF(options->class_column != NULL && files->count != 1, LACON_E_ARGUMENT,
                "a class column splits one table, here are %lld files: join them first",
                (long long)files->count);
    return name_classes(ctx, labels, files, options->names);
}

/* What one of several files holds may be no data at all, a table of the study's people say. */
static lacon_status or_leave_out(lacon_ctx *ctx, lacon_status status, const lcn_paths *files)
{
    if (files->count < 2 || (status != LACON_E_FORMAT && status != LACON_E_SHAPE)) return status;
    char *said = lcn_strdup(ctx, lacon_ctx_marked(ctx));
    if (said == NULL) return LACON_E_MEMORY;
    lcn_fail(ctx, status, "%s; a file that is no data is left out by " LCN_OPTION "exclude PATTERN", said);
    lcn_free(&ctx->allocator, said);
    return status;
}

lacon_status lacon_data_read(lacon_ctx *ctx, lacon_data **out, const char *const *paths,
                             int64_t n_paths, const lacon_read_options *options)
{
    *out = NULL;
    lacon_read_options own;
    lcn_paths files = {0}, labels = {0};
    lcn_serieslist series = {0};
    lacon_status status;
    LCN_TRY(take_options(ctx, &own, options));
    LCN_FAIL_IF(own.bids != NULL && n_paths > 0, LACON_E_ARGUMENT,
                "a BIDS folder and other files do not go together");
    if (own.bids != NULL) {
        LCN_GOTO(lcn_bids_find(ctx, &series, &own));
    } else {
        LCN_GOTO(find_files(ctx, &files, &labels, paths, n_paths, &own));
    }
    int64_t count = own.bids != NULL ? series.count : files.count;
    LCN_GOTO(or_leave_out(ctx, read_paths(ctx, out, count, &files, &labels, &series, &own), &files));
done:
    lcn_bids_clear(&ctx->allocator, &series);
    lcn_paths_clear(&ctx->allocator, &labels);
    lcn_paths_clear(&ctx->allocator, &files);
    return status;
}
