/* SPDX-License-Identifier: BSD-3-Clause
 * Tables the caller has: people (a row per class), coordinates and labels (a row per variable), names of modules (a
 * row per module), brought into the order of the model by name. Each goes into the provenance with its digest.
 */
#include "report/report.h"

#include "data/match.h"
#include "data/namemap.h"
#include "io/source.h"
#include "util/number.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum { COLUMNS_MAX = 24 }; /* of people that are shown */

/* Row whose cell of the column is this text, or -1; looks at the row of the same number first. */
static int64_t find_row(const lacon_participants *t, int64_t column, const char *text, int64_t guess)
{
    for (int64_t i = 0; i < t->rows; i++) {
        const int64_t row = (guess + i) % t->rows;
        const char *cell = t->cells[row * t->columns + column];
        if (cell && strcmp(cell, text) == 0) return row;
    }
    return -1;
}

static json_t *value_at(const lacon_participants *t, int64_t row, int64_t column)
{
    if (row < 0 || t->cells[row * t->columns + column] == NULL) return json_null();
    const double value = t->values[row * t->columns + column];
    return isnan(value) ? lcn_json_label(t->cells[row * t->columns + column]) : json_real(value);
}

static void set_columns(lcn_object *o, const lacon_participants *t, int64_t id, const int64_t *row,
                        int64_t count)
{
    int shown = 0;
    for (int64_t j = 0; j < t->columns && shown < COLUMNS_MAX; j++) {
        if (j == id) continue; /* the names of the classes are elsewhere */
        json_t *array = json_array();
        for (int64_t c = 0; c < count && array; c++) array = lcn_json_push(array, value_at(t, row[c], j));
        lcn_object_set(o, t->names[j], array);
        shown++;
    }
}

lacon_status lcn_report_people(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    const lacon_participants *t = report->options->people;
    const lacon_model *m = report->model;
    if (t == NULL) return LACON_OK;
    int64_t known = 0;
    lcn_match match;
    LCN_TRY(lcn_match_make(ctx, &match, t, report->options->id, (const char *const *)m->labels,
                           m->n_classes));
    for (int64_t c = 0; c < m->n_classes; c++) known += match.row[c] >= 0;
    lcn_object o = lcn_object_begin();
    if (known > 0) set_columns(&o, t, match.column, match.row, m->n_classes);
    json_t *json = lcn_object_end(&o);
    lcn_match_clear(&ctx->allocator, &match);
    if (known > 0) lcn_object_set(document, "people", json);
    else json_decref(json);
    LCN_FAIL_IF(known == 0, LACON_E_DATA,
                "%s: column %s has none of the model's classes (%s, ...): name the column that has them",
                t->path ? t->path : "the table of participants", report->options->id,
                lacon_model_label(m, 0));
    return LACON_OK;
}

/* ---- coordinates ---- */

/* Nothing but numbers: a table without names. */
static bool is_nameless(const lacon_participants *t)
{
    for (int64_t i = 0; i < t->rows * t->columns; i++)
        if (t->cells[i] && isnan(t->values[i])) return false;
    return true;
}

/* Where either side has no names, lines and variables may be taken in their order; said where there is a path. */
static bool by_order(lacon_ctx *ctx, const lacon_participants *t, const lacon_model *m, const char *path)
{
    const bool nameless = is_nameless(t);
    if (t->rows != m->p || (!nameless && !lcn_are_default_names((const char *const *)m->names, m->p))) return false;
    if (path != NULL)
        lcn_log(ctx, LACON_LOG_WARNING, "%s: %s: its %lld lines are taken for the %lld variables in their order", path,
                nameless ? "has no names" : "the model's variables have no names", (long long)t->rows, (long long)m->p);
    return true;
}

/* The column that knows most of the variables; *known says how many. */
static int64_t name_column(const lacon_participants *t, const lacon_model *m, int64_t *known)
{
    int64_t best = 0;
    *known = 0;
    for (int64_t j = 0; j < t->columns; j++) {
        int64_t found = 0;
        for (int64_t r = 0; r < m->p; r++) found += find_row(t, j, lacon_model_name(m, r), r) >= 0;
        if (found > *known) {
            *known = found;
            best = j;
        }
    }
    return best;
}

/* "x", "X", "x.mni", "x_mni", "mni_x": the letter at either end, by itself. */
static bool is_axis(const char *name, char axis)
{
    const size_t length = strlen(name);
    const char *low = (char[]){axis, '\0'};
    if (length == 0) return false;
    const bool first = strncasecmp(name, low, 1) == 0 && (length == 1 || strchr("._- ", name[1]));
    const bool last =
        length > 2 && strncasecmp(name + length - 1, low, 1) == 0 && strchr("._- ", name[length - 2]);
    return first || last;
}

static int64_t axis_column(const lacon_participants *t, char axis)
{
    for (int64_t j = 0; j < t->columns; j++)
        if (is_axis(t->names[j], axis)) return j;
    return -1;
}

/* The first of these columns that the table has, in whatever case, the key left out; -1: none. */
static int64_t named_column(const lacon_participants *t, int64_t key, const char *const *names)
{
    for (; *names; names++)
        for (int64_t j = 0; j < t->columns; j++)
            if (j != key && strcasecmp(t->names[j], *names) == 0) return j;
    return -1;
}

static json_t *place_column(const lacon_participants *t, const lacon_model *m, int64_t key, int64_t column,
                            bool text)
{
    json_t *array = json_array();
    for (int64_t r = 0; r < m->p && array; r++) {
        const int64_t row = key < 0 ? r : find_row(t, key, lacon_model_name(m, r), r);
        const char *cell = row >= 0 ? t->cells[row * t->columns + column] : NULL;
        const double value = cell ? t->values[row * t->columns + column] : NAN;
        array = lcn_json_push(array, !text ? lcn_json_real(value) : cell ? lcn_json_label(cell) : json_null());
    }
    return array;
}

/* The column that knows the variables; -1: lines are in their order. LACON_E_DATA where neither is so. */
static lacon_status find_key(lacon_ctx *ctx, const lacon_participants *t, const lacon_model *m, const char *path,
                             bool tell, int64_t *key)
{
    int64_t known = 0;
    *key = name_column(t, m, &known);
    if (known == 0 && by_order(ctx, t, m, tell ? path : NULL)) *key = -1;
    LCN_FAIL_IF(known == 0 && *key >= 0, LACON_E_DATA,
                "%s: no column has the model's variables (%s, ...): name them alike, or give a table of numbers alone "
                "with a line for each of the %lld variables in their order (it has %lld)",
                path, lacon_model_name(m, 0), (long long)m->p, (long long)t->rows);
    return LACON_OK;
}

lacon_status lcn_report_coordinates(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    static const char axes[][2] = {"x", "y", "z"};
    const lacon_participants *t = report->options->places;
    const lacon_model *m = report->model;
    if (t == NULL) return LACON_OK;
    const char *path = t->path ? t->path : "the table of coordinates";
    int64_t key, column[3];
    LCN_TRY(find_key(ctx, t, m, path, true, &key));
    for (int i = 0; i < 3; i++) {
        column[i] = axis_column(t, axes[i][0]);
        LCN_FAIL_IF(column[i] < 0, LACON_E_DATA, "%s: no column of coordinates %s (%s, %s.mni, mni_%s)", path,
                    axes[i], axes[i], axes[i], axes[i]);
    }
    lcn_object o = lcn_object_begin();
    for (int i = 0; i < 3; i++)
        lcn_object_set(&o, axes[i], place_column(t, m, key, column[i], false));
    lcn_object_set(document, "places", lcn_object_end(&o));
    return LACON_OK;
}

/* ---- labels ---- */

lacon_status lcn_report_labels(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    static const char *const titles[] = {"name", "label", "title", NULL};
    static const char *const groups[] = {"group", "network", "lobe", "system", "scale", NULL};
    const bool given = report->options->labels != NULL;
    const lacon_participants *t = given ? report->options->labels : report->options->places;
    const lacon_model *m = report->model;
    if (t == NULL) return LACON_OK;
    const char *path = t->path ? t->path : "the table of labels";
    int64_t key;
    LCN_TRY(find_key(ctx, t, m, path, given, &key));
    const int64_t title = named_column(t, key, titles), group = named_column(t, key, groups);
    LCN_FAIL_IF(given && title < 0 && group < 0, LACON_E_DATA,
                "%s: has neither a column of names (name, label) nor of groups (group, network, lobe)", path);
    lcn_object o = lcn_object_begin();
    if (title >= 0) lcn_object_set(&o, "name", place_column(t, m, key, title, true));
    if (group >= 0) lcn_object_set(&o, "group", place_column(t, m, key, group, true));
    lcn_object_set(document, "labels", lcn_object_end(&o));
    return LACON_OK;
}

/* names[j] = the name of row i, where its module is one of the model's. */
static lacon_status put_module_name(lacon_ctx *ctx, json_t *names, const lacon_participants *t, int64_t i,
                                    const int64_t column[2])
{
    const char *module = t->cells[i * t->columns + column[0]], *name = t->cells[i * t->columns + column[1]];
    const int64_t k = (int64_t)json_array_size(names);
    int64_t number = 0;
    LCN_FAIL_IF(module == NULL || !lcn_parse_int64(module, strlen(module), &number) || number < 1 || number > k,
                LACON_E_DATA, "%s:%lld: module '%s': the model has modules 1 to %lld",
                t->path ? t->path : "the names of modules", (long long)t->line[i], module ? module : "",
                (long long)k);
    if (name == NULL) return LACON_OK;
    return json_array_set_new(names, (size_t)number - 1, lcn_json_label(name)) == 0
               ? LACON_OK
               : lcn_fail(ctx, LACON_E_MEMORY, "no memory for the names of modules");
}

lacon_status lcn_report_module_names(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    const lacon_participants *t = report->options->module_names;
    int64_t column[2];
    if (t == NULL) return LACON_OK;
    LCN_FAIL_IF(report->of != NULL, LACON_E_ARGUMENT, "%s: has no modules that could be named", report->dir);
    LCN_TRY(lcn_participants_find(ctx, t, "module", &column[0]));
    LCN_TRY(lcn_participants_find(ctx, t, "name", &column[1]));
    json_t *names = json_array();
    for (int64_t j = 0; j < report->model->k; j++) names = lcn_json_push(names, json_null());
    lacon_status status = names ? LACON_OK : LACON_E_MEMORY;
    for (int64_t i = 0; i < t->rows && status >= 0; i++) status = put_module_name(ctx, names, t, i, column);
    if (status >= 0) lcn_object_set(document, "module_names", names);
    else json_decref(names);
    return status;
}

/* ---- where they come from ---- */

lacon_status lcn_report_origin(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    const lacon_report_options *q = report->options;
    const struct {
        const char *what;
        const lacon_participants *table;
    } given[] = {{"participants", q->people}, {"coordinates", q->places}, {"labels", q->labels},
                 {"names of modules", q->module_names}};
    if (q->anonymise) return LACON_OK;
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        char text[LCN_SHA256_TEXT];
        const char *path = given[i].table ? given[i].table->path : NULL;
        if (path == NULL) continue;
        const lacon_status status = lcn_file_digest(ctx, path, text);
        if (status < 0) json_decref(list);
        LCN_TRY(status);
        lcn_object o = lcn_object_begin();
        lcn_object_set(&o, "what", lcn_json_text(given[i].what));
        lcn_object_set(&o, "file", lcn_json_text(path));
        lcn_object_set(&o, "sha256", lcn_json_text(text));
        list = lcn_json_push(list, lcn_object_end(&o));
    }
    lcn_object_set(document, "tables", list);
    if (q->command) lcn_object_set(document, "command", lcn_json_text(q->command));
    return LACON_OK;
}
