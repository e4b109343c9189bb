/* SPDX-License-Identifier: BSD-3-Clause
 * model.json as the page wants it. Numbers of the page have six digits, so how far starts are above the best
 * one is worked out here; what was left out of every class is gathered into columns; one digest is for
 * all input files.
 */
#include "report/report.h"

#include "util/sha256.h"

#include <math.h>
#include <string.h>

static double best_of(const json_t *starts)
{
    double best = INFINITY;
    size_t i;
    const json_t *start;
    json_array_foreach(starts, i, start) {
        const json_t *end = json_object_get(start, "objective");
        if (json_is_number(end)) best = fmin(best, json_number_value(end));
    }
    return best;
}

/* A start is an object, and so is its trace, where it has one. */
static lacon_status check_starts(lacon_ctx *ctx, const json_t *about, const char *path)
{
    size_t i;
    const json_t *start;
    json_array_foreach(json_object_get(about, "starts"), i, start) {
        const json_t *trace = json_object_get(start, "trace");
        LCN_FAIL_IF(!json_is_object(start) || (trace != NULL && !json_is_object(trace)), LACON_E_FORMAT,
                    "%s: start %zu is not what a fit writes", path, i + 1);
    }
    return LACON_OK;
}

/* start.above: how far its end is above the best; trace.above: the same along its way. */
static bool compare_starts(json_t *about)
{
    const json_t *starts = json_object_get(about, "starts");
    const double best = best_of(starts);
    size_t i, j;
    json_t *start;
    const json_t *value;
    json_array_foreach(starts, i, start) {
        json_t *trace = json_object_get(start, "trace"), *above = json_array();
        json_array_foreach(json_object_get(trace, "objective"), j, value)
            above = lcn_json_push(above, lcn_json_real(json_number_value(value) - best));
        if (trace == NULL) json_decref(above);
        else if (json_object_set_new(trace, "above", above) != 0) return false;
        if (trace != NULL) json_object_del(trace, "objective");
        const json_t *end = json_object_get(start, "objective");
        json_t *behind = json_is_number(end) ? lcn_json_real(json_number_value(end) - best) : json_null();
        if (json_object_set_new(start, "above", behind) != 0) return false;
    }
    return true;
}

/* A column of the inputs that some of them have, in the order of the classes; *there: one has more than none. */
static json_t *column(const json_t *inputs, const char *key, bool *there)
{
    json_t *list = json_array();
    size_t i;
    const json_t *input;
    *there = false;
    json_array_foreach(inputs, i, input) {
        const json_int_t value = json_integer_value(json_object_get(input, key));
        *there = *there || value > 0;
        list = lcn_json_push(list, json_integer(value));
    }
    return list;
}

/* What did not enter the fit, class by class: rows and values. */
static bool add_losses(const lcn_report *report, const json_t *about, lcn_object *document)
{
    static const char *const keys[] = {"censored", "dropped", "missing", "rows"};
    const json_t *inputs = json_object_get(about, "inputs");
    lcn_object o = lcn_object_begin();
    bool any = false, there;
    if ((int64_t)json_array_size(inputs) != report->model->n_classes) {
        json_decref(lcn_object_end(&o));
        return true;
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *list = column(inputs, keys[i], &there);
        lcn_object_set(&o, keys[i], list);
        any = any || (there && i < 3);
    }
    json_t *json = lcn_object_end(&o);
    if (any) lcn_object_set(document, "losses", json);
    else json_decref(json);
    return !any || json != NULL;
}

/* One digest for all files: of their digests, one after the other. */
static json_t *digest(const json_t *inputs)
{
    char text[LCN_SHA256_TEXT];
    lcn_sha256 hash;
    size_t i, known = 0;
    const json_t *input;
    lcn_sha256_init(&hash);
    json_array_foreach(inputs, i, input) {
        const char *own = json_string_value(json_object_get(input, "sha256"));
        if (own == NULL) continue;
        lcn_sha256_update(&hash, own, strlen(own));
        known++;
    }
    lcn_sha256_final(&hash, text);
    return known > 0 && known == json_array_size(inputs) ? json_string(text) : json_null();
}

lacon_status lcn_report_about(lacon_ctx *ctx, const lcn_report *report, lcn_object *document)
{
    char *path;
    json_t *about = NULL;
    LCN_TRY(lcn_report_find(ctx, &path, report->dir, ".", "model.json"));
    if (path == NULL) return LACON_OK;
    lacon_status status = lcn_report_json(ctx, &about, path);
    json_object_del(about, "input"); /* paths and names of columns: the command line has them where they may be shown */
    if (status >= 0) status = check_starts(ctx, about, path);
    if (status >= 0 &&
        !(compare_starts(about) && add_losses(report, about, document) &&
          json_object_set_new(about, "digest", digest(json_object_get(about, "inputs"))) == 0))
        status = lcn_fail(ctx, LACON_E_MEMORY, "%s: no memory for it", path);
    if (status >= 0) lcn_object_set(document, "about", about);
    else json_decref(about);
    lcn_free(&ctx->allocator, path);
    return status;
}
