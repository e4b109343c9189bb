/* SPDX-License-Identifier: BSD-3-Clause
 * Models: fitted, made of parts, drawn at random; what they hold and what they compute.
 */
#include "py_lacon.h"

#include <string.h>

/* ---- making ---- */

/* fit(run, data, options, init, flip): the data are flipped when asked for */
static PyObject *fit(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *options, *init;
    int flip;
    py_call call;
    lacon_fit_options o;
    lacon_model *model = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO!Oi", &run, &capsule, &PyDict_Type, &options, &init, &flip)) return NULL;
    lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    lacon_fit_options_init(&o);
    o.init = py_model(init);
    lacon_status status = py_options(&call, "fit", &o, options);
    if (status >= 0)
        PY_OUTSIDE(&call, status = flip ? lacon_fit_flip(call.ctx, &model, data, &o)
                                        : lacon_fit(call.ctx, &model, data, &o));
    return py_call_end(&call, status, status >= 0 ? py_wrap_model(model) : NULL);
}

/* model_new(run, W, G, v, rows, names, labels): parts as arrays of float64, p × k, N × k × k, N */
static PyObject *model_new(PyObject *self, PyObject *args)
{
    PyObject *run, *loadings, *connectivity, *noise, *rows, *names, *labels;
    long long p, k, classes;
    py_call call;
    lacon_model *model = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OLLLOOOOOO", &run, &p, &k, &classes, &loadings, &connectivity, &noise, &rows, &names,
                          &labels))
        return NULL;
    if (py_call_begin(&call, run) < 0) return NULL;
    const double *W = py_numbers(loadings, "<f8", p * k), *G = py_numbers(connectivity, "<f8", classes * k * k);
    const double *v = py_numbers(noise, "<f8", classes);
    const int64_t *n = py_integers(&call, rows);
    const char **variables = py_texts(&call, names), **texts = py_texts(&call, labels);
    lacon_status status = LACON_E_ARGUMENT;
    if (!PyErr_Occurred())
        status = lacon_model_new(call.ctx, &model, p, k, classes, W, G, v, n, variables, texts, NULL);
    return py_call_end(&call, status, status >= 0 ? py_wrap_model(model) : NULL);
}

/* model_random(run, p, k, classes, noise, seed) */
static PyObject *model_random(PyObject *self, PyObject *args)
{
    PyObject *run;
    long long p, k, classes;
    unsigned long long seed;
    double noise;
    py_call call;
    lacon_model *model = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OLLLdK", &run, &p, &k, &classes, &noise, &seed)) return NULL;
    if (py_call_begin(&call, run) < 0) return NULL;
    lacon_status status = lacon_model_random(call.ctx, &model, p, k, classes, noise, seed);
    return py_call_end(&call, status, status >= 0 ? py_wrap_model(model) : NULL);
}

/* model_transform(run, model, data): modules held fixed, G and v anew */
static PyObject *model_transform(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b;
    py_call call;
    lacon_model *out = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO", &run, &a, &b)) return NULL;
    const lacon_model *model = py_model(a);
    const lacon_data *data = py_data(b);
    if (!model || !data || py_call_begin(&call, run) < 0) return NULL;
    lacon_status status;
    PY_OUTSIDE(&call, status = lacon_model_transform(call.ctx, &out, model, data));
    return py_call_end(&call, status, status >= 0 ? py_wrap_model(out) : NULL);
}

/* model_pool(run, model, population): in place; population None: that of its own classes */
static PyObject *model_pool(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b;
    py_call call;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO", &run, &a, &b)) return NULL;
    lacon_model *model = py_model(a);
    const lacon_model *population = model ? py_model(b) : NULL;
    if (!model || PyErr_Occurred() || py_call_begin(&call, run) < 0) return NULL;
    lacon_status status;
    PY_OUTSIDE(&call, status = lacon_model_pool(call.ctx, model, population));
    return py_call_end(&call, status, py_none());
}

/* ---- what a model holds ---- */

typedef const char *(*namer)(const lacon_model *, int64_t);
static PyObject *texts_of(const lacon_model *m, namer of, int64_t n)
{
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (int64_t i = 0; list && i < n; i++) PyList_SetItem(list, (Py_ssize_t)i, Py_BuildValue("s", of(m, i)));
    return list;
}

typedef double (*measure)(const lacon_model *, int64_t);
static PyObject *numbers_of(const lacon_model *m, measure of)
{
    const int64_t n = lacon_model_classes(m);
    void *at;
    PyObject *array = py_array("f8", 1, &n, &at);
    for (int64_t c = 0; array && c < n; c++) ((double *)at)[c] = of(m, c);
    return array;
}

static double rows_of(const lacon_model *m, int64_t c) { return (double)lacon_model_rows(m, c); }
static double kept_of(const lacon_model *m, int64_t c) { return (double)lacon_model_kept(m, c); }

static PyObject *connectivity_of(const lacon_model *m)
{
    const int64_t k = lacon_model_modules(m), shape[] = {lacon_model_classes(m), k, k};
    void *at;
    PyObject *array = py_array("f8", 3, shape, &at);
    for (int64_t c = 0; array && c < shape[0]; c++)
        memcpy((double *)at + c * k * k, lacon_model_G(m, c), (size_t)(k * k) * sizeof(double));
    return array;
}

/* What is pooled, each as connectivity_of has it; None when the model is not. */
static PyObject *pooled_of(const lacon_model *m)
{
    static const char *const names[] = {"G", "low", "high", "correlation_low", "correlation_high"};
    const int64_t k = lacon_model_modules(m), shape[] = {lacon_model_classes(m), k, k};
    lacon_pooled q;
    if (!lacon_model_pooled(m, 0, &q)) return py_none();
    PyObject *dict = Py_BuildValue("{s:d,s:d}", "nu", q.nu, "rows", q.rows);
    for (int i = 0; dict && i < 5; i++) {
        void *at;
        PyObject *array = py_array("f8", 3, shape, &at);
        for (int64_t c = 0; array && c < shape[0]; c++) {
            lacon_model_pooled(m, c, &q);
            const double *const parts[] = {q.G, q.low, q.high, q.correlation_low, q.correlation_high};
            memcpy((double *)at + c * k * k, parts[i], (size_t)(k * k) * sizeof(double));
        }
        if (py_put(dict, names[i], array) < 0) Py_CLEAR(dict);
    }
    return dict;
}

static PyObject *merges_of(const lacon_fit_info *info)
{
    PyObject *list = PyList_New((Py_ssize_t)info->n_merges);
    for (Py_ssize_t i = 0; list && i < info->n_merges; i++)
        PyList_SetItem(list, i, Py_BuildValue("(iid)", info->merges[i].module_a, info->merges[i].module_b,
                                              info->merges[i].nats));
    return list;
}

/* How the fit went; None when the model was not fitted. */
static PyObject *info_of(const lacon_model *m)
{
    const lacon_fit_info *info = lacon_model_info(m);
    if (!info) return py_none();
    PyObject *dict = Py_BuildValue("{s:d,s:d,s:L,s:i,s:L,s:L,s:d,s:L}", "nll", info->nll, "score", info->score,
                                   "iterations", (long long)info->iterations, "stop", (int)info->stop, "n_clipped",
                                   (long long)info->n_clipped, "n_floored", (long long)info->n_floored, "evidence",
                                   info->evidence, "k_merged", (long long)info->k_merged);
    if (dict && (py_put(dict, "start_names", py_list(info->start_name, info->n_starts)) < 0 ||
                 py_put(dict, "start_objective", py_copy1(info->start_objective, info->n_starts)) < 0 ||
                 py_put(dict, "start_agreement", py_copy1(info->start_agreement, info->n_starts)) < 0 ||
                 py_put(dict, "merges", merges_of(info)) < 0 ||
                 py_put(dict, "warnings", py_list(info->warnings, info->n_warnings)) < 0))
        Py_CLEAR(dict);
    return dict;
}

static int put_arrays(PyObject *dict, const lacon_model *m)
{
    const int64_t p = lacon_model_variables(m), k = lacon_model_modules(m), classes = lacon_model_classes(m);
    return py_put(dict, "W", py_copy2(lacon_model_W(m), p, k)) < 0 || py_put(dict, "G", connectivity_of(m)) < 0 ||
           py_put(dict, "v", numbers_of(m, lacon_model_v)) < 0 ||
           py_put(dict, "rows", numbers_of(m, rows_of)) < 0 ||
           py_put(dict, "effective", numbers_of(m, lacon_model_effective)) < 0 ||
           py_put(dict, "kept", numbers_of(m, kept_of)) < 0 ||
           py_put(dict, "loglik", numbers_of(m, lacon_model_loglik)) < 0 ||
           py_put(dict, "psi", py_copy1(lacon_model_psi(m), p)) < 0 ||
           py_put(dict, "mean", py_copy2(lacon_model_mean(m), classes, p)) < 0 ||
           py_put(dict, "scale", py_copy2(lacon_model_scale(m), classes, p)) < 0 ||
           py_put(dict, "sign", py_copy("i1", 1, lacon_model_sign(m), 1, &p)) < 0 ||
           py_put(dict, "module", py_copy("i4", 4, lacon_model_module_of(m), 1, &p)) < 0 ||
           py_put(dict, "evidence", py_copy1(lacon_model_evidence(m), p)) < 0;
}

/* model_about(model) */
static PyObject *model_about(PyObject *self, PyObject *capsule)
{
    (void)self;
    const lacon_model *m = py_model(capsule);
    PyObject *dict = m ? PyDict_New() : NULL;
    if (dict && (put_arrays(dict, m) || py_put(dict, "info", info_of(m)) < 0 ||
                 py_put(dict, "pooled", pooled_of(m)) < 0 ||
                 py_put(dict, "names", texts_of(m, lacon_model_name, lacon_model_variables(m))) < 0 ||
                 py_put(dict, "labels", texts_of(m, lacon_model_label, lacon_model_classes(m))) < 0))
        Py_CLEAR(dict);
    return dict;
}

/* ---- what it computes ---- */

/* model_evaluate(run, model, data, map, score): log-likelihood per row of each class, or score matching */
static PyObject *model_evaluate(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b, *list;
    int score;
    py_call call;
    void *at;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOOi", &run, &a, &b, &list, &score)) return NULL;
    const lacon_model *model = py_model(a);
    const lacon_data *data = py_data(b);
    if (!model || !data || py_call_begin(&call, run) < 0) return NULL;
    const int64_t *map = py_integers(&call, list), n = lacon_data_classes(data);
    PyObject *out = py_array("f8", 1, &n, &at);
    lacon_status status = LACON_E_ARGUMENT;
    if (out && !PyErr_Occurred())
        PY_OUTSIDE(&call, status = score ? lacon_model_evaluate_score(call.ctx, model, data, map, at)
                                         : lacon_model_evaluate(call.ctx, model, data, map, at));
    return py_call_end(&call, status, out);
}

/* model_covariance(run, model, c, precision) */
static PyObject *model_covariance(PyObject *self, PyObject *args)
{
    PyObject *run, *a;
    long long c;
    int precision;
    py_call call;
    void *at;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOLi", &run, &a, &c, &precision)) return NULL;
    const lacon_model *model = py_model(a);
    if (!model || py_call_begin(&call, run) < 0) return NULL;
    const int64_t p = lacon_model_variables(model), shape[] = {p, p};
    PyObject *out = py_array("f8", 2, shape, &at);
    lacon_status status = LACON_E_MEMORY;
    if (out)
        PY_OUTSIDE(&call, status = precision ? lacon_model_precision(call.ctx, model, c, at)
                                             : lacon_model_covariance(call.ctx, model, c, at));
    return py_call_end(&call, status, out);
}

/* model_latent(run, model, c, data, row_class): n × k */
static PyObject *model_latent(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b;
    long long c, row_class;
    py_call call;
    void *at;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOLOL", &run, &a, &c, &b, &row_class)) return NULL;
    const lacon_model *model = py_model(a);
    const lacon_data *data = py_data(b);
    if (!model || !data || py_call_begin(&call, run) < 0) return NULL;
    const int64_t shape[] = {lacon_data_rows(data, row_class), lacon_model_modules(model)};
    PyObject *out = py_array("f8", 2, shape, &at);
    lacon_status status = LACON_E_MEMORY;
    if (out) PY_OUTSIDE(&call, status = lacon_model_latent(call.ctx, model, c, data, row_class, at));
    return py_call_end(&call, status, out);
}

/* model_simulate(run, model, c, n, seed): n × p */
static PyObject *model_simulate(PyObject *self, PyObject *args)
{
    PyObject *run, *a;
    long long c, n;
    unsigned long long seed;
    py_call call;
    void *at;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOLLK", &run, &a, &c, &n, &seed)) return NULL;
    const lacon_model *model = py_model(a);
    if (!model || py_call_begin(&call, run) < 0) return NULL;
    const int64_t p = lacon_model_variables(model), shape[] = {n, p};
    PyObject *out = py_array("f8", 2, shape, &at);
    lacon_status status = LACON_E_MEMORY;
    if (out) PY_OUTSIDE(&call, status = lacon_model_simulate(call.ctx, model, c, n, seed, at, p));
    return py_call_end(&call, status, out);
}

/* model_score(run, truth, model): (w_error, w_mse, g_mse, ari, matching) */
static PyObject *model_score(PyObject *self, PyObject *args)
{
    PyObject *run, *a, *b;
    py_call call;
    lacon_scores s;
    void *column;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO", &run, &a, &b)) return NULL;
    const lacon_model *truth = py_model(a), *model = py_model(b);
    if (!truth || !model || py_call_begin(&call, run) < 0) return NULL;
    const int64_t k = lacon_model_modules(truth);
    PyObject *match = py_array("i8", 1, &k, &column);
    lacon_status status = match ? lacon_model_score(call.ctx, &s, truth, model) : LACON_E_MEMORY;
    if (status >= 0) status = lacon_model_match(call.ctx, column, truth, model);
    PyObject *all = status >= 0 ? Py_BuildValue("(ddddO)", s.w_error, s.w_mse, s.g_mse, s.ari, match) : NULL;
    Py_XDECREF(match);
    return py_call_end(&call, status, all);
}

PyMethodDef py_model_methods[] = {
    {"fit", fit, METH_VARARGS, NULL},
    {"model_new", model_new, METH_VARARGS, NULL},
    {"model_random", model_random, METH_VARARGS, NULL},
    {"model_transform", model_transform, METH_VARARGS, NULL},
    {"model_pool", model_pool, METH_VARARGS, NULL},
    {"model_about", model_about, METH_O, NULL},
    {"model_evaluate", model_evaluate, METH_VARARGS, NULL},
    {"model_covariance", model_covariance, METH_VARARGS, NULL},
    {"model_latent", model_latent, METH_VARARGS, NULL},
    {"model_simulate", model_simulate, METH_VARARGS, NULL},
    {"model_score", model_score, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
