/* SPDX-License-Identifier: BSD-3-Clause
 * Tables the caller has: people (a row per class) and coordinates (a row per variable), brought into the order
 * of the model by name.
 */
#include "report/report.h"

#include "data/match.h"
#include "data/namemap.h"

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

/* Where either side has no names, lines and variables may be taken in their order. */
static bool by_order(lacon_ctx *ctx, const lacon_participants *t, const lacon_model *m, const char *path)
{
    const bool nameless = is_nameless(t);
    if (t->rows != m->p || (!nameless && !lcn_are_default_names((const char *const *)m->names, m->p))) return false;
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

static int64_t title_column(const lacon_participants *t, int64_t key)
{
    for (int64_t j = 0; j < t->columns; j++)
        if (j != key && (strcasecmp(t->names[j], "name") == 0 || strcasecmp(t->names[j], "label") == 0))
            return j;
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

lacon_status lcn_report_coordinates(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    static const char axes[][2] = {"x", "y", "z"};
    const lacon_participants *t = report->options->places;
    const lacon_model *m = report->model;
    if (t == NULL) return LACON_OK;
    const char *path = t->path ? t->path : "the table of coordinates";
    int64_t known = 0, column[3];
    int64_t key = name_column(t, m, &known); /* -1: in the order of the lines */
    if (known == 0 && by_order(ctx, t, m, path)) key = -1;
    LCN_FAIL_IF(known == 0 && key >= 0, LACON_E_DATA,
                "%s: no column has the model's variables (%s, ...): name them alike, or give a table of numbers alone "
                "with a line for each of the %lld variables in their order (it has %lld)",
                path, lacon_model_name(m, 0), (long long)m->p, (long long)t->rows);
    for (int i = 0; i < 3; i++) {
        column[i] = axis_column(t, axes[i][0]);
        LCN_FAIL_IF(column[i] < 0, LACON_E_DATA, "%s: no column of coordinates %s (%s, %s.mni, mni_%s)", path,
                    axes[i], axes[i], axes[i], axes[i]);
    }
    lcn_object o = lcn_object_begin();
    for (int i = 0; i < 3; i++)
        lcn_object_set(&o, axes[i], place_column(t, m, key, column[i], false));
    const int64_t title = title_column(t, key);
    if (title >= 0) lcn_object_set(&o, "name", place_column(t, m, key, title, true));
    lcn_object_set(document, "places", lcn_object_end(&o));
    return LACON_OK;
}
