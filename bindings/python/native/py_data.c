/* SPDX-License-Identifier: BSD-3-Clause
 * Data: from arrays, from files, scaled, described. Functions are called as NAME(run, ...), run = (threads, progress).
 */
#include "py_lacon.h"

/* ---- from arrays ---- */

typedef struct py_arrays {
    PyObject *list;           /* of two-dimensional arrays */
    const int64_t *counts;    /* not NULL: they are covariances of so many rows */
    const char *const *names; /* of variables, or NULL */
    const char *const *labels; /* of classes, or NULL */
    int missing;
} py_arrays;

static lacon_status add_class(py_call *call, lacon_data *data, const py_arrays *from, Py_ssize_t c)
{
    lacon_matrix matrix;
    const char *label = from->labels ? from->labels[c] : NULL;
    if (py_matrix(PyList_GetItem(from->list, c), &matrix) < 0) return LACON_E_ARGUMENT;
    lacon_status status;
    PY_OUTSIDE(call, status = from->counts ? lacon_data_add_covariance(call->ctx, data, label, from->counts[c], &matrix)
                                           : lacon_data_add_rows(call->ctx, data, label, &matrix, 1));
    return status;
}

static lacon_status fill(py_call *call, lacon_data **out, const py_arrays *from)
{
    lacon_matrix first;
    if (py_matrix(PyList_GetItem(from->list, 0), &first) < 0) return LACON_E_ARGUMENT;
    lacon_status status = lacon_data_new(call->ctx, out, first.columns);
    if (status >= 0) status = lacon_data_set_missing(call->ctx, *out, (lacon_missing)from->missing);
    if (status >= 0 && from->names) status = lacon_data_set_names(call->ctx, *out, from->names);
    for (Py_ssize_t c = 0; status >= 0 && c < PyList_Size(from->list); c++)
        status = add_class(call, *out, from, c);
    return status;
}

/* data_new(run, arrays, counts, names, labels, missing): classes; counts None: rows, borrowed where they may be */
static PyObject *data_new(PyObject *self, PyObject *args)
{
    PyObject *run, *arrays, *counts, *names, *labels;
    int missing;
    py_call call;
    lacon_data *data = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO!OOOi", &run, &PyList_Type, &arrays, &counts, &names, &labels, &missing))
        return NULL;
    if (py_call_begin(&call, run) < 0) return NULL;
    py_arrays from = {.list = arrays, .missing = missing};
    from.counts = py_integers(&call, counts);
    from.names = py_texts(&call, names);
    from.labels = py_texts(&call, labels);
    lacon_status status = PyErr_Occurred() ? LACON_E_ARGUMENT : fill(&call, &data, &from);
    if (status < 0 || PyErr_Occurred()) lacon_data_free(data), data = NULL;
    return py_call_end(&call, status, data ? py_wrap_data(data, arrays) : NULL);
}

/* data_read(run, paths, options) */
static PyObject *data_read(PyObject *self, PyObject *args)
{
    PyObject *run, *paths, *options;
    py_call call;
    lacon_data *data = NULL;
    lacon_read_options o;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO!O!", &run, &PyList_Type, &paths, &PyDict_Type, &options)) return NULL;
    if (py_call_begin(&call, run) < 0) return NULL;
    lacon_read_options_init(&o);
    const char **names = py_texts(&call, paths);
    const int64_t n = PyList_Size(paths);
    lacon_status status = names ? py_options(&call, "read", &o, options) : LACON_E_ARGUMENT;
    if (status >= 0) PY_OUTSIDE(&call, status = lacon_data_read(call.ctx, &data, names, n, &o));
    return py_call_end(&call, status, status >= 0 ? py_wrap_data(data, NULL) : NULL);
}

/* ---- changes ---- */

/* data_clean(run, data, options) */
static PyObject *data_clean(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *options;
    py_call call;
    lacon_clean_options o;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO!", &run, &capsule, &PyDict_Type, &options)) return NULL;
    lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    lacon_clean_options_init(&o);
    lacon_status status = py_options(&call, "clean", &o, options);
    if (status >= 0) PY_OUTSIDE(&call, status = lacon_data_clean(call.ctx, data, &o));
    return py_call_end(&call, status, py_none());
}

/* data_standardise(run, data, mode, mean, scale): by their own moments, or by those given (N × p) */
static PyObject *data_standardise(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *mean, *scale;
    int mode;
    py_call call;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOiOO", &run, &capsule, &mode, &mean, &scale)) return NULL;
    lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    const int64_t count = lacon_data_classes(data) * lacon_data_variables(data);
    const double *m = py_numbers(mean, "<f8", count), *s = py_numbers(scale, "<f8", count);
    lacon_status status = LACON_E_ARGUMENT;
    if (!PyErr_Occurred())
        PY_OUTSIDE(&call, status = m ? lacon_data_standardise_by(call.ctx, data, m, s)
                                     : lacon_data_standardise(call.ctx, data, (lacon_scale)mode));
    return py_call_end(&call, status, py_none());
}

/* data_flip(run, data, sign) */
static PyObject *data_flip(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *sign;
    py_call call;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO", &run, &capsule, &sign)) return NULL;
    lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    const int8_t *s = py_numbers(sign, "|i1", lacon_data_variables(data));
    return py_call_end(&call, s ? lacon_data_flip(call.ctx, data, s) : LACON_E_ARGUMENT, py_none());
}

/* data_align(run, data, names) */
static PyObject *data_align(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *names;
    py_call call;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOO!", &run, &capsule, &PyList_Type, &names)) return NULL;
    lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    const char **texts = py_texts(&call, names);
    lacon_status status = texts ? lacon_data_align(call.ctx, data, PyList_Size(names), texts) : LACON_E_ARGUMENT;
    return py_call_end(&call, status, py_none());
}

/* ---- what they are ---- */

static PyObject *labels_of(const lacon_data *data)
{
    const int64_t n = lacon_data_classes(data);
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (int64_t c = 0; list && c < n; c++)
        PyList_SetItem(list, (Py_ssize_t)c, Py_BuildValue("s", lacon_data_label(data, c)));
    return list;
}

static PyObject *names_of(const lacon_data *data)
{
    const int64_t p = lacon_data_variables(data);
    PyObject *list = PyList_New((Py_ssize_t)p);
    for (int64_t r = 0; list && r < p; r++)
        PyList_SetItem(list, (Py_ssize_t)r, Py_BuildValue("s", lacon_data_name(data, r)));
    return list;
}

/* data_about(data): names, labels, and for each class (rows, effective, missing, dropped, source, is_covariance) */
static PyObject *data_about(PyObject *self, PyObject *capsule)
{
    (void)self;
    const lacon_data *data = py_data(capsule);
    PyObject *dict = data ? PyDict_New() : NULL, *classes = dict ? PyList_New(0) : NULL;
    lacon_matrix cov;
    for (int64_t c = 0; classes && c < lacon_data_classes(data); c++) {
        PyObject *row = Py_BuildValue("(LdLLzi)", (long long)lacon_data_rows(data, c), lacon_data_effective(data, c),
                                      (long long)lacon_data_holes(data, c), (long long)lacon_data_dropped(data, c),
                                      lacon_data_source(data, c), lacon_data_get_cov(data, c, &cov));
        if (!row || PyList_Append(classes, row) < 0) Py_CLEAR(classes);
        Py_XDECREF(row);
    }
    if (dict && (py_put(dict, "classes", classes) < 0 || py_put(dict, "names", names_of(data)) < 0 ||
                 py_put(dict, "labels", labels_of(data)) < 0))
        Py_CLEAR(dict);
    return dict;
}

/* data_matrix(data, c): rows of class c, or its covariance, as they are now */
static PyObject *data_matrix(PyObject *self, PyObject *args)
{
    PyObject *capsule;
    long long c;
    lacon_matrix m;
    void *at;
    (void)self;
    if (!PyArg_ParseTuple(args, "OL", &capsule, &c)) return NULL;
    const lacon_data *data = py_data(capsule);
    if (!data) return NULL;
    if (!lacon_data_get_rows(data, c, &m) && !lacon_data_get_cov(data, c, &m))
        return PyErr_Format(PyExc_IndexError, "there is no class %lld", c);
    const int64_t shape[] = {m.rows, m.columns};
    PyObject *array = py_array(m.type == LACON_FLOAT64 ? "f8" : "f4", 2, shape, &at);
    for (int64_t i = 0; array && i < m.rows; i++)
        for (int64_t r = 0; r < m.columns; r++) {
            const int64_t from = i * m.row_stride + r * m.column_stride, to = i * m.columns + r;
            if (m.type == LACON_FLOAT64) ((double *)at)[to] = ((const double *)m.data)[from];
            else ((float *)at)[to] = ((const float *)m.data)[from];
        }
    return array;
}

static PyObject *summary_dict(const lacon_summary *s)
{
    return Py_BuildValue(
        "{s:L,s:L,s:L,s:d,s:L,s:d,s:L,s:L,s:L,s:L,s:d,s:d,s:L,s:L,s:d,s:L,s:L,s:d,s:d,s:L,s:d,s:L,s:d,s:L,s:d,s:L,s:L}",
        "missing", (long long)s->missing, "constant", (long long)s->constant, "constant_at", (long long)s->constant_at,
        "scale", s->scale, "narrow_at", (long long)s->narrow_at, "narrow", s->narrow, "twins", (long long)s->twins,
        "twin_at", (long long)s->twin_at, "twin_of", (long long)s->twin_of, "counter_at", (long long)s->counter_at,
        "spike", s->spike, "spike_value", s->spike_value, "spike_row", (long long)s->spike_row, "spike_at",
        (long long)s->spike_at, "code", s->code, "codes", (long long)s->codes, "code_at", (long long)s->code_at, "lag1",
        s->lag1, "effective", s->effective, "drifts", (long long)s->drifts, "drift", s->drift, "drift_at",
        (long long)s->drift_at, "common", s->common, "wide_at", (long long)s->wide_at, "wide", s->wide, "symmetric",
        (long long)s->symmetric, "turned", (long long)s->turned);
}

/* data_describe(run, data, c, glance): lacon_summary as a dict; glance: the gravest of it alone, cheaply */
static PyObject *data_describe(PyObject *self, PyObject *args)
{
    int glance;
    PyObject *run, *capsule;
    long long c;
    py_call call;
    lacon_summary summary;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOLi", &run, &capsule, &c, &glance)) return NULL;
    const lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    lacon_status status;
    PY_OUTSIDE(&call, status = glance ? lacon_data_glance(call.ctx, data, c, &summary)
                                      : lacon_data_describe(call.ctx, data, c, &summary));
    return py_call_end(&call, status, status >= 0 ? summary_dict(&summary) : NULL);
}

/* data_compare(run, data): likeness of each class to the others, sign of each variable against its fellows */
static PyObject *data_compare(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule;
    py_call call;
    void *r, *sign;
    int64_t count;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &run, &capsule)) return NULL;
    const lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    const int64_t classes = lacon_data_classes(data), p = lacon_data_variables(data);
    PyObject *like = py_array("f8", 1, &classes, &r), *against = py_array("i1", 1, &p, &sign);
    lacon_status status = LACON_E_MEMORY;
    if (like && against) PY_OUTSIDE(&call, status = lacon_data_likeness(call.ctx, data, r));
    if (status >= 0) PY_OUTSIDE(&call, status = lacon_data_against(call.ctx, data, sign, &count));
    PyObject *both = like && against ? Py_BuildValue("(OO)", like, against) : NULL;
    Py_XDECREF(like);
    Py_XDECREF(against);
    return py_call_end(&call, status, both);
}

PyMethodDef py_data_methods[] = {
    {"data_new", data_new, METH_VARARGS, NULL},
    {"data_read", data_read, METH_VARARGS, NULL},
    {"data_clean", data_clean, METH_VARARGS, NULL},
    {"data_standardise", data_standardise, METH_VARARGS, NULL},
    {"data_flip", data_flip, METH_VARARGS, NULL},
    {"data_align", data_align, METH_VARARGS, NULL},
    {"data_about", data_about, METH_O, NULL},
    {"data_matrix", data_matrix, METH_VARARGS, NULL},
    {"data_describe", data_describe, METH_VARARGS, NULL},
    {"data_compare", data_compare, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
