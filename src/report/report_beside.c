/* SPDX-License-Identifier: BSD-3-Clause
 * What other commands left beside the model: each file is looked for in the model folder and in the folder
 * its command makes there by itself (MODEL/test, MODEL/stability, MODEL/causal). A file that is there and
 * cannot be understood is an error that names it.
 */
#include "report/report.h"

#include "data/participants.h"
#include "io/formats/npy.h"
#include "io/paths.h"
#include "io/source.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

enum { PAIRS_MAX = 600 }; /* variables whose co-assignment is shown */

static bool is_file(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? S_ISREG(status.st_mode) : !lcn_absent(path);
}

lacon_status lcn_report_find(lacon_ctx *ctx, char **path, const char *dir, const char *sub, const char *name)
{
    *path = lcn_sprintf(ctx, "%s/%s", dir, name);
    if (*path == NULL) return LACON_E_MEMORY;
    if (is_file(*path)) return LACON_OK;
    lcn_free(&ctx->allocator, *path);
    *path = lcn_sprintf(ctx, "%s/%s/%s", dir, sub, name);
    if (*path == NULL) return LACON_E_MEMORY;
    if (is_file(*path)) return LACON_OK;
    lcn_free(&ctx->allocator, *path);
    *path = NULL;
    return LACON_OK;
}

lacon_status lcn_report_json(lacon_ctx *ctx, json_t **out, const char *path)
{
    json_error_t error;
    LCN_TRY(lcn_document_read(ctx, out, path, JSON_REJECT_DUPLICATES, &error));
    LCN_FAIL_IF(*out == NULL, LACON_E_FORMAT, "%s:%d: not the JSON it should be: %s", path, error.line,
                error.text);
    if (json_is_object(*out)) return LACON_OK;
    json_decref(*out);
    *out = NULL;
    return lcn_fail(ctx, LACON_E_FORMAT, "%s:1: not the JSON it should be: a list where {\"name\": value, ..} belongs",
                    path);
}

static json_t *cell_json(const lacon_participants *t, int64_t cell, bool text)
{
    if (t->cells[cell] == NULL) return json_null();
    return text || isnan(t->values[cell]) ? lcn_json_label(t->cells[cell]) : json_real(t->values[cell]);
}

/* Column by column: {"module_a": [1, ..], ..}. Names of things stay texts though they be digits. */
static json_t *columns(const lacon_participants *t)
{
    lcn_object o = lcn_object_begin();
    for (int64_t j = 0; j < t->columns; j++) {
        const bool text = strcmp(t->names[j], "variable") == 0 || strcmp(t->names[j], "class") == 0;
        json_t *array = json_array();
        for (int64_t i = 0; i < t->rows && array; i++)
            array = lcn_json_push(array, cell_json(t, i * t->columns + j, text));
        lcn_object_set(&o, t->names[j], array);
    }
    return lcn_object_end(&o);
}

lacon_status lcn_report_has_rows(lacon_ctx *ctx, const char *path, bool *rows)
{
    char start[4096];
    size_t got = 0;
    lcn_source source;
    LCN_TRY(lcn_source_open(ctx, &source, path));
    const lacon_status status = lcn_source_read(ctx, &source, start, sizeof start, &got);
    lcn_source_close(&source);
    const char *end = status >= 0 ? memchr(start, '\n', got) : NULL;
    *rows = got == sizeof start || end == NULL || (size_t)(end + 1 - start) < got;
    return status;
}

/* The columns these words name must be in the table; {} when it is a header alone. */
static lacon_status read_table(lacon_ctx *ctx, json_t **out, const char *path, const char *const *wanted)
{
    lacon_participants *table = NULL;
    bool rows = true;
    LCN_TRY(lcn_report_has_rows(ctx, path, &rows));
    if (!rows) {
        *out = json_object();
        return *out ? LACON_OK : lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory for it", path);
    }
    lacon_status status = lacon_participants_read(ctx, &table, path, NULL);
    for (; status >= 0 && *wanted; wanted++) {
        int64_t column = 0;
        while (column < table->columns && strcmp(table->names[column], *wanted) != 0) column++;
        if (column == table->columns)
            status = lcn_fail(ctx, LACON_E_FORMAT, "%s: has no column %s", path, *wanted);
    }
    if (status >= 0) {
        *out = columns(table);
        if (*out == NULL) status = lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory for it", path);
    }
    lacon_participants_free(table);
    return status;
}

static lacon_status add_json(lacon_ctx *ctx, const lcn_report *report, lcn_object *document, const char *key,
                             const char *sub, const char *name)
{
    char *path;
    json_t *json = NULL;
    LCN_TRY(lcn_report_find(ctx, &path, report->dir, sub, name));
    if (path == NULL) return LACON_OK;
    const lacon_status status = lcn_report_json(ctx, &json, path);
    if (status >= 0) lcn_object_set(document, key, json);
    lcn_free(&ctx->allocator, path);
    return status;
}

static lacon_status add_table(lacon_ctx *ctx, const lcn_report *report, lcn_object *document, const char *key,
                              const char *sub, const char *name, const char *const *wanted)
{
    char *path;
    json_t *json = NULL;
    LCN_TRY(lcn_report_find(ctx, &path, report->dir, sub, name));
    if (path == NULL) return LACON_OK;
    const lacon_status status = read_table(ctx, &json, path, wanted);
    if (status >= 0) lcn_object_set(document, key, json);
    lcn_free(&ctx->allocator, path);
    return status;
}

/* ---- coassignment.npy: p × p shares, as bytes 0..255 ---- */

static lacon_status read_header(lacon_ctx *ctx, lcn_source *source, const char *path, lcn_npy *npy)
{
    unsigned char bytes[LCN_NPY_PROLOGUE];
    static const size_t longest = LCN_NPY_HEADER_MAX;
    size_t got, start, length;
    LCN_TRY(lcn_source_read(ctx, source, bytes, sizeof bytes, &got));
    LCN_TRY(lcn_npy_prologue(ctx, path, bytes, got, &start, &length));
    LCN_FAIL_IF(length > longest, LACON_E_FORMAT, "%s: its header is too long", path);
    char *text = lcn_alloc(ctx, length + LCN_NPY_PROLOGUE, 1);
    if (text == NULL) return LACON_E_MEMORY;
    const size_t early = got - start; /* bytes of the dictionary that came with the prologue */
    memcpy(text, bytes + start, early);
    lacon_status status = lcn_source_read(ctx, source, text + early, length - early, &got);
    if (status >= 0 && got < length - early) status = lcn_fail(ctx, LACON_E_FORMAT, "%s: is cut off", path);
    if (status >= 0) status = lcn_npy_parse(ctx, path, text, length, npy);
    lcn_free(&ctx->allocator, text);
    return status;
}

static lacon_status read_shares(lacon_ctx *ctx, lcn_source *source, const char *path, int64_t p,
                                json_t **out)
{
    lcn_npy npy;
    LCN_TRY(read_header(ctx, source, path, &npy));
    LCN_FAIL_IF(npy.kind == 'U' || npy.dims != 2 || npy.shape[0] != p || npy.shape[1] != p, LACON_E_FORMAT,
                "%s: not %lld by %lld numbers, as the model has variables", path, (long long)p, (long long)p);
    unsigned char *raw = lcn_alloc(ctx, (size_t)npy.bytes, 1);
    double *values = lcn_alloc(ctx, (size_t)npy.count, sizeof *values);
    size_t got = 0;
    lacon_status status = raw && values ? LACON_OK : LACON_E_MEMORY;
    if (status >= 0) status = lcn_source_read(ctx, source, raw, (size_t)npy.bytes, &got);
    if (status >= 0 && (int64_t)got < npy.bytes) status = lcn_fail(ctx, LACON_E_FORMAT, "%s: is cut off", path);
    if (status >= 0) {
        lcn_npy_doubles(&npy, raw, npy.count, values);
        for (int64_t i = 0; i < npy.count; i++)
            raw[i] = (unsigned char)(values[i] >= 0 ? lrint(255 * fmin(1, values[i])) : 0);
        *out = lcn_json_base64(raw, (size_t)npy.count);
    }
    lcn_free(&ctx->allocator, values);
    lcn_free(&ctx->allocator, raw);
    return status;
}

static lacon_status add_shares(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    char *path;
    if (report->model->p > PAIRS_MAX) return LACON_OK;
    LCN_TRY(lcn_report_find(ctx, &path, report->dir, "stability", "coassignment.npy"));
    if (path == NULL) return LACON_OK;
    lcn_source source;
    json_t *json = NULL;
    lacon_status status = lcn_source_open(ctx, &source, path);
    if (status >= 0) {
        status = read_shares(ctx, &source, path, report->model->p, &json);
        lcn_source_close(&source);
    }
    if (status >= 0) lcn_object_set(document, "coassignment", json);
    lcn_free(&ctx->allocator, path);
    return status;
}

lacon_status lcn_report_beside(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    static const char *const folds[] = {"k", "fold", "loglik", NULL};
    static const char *const stays[] = {"variable", "module", "stability", NULL};
    static const char *const edges[] = {"module_a", "module_b", "effect", "statistic", "p", "p_fwe", NULL};
    LCN_TRY(lcn_report_about(ctx, report, document));
    LCN_TRY(add_json(ctx, report, document, "selection", "selection", "selection.json"));
    LCN_TRY(add_table(ctx, report, document, "folds", "selection", "selection.tsv", folds));
    LCN_TRY(add_json(ctx, report, document, "stability", "stability", "stability.json"));
    LCN_TRY(add_table(ctx, report, document, "stays", "stability", "stability.tsv", stays));
    LCN_TRY(add_shares(ctx, report, document));
    LCN_TRY(add_json(ctx, report, document, "test", "test", "test.json"));
    LCN_TRY(add_table(ctx, report, document, "edges", "test", "edges.tsv", edges));
    return lcn_report_causal(ctx, report, document);
}
