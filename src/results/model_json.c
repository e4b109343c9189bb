/* SPDX-License-Identifier: BSD-3-Clause
 * model.json: how a model came about, for people and programs, and the same for covariances without a
 * model (covariance.json) and for directed connectivity (causal.json). What is not known is null.
 */
#include "data/data.h"
#include "io/document.h"
#include "results/model_folder.h"
#include "util/options.h"
#include <lacon/version.h>

#include <math.h>
#include <string.h>

void lacon_provenance_init_sized(lacon_provenance *p, size_t size)
{
    const lacon_provenance defaults = {.size = sizeof defaults, .read_s = NAN, .fit_s = NAN, .write_s = NAN,
                                       .total_s = NAN};
    lcn_options_give(p, size, &defaults, sizeof defaults);
}

/* ---- parts ---- */

static const char *name_of(const char *const *names, size_t count, int value)
{
    return value >= 0 && (size_t)value < count ? names[value] : NULL;
}
#define NAME(value, ...)                                                                           \
    name_of((const char *const[]){__VA_ARGS__},                                                    \
            sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *), (int)(value))

/* The objective along a start; how far W is from orthonormal only where a solver leaves it so. */
static json_t *trace(const lacon_fit_trace *t)
{
    json_t *step = json_array(), *objective = json_array(), *error = json_array();
    double most = 0;
    bool rises = false;
    for (int64_t i = 0; i < t->count; i++) {
        rises |= i > 0 && t->objective[i] > t->objective[i - 1];
        step = lcn_json_push(step, json_integer(t->step[i]));
        objective = lcn_json_push(objective, lcn_json_real(t->objective[i]));
        error = lcn_json_push(error, lcn_json_real(t->error[i]));
        most = fmax(most, t->error[i]);
    }
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "step", step);
    lcn_object_set(&o, "objective", objective);
    if (most > 0) lcn_object_set(&o, "orthonormality_error", error);
    else json_decref(error);
    if (rises)
        lcn_object_set(&o, "rises",
                       lcn_json_text(most > 0 ? "the steps of this solver leave W'W = I, and the way back to it costs"
                                              : "this solver lowers the objective and the price of its weights "
                                                "together, and the objective may give way"));
    return lcn_object_end(&o);
}

static json_t *starts(const lacon_fit_info *info)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < info->n_starts && list != NULL; i++) {
        lcn_object start = lcn_object_begin();
        lcn_object_set(&start, "name", lcn_json_text(info->start_name != NULL ? info->start_name[i] : NULL));
        lcn_object_set(&start, "objective", lcn_json_real(info->start_objective[i]));
        lcn_object_set(&start, "agreement", lcn_json_real(info->start_agreement[i]));
        if (info->start_trace != NULL) lcn_object_set(&start, "trace", trace(&info->start_trace[i]));
        list = lcn_json_push(list, lcn_object_end(&start));
    }
    return list;
}

static json_t *merges(const lacon_fit_info *info)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < info->n_merges && list != NULL; i++) {
        lcn_object pair = lcn_object_begin();
        lcn_object_set(&pair, "module_a", json_integer(info->merges[i].module_a));
        lcn_object_set(&pair, "module_b", json_integer(info->merges[i].module_b));
        lcn_object_set(&pair, "nats", lcn_json_real(info->merges[i].nats));
        list = lcn_json_push(list, lcn_object_end(&pair));
    }
    return list;
}

/* About the data, then about the fit. */
static json_t *warnings(const lacon_fit_info *info, const lacon_provenance *p)
{
    json_t *list = json_array();
    for (int64_t i = 0; i < p->n_warnings && list != NULL; i++)
        list = lcn_json_push(list, lcn_json_text(p->warnings[i]));
    for (int64_t i = 0; i < info->n_warnings && list != NULL; i++) {
        list = lcn_json_push(list, lcn_json_text(info->warnings[i]));
    }
    return list;
}

static json_t *inputs(const lacon_data *data)
{
    json_t *list = json_array();
    for (int64_t c = 0; data != NULL && c < lacon_data_classes(data) && list != NULL; c++) {
        lcn_object input = lcn_object_begin();
        lcn_object_set(&input, "name", lcn_json_text(lacon_data_label(data, c)));
        lcn_object_set(&input, "file", lcn_json_text(lacon_data_source(data, c)));
        lcn_object_set(&input, "sha256", lcn_json_text(lacon_data_sha256(data, c)));
        lcn_object_set(&input, "rows", json_integer(lacon_data_rows(data, c)));
        if (lacon_data_censored(data, c) > 0 || lacon_data_regressors(data, c) > 0) {
            lcn_object_set(&input, "censored", json_integer(lacon_data_censored(data, c)));
            lcn_object_set(&input, "regressors", json_integer(lacon_data_regressors(data, c)));
        }
        const lcn_class *class = &data->classes[c];
        if (*class->confounds_sha256)
            lcn_object_set(&input, "confounds_sha256", lcn_json_text(class->confounds_sha256));
        if (*class->censor_sha256) lcn_object_set(&input, "censor_sha256", lcn_json_text(class->censor_sha256));
        if (data->missing != LACON_MISSING_REFUSE) {
            lcn_object_set(&input, "missing", json_integer(lacon_data_holes(data, c)));
            lcn_object_set(&input, "dropped", json_integer(lacon_data_dropped(data, c)));
        }
        list = lcn_json_push(list, lcn_object_end(&input));
    }
    return list;
}

/* Names of the variables that are marked by a number of this sign. */
static json_t *marked(const lacon_model *model, const int8_t *mark, int sign)
{
    json_t *list = json_array();
    for (int64_t r = 0; r < model->p && list != NULL; r++)
        if (mark[r] * sign > 0) list = lcn_json_push(list, lcn_json_text(model->names[r]));
    return list;
}

static json_t *seconds(const lacon_provenance *p)
{
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "read", lcn_json_real(p->read_s));
    lcn_object_set(&o, "fit", lcn_json_real(p->fit_s));
    lcn_object_set(&o, "write", lcn_json_real(p->write_s));
    lcn_object_set(&o, "total", lcn_json_real(p->total_s));
    return lcn_object_end(&o);
}

static void set_options(lcn_object *o, const lacon_fit_options *options)
{
    lcn_object_set(o, "seed", lcn_json_seed(options->seed));
    lcn_object_set(o, "k_asked", json_integer(options->k));
    lcn_object_set(o, "objective", lcn_json_text(NAME(options->objective, "ml", "sm")));
    lcn_object_set(o, "solver", lcn_json_text(NAME(options->solver, "mm", "alm", "ml-dense")));
    lcn_object_set(o, "membership", lcn_json_text(NAME(options->membership, "test", "all")));
    lcn_object_set(o, "level", lcn_json_real(options->level));
    lcn_object_set(o, "noise", lcn_json_text(NAME(options->noise, "isotropic", "variable")));
    lcn_object_set(o, "weights", lcn_json_text(NAME(options->weights, "samples", "equal")));
    lcn_object_set(o, "rows", lcn_json_text(NAME(options->rows, "series", "independent")));
    lcn_object_set(o, "tol", lcn_json_real(options->tol));
    lcn_object_set(o, "max_iter", json_integer(options->max_iter));
    lcn_object_set(o, "starts_asked", json_integer(options->starts));
}

static void set_fit(lcn_object *o, const lacon_fit_info *info, const lacon_provenance *p)
{
    set_options(o, info->options);
    lcn_object_set(o, "nll", lcn_json_real(info->nll));
    lcn_object_set(o, "evidence", lcn_json_real(info->evidence));
    lcn_object_set(o, "score", lcn_json_real(info->score));
    lcn_object_set(o, "iterations", json_integer(info->iterations));
    lcn_object_set(o, "converged", json_boolean(info->stop == LACON_STOP_CONVERGED));
    lcn_object_set(o, "stop_reason", lcn_json_text(NAME(info->stop, "converged", "max-iter", "cancelled")));
    lcn_object_set(o, "starts", starts(info));
    lcn_object_set(o, "searches", json_integer(info->searches));
    lcn_object_set(o, "agreement", lcn_json_real(info->agreement));
    lcn_object_set(o, "another_run", lcn_json_text(info->another_run));
    lcn_object_set(o, "clipped", json_integer(info->n_clipped));
    lcn_object_set(o, "floored", json_integer(info->n_floored));
    lcn_object_set(o, "warnings", warnings(info, p));
    lcn_object_set(o, "merges", merges(info));
    lcn_object_set(o, "k_merged", json_integer(info->k_merged));
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
static void set_no_fit(lcn_object *o, const lacon_model *model, const lacon_provenance *p)
{
    static const char *const keys[] = {"objective", "solver", "score", "iterations"};
    const bool known = model->method != NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) lcn_object_set(o, keys[i], json_null());
    if (known) lcn_object_set(o, "method", lcn_json_text(model->method));
    lcn_object_set(o, "seed", known ? lcn_json_seed(model->seed) : json_null());
    lcn_object_set(o, "nll", known ? lcn_json_real(mean_nll(model)) : json_null());
    lcn_object_set(o, "converged", known ? json_boolean(model->stop == LACON_STOP_CONVERGED) : json_null());
    lcn_object_set(o, "stop_reason",
        known ? lcn_json_text(NAME(model->stop, "converged", "max-iter", "cancelled")) : json_null());
    lcn_object_set(o, "starts", json_array());
    lcn_object_set(o, "warnings", warnings(&model->info, p));
}

/* The population, and the share that a class's own rows have of its pooled G, mean over classes. */
static json_t *pool(const lacon_model *model)
{
    lacon_pooled q;
    lacon_model_pooled(model, 0, &q);
    double share = 0;
    for (int64_t c = 0; c < model->n_classes; c++) {
        const double n = isnan(model->effective[c]) ? (double)model->n[c] : model->effective[c];
        share += n / (n + q.rows) / (double)model->n_classes;
    }
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "nu", lcn_json_real(q.nu));
    lcn_object_set(&o, "rows", lcn_json_real(q.rows));
    lcn_object_set(&o, "own_share", lcn_json_real(share));
    return lcn_object_end(&o);
}

/* How the data were read. */
static json_t *settings(const lacon_provenance *p)
{
    lcn_object o = lcn_object_begin();
    for (int64_t i = 0; i < p->n_settings; i++)
        lcn_object_set(&o, p->settings[2 * i], lcn_json_text(p->settings[2 * i + 1]));
    return lcn_object_end(&o);
}

/* What was done to the rows before, and how much they tell. */
static void set_rows(lcn_object *o, const lacon_model *model, const lacon_data *data)
{
    double rows = 0, effective = 0;
    for (int64_t c = 0; c < model->n_classes; c++) {
        rows += (double)model->n[c];
        effective += model->effective[c];
    }
    lcn_object_set(o, "rows_total", lcn_json_real(rows));
    lcn_object_set(o, "effective", lcn_json_real(effective));
    if (data == NULL) return;
    lcn_object_set(o, "scale", lcn_json_text(NAME(data->scaling, "z", "center", "none")));
    lcn_object_set(o, "missing", lcn_json_text(NAME(data->missing, "refuse", "marginal", "pairwise", "drop")));
    lcn_object_set(o, "detrend", data->trends > 0 ? json_integer(data->trends - 1) : json_null());
}

static json_t *document(const lacon_model *model, const lacon_provenance *p)
{
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "lacon_version", lcn_json_text(LACON_VERSION_TEXT));
    lcn_object_set(&o, "command", lcn_json_text(p->command));
    lcn_object_set(&o, "k", json_integer(model->k));
    lcn_object_set(&o, "p", json_integer(model->p));
    lcn_object_set(&o, "classes", json_integer(model->n_classes));
    if (model->fitted) set_fit(&o, &model->info, p);
    if (!model->fitted) set_no_fit(&o, model, p);
    if (model->pool != NULL) lcn_object_set(&o, "pool", pool(model));
    if (model->sign != NULL) lcn_object_set(&o, "flipped", marked(model, model->sign, -1));
    if (model->reversed != NULL) lcn_object_set(&o, "would_fit_flipped", marked(model, model->reversed, 1));
    set_rows(&o, model, p->data);
    if (p->n_settings > 0) lcn_object_set(&o, "input", settings(p));
    lcn_object_set(&o, "inputs", inputs(p->data));
    lcn_object_set(&o, "seconds", seconds(p));
    return lcn_object_end(&o);
}

/* ---- the file ---- */

static lacon_status take_provenance(lacon_ctx *ctx, lacon_provenance *own,
                                    const lacon_provenance *given)
{
    return LCN_TAKE(ctx, own, given, lacon_provenance);
}

lacon_status lcn_model_json(lacon_ctx *ctx, char **text, const lacon_model *model,
                            const lacon_provenance *provenance)
{
    lacon_provenance own;
    LCN_TRY(take_provenance(ctx, &own, provenance));
    return lcn_document_text(ctx, text, document(model, &own));
}

lacon_status lcn_model_write_json(lacon_ctx *ctx, const lacon_model *model, const char *dir,
                                  const lacon_provenance *provenance)
{
    lacon_provenance own;
    LCN_TRY(take_provenance(ctx, &own, provenance));
    return lcn_document_write(ctx, dir, "model.json", document(model, &own));
}

/* ---- covariance.json ---- */

static json_t *covariance_document(const lacon_covariance *s, const lacon_provenance *p)
{
    lcn_object o = lcn_object_begin(), chosen = lcn_object_begin();
    for (int64_t c = 0; c < s->n_classes; c++) lcn_object_set(&chosen, s->labels[c], lcn_json_real(s->parameter[c]));
    lcn_object_set(&o, "lacon_version", lcn_json_text(LACON_VERSION_TEXT));
    lcn_object_set(&o, "command", lcn_json_text(p->command));
    lcn_object_set(&o, "method", lcn_json_text(s->method));
    lcn_object_set(&o, "pooled", json_boolean(s->pooled));
    lcn_object_set(&o, "p", json_integer(s->p));
    lcn_object_set(&o, "classes", json_integer(s->n_classes));
    lcn_object_set(&o, "parameter", lcn_object_end(&chosen));
    lcn_object_set(&o, "converged", json_boolean(!s->unfinished));
    lcn_object_set(&o, "inputs", inputs(p->data));
    lcn_object_set(&o, "seconds", seconds(p));
    return lcn_object_end(&o);
}

lacon_status lcn_covariance_write_json(lacon_ctx *ctx, const lacon_covariance *covariance,
                                       const char *dir, const lacon_provenance *provenance)
{
    lacon_provenance own;
    LCN_TRY(take_provenance(ctx, &own, provenance));
    return lcn_document_write(ctx, dir, "covariance.json", covariance_document(covariance, &own));
}

/* ---- causal.json ---- */

/* The text value for a pair: yes, no, untested. */
static const char *told_apart(const lacon_causal *s, int64_t c, int64_t a, int64_t b)
{
    const int known = lacon_causal_identifiable(s, c, a, b);
    return known < 0 ? "untested" : known ? "yes" : "no";
}

static json_t *causal_order(const lacon_causal *s, int64_t c)
{
    json_t *list = json_array();
    for (int64_t at = 0; at < lacon_causal_modules(s) && list != NULL; at++)
        list = lcn_json_push(list, lcn_json_text(lacon_causal_name(s, lacon_causal_order(s, c)[at])));
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
            lcn_object o = lcn_object_begin();
            lcn_object_set(&o, "a", lcn_json_text(lacon_causal_name(s, a)));
            lcn_object_set(&o, "b", lcn_json_text(lacon_causal_name(s, b)));
            lcn_object_set(&o, "identifiable", lcn_json_text(told_apart(s, c, a, b)));
            lcn_object_set(&o, "a_first", lcn_json_real(t->precedence[b * k + a]));
            lcn_object_set(&o, "p_independent", lcn_json_real(t->independence[a * k + b]));
            list = lcn_json_push(list, lcn_object_end(&o));
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

static json_t *causal_warnings(const lacon_causal *s)
{
    const char *const *texts;
    const int64_t count = lacon_causal_warnings(s, &texts);
    json_t *list = json_array();
    for (int64_t i = 0; i < count && list != NULL; i++) list = lcn_json_push(list, lcn_json_text(texts[i]));
    return list;
}

static json_t *causal_class(const lacon_causal *s, int64_t c, bool estimated)
{
    lacon_causal_trust t;
    lacon_causal_trust_get(s, c, &t);
    lcn_object o = lcn_object_begin();
    lcn_object_set(&o, "name", lcn_json_text(lacon_causal_label(s, c)));
    lcn_object_set(&o, "order", causal_order(s, c));
    if (!estimated) return lcn_object_end(&o);
    lcn_object_set(&o, "noise", lcn_json_real(t.noise));
    lcn_object_set(&o, "floored", json_integer(t.floored));
    lcn_object_set(&o, "block", json_integer(t.block));
    lcn_object_set(&o, "p_independent", lcn_json_real(independence(&t, lacon_causal_modules(s))));
    lcn_object_set(&o, "pairs", causal_pairs(s, c, &t));
    return lcn_object_end(&o);
}

static void set_causal_options(lcn_object *o, const lacon_causal_options *options)
{
    lcn_object_set(o, "method", lcn_json_text(NAME(options->method, "likelihood", "direct", "ica")));
    lcn_object_set(o, "noise_correction", json_boolean(options->noise_correction));
    lcn_object_set(o, "effects", lcn_json_text(NAME(options->effects, "auto", "expected", "likeliest")));
    lcn_object_set(o, "common_order", json_boolean(options->common_order));
    lcn_object_set(o, "prune", json_boolean(options->prune));
    lcn_object_set(o, "boot", json_integer(options->boot));
    lcn_object_set(o, "level", lcn_json_real(options->level));
    lcn_object_set(o, "seed", lcn_json_seed(options->seed));
    const bool choose = options->lags == LACON_LAGS_AUTO;
    lcn_object_set(o, "lags_asked", choose ? lcn_json_text("auto") : json_integer(options->lags));
    lcn_object_set(o, "contrast", lcn_json_text(NAME(options->ica->contrast, "logcosh", "exp", "kurtosis")));
    lcn_object_set(o, "tol", lcn_json_real(options->ica->tol));
    lcn_object_set(o, "max_iter", json_integer(options->ica->max_iter));
}

static json_t *causal_document(const lacon_causal *s, const lacon_provenance *p)
{
    const lacon_causal_options *options = lacon_causal_options_used(s);
    const bool estimated = options != NULL;
    lcn_object o = lcn_object_begin();
    json_t *classes = json_array();
    for (int64_t c = 0; c < lacon_causal_classes(s) && classes != NULL; c++)
        classes = lcn_json_push(classes, causal_class(s, c, estimated));
    lcn_object_set(&o, "lacon_version", lcn_json_text(LACON_VERSION_TEXT));
    lcn_object_set(&o, "command", lcn_json_text(p->command));
    lcn_object_set(&o, "k", json_integer(lacon_causal_modules(s)));
    if (estimated) set_causal_options(&o, options);
    if (estimated) lcn_object_set(&o, "lags", json_integer(lacon_causal_lags(s)));
    if (estimated) lcn_object_set(&o, "warnings", causal_warnings(s));
    lcn_object_set(&o, "classes", classes);
    lcn_object_set(&o, "inputs", inputs(p->data));
    lcn_object_set(&o, "seconds", seconds(p));
    return lcn_object_end(&o);
}

lacon_status lcn_causal_write_json(lacon_ctx *ctx, const lacon_causal *causal, const char *dir,
                                   const lacon_provenance *provenance)
{
    lacon_provenance own;
    LCN_TRY(take_provenance(ctx, &own, provenance));
    return lcn_document_write(ctx, dir, "causal.json", causal_document(causal, &own));
}
