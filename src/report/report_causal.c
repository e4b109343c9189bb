/* SPDX-License-Identifier: BSD-3-Clause
 * Directed connectivity (lacon causal) as the page shows it: summed over the classes here, because a
 * thousand tables of arrows would be larger than everything else on the page.
 *
 *   causal    causal.json without its classes, and of them: how often one node comes before another,
 *             and the p of independent disturbances
 *   directed  of every arrow: sum of its weights and frequencies, how many classes have it
 *   lagged    of every effect of an earlier row: its mean, and how many classes have an interval without 0
 *   disturbances  kurtosis and p of normality of every module in every class
 */
#include "report/report.h"

#include "data/participants.h"
#include "io/formats/npz.h"
#include "util/number.h"

#include <math.h>
#include <string.h>

/* ---- causal.json ---- */

/* The node of this name, from 0; -1: none. */
static int64_t node_of(const lcn_report *report, const char *name)
{
    int64_t number = 0;
    if (name == NULL) return -1;
    if (report->of) return lcn_namemap_find(report->of, name);
    if (!lcn_parse_int64(name, strlen(name), &number)) return -1;
    return number >= 1 && number <= report->nodes ? number - 1 : -1;
}

/* before[a k + b] += share of one class where a is before b: of its resamples, or its one order. */
static void add_order(double *before, const json_t *class, const lcn_report *report)
{
    const int64_t k = report->nodes;
    const json_t *pairs = json_object_get(class, "pairs"), *order = json_object_get(class, "order"), *pair;
    size_t i;
    json_array_foreach(pairs, i, pair) {
        const int64_t a = node_of(report, json_string_value(json_object_get(pair, "a")));
        const int64_t b = node_of(report, json_string_value(json_object_get(pair, "b")));
        const double first = json_number_value(json_object_get(pair, "a_first"));
        if (a < 0 || b < 0) continue;
        before[a * k + b] += first;
        before[b * k + a] += 1 - first;
    }
    for (size_t s = 0; json_array_size(pairs) == 0 && s < json_array_size(order); s++)
        for (size_t t = s + 1; t < json_array_size(order); t++) {
            const int64_t a = node_of(report, json_string_value(json_array_get(order, s)));
            const int64_t b = node_of(report, json_string_value(json_array_get(order, t)));
            if (a >= 0 && b >= 0) before[a * k + b] += 1;
        }
}

static json_t *shares(const double *sum, int64_t count, double classes)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < count && list; i++) list = lcn_json_push(list, json_real(sum[i] / classes));
    return list;
}

/* The classes of the document, taken out of it and summed up. */
static lacon_status sum_classes(lacon_ctx *ctx, json_t *json, const lcn_report *report)
{
    const json_t *classes = json_object_get(json, "classes"), *class, *input;
    const int64_t k = report->nodes;
    json_int_t rows = 0;
    double *before = lcn_alloc(ctx, (size_t)(k * k), sizeof *before);
    json_t *independent = json_array();
    size_t i;
    if (before == NULL) {
        json_decref(independent);
        return LACON_E_MEMORY;
    }
    json_array_foreach(classes, i, class) {
        const json_t *p = json_object_get(class, "p_independent");
        add_order(before, class, report);
        if (json_is_number(p)) independent = lcn_json_push(independent, json_real(json_number_value(p)));
    }
    json_array_foreach(json_object_get(json, "inputs"), i, input)
        rows += json_integer_value(json_object_get(input, "rows"));
    const size_t count = json_array_size(classes);
    json_t *order = count > 0 ? shares(before, k * k, (double)count) : json_array();
    lcn_free(&ctx->allocator, before);
    bool whole = json_object_set_new(json, "before", order) == 0; /* each takes its value, or lets go of it */
    whole = json_object_set_new(json, "p_independent", independent) == 0 && whole;
    whole = json_object_set_new(json, "rows", json_integer(rows)) == 0 && whole;
    whole = json_object_set_new(json, "classes", json_integer((json_int_t)count)) == 0 && whole;
    json_object_del(json, "inputs");
    return whole ? LACON_OK : lcn_fail(ctx, LACON_E_MEMORY, "causal.json: no memory for it");
}

static lacon_status add_words(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    char *path;
    json_t *json = NULL;
    LCN_TRY(lcn_report_find(ctx, &path, report->dir, "causal", "causal.json"));
    if (path == NULL) return LACON_OK;
    lacon_status status = lcn_report_json(ctx, &json, path);
    if (status >= 0) status = sum_classes(ctx, json, report);
    if (status >= 0) lcn_object_set(document, "causal", json);
    else json_decref(json);
    lcn_free(&ctx->allocator, path);
    return status;
}

/* ---- causal/<class>.tsv ---- */

/* Sums over the classes for every ordered pair of nodes, k × k each, [from k + to]. */
typedef struct arrows {
    const lcn_report *report;
    int64_t k, tables;
    double *weight, *frequency, *known, *classes, *sure, *untested;
} arrows;

/* The name the command gives the file of a class (cli/strings.c): nothing in a label leads elsewhere. */
static char *table_name(lacon_ctx *ctx, const char *label)
{
    enum { LONGEST = 200 };
    size_t length = strnlen(label, LONGEST);
    while (label[length] && length > 0 && ((unsigned char)label[length] & 0xc0) == 0x80) length--;
    char *name = lcn_sprintf(ctx, "causal/%.*s.tsv", (int)length, label);
    char *stem = name ? name + strlen("causal/") : NULL;
    for (size_t i = 0; name && i < length; i++)
        if ((unsigned char)stem[i] < ' ' || stem[i] == 0x7f || strchr("/\\:*?\"<>|", stem[i])) stem[i] = '_';
    if (name && (length == 0 || stem[0] == '.')) stem[0] = '_';
    return name;
}

static int64_t optional_column(const lacon_participants *t, const char *name)
{
    for (int64_t j = 0; j < t->columns; j++)
        if (strcmp(t->names[j], name) == 0) return j;
    return -1;
}

static lacon_status add_arrows(lacon_ctx *ctx, arrows *sum, const lacon_participants *t)
{
    int64_t from, to, weight;
    LCN_TRY(lcn_participants_find(ctx, t, "from", &from));
    LCN_TRY(lcn_participants_find(ctx, t, "to", &to));
    LCN_TRY(lcn_participants_find(ctx, t, "weight", &weight));
    const int64_t frequency = optional_column(t, "frequency"), identifiable = optional_column(t, "identifiable");
    for (int64_t i = 0; i < t->rows; i++) {
        char *const *cell = t->cells + i * t->columns;
        const double *value = t->values + i * t->columns;
        const int64_t a = node_of(sum->report, cell[from]), b = node_of(sum->report, cell[to]);
        if (a < 0 || b < 0 || a == b || isnan(value[weight]) || value[weight] == 0) continue;
        const int64_t at = a * sum->k + b;
        sum->weight[at] += value[weight];
        sum->classes[at] += 1;
        if (identifiable >= 0 && cell[identifiable]) {
            sum->sure[at] += strcmp(cell[identifiable], "yes") == 0;
            sum->untested[at] += strcmp(cell[identifiable], "untested") == 0;
        }
        if (frequency < 0 || isnan(value[frequency])) continue;
        sum->frequency[at] += value[frequency];
        sum->known[at] += 1;
    }
    return LACON_OK;
}

static lacon_status read_arrows(lacon_ctx *ctx, arrows *sum, const char *path)
{
    lacon_participants *table = NULL;
    bool rows = true;
    LCN_TRY(lcn_report_has_rows(ctx, path, &rows));
    sum->tables++;
    if (!rows) return LACON_OK;
    lacon_status status = lacon_participants_read(ctx, &table, path, NULL);
    if (status >= 0) status = add_arrows(ctx, sum, table);
    lacon_participants_free(table);
    return status;
}

static json_t *arrows_json(const arrows *sum)
{
    json_t *list = json_array();
    for (int64_t at = 0; at < sum->k * sum->k && list; at++) {
        if (sum->classes[at] == 0) continue;
        lcn_object o = lcn_object_begin();
        lcn_object_set(&o, "from", json_integer(at / sum->k + 1));
        lcn_object_set(&o, "to", json_integer(at % sum->k + 1));
        lcn_object_set(&o, "weight", json_real(sum->weight[at] / (double)sum->tables));
        lcn_object_set(&o, "frequency",
                       lcn_json_real(sum->known[at] > 0 ? sum->frequency[at] / sum->known[at] : NAN));
        lcn_object_set(&o, "classes", json_real(sum->classes[at]));
        lcn_object_set(&o, "sure", json_real(sum->sure[at]));
        if (sum->untested[at] > 0) lcn_object_set(&o, "untested", json_real(sum->untested[at]));
        list = lcn_json_push(list, lcn_object_end(&o));
    }
    return list;
}

static lacon_status add_directed(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    const int64_t k = report->nodes;
    arrows sum = {.report = report, .k = k, .weight = lcn_alloc(ctx, (size_t)(6 * k * k), sizeof *sum.weight)};
    lacon_status status = sum.weight ? LACON_OK : LACON_E_MEMORY;
    if (status < 0) return status;
    sum.frequency = sum.weight + k * k;
    sum.known = sum.frequency + k * k;
    sum.classes = sum.known + k * k;
    sum.sure = sum.classes + k * k;
    sum.untested = sum.sure + k * k;
    for (int64_t c = 0; c < report->model->n_classes && status >= 0; c++) {
        char *name = table_name(ctx, lacon_model_label(report->model, c)), *path = NULL;
        status = name ? lcn_report_find(ctx, &path, report->dir, "causal", name) : LACON_E_MEMORY;
        if (status >= 0 && path) status = read_arrows(ctx, &sum, path);
        lcn_free(&ctx->allocator, path);
        lcn_free(&ctx->allocator, name);
    }
    if (status >= 0 && sum.tables > 0) {
        lcn_object o = lcn_object_begin();
        lcn_object_set(&o, "tables", json_integer(sum.tables));
        lcn_object_set(&o, "arrows", arrows_json(&sum));
        lcn_object_set(document, "directed", lcn_object_end(&o));
    }
    lcn_free(&ctx->allocator, sum.weight);
    return status;
}

/* ---- the lagged effects of causal.npz ---- */

/* N × lags × k × k each; low and high are NULL without bootstrap. */
typedef struct earlier {
    int64_t N, lags, k;
    double *A, *low, *high;
} earlier;

static json_t *lagged_json(const earlier *e)
{
    const int64_t each = e->lags * e->k * e->k;
    json_t *weight = json_array(), *sure = json_array();
    for (int64_t i = 0; i < each; i++) {
        double sum = 0;
        json_int_t count = 0;
        for (int64_t c = 0; c < e->N; c++) {
            const int64_t at = c * each + i;
            sum += e->A[at];
            count += e->low && (e->low[at] > 0 || e->high[at] < 0);
        }
        weight = lcn_json_push(weight, lcn_json_real(sum / (double)e->N));
        sure = lcn_json_push(sure, json_integer(count));
    }
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "lags", json_integer(e->lags));
    lcn_object_set(&o, "classes", json_integer(e->N));
    lcn_object_set(&o, "tested", json_boolean(e->low != NULL));
    lcn_object_set(&o, "weight", weight); /* [(lag k + to) k + from] */
    lcn_object_set(&o, "sure", sure);
    return lcn_object_end(&o);
}

static lacon_status read_lagged(lacon_ctx *ctx, const lcn_npz *z, int64_t k, json_t **out)
{
    int64_t shape[] = {-1, -1, k, k};
    earlier e = {.k = k};
    if (!lcn_npz_has(z, "lagged")) return LACON_OK;
    lacon_status status = lcn_npz_get_doubles(ctx, z, "lagged", 4, shape, &e.A);
    if (status >= 0 && lcn_npz_has(z, "lagged_low") && lcn_npz_has(z, "lagged_high")) {
        status = lcn_npz_get_doubles(ctx, z, "lagged_low", 4, shape, &e.low);
        if (status >= 0) status = lcn_npz_get_doubles(ctx, z, "lagged_high", 4, shape, &e.high);
    }
    e.N = shape[0];
    e.lags = shape[1];
    if (status >= 0 && e.N > 0) *out = lagged_json(&e);
    lcn_free(&ctx->allocator, e.A);
    lcn_free(&ctx->allocator, e.low);
    lcn_free(&ctx->allocator, e.high);
    return status;
}

static lacon_status add_lagged(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    char *path;
    json_t *json = NULL;
    lcn_npz z;
    LCN_TRY(lcn_report_find(ctx, &path, report->dir, "causal", "causal.npz"));
    if (path == NULL) return LACON_OK;
    lacon_status status = lcn_npz_open(ctx, &z, path);
    if (status >= 0) {
        status = read_lagged(ctx, &z, report->nodes, &json);
        lcn_npz_close(&z);
    }
    if (status >= 0 && json) lcn_object_set(document, "lagged", json);
    lcn_free(&ctx->allocator, path);
    return status;
}

/* ---- disturbances.tsv ---- */

/* Three digits are more than a figure shows. */
static json_t *rounded(double value)
{
    if (!isfinite(value) || value == 0) return lcn_json_real(value);
    const double unit = pow(10, floor(log10(fabs(value))) - 2);
    return lcn_json_real(unit > 0 ? round(value / unit) * unit : value);
}

static lacon_status disturbances(lacon_ctx *ctx, const lcn_report *report, const lacon_participants *t,
                                 json_t **out)
{
    static const char *const names[] = {"kurtosis", "p_gaussian"};
    int64_t module;
    lcn_object o = lcn_object_begin();
    *out = NULL;
    lacon_status status = lcn_participants_find(ctx, t, "module", &module);
    for (int i = 0; i < 2 && status >= 0; i++) {
        int64_t column;
        json_t *list = json_array();
        status = lcn_participants_find(ctx, t, names[i], &column);
        for (int64_t j = 0; j < report->nodes && list && status >= 0; j++) {
            json_t *own = json_array();
            for (int64_t row = 0; row < t->rows && own; row++)
                if (node_of(report, t->cells[row * t->columns + module]) == j)
                    own = lcn_json_push(own, rounded(t->values[row * t->columns + column]));
            list = lcn_json_push(list, own);
        }
        lcn_object_set(&o, names[i], list);
    }
    json_t *json = lcn_object_end(&o);
    if (status >= 0) *out = json;
    else json_decref(json);
    return status;
}

static lacon_status add_disturbances(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    char *path;
    json_t *json = NULL;
    lacon_participants *table = NULL;
    LCN_TRY(lcn_report_find(ctx, &path, report->dir, "causal", "disturbances.tsv"));
    if (path == NULL) return LACON_OK;
    lacon_status status = lacon_participants_read(ctx, &table, path, NULL);
    if (status >= 0) status = disturbances(ctx, report, table, &json);
    if (status >= 0) lcn_object_set(document, "disturbances", json);
    lacon_participants_free(table);
    lcn_free(&ctx->allocator, path);
    return status;
}

lacon_status lcn_report_causal(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    LCN_TRY(add_words(ctx, report, document));
    LCN_TRY(add_directed(ctx, report, document));
    LCN_TRY(add_lagged(ctx, report, document));
    return add_disturbances(ctx, report, document);
}
