/* SPDX-License-Identifier: BSD-3-Clause
 * What is asked of data and models: how many modules, how sure, who differs, what drives what, other methods. Each
 * function returns (capsule, dict of what it found).
 */
#include "py_lacon.h"

#include <string.h>

/* (capsule, about), both stolen; NULL with an exception when one is missing. */
static PyObject *both(PyObject *capsule, PyObject *about)
{
    PyObject *pair = capsule && about ? Py_BuildValue("(OO)", capsule, about) : NULL;
    Py_XDECREF(capsule);
    Py_XDECREF(about);
    return pair;
}

/* ---- select ---- */

static PyObject *curve_of(const lacon_selection_info *info)
{
    const int64_t shape[] = {info->n_k, 9};
    void *at;
    PyObject *array = py_array("f8", 2, shape, &at);
    for (int64_t i = 0; array && i < info->n_k; i++) {
        const lacon_curve_point *c = &info->curve[i];
        const double row[9] = {(double)c->k,     c->loglik,    c->se,       c->behind,         c->behind_se,
                               (double)c->votes, c->agreement, c->evidence, (double)c->modules};
        memcpy((double *)at + 9 * i, row, sizeof row);
    }
    return array;
}

static PyObject *nulls_of(const lacon_selection_info *info)
{
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && i < LACON_NULL_MODELS; i++)
        if (py_put(dict, info->null_model[i].name, PyFloat_FromDouble(info->null_model[i].loglik)) < 0) Py_CLEAR(dict);
    return dict;
}

static PyObject *about_selection(const lacon_selection *selection)
{
    const lacon_selection_info *i = lacon_selection_about(selection);
    PyObject *dict = Py_BuildValue("{s:L,s:L,s:L,s:L,s:L,s:d,s:d,s:L,s:d,s:z}", "chosen", (long long)i->chosen, "best",
                                   (long long)i->best, "one_se", (long long)i->one_se, "by_heldout",
                                   (long long)i->by_heldout, "by_evidence", (long long)i->by_evidence, "noise_gain",
                                   i->noise_gain, "noise_gain_se", i->noise_gain_se, "rows", (long long)i->rows,
                                   "effective", i->effective, "caution", i->caution);
    if (dict && (py_put(dict, "curve", curve_of(i)) < 0 || py_put(dict, "null_models", nulls_of(i)) < 0 ||
                 py_put(dict, "folds", py_copy2(i->loglik, i->n_folds, i->n_k)) < 0))
        Py_CLEAR(dict);
    return dict;
}

/* select(run, data, options, cv, fit options, flip): (selection, about, model or None) */
static PyObject *select_k(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *options, *cv, *fit;
    int flip;
    py_call call;
    lacon_select_options o;
    lacon_fit_options f;
    lacon_selection *found = NULL;
    lacon_model *model = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO!OO!i", &run, &capsule, &PyDict_Type, &options, &cv, &PyDict_Type, &fit, &flip))
        return NULL;
    lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    lacon_select_options_init(&o);
    lacon_fit_options_init(&f);
    o.fit = &f;
    const char *ways = py_text(&call, cv);
    lacon_status status = py_options(&call, "select", &o, options);
    if (status >= 0 && ways) status = lacon_select_options_cv(call.ctx, &o, ways);
    if (status >= 0) status = py_options(&call, "fit", &f, fit);
    if (status >= 0)
        PY_OUTSIDE(&call, status = flip ? lacon_select_flip(call.ctx, &found, &model, data, &o)
                                        : lacon_select(call.ctx, &found, data, &o));
    PyObject *result = NULL;
    if (status >= 0)
        result = both(both(py_wrap_selection(found), about_selection(found)), py_wrap_model(model));
    return py_call_end(&call, status, result);
}

/* ---- stability ---- */

static PyObject *intervals_of(const lacon_stability *stability, const lacon_stability_info *info)
{
    const int64_t k = info->modules, shape[] = {info->classes, k, k, 6};
    void *at;
    if (!info->has_intervals) return py_none();
    PyObject *array = py_array("f8", 4, shape, &at);
    double *to = at;
    for (int64_t c = 0; array && c < info->classes; c++)
        for (int64_t a = 1; a <= k; a++)
            for (int64_t b = 1; b <= k; b++, to += 6) {
                const lacon_interval *i = lacon_stability_interval(stability, c, a < b ? a : b, a < b ? b : a);
                const double row[6] = {i->covariance,  i->covariance_low,  i->covariance_high,
                                       i->correlation, i->correlation_low, i->correlation_high};
                memcpy(to, row, sizeof row);
            }
    return array;
}

static PyObject *about_stability(const lacon_stability *stability)
{
    const lacon_stability_info *i = lacon_stability_about(stability);
    PyObject *dict = PyDict_New();
    if (dict && (py_put(dict, "module", py_copy("i4", 4, i->module, 1, &i->variables)) < 0 ||
                 py_put(dict, "share", py_copy2(i->share, i->variables, i->modules + 1)) < 0 ||
                 py_put(dict, "stability", py_copy1(i->stability, i->variables)) < 0 ||
                 py_put(dict, "coassignment", py_copy2(i->coassignment, i->variables, i->variables)) < 0 ||
                 py_put(dict, "agreement", py_copy1(i->agreement, i->options->resamples)) < 0 ||
                 py_put(dict, "block", py_copy("i8", 8, i->block, 1, &i->classes)) < 0 ||
                 py_put(dict, "names", py_list(i->names, i->variables)) < 0 ||
                 py_put(dict, "labels", py_list(i->labels, i->classes)) < 0 ||
                 py_put(dict, "intervals", intervals_of(stability, i)) < 0))
        Py_CLEAR(dict);
    return dict;
}

/* stability(run, model, data, options, fit options) */
static PyObject *stability(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b, *options, *fit;
    py_call call;
    lacon_stability_options o;
    lacon_fit_options f;
    lacon_stability *found = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOO!O!", &run, &a, &b, &PyDict_Type, &options, &PyDict_Type, &fit)) return NULL;
    const lacon_model *model = py_model(a);
    const lacon_data *data = py_data(b);
    if (!model || !data || py_call_begin(&call, run) < 0) return NULL;
    lacon_stability_options_init(&o);
    lacon_fit_options_init(&f);
    o.fit = &f;
    lacon_status status = py_options(&call, "stability", &o, options);
    if (status >= 0) status = py_options(&call, "fit", &f, fit);
    if (status >= 0) PY_OUTSIDE(&call, status = lacon_stability_run(call.ctx, &found, model, data, &o));
    return py_call_end(&call, status, status >= 0 ? both(py_wrap_stability(found), about_stability(found)) : NULL);
}

/* ---- test ---- */

static PyObject *edges_of(const lacon_test *test, const lacon_test_info *info)
{
    enum { COLUMNS = 15 };
    const int64_t shape[] = {info->n_edges, COLUMNS};
    void *at;
    PyObject *array = py_array("f8", 2, shape, &at);
    for (int64_t i = 0; array && i < info->n_edges; i++) {
        const lacon_edge *e = lacon_test_edge(test, i);
        const double row[COLUMNS] = {(double)e->module_a, (double)e->module_b, e->effect, e->ci_low,       e->ci_high,
                                e->size,             e->statistic,        e->p,      e->p_fwe,        e->q_fdr,
                                e->p_bonferroni,     (double)e->component, e->p_component, e->df,           e->scaled};
        memcpy((double *)at + COLUMNS * i, row, sizeof row);
    }
    return array;
}

static PyObject *groups_of(const lacon_test_info *info)
{
    PyObject *dict = PyDict_New();
    for (int64_t i = 0; dict && i < info->n_groups; i++)
        if (py_put(dict, info->groups[i], PyLong_FromLongLong(info->group_sizes[i])) < 0) Py_CLEAR(dict);
    return dict;
}

static PyObject *about_test(const lacon_test *test)
{
    const lacon_test_info *i = lacon_test_about(test);
    PyObject *dict = Py_BuildValue(
        "{s:L,s:L,s:L,s:s,s:d,s:L,s:O,s:d,s:d,s:d,s:d,s:d,s:d}", "classes", (long long)i->classes, "df_effect",
        (long long)i->df_effect, "df_residual", (long long)i->df_residual, "effect_text", i->effect_text, "possible",
        i->possible, "permutations", (long long)i->permutations, "exhaustive", i->exhaustive ? Py_True : Py_False,
        "threshold", i->threshold, "omnibus_statistic", i->omnibus_statistic, "omnibus_p", i->omnibus_p,
        "max_statistic", i->max_statistic, "max_p", i->max_p, "critical", i->null->critical);
    if (dict && (py_put(dict, "columns", py_list(i->columns, i->n_columns)) < 0 ||
                 py_put(dict, "groups", groups_of(i)) < 0 || py_put(dict, "edges", edges_of(test, i)) < 0 ||
                 py_put(dict, "dropped", py_list(i->dropped, i->n_dropped)) < 0 ||
                 py_put(dict, "warnings", py_list(i->warnings, i->n_warnings)) < 0))
        Py_CLEAR(dict);
    return dict;
}

/* participants(run, names, cells): cells is a flat list, row by row, None for what is missing */
static PyObject *participants(PyObject *self, PyObject *args)
{
    PyObject *run, *names, *cells;
    py_call call;
    lacon_participants *table = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO!O!", &run, &PyList_Type, &names, &PyList_Type, &cells)) return NULL;
    if (py_call_begin(&call, run) < 0) return NULL;
    const char **columns = py_texts(&call, names), **texts = py_texts(&call, cells);
    const int64_t m = PyList_Size(names), n = m ? PyList_Size(cells) / m : 0;
    lacon_status status = LACON_E_ARGUMENT;
    if (!PyErr_Occurred()) status = lacon_participants_new(call.ctx, &table, n, m, columns, texts);
    return py_call_end(&call, status, status >= 0 ? py_wrap_participants(table) : NULL);
}

/* test(run, model, participants, options) */
static PyObject *test(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b, *options;
    py_call call;
    lacon_test_options o;
    lacon_test *found = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOO!", &run, &a, &b, &PyDict_Type, &options)) return NULL;
    const lacon_model *model = py_model(a);
    const lacon_participants *table = py_participants(b);
    if (!model || !table || py_call_begin(&call, run) < 0) return NULL;
    lacon_test_options_init(&o);
    lacon_status status = py_options(&call, "test", &o, options);
    if (status >= 0) PY_OUTSIDE(&call, status = lacon_test_run(call.ctx, &found, model, table, &o));
    return py_call_end(&call, status, status >= 0 ? both(py_wrap_test(found), about_test(found)) : NULL);
}

/* ---- causal ---- */

/* rules: [(from, to, rule)], tiers: [(module, tier)], modules from 0 */
static lacon_status read_prior(py_call *call, lacon_prior **out, int64_t k, PyObject *rules, PyObject *tiers)
{
    lacon_status status = lacon_prior_new(call->ctx, out, k);
    long long a, b;
    int rule;
    for (Py_ssize_t i = 0; status >= 0 && i < PyList_Size(rules); i++)
        status = PyArg_ParseTuple(PyList_GetItem(rules, i), "LLi", &a, &b, &rule)
                     ? lacon_prior_add(call->ctx, *out, a, b, (lacon_rule)rule)
                     : LACON_E_ARGUMENT;
    for (Py_ssize_t i = 0; status >= 0 && i < PyList_Size(tiers); i++)
        status = PyArg_ParseTuple(PyList_GetItem(tiers, i), "LL", &a, &b)
                     ? lacon_prior_set_tier(call->ctx, *out, a, b)
                     : LACON_E_ARGUMENT;
    return status;
}

static PyObject *trust_of(const lacon_causal *causal, int64_t c)
{
    lacon_causal_trust t;
    const int64_t k = lacon_causal_modules(causal);
    if (!lacon_causal_trust_get(causal, c, &t)) return py_none();
    PyObject *dict = Py_BuildValue("{s:L,s:L,s:L,s:d}", "boot", (long long)t.boot, "block", (long long)t.block,
                                   "floored", (long long)t.floored, "noise", t.noise);
    if (dict && (py_put(dict, "frequency", py_copy2(t.frequency, k, k)) < 0 ||
                 py_put(dict, "precedence", py_copy2(t.precedence, k, k)) < 0 ||
                 py_put(dict, "low", py_copy2(t.low, k, k)) < 0 || py_put(dict, "high", py_copy2(t.high, k, k)) < 0 ||
                 py_put(dict, "independence", py_copy2(t.independence, k, k)) < 0 ||
                 py_put(dict, "variance", py_copy1(t.variance, k)) < 0 ||
                 py_put(dict, "skewness", py_copy1(t.skewness, k)) < 0 ||
                 py_put(dict, "kurtosis", py_copy1(t.kurtosis, k)) < 0 ||
                 py_put(dict, "gaussian", py_copy1(t.gaussian, k)) < 0))
        Py_CLEAR(dict);
    return dict;
}

/* One class: (label, B, total, order, trust) */
static PyObject *class_of(const lacon_causal *causal, int64_t c)
{
    const int64_t k = lacon_causal_modules(causal), shape[] = {lacon_causal_lags(causal), k, k};
    return Py_BuildValue("(sNNNNN)", lacon_causal_label(causal, c), py_copy2(lacon_causal_B(causal, c), k, k),
                         py_copy2(lacon_causal_total(causal, c), k, k),
                         py_copy("i8", 8, lacon_causal_order(causal, c), 1, &k), trust_of(causal, c),
                         py_copy("f8", 8, lacon_causal_lagged(causal, c, NULL, NULL), 3, shape));
}

static PyObject *about_causal(const lacon_causal *causal)
{
    const int64_t k = lacon_causal_modules(causal), n = lacon_causal_classes(causal);
    PyObject *names = PyList_New(0), *classes = PyList_New(0);
    for (int64_t j = 0; names && j < k; j++) {
        PyObject *name = Py_BuildValue("s", lacon_causal_name(causal, j));
        if (!name || PyList_Append(names, name) < 0) Py_CLEAR(names);
        Py_XDECREF(name);
    }
    for (int64_t c = 0; classes && c < n; c++) {
        PyObject *one = class_of(causal, c);
        if (!one || PyList_Append(classes, one) < 0) Py_CLEAR(classes);
        Py_XDECREF(one);
    }
    return both(names, classes);
}

/* causal(run, model or None, data, options, ica options, rules, tiers) */
static PyObject *causal(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b, *options, *ica, *rules, *tiers;
    py_call call;
    lacon_causal_options o;
    lacon_ica_options i;
    lacon_prior *prior = NULL;
    lacon_causal *found = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOO!O!O!O!", &run, &a, &b, &PyDict_Type, &options, &PyDict_Type, &ica, &PyList_Type,
                          &rules, &PyList_Type, &tiers))
        return NULL;
    const lacon_model *model = py_model(a);
    const lacon_data *data = py_data(b);
    if (PyErr_Occurred() || !data || py_call_begin(&call, run) < 0) return NULL;
    lacon_causal_options_init(&o);
    lacon_ica_options_init(&i);
    o.ica = &i;
    const int64_t k = model ? lacon_model_modules(model) : lacon_data_variables(data);
    lacon_status status = py_options(&call, "causal", &o, options);
    if (status >= 0) status = py_options(&call, "ica", &i, ica);
    if (status >= 0 && PyList_Size(rules) + PyList_Size(tiers) > 0) status = read_prior(&call, &prior, k, rules, tiers);
    o.prior = prior;
    if (status >= 0) PY_OUTSIDE(&call, status = lacon_causal_estimate(call.ctx, &found, model, data, &o));
    lacon_prior_free(prior);
    return py_call_end(&call, status, status >= 0 ? both(py_wrap_causal(found), about_causal(found)) : NULL);
}

/* ---- baselines ---- */

/* baselines(): [(name, is_modules, needs_k, help)] */
static PyObject *baselines(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    PyObject *list = PyList_New(lacon_baseline_count());
    for (int i = 0; list && i < lacon_baseline_count(); i++) {
        const lacon_baseline_row *row = lacon_baseline_at(i);
        PyList_SetItem(list, i, Py_BuildValue("(siis)", row->name, row->kind == LACON_BASELINE_MODULES, row->needs_k,
                                              row->help));
    }
    return list;
}

static PyObject *about_covariance(const lacon_covariance *v)
{
    const int64_t p = lacon_covariance_variables(v), n = lacon_covariance_classes(v);
    PyObject *list = PyList_New(0);
    for (int64_t c = 0; list && c < n; c++) {
        PyObject *one = Py_BuildValue("(sNd)", lacon_covariance_label(v, c),
                                      py_copy2(lacon_covariance_matrix(v, c), p, p), lacon_covariance_parameter(v, c));
        if (!one || PyList_Append(list, one) < 0) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return Py_BuildValue("(NNN)", list, py_copy2(lacon_covariance_mean(v), n, p),
                         py_copy2(lacon_covariance_scale(v), n, p));
}

/* baseline(run, method, data, options): (model, None), or (covariance, (classes, mean, scale)) */
static PyObject *baseline(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *options;
    const char *method;
    py_call call;
    lacon_baseline_options o;
    lacon_model *model = NULL;
    lacon_covariance *covariance = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OsOO!", &run, &method, &capsule, &PyDict_Type, &options)) return NULL;
    const lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    lacon_baseline_options_init(&o);
    const lacon_baseline_row *row = lacon_baseline_find(method);
    const int modules = !row || row->kind == LACON_BASELINE_MODULES;
    lacon_status status = py_options(&call, "baseline", &o, options);
    if (status >= 0)
        PY_OUTSIDE(&call, status = modules ? lacon_baseline_modules(call.ctx, &model, method, data, &o)
                                           : lacon_baseline_covariance(call.ctx, &covariance, method, data, &o));
    PyObject *result = NULL;
    if (status >= 0)
        result = modules ? both(py_wrap_model(model), py_none())
                         : both(py_wrap_covariance(covariance), about_covariance(covariance));
    return py_call_end(&call, status, result);
}

/* shrink(run, model, data, folds): (covariance, (classes, mean, scale), lambda, mu) */
static PyObject *shrink(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b;
    long long folds;
    double lambda = 0, mu = 0;
    py_call call;
    lacon_covariance *out = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOL", &run, &a, &b, &folds)) return NULL;
    const lacon_model *model = py_model(a);
    const lacon_data *data = py_data(b);
    if (!model || !data || py_call_begin(&call, run) < 0) return NULL;
    lacon_status status = LACON_OK;
    PY_OUTSIDE(&call, status = lacon_model_shrink(call.ctx, &out, model, data, folds, &lambda, &mu));
    PyObject *result = NULL;
    if (status >= 0) result = Py_BuildValue("(NNdd)", py_wrap_covariance(out), about_covariance(out), lambda, mu);
    return py_call_end(&call, status, result);
}

/* covariance_evaluate(run, covariance, data, map) */
static PyObject *covariance_evaluate(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b, *list;
    py_call call;
    void *at;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOO", &run, &a, &b, &list)) return NULL;
    const lacon_covariance *covariance = py_covariance(a);
    const lacon_data *data = py_data(b);
    if (!covariance || !data || py_call_begin(&call, run) < 0) return NULL;
    const int64_t *map = py_integers(&call, list), n = lacon_data_classes(data);
    PyObject *out = py_array("f8", 1, &n, &at);
    lacon_status status = LACON_E_ARGUMENT;
    if (out && !PyErr_Occurred())
        PY_OUTSIDE(&call, status = lacon_covariance_evaluate(call.ctx, covariance, data, map, at));
    return py_call_end(&call, status, out);
}

PyMethodDef py_result_methods[] = {
    {"select", select_k, METH_VARARGS, NULL},
    {"stability", stability, METH_VARARGS, NULL},
    {"participants", participants, METH_VARARGS, NULL},
    {"test", test, METH_VARARGS, NULL},
    {"causal", causal, METH_VARARGS, NULL},
    {"baselines", baselines, METH_NOARGS, NULL},
    {"baseline", baseline, METH_VARARGS, NULL},
    {"shrink", shrink, METH_VARARGS, NULL},
    {"covariance_evaluate", covariance_evaluate, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
