/* SPDX-License-Identifier: BSD-3-Clause
 * Tables the caller has: people (a row per class) and coordinates (a row per variable), brought into the order
 * of the model by name.
 */
#include "report/report.h"

#include "data/match.h"

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
        const int64_t row = find_row(t, key, lacon_model_name(m, r), r);
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
    const int64_t key = name_column(t, m, &known);
    LCN_FAIL_IF(known == 0, LACON_E_DATA, "%s: no column has the model's variables (%s, ...)", path,
                lacon_model_name(m, 0));
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
