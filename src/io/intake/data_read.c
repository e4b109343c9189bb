/* SPDX-License-Identifier: BSD-3-Clause
 * lacon_data_read: paths (or a BIDS folder) to files, the first file to the reference (columns.c),
 * all files to rows (table.c) by as many threads as the context has, rows to the data object in the
 * order of the files (files_to_classes.c). Which failure is told does not depend on the threads: that of the
 * first file that has one.
 */
#include "data/namemap.h"
#include "io/intake/files_to_classes.h"
#include "util/alloc.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

/* What the threads share; `next` and below under lock. */
typedef struct pool {
    lacon_ctx *ctx;
    lacon_allocator shared; /* the user's allocator, one call at a time */
    pthread_mutex_t alloc_lock, lock;
    const lcn_reference *ref;
    lcn_table_options how;
    bool single;
    lcn_table *first; /* already open */
    lcn_input_file *slots;
    int64_t count;
    int64_t next, finished;
    int64_t failed; /* lowest slot that failed, count when none did */
    lacon_status status;
    bool cancelled;
    double held; /* bytes of the rows that were read */
} pool;

/* ---- one thread ---- */

static void *locked_alloc(void *user, size_t bytes)
{
    pool *p = user;
    pthread_mutex_lock(&p->alloc_lock);
    void *block = p->ctx->allocator.alloc(p->ctx->allocator.user, bytes);
    pthread_mutex_unlock(&p->alloc_lock);
    return block;
}

static void locked_free(void *user, void *block)
{
    pool *p = user;
    pthread_mutex_lock(&p->alloc_lock);
    p->ctx->allocator.free(p->ctx->allocator.user, block);
    pthread_mutex_unlock(&p->alloc_lock);
}

static lcn_kind kind_of(const pool *p)
{
    return p->single ? LCN_ROWS_F32 : LCN_ROWS_F64;
}

static lacon_status read_opened(lacon_ctx *own, pool *p, lcn_input_file *s, lcn_table *table)
{
    lcn_columns columns = {0};
    lacon_status status;
    LCN_GOTO(lcn_columns_match(own, &columns, p->ref, table));
    LCN_GOTO(lcn_table_read(own, table, &columns, p->single, &s->pieces, &s->count));
    LCN_GOTO(lcn_source_digest(own, &table->source, s->sha256));
    LCN_GOTO(lcn_input_file_finish(own, s, table, &columns, kind_of(p)));
done:
    lcn_free(&own->allocator, columns.target);
    return status;
}

/* The same where variables may be absent. */
static lacon_status read_placed(lacon_ctx *own, pool *p, lcn_input_file *s, lcn_table *table)
{
    lcn_columns columns = {0};
    int64_t *place = NULL, kept = p->ref->columns.kept;
    lacon_status status;
    LCN_GOTO(lcn_columns_place(own, &columns, &place, p->ref, table));
    LCN_GOTO(lcn_table_read(own, table, &columns, p->single, &s->pieces, &s->count));
    LCN_GOTO(lcn_source_digest(own, &table->source, s->sha256));
    LCN_GOTO(lcn_input_file_finish(own, s, table, &columns, kind_of(p)));
    for (int64_t c = 0; c < s->count; c++)
        LCN_GOTO(lcn_columns_spread(own, &s->pieces[c].x, kind_of(p), s->pieces[c].n, columns.kept,
                                    place, kept));
done:
    lcn_free(&own->allocator, place);
    lcn_free(&own->allocator, columns.target);
    return status;
}

static lacon_status read_table(lacon_ctx *own, pool *p, lcn_input_file *s, lcn_table *table)
{
    return p->ref->align ? read_placed(own, p, s, table) : read_opened(own, p, s, table);
}

/* One budget for all files: what those before it left. Never 0, which is no limit. */
static double budget_left(pool *p)
{
    pthread_mutex_lock(&p->lock);
    const double left = p->how.most_bytes - p->held;
    pthread_mutex_unlock(&p->lock);
    return p->how.most_bytes > 0 ? fmax(left, 1) : 0;
}

static lacon_status count_held(lacon_ctx *ctx, pool *p, const lcn_input_file *s)
{
    double rows = 0;
    for (int64_t c = 0; c < s->count; c++) rows += (double)s->pieces[c].n;
    const double each = (double)p->ref->columns.kept * (p->single ? sizeof(float) : sizeof(double));
    pthread_mutex_lock(&p->lock);
    p->held += rows * each;
    const bool over = p->how.most_bytes > 0 && p->held > p->how.most_bytes;
    pthread_mutex_unlock(&p->lock);
    LCN_FAIL_IF(over, LACON_E_LIMIT, "the files together take more than %.0f MB: allow for more (--max-mem SIZE)",
                p->how.most_bytes / 1e6);
    return LACON_OK;
}

static lacon_status read_slot(lacon_ctx *own, pool *p, int64_t i)
{
    lcn_table table;
    lcn_table_options how = p->how;
    how.most_bytes = budget_left(p);
    if (i > 0) LCN_TRY(lcn_table_open(own, &table, p->slots[i].path, &how));
    lacon_status status = read_table(own, p, &p->slots[i], i > 0 ? &table : p->first);
    if (i > 0) lcn_table_close(&table);
    return status < 0 ? status : count_held(own, p, &p->slots[i]);
}

/* The next file, or -1. Behind a file that failed nothing matters any more. */
static int64_t take_slot(pool *p)
{
    pthread_mutex_lock(&p->lock);
    bool more = p->next < p->count && p->next < p->failed && !p->cancelled;
    int64_t i = more ? p->next++ : -1;
    pthread_mutex_unlock(&p->lock);
    return i;
}

static void finish_slot(pool *p, int64_t i, lacon_status status, const lacon_ctx *own)
{
    pthread_mutex_lock(&p->lock);
    p->finished++;
    if (status < 0 && i < p->failed) {
        p->failed = i;
        p->status = status;
        memcpy(p->ctx->message, own->message, sizeof own->message);
    }
    pthread_mutex_unlock(&p->lock);
}

/* Callbacks belong to the thread that called us. */
static void report(pool *p)
{
    pthread_mutex_lock(&p->lock);
    int64_t finished = p->finished;
    pthread_mutex_unlock(&p->lock);
    lcn_progress(p->ctx, "read", finished, p->count, NAN);
    if (!lcn_cancelled(p->ctx)) return;
    pthread_mutex_lock(&p->lock);
    p->cancelled = true;
    pthread_mutex_unlock(&p->lock);
}

static void work(pool *p)
{
    lacon_ctx own = {.allocator = p->shared, .threads = 1};
    for (int64_t i = take_slot(p); i >= 0; i = take_slot(p)) {
        finish_slot(p, i, read_slot(&own, p, i), &own);
#pragma omp master
        report(p);
    }
}

/* ---- all of them ---- */

/* Some formats are read by a child process (isolate.c). The C library makes its allocator ready for the child of a
 * process with threads; that of the address sanitizer it does not, and the child could wait for ever. */
static int readers(const lacon_ctx *ctx, int64_t files)
{
#ifdef __SANITIZE_ADDRESS__
    (void)ctx, (void)files;
    return 1;
#else
    return ctx->threads < files ? ctx->threads : (int)files;
#endif
}

static lacon_status read_slots(lacon_ctx *ctx, pool *p)
{
    p->ctx = ctx;
    p->failed = p->count;
    p->shared = (lacon_allocator){.alloc = locked_alloc, .free = locked_free, .user = p};
    if (ctx->allocator.alloc == lcn_plain_alloc) p->shared = ctx->allocator; /* malloc has locks */
    p->first->source.allocator = p->shared; /* read on by one of the threads */
    pthread_mutex_init(&p->alloc_lock, NULL);
    pthread_mutex_init(&p->lock, NULL);
    const int threads = readers(ctx, p->count);
#pragma omp parallel num_threads(threads)
    work(p);
    pthread_mutex_destroy(&p->alloc_lock);
    pthread_mutex_destroy(&p->lock);
    p->first->source.allocator = ctx->allocator;
    if (p->failed < p->count) return p->status;
    if (p->next == p->count) lcn_progress(ctx, "read", p->count, p->count, NAN);
    LCN_FAIL_IF(p->next < p->count, LACON_E_CANCELLED,
                "reading was cancelled after %lld of %lld files", (long long)p->finished,
                (long long)p->count);
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
                "(--names, in the order of the files)",
                files->items[twin], files->items[again], labels->items[twin]);
    return LACON_OK;
}

/* ---- the data ---- */

static lacon_status make_data(lacon_ctx *ctx, lacon_data **out, pool *p,
                              const lacon_read_options *options)
{
    lacon_data *data = NULL;
    char **names = NULL;
    lacon_status status;
    LCN_GOTO(lacon_data_new(ctx, &data, p->ref->columns.kept));
    LCN_GOTO(lacon_data_set_missing(ctx, data, options->missing));
    LCN_GOTO(lcn_reference_names(ctx, p->ref, &names));
    if (names != NULL) LCN_GOTO(lacon_data_set_names(ctx, data, (const char *const *)names));
    LCN_GOTO(lcn_files_to_classes(ctx, data, p->slots, p->count, kind_of(p), options));
    *out = data;
    data = NULL;
done:
    lcn_free(&ctx->allocator, names);
    lacon_data_free(data);
    return status;
}

/* ---- the union of the variables of all files ---- */

static lacon_status add_names(lacon_ctx *ctx, lcn_namelist *all, const lcn_table *table)
{
    LCN_FAIL_IF(table->names == NULL, LACON_E_DATA,
                "%s: has no names of variables: to bring variables together by name (--align labels) "
                "every file needs them",
                table->source.path);
    for (int64_t j = 0; j < table->variables; j++) {
        int64_t index;
        LCN_TRY(lcn_namelist_add(ctx, all, table->names[j], &index));
    }
    return LACON_OK;
}

/* A reference of all names, in the order they are met; options pick from these. */
static lacon_status make_union(lacon_ctx *ctx, lcn_reference *ref, const pool *p,
                               const lacon_read_options *options)
{
    lcn_namelist all = {0};
    lacon_status status;
    LCN_GOTO(add_names(ctx, &all, p->first));
    for (int64_t i = 1; i < p->count; i++) {
        lcn_table table;
        LCN_GOTO(lcn_table_open(ctx, &table, p->slots[i].path, &p->how));
        status = add_names(ctx, &all, &table);
        lcn_table_close(&table);
        LCN_GOTO(status);
    }
    lcn_table whole = *p->first; /* borrowed: only its path, variables and names are looked at */
    whole.variables = all.count;
    whole.names = all.names;
    LCN_GOTO(lcn_reference_make(ctx, ref, &whole, options));
    ref->align = true;
done:
    lcn_namelist_clear(&ctx->allocator, &all);
    return status;
}

/* slots: path, label and series are filled in. */
static lacon_status read_files(lacon_ctx *ctx, lacon_data **out, lcn_input_file *slots, int64_t count,
                               const lacon_read_options *options)
{
    pool p = {.single = options->single != 0, .slots = slots, .count = count};
    p.how = (lcn_table_options){.transpose = options->transpose != 0,
                                .keep_missing = options->keep_missing != 0 ||
                                                options->missing != LACON_MISSING_REFUSE,
                                .variable = options->variable,
                                .most_bytes = options->max_bytes,
                                .matrix = options->covariance != NULL,
                                .atlas = options->bids == NULL ? options->atlas : NULL};
    lcn_reference ref = {0};
    lcn_table first;
    LCN_TRY(lcn_table_open(ctx, &first, slots[0].path, &p.how));
    p.first = &first;
    lacon_status status;
    LCN_GOTO(options->align_labels ? make_union(ctx, &ref, &p, options)
                                   : lcn_reference_make(ctx, &ref, &first, options));
    p.ref = &ref;
    LCN_GOTO(read_slots(ctx, &p));
    LCN_GOTO(make_data(ctx, out, &p, options));
done:
    lcn_reference_clear(&ctx->allocator, &ref);
    lcn_table_close(&first);
    return status;
}

/* ---- the call ---- */

void lacon_read_options_init(lacon_read_options *options)
{
    *options = (lacon_read_options){.size = sizeof *options};
}

static lacon_status take_options(lacon_ctx *ctx, lacon_read_options *own,
                                 const lacon_read_options *given)
{
    lacon_read_options_init(own);
    if (given == NULL) return LACON_OK;
    LCN_FAIL_IF(given->size < sizeof given->size || given->size > sizeof *own, LACON_E_ARGUMENT,
                "lacon_read_options of %zu bytes: call lacon_read_options_init first", given->size);
    memcpy(own, given, given->size);
    LCN_FAIL_IF(own->class_column != NULL && own->transpose, LACON_E_ARGUMENT,
                "a class column needs rows that are observations: it does not go with transposing");
    LCN_FAIL_IF(own->class_column != NULL && own->names != NULL, LACON_E_ARGUMENT,
                "with a class column its values are the class names: other names do not apply");
    LCN_FAIL_IF(own->align_labels && own->missing == LACON_MISSING_REFUSE, LACON_E_ARGUMENT,
                "variables that a file does not have are missing in it: --align labels needs "
                "--missing marginal");
    LCN_FAIL_IF(own->align_labels && own->covariance != NULL, LACON_E_ARGUMENT,
                "covariances must have the same variables: --align labels is for rows");
    LCN_FAIL_IF(own->covariance != NULL && (own->class_column != NULL || own->single || own->bids),
                LACON_E_ARGUMENT,
                "a covariance has no rows: no class column, single precision or BIDS folder");
    LCN_FAIL_IF(own->bids != NULL && (own->class_column != NULL || own->names != NULL),
                LACON_E_ARGUMENT, "the classes of a BIDS folder are named by its subjects");
    return LACON_OK;
}

static lacon_status read_slots_of(lacon_ctx *ctx, lacon_data **out, int64_t count,
                                  const lcn_paths *files, const lcn_paths *labels,
                                  const lcn_serieslist *series, const lacon_read_options *options)
{
    lcn_input_file *slots = lcn_alloc(ctx, (size_t)count, sizeof *slots);
    if (slots == NULL) return LACON_E_MEMORY;
    for (int64_t i = 0; i < count; i++) {
        slots[i].series = series->count > 0 ? &series->items[i] : NULL;
        slots[i].path = series->count > 0 ? series->items[i].path : files->items[i];
        slots[i].label = series->count > 0 ? series->items[i].label : labels->items[i];
    }
    lacon_status status = read_files(ctx, out, slots, count, options);
    for (int64_t i = 0; i < count; i++) {
        lcn_class_rows_free(&ctx->allocator, slots[i].pieces, slots[i].count);
    }
    lcn_free(&ctx->allocator, slots);
    return status;
}

static lacon_status find_files(lacon_ctx *ctx, lcn_paths *files, lcn_paths *labels,
                               const char *const *paths, int64_t n_paths,
                               const lacon_read_options *options)
{
    LCN_FAIL_IF(n_paths < 1, LACON_E_ARGUMENT, "no file or folder to read is given");
    LCN_TRY(lcn_paths_expand(ctx, files, paths, n_paths));
    LCN_FAIL_IF(options->class_column != NULL && files->count != 1, LACON_E_ARGUMENT,
                "a class column splits one table, here are %lld files: join them first",
                (long long)files->count);
    return name_classes(ctx, labels, files, options->names);
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
    LCN_GOTO(read_slots_of(ctx, out, count, &files, &labels, &series, &own));
done:
    lcn_bids_clear(&ctx->allocator, &series);
    lcn_paths_clear(&ctx->allocator, &labels);
    lcn_paths_clear(&ctx->allocator, &files);
    return status;
}
