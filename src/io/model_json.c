/* SPDX-License-Identifier: BSD-3-Clause
 * model.json: how a model came about, for people and programs, and the same for covariances without a
 * model (covariance.json) and for directed connectivity (causal.json). What is not known is null.
 * The document is jansson's, which has its own memory (malloc).
 */
#include "io/model_folder.h"
#include "io/out.h"
#include "util/utf8.h"
#include <lacon/version.h>

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void lacon_provenance_init(lacon_provenance *p)
{
    *p = (lacon_provenance){.size = sizeof *p};
    p->read_s = p->fit_s = p->write_s = p->total_s = NAN;
}

/* ---- values: NULL when memory is out, which json_object_set_new passes on ---- */

static json_t *real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* JSON is UTF-8; a command line or a label from elsewhere may not be. */
static json_t *text(const char *value)
{
    if (value == NULL) return json_null();
    char *clean = malloc(2 * strlen(value) + 1);
    if (clean == NULL) return NULL;
    lcn_to_utf8(value, strlen(value), clean);
    json_t *string = json_string(clean);
    free(clean);
    return string;
}

/* A seed has 64 bits, the integers of JSON readers often 63 or 53. */
static json_t *seed(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value)
                              : json_sprintf("%llu", (unsigned long long)value);
}

/* Keys in the order they are set; the first failure stays. */
typedef struct object {
    json_t *json;
    bool failed;
} object;

static object begin(void)
{
    object o = {.json = json_object()};
    o.failed = o.json == NULL;
    return o;
}

static void set(object *o, const char *key, json_t *value)
{
    if (o->failed) {
        json_decref(value);
    } else if (json_object_set_new(o->json, key, value) != 0) {
        o->failed = true;
    }
}

static json_t *end(object *o)
{
    if (!o->failed) return o->json;
    json_decref(o->json);
    return NULL;
}

/* Appends value to list; both are given away. Returns the list, or NULL. */
static json_t *push(json_t *list, json_t *value)
{
    if (list != NULL && json_array_append_new(list, value) == 0) return list;
    if (list == NULL) json_decref(value);
    json_decref(list);
    return NULL;
}

/* ---- parts ---- */

static const char *name_of(const char *const *names, size_t count, int value)
{
    return value >= 0 && (size_t)value < count ? names[value] : NULL;
}
#define NAME(value, ...)                                                                           \
    name_of((const char *const[]){__VA_ARGS__},                                                    \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), (int)(value))

static json_t *starts(const lacon_fit_info *info)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < info->n_starts && list != NULL; i++) {
        object start = begin();
        set(&start, "name", text(info->start_name != NULL ? info->start_name[i] : NULL));
        set(&start, "objective", real(info->start_objective[i]));
        set(&start, "agreement", real(info->start_agreement[i]));
        list = push(list, end(&start));
    }
    return list;
}

static json_t *warnings(const lacon_fit_info *info)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < info->n_warnings && list != NULL; i++) {
        list = push(list, text(info->warnings[i]));
    }
    return list;
}

static json_t *inputs(const lacon_data *data)
{
    json_t *list = json_array();
    for (int64_t c = 0; data != NULL && c < lacon_data_classes(data) && list != NULL; c++) {
        object input = begin();
        set(&input, "name", text(lacon_data_label(data, c)));
        set(&input, "file", text(lacon_data_source(data, c)));
        set(&input, "sha256", text(lacon_data_sha256(data, c)));
        set(&input, "rows", json_integer(lacon_data_rows(data, c)));
        list = push(list, end(&input));
    }
    return list;
}

static json_t *seconds(const lacon_provenance *p)
{
    object o = begin();
    set(&o, "read", real(p->read_s));
    set(&o, "fit", real(p->fit_s));
    set(&o, "write", real(p->write_s));
    set(&o, "total", real(p->total_s));
    return end(&o);
}

static void set_options(object *o, const lacon_fit_options *options)
{
    set(o, "seed", seed(options->seed));
    set(o, "k_asked", json_integer(options->k));
    set(o, "objective", text(NAME(options->objective, "ml", "sm")));
    set(o, "solver", text(NAME(options->solver, "mm", "alm", "ml-dense")));
    set(o, "membership", text(NAME(options->membership, "test", "all")));
    set(o, "level", real(options->level));
    set(o, "noise", text(NAME(options->noise, "isotropic", "variable")));
    set(o, "weights", text(NAME(options->weights, "samples", "equal")));
    set(o, "tol", real(options->tol));
    set(o, "max_iter", json_integer(options->max_iter));
}

static void set_fit(object *o, const lacon_fit_info *info)
{
    set_options(o, &info->options);
    set(o, "nll", real(info->nll));
    set(o, "score", real(info->score));
    set(o, "iterations", json_integer(info->iterations));
    set(o, "converged", json_boolean(info->stop == LACON_STOP_CONVERGED));
    set(o, "stop_reason", text(NAME(info->stop, "converged", "max-iter", "cancelled")));
    set(o, "starts", starts(info));
    set(o, "clipped", json_integer(info->n_clipped));
    set(o, "floored", json_integer(info->n_floored));
    set(o, "warnings", warnings(info));
}

/* Sum over classes of n_i / sum n times the training negative log-likelihood. */
static double mean_nll(const lacon_model *model)
{
    double sum = 0, rows = 0;
    for (int64_t c = 0; c < model->n_classes; c++) {
        sum -= (double)model->n[c] * model->loglik[c];
        rows += (double)model->n[c];
    }
    return sum / rows;
}

/* The same keys for a model that was not fitted here; another method's has some of them. */
static void set_no_fit(object *o, const lacon_model *model)
{
    static const char *const keys[] = {"objective", "solver", "score", "iterations"};
    const bool known = model->method != NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) set(o, keys[i], json_null());
    if (known) set(o, "method", text(model->method));
    set(o, "seed", known ? seed(model->seed) : json_null());
    set(o, "nll", known ? real(mean_nll(model)) : json_null());
    set(o, "converged", known ? json_boolean(model->stop == LACON_STOP_CONVERGED) : json_null());
    set(o, "stop_reason",
        known ? text(NAME(model->stop, "converged", "max-iter", "cancelled")) : json_null());
    set(o, "starts", json_array());
    set(o, "warnings", warnings(&model->info));
}

static json_t *document(const lacon_model *model, const lacon_provenance *p)
{
    object o = begin();
    set(&o, "lacon_version", text(LACON_VERSION_TEXT));
    set(&o, "command", text(p->command));
    set(&o, "k", json_integer(model->k));
    set(&o, "p", json_integer(model->p));
    set(&o, "classes", json_integer(model->n_classes));
    if (model->fitted) set_fit(&o, &model->info);
    if (!model->fitted) set_no_fit(&o, model);
    set(&o, "inputs", inputs(p->data));
    set(&o, "seconds", seconds(p));
    return end(&o);
}

/* ---- the file ---- */

static lacon_status take_provenance(lacon_ctx *ctx, lacon_provenance *own,
                                    const lacon_provenance *given)
{
    lacon_provenance_init(own);
    if (given == NULL) return LACON_OK;
    LCN_FAIL_IF(given->size < sizeof given->size || given->size > sizeof *own, LACON_E_ARGUMENT,
                "lacon_provenance of %zu bytes: call lacon_provenance_init first", given->size);
    memcpy(own, given, given->size);
    return LACON_OK;
}

static lacon_status write_text(lacon_ctx *ctx, const char *dir, const char *name,
                               const char *content)
{
    char *path = lcn_sprintf(ctx, "%s/%s", dir, name);
    if (path == NULL) return LACON_E_MEMORY;
    lcn_out out;
    lacon_status status = lcn_out_open(ctx, &out, path);
    if (status >= 0) {
        lcn_out_text(&out, content);
        lcn_out_text(&out, "\n");
        status = lcn_out_close(ctx, &out, LACON_OK);
    }
    lcn_free(&ctx->allocator, path);
    return status;
}

/* json is given away; NULL: memory was out when it was made. */
static lacon_status write_document(lacon_ctx *ctx, const char *dir, const char *name, json_t *json)
{
    char *content =
        json != NULL ? json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(json);
    LCN_FAIL_IF(content == NULL, LACON_E_MEMORY, "%s/%s: no memory to write it", dir, name);
    lacon_status status = write_text(ctx, dir, name, content);
    free(content);
    return status;
}

lacon_status lcn_model_write_json(lacon_ctx *ctx, const lacon_model *model, const char *dir,
                                  const lacon_provenance *provenance)
{
    lacon_provenance own;
    LCN_TRY(take_provenance(ctx, &own, provenance));
    return write_document(ctx, dir, "model.json", document(model, &own));
}

/* ---- covariance.json ---- */

static json_t *covariance_document(const lacon_covariance *s, const lacon_provenance *p)
{
    object o = begin(), chosen = begin();
    for (int64_t c = 0; c < s->n_classes; c++) set(&chosen, s->labels[c], real(s->parameter[c]));
    set(&o, "lacon_version", text(LACON_VERSION_TEXT));
    set(&o, "command", text(p->command));
    set(&o, "method", text(s->method));
    set(&o, "p", json_integer(s->p));
    set(&o, "classes", json_integer(s->n_classes));
    set(&o, "parameter", end(&chosen));
    set(&o, "converged", json_boolean(!s->unfinished));
    set(&o, "inputs", inputs(p->data));
    set(&o, "seconds", seconds(p));
    return end(&o);
}

lacon_status lcn_covariance_write_json(lacon_ctx *ctx, const lacon_covariance *covariance,
                                       const char *dir, const lacon_provenance *provenance)
{
    lacon_provenance own;
    LCN_TRY(take_provenance(ctx, &own, provenance));
    return write_document(ctx, dir, "covariance.json", covariance_document(covariance, &own));
}

/* ---- causal.json ---- */

/* The text value that stands for a pair: yes, no, untested. */
static const char *told_apart(const lacon_causal *s, int64_t c, int64_t a, int64_t b)
{
    const int known = lacon_causal_identifiable(s, c, a, b);
    return known < 0 ? "untested" : known ? "yes" : "no";
}

static json_t *causal_order(const lacon_causal *s, int64_t c)
{
    json_t *list = json_array();
    for (int64_t at = 0; at < lacon_causal_modules(s) && list != NULL; at++)
        list = push(list, text(lacon_causal_name(s, lacon_causal_order(s, c)[at])));
    return list;
}

/* Every pair: can its direction be told, how often did a come before b, are their disturbances
 * independent. */
static json_t *causal_pairs(const lacon_causal *s, int64_t c, const lacon_causal_trust *t)
{
    const int64_t k = lacon_causal_modules(s);
    json_t *list = json_array();
    for (int64_t a = 0; a < k && t->boot > 0; a++)
        for (int64_t b = a + 1; b < k && list != NULL; b++) {
            object o = begin();
            set(&o, "a", text(lacon_causal_name(s, a)));
            set(&o, "b", text(lacon_causal_name(s, b)));
            set(&o, "identifiable", text(told_apart(s, c, a, b)));
            set(&o, "a_first", real(t->precedence[b * k + a]));
            set(&o, "p_independent", real(t->independence[a * k + b]));
            list = push(list, end(&o));
        }
    return list;
}

/* The least p over the pairs, times their number. */
static double independence(const lacon_causal_trust *t, int64_t k)
{
    double least = 1;
    if (t->boot == 0 || k < 2) return NAN;
    for (int64_t i = 0; i < k * k; i++) least = fmin(least, t->independence[i]);
    return fmin(1, least * (double)k * (double)(k - 1) / 2);
}

static json_t *causal_class(const lacon_causal *s, int64_t c, bool estimated)
{
    lacon_causal_trust t;
    lacon_causal_trust_get(s, c, &t);
    object o = begin();
    set(&o, "name", text(lacon_causal_label(s, c)));
    set(&o, "order", causal_order(s, c));
    if (!estimated) return end(&o);
    set(&o, "noise", real(t.noise));
    set(&o, "floored", json_integer(t.floored));
    set(&o, "block", json_integer(t.block));
    set(&o, "p_independent", real(independence(&t, lacon_causal_modules(s))));
    set(&o, "pairs", causal_pairs(s, c, &t));
    return end(&o);
}

static void set_causal_options(object *o, const lacon_causal_options *options)
{
    set(o, "method", text(NAME(options->method, "likelihood", "direct", "ica")));
    set(o, "noise_correction", json_boolean(options->noise_correction));
    set(o, "common_order", json_boolean(options->common_order));
    set(o, "prune", json_boolean(options->prune));
    set(o, "boot", json_integer(options->boot));
    set(o, "level", real(options->level));
    set(o, "seed", seed(options->seed));
    set(o, "contrast", text(NAME(options->ica.contrast, "logcosh", "exp", "kurtosis")));
    set(o, "tol", real(options->ica.tol));
    set(o, "max_iter", json_integer(options->ica.max_iter));
}

static json_t *causal_document(const lacon_causal *s, const lacon_provenance *p)
{
    lacon_causal_options options;
    const bool estimated = lacon_causal_options_get(s, &options);
    object o = begin();
    json_t *classes = json_array();
    for (int64_t c = 0; c < lacon_causal_classes(s) && classes != NULL; c++)
        classes = push(classes, causal_class(s, c, estimated));
    set(&o, "lacon_version", text(LACON_VERSION_TEXT));
    set(&o, "command", text(p->command));
    set(&o, "k", json_integer(lacon_causal_modules(s)));
    if (estimated) set_causal_options(&o, &options);
    set(&o, "classes", classes);
    set(&o, "inputs", inputs(p->data));
    set(&o, "seconds", seconds(p));
    return end(&o);
}

lacon_status lcn_causal_write_json(lacon_ctx *ctx, const lacon_causal *causal, const char *dir,
                                   const lacon_provenance *provenance)
{
    lacon_provenance own;
    LCN_TRY(take_provenance(ctx, &own, provenance));
    return write_document(ctx, dir, "causal.json", causal_document(causal, &own));
}
