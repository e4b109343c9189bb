/* SPDX-License-Identifier: BSD-3-Clause
 * A model folder back to a model: arrays from model.npz, what only the tables hold (evidence, kept,
 * log-likelihood) from them when they are there. Files come from anywhere: sizes are checked by
 * npz_read.c, the model's laws by lacon_model_new.
 */
#include "data/namemap.h"
#include "results/model_folder.h"
#include "io/digests.h"
#include "io/formats/npz.h"
#include "io/paths.h"
#include "io/text/cells.h"
#include "io/text/text_table.h"

#include <math.h>
#include <string.h>

/* What model.npz holds, as read. */
typedef struct parts {
    int64_t p, k, N;
    double *W, *G, *v, *mean, *scale, *n, *effective, *psi, *sign;
    int64_t *rows; /* n as integers */
    int8_t *signs; /* sign as such, NULL: none */
    char **variables, **classes;
} parts;

static void free_parts(const lacon_allocator *a, parts *q)
{
    void *const blocks[] = {q->W, q->G,   q->v,    q->mean,      q->scale,
                            q->n, q->psi, q->rows, q->variables, q->classes,
                            q->sign, q->signs, q->effective};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) lcn_free(a, blocks[i]);
}

static lacon_status read_parts(lacon_ctx *ctx, const lcn_npz *z, parts *q)
{
    int64_t shape[3] = {-1, -1, -1};
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "W", 2, shape, &q->W));
    q->p = shape[0];
    q->k = shape[1];
    shape[0] = -1;
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "v", 1, shape, &q->v));
    q->N = shape[0];
    LCN_FAIL_IF(q->p < 1 || q->k < 1 || q->N < 1, LACON_E_FORMAT,
                "%s: a model of %lld variables, %lld modules and %lld classes", z->path,
                (long long)q->p, (long long)q->k, (long long)q->N);
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "G", 3, (int64_t[]){q->N, q->k, q->k}, &q->G));
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "mean", 2, (int64_t[]){q->N, q->p}, &q->mean));
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "scale", 2, (int64_t[]){q->N, q->p}, &q->scale));
    LCN_TRY(lcn_npz_get_doubles(ctx, z, "n", 1, (int64_t[]){q->N}, &q->n));
    if (lcn_npz_has(z, "effective")) { /* older folders have none */
        LCN_TRY(lcn_npz_get_doubles(ctx, z, "effective", 1, (int64_t[]){q->N}, &q->effective));
    }
    if (lcn_npz_has(z, "psi")) {
        LCN_TRY(lcn_npz_get_doubles(ctx, z, "psi", 1, (int64_t[]){q->p}, &q->psi));
    }
    if (lcn_npz_has(z, "sign")) {
        LCN_TRY(lcn_npz_get_doubles(ctx, z, "sign", 1, (int64_t[]){q->p}, &q->sign));
    }
    LCN_TRY(lcn_npz_get_texts(ctx, z, "variables", q->p, &q->variables));
    return lcn_npz_get_texts(ctx, z, "classes", q->N, &q->classes);
}

static bool all_finite(const double *x, int64_t count, bool positive)
{
    for (int64_t i = 0; i < count; i++) {
        if (!isfinite(x[i]) || (positive && x[i] <= 0)) return false;
    }
    return true;
}

/* 0 means a variable that a class never had. */
static bool scales(const double *x, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        if (!isfinite(x[i]) || x[i] < 0) return false;
    }
    return true;
}

static lacon_status check_signs(lacon_ctx *ctx, const lcn_npz *z, parts *q)
{
    if (q->sign == NULL) return LACON_OK;
    q->signs = lcn_alloc(ctx, (size_t)q->p, sizeof *q->signs);
    if (q->signs == NULL) return LACON_E_MEMORY;
    for (int64_t r = 0; r < q->p; r++) {
        LCN_FAIL_IF(q->sign[r] != 1 && q->sign[r] != -1, LACON_E_FORMAT,
                    "%s: 'sign' of variable %lld is neither 1 nor -1", z->path, (long long)(r + 1));
        q->signs[r] = (int8_t)q->sign[r];
    }
    return LACON_OK;
}

/* What lacon_model_new does not see. */
static lacon_status check_parts(lacon_ctx *ctx, const lcn_npz *z, parts *q)
{
    LCN_FAIL_IF(!all_finite(q->mean, q->N * q->p, false), LACON_E_FORMAT,
                "%s: 'mean' is not finite everywhere", z->path);
    LCN_FAIL_IF(!scales(q->scale, q->N * q->p), LACON_E_FORMAT,
                "%s: 'scale' is not positive everywhere", z->path);
    LCN_FAIL_IF(q->psi != NULL && !all_finite(q->psi, q->p, true), LACON_E_FORMAT,
                "%s: 'psi' is not positive everywhere", z->path);
    q->rows = lcn_alloc(ctx, (size_t)q->N, sizeof *q->rows);
    if (q->rows == NULL) return LACON_E_MEMORY;
    for (int64_t c = 0; c < q->N; c++) {
        double n = q->n[c];
        LCN_FAIL_IF(!(n >= 0 && n <= 0x1p53 && n == floor(n)), LACON_E_FORMAT,
                    "%s: 'n' of class %lld is no number of rows", z->path, (long long)(c + 1));
        q->rows[c] = (int64_t)n;
        const double worth = q->effective ? q->effective[c] : NAN;
        LCN_FAIL_IF(!isnan(worth) && !(worth >= 0 && worth <= fmax(n, 2)), LACON_E_FORMAT,
                    "%s: 'effective' of class %lld is no number of its rows", z->path, (long long)(c + 1));
    }
    return check_signs(ctx, z, q);
}

/* A complaint about the parts becomes one about the file. */
static lacon_status make_model(lacon_ctx *ctx, lacon_model **out, const lcn_npz *z, const parts *q)
{
    lacon_status status =
        lacon_model_new(ctx, out, q->p, q->k, q->N, q->W, q->G, q->v, q->rows,
                        (const char *const *)q->variables, (const char *const *)q->classes, NULL);
    if (status == LACON_E_MEMORY || status >= 0) return status;
    return lcn_fail(ctx, LACON_E_FORMAT, "%s: %s", z->path, ctx->message);
}

lacon_status lcn_model_from_npz(lacon_ctx *ctx, lacon_model **out, const lcn_npz *z)
{
    parts q = {0};
    lacon_status status;
    *out = NULL;
    LCN_GOTO(read_parts(ctx, z, &q));
    LCN_GOTO(check_parts(ctx, z, &q));
    LCN_GOTO(make_model(ctx, out, z, &q));
    lacon_model *m = *out;
    status = lcn_model_set_sign(ctx, m, q.signs);
    if (status < 0) {
        lacon_model_free(m);
        *out = NULL;
        goto done;
    }
    memcpy(m->mean, q.mean, (size_t)(q.N * q.p) * sizeof *q.mean);
    memcpy(m->scale, q.scale, (size_t)(q.N * q.p) * sizeof *q.scale);
    if (q.effective != NULL) memcpy(m->effective, q.effective, (size_t)q.N * sizeof *q.effective);
    if (q.psi != NULL) memcpy(m->psi, q.psi, (size_t)q.p * sizeof *q.psi);
done:
    free_parts(&ctx->allocator, &q);
    return status;
}

static lacon_status from_npz(lacon_ctx *ctx, void *out, const lcn_npz *z)
{
    return lcn_model_from_npz(ctx, out, z);
}

/* ---- the tables ---- */

static bool breaks(char c) { return c == '\t' || c == '\n' || c == '\r'; }

static const char *past_blanks(const char *text)
{
    while (*text == ' ' || breaks(*text)) text++;
    return text;
}

/* Is the cell this name? Tables hold blanks for tabs and ends of lines, and none around a cell. */
static bool same_cell(const char *cell, const char *name)
{
    cell = past_blanks(cell);
    name = past_blanks(name);
    for (; *cell != '\0' && *name != '\0'; cell++, name++) {
        if (*cell != (breaks(*name) ? ' ' : *name)) break;
    }
    return *past_blanks(cell) == '\0' && *past_blanks(name) == '\0';
}

/* Whose line it is: by its position where the name agrees, because a table may not have the name to the
 * letter; else by its name; -1 nobody's. */
static int64_t owner(const lcn_namemap *map, int64_t row, const char *name)
{
    const bool here = row < map->count && same_cell(name, map->names[row]);
    return here ? row : lcn_namemap_find(map, name);
}

/* NaN where the cell says that there is none (NA). */
static lacon_status number_at(lacon_ctx *ctx, const lcn_text_table *table, int64_t row, int64_t column, double *out)
{
    const char *text = lcn_text_table_at(table, row, column);
    char mark = '.';
    const lcn_cell cell = {.text = text, .length = strlen(text)};
    const lcn_cell_kind kind = lcn_cell_classify(cell, '\t', &mark, out);
    if (kind == LCN_MISSING) *out = NAN;
    LCN_FAIL_IF(kind == LCN_WORD, LACON_E_FORMAT, "%s:%lld: column '%s' holds '%.40s' where a number belongs",
                table->path, (long long)table->line[row], table->header[column], text);
    return LACON_OK;
}

static lacon_status column_of(lacon_ctx *ctx, const lcn_text_table *table, const char *name, int64_t *out)
{
    *out = lcn_text_table_column(table, name);
    LCN_FAIL_IF(*out < 0, LACON_E_FORMAT, "%s:1: there is no column '%s'", table->path, name);
    return LACON_OK;
}

static lacon_status take_evidence(lacon_ctx *ctx, lacon_model *model, const lcn_text_table *table,
                                  const lcn_namemap *map)
{
    int64_t variable, evidence;
    LCN_TRY(column_of(ctx, table, "variable", &variable));
    LCN_TRY(column_of(ctx, table, "evidence", &evidence));
    for (int64_t i = 0; i < table->rows; i++) {
        const int64_t r = owner(map, i, lcn_text_table_at(table, i, variable));
        if (r >= 0) LCN_TRY(number_at(ctx, table, i, evidence, &model->evidence[r]));
    }
    return LACON_OK;
}

static lacon_status take_kept(lacon_ctx *ctx, const lcn_text_table *table, int64_t row, int64_t column, int64_t k,
                              int64_t *out)
{
    double rank;
    LCN_TRY(number_at(ctx, table, row, column, &rank));
    LCN_FAIL_IF(!(rank >= 0 && rank <= (double)k && rank == floor(rank)), LACON_E_FORMAT,
                "%s:%lld: column '%s' holds '%.40s': it is a number of modules, 0 to %lld", table->path,
                (long long)table->line[row], table->header[column], lcn_text_table_at(table, row, column),
                (long long)k);
    *out = (int64_t)rank;
    return LACON_OK;
}

static lacon_status take_classes(lacon_ctx *ctx, lacon_model *model, const lcn_text_table *table,
                                 const lcn_namemap *map)
{
    int64_t class, loglik, kept;
    LCN_TRY(column_of(ctx, table, "class", &class));
    LCN_TRY(column_of(ctx, table, "loglik", &loglik));
    LCN_TRY(column_of(ctx, table, "kept", &kept));
    for (int64_t i = 0; i < table->rows; i++) {
        const int64_t c = owner(map, i, lcn_text_table_at(table, i, class));
        if (c < 0) continue;
        LCN_TRY(number_at(ctx, table, i, loglik, &model->loglik[c]));
        LCN_TRY(take_kept(ctx, table, i, kept, model->k, &model->kept[c]));
    }
    return LACON_OK;
}

/* The arrays are the model: a table that is not there leaves what it would have said unknown. */
static lacon_status load_table(lacon_ctx *ctx, lacon_model *model, const char *dir, const char *name,
                               bool classes)
{
    char *const *names = classes ? model->labels : model->names;
    lcn_text_table table = {0};
    lcn_namemap map = {0};
    int64_t twin, again;
    bool there;
    LCN_TRY(lcn_folder_has(ctx, dir, name, &there));
    if (!there) return LACON_OK;
    lacon_status status = LACON_E_MEMORY;
    char *path = lcn_sprintf(ctx, "%s/%s", dir, name);
    if (path == NULL) goto done;
    LCN_GOTO(lcn_text_table_read_tsv(ctx, &table, path));
    LCN_GOTO(lcn_namemap_init(ctx, &map, (const char *const *)names, classes ? model->n_classes : model->p,
                              &twin, &again));
    LCN_GOTO((classes ? take_classes : take_evidence)(ctx, model, &table, &map));
done:
    lcn_namemap_clear(&ctx->allocator, &map);
    lcn_text_table_clear(&table);
    lcn_free(&ctx->allocator, path);
    return status;
}

/* A folder of something else, or of nothing; one that is not there is reported by the reader. */
static lacon_status want_model(lacon_ctx *ctx, const char *dir)
{
    bool itself, arrays;
    LCN_TRY(lcn_folder_has(ctx, dir, ".", &itself));
    LCN_TRY(lcn_folder_has(ctx, dir, "model.npz", &arrays));
    LCN_FAIL_IF(!itself && !lcn_absent(dir), LACON_E_IO,
                "%s: is a file, and a model is a folder, as lacon fit writes one (" LCN_OPTION "out)", dir);
    LCN_FAIL_IF(itself && !arrays, LACON_E_IO,
                "%s: is no model, there is no model.npz in it: lacon fit writes one (" LCN_OPTION "out)", dir);
    return LACON_OK;
}

/* What the tables of a folder hold, from the bytes of lacon_model_to_bytes; model.npz has none of it. */
static lacon_status take_rest(lacon_ctx *ctx, lacon_model *m, const lcn_npz *z)
{
    double *evidence = NULL, *loglik = NULL, *kept = NULL;
    lacon_status status = LACON_OK;
    if (!lcn_npz_has(z, "kept")) return LACON_OK;
    LCN_GOTO(lcn_npz_get_doubles(ctx, z, "evidence", 1, (int64_t[]){m->p}, &evidence));
    LCN_GOTO(lcn_npz_get_doubles(ctx, z, "loglik", 1, (int64_t[]){m->n_classes}, &loglik));
    LCN_GOTO(lcn_npz_get_doubles(ctx, z, "kept", 1, (int64_t[]){m->n_classes}, &kept));
    memcpy(m->evidence, evidence, (size_t)m->p * sizeof *evidence);
    memcpy(m->loglik, loglik, (size_t)m->n_classes * sizeof *loglik);
    for (int64_t c = 0; c < m->n_classes; c++)
        m->kept[c] = kept[c] >= 0 && kept[c] <= (double)m->k ? (int64_t)kept[c] : 0;
done:
    lcn_free(&ctx->allocator, evidence);
    lcn_free(&ctx->allocator, loglik);
    lcn_free(&ctx->allocator, kept);
    return status;
}

lacon_status lacon_model_from_bytes(lacon_ctx *ctx, lacon_model **out, const void *bytes, size_t size)
{
    lcn_npz z;
    lacon_model *model = NULL;
    lacon_status status;
    *out = NULL;
    LCN_TRY(lcn_npz_open_memory(ctx, &z, "the bytes of a model", bytes, size));
    LCN_GOTO(lcn_model_from_npz(ctx, &model, &z));
    LCN_GOTO(take_rest(ctx, model, &z));
    LCN_GOTO(lcn_pooled_take(ctx, model, &z));
    *out = model;
    model = NULL;
done:
    lacon_model_free(model);
    lcn_npz_close(&z);
    return status;
}

lacon_status lacon_model_load(lacon_ctx *ctx, lacon_model **out, const char *dir)
{
    lacon_model *model = NULL;
    lacon_status status;
    *out = NULL;
    LCN_TRY(want_model(ctx, dir));
    LCN_TRY(lcn_digests_check(ctx, dir));
    LCN_GOTO(lcn_npz_load(ctx, &model, dir, "model.npz", from_npz));
    LCN_GOTO(load_table(ctx, model, dir, "modules.tsv", false));
    LCN_GOTO(load_table(ctx, model, dir, "classes.tsv", true));
    LCN_GOTO(lcn_pooled_load(ctx, model, dir));
    *out = model;
    model = NULL;
done:
    lacon_model_free(model);
    return status;
}
