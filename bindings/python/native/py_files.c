/* SPDX-License-Identifier: BSD-3-Clause
 * Models as folders and as bytes, reports, and the library's tables of options and enums.
 */
#include "py_lacon.h"

/* ---- folders ---- */

typedef struct py_saving {
    const lacon_model *model;
    const lacon_selection *selection;
    const lacon_stability *stability;
    const lacon_test *test;
    const lacon_causal *causal;
    const lacon_covariance *shrunk;
} py_saving;

static lacon_status write_all(lacon_ctx *ctx, const char *dir, const py_saving *s, const lacon_provenance *provenance)
{
    lacon_status status = lacon_model_write(ctx, s->model, dir, provenance);
    if (status >= 0 && s->selection) status = lacon_selection_write(ctx, s->selection, dir, provenance);
    if (status >= 0 && s->stability) status = lacon_stability_write(ctx, s->stability, dir, provenance);
    if (status >= 0 && s->test) status = lacon_test_write(ctx, s->test, dir, provenance);
    if (status >= 0 && s->causal) status = lacon_causal_write(ctx, s->causal, dir, provenance);
    if (status >= 0 && s->shrunk) status = lacon_covariance_write(ctx, s->shrunk, dir, provenance);
    return status;
}

static lacon_status save_all(lacon_ctx *ctx, const char *dir, int force, const py_saving *s)
{
    lacon_folder *folder = NULL;
    lacon_provenance provenance;
    lacon_provenance_init(&provenance);
    lacon_status status = lacon_folder_begin(ctx, &folder, dir, force);
    if (status >= 0) status = write_all(ctx, lacon_folder_path(folder), s, &provenance);
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    lacon_folder_free(folder);
    return status;
}

/* save(run, dir, force, model, selection, stability, test, causal, shrunk) */
static PyObject *save(PyObject *self, PyObject *args)
{
    PyObject *run, *dir, *m, *k, *s, *t, *d, *c;
    int force;
    py_call call;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOiOOOOOO", &run, &dir, &force, &m, &k, &s, &t, &d, &c)) return NULL;
    const py_saving saving = {.model = py_model(m), .selection = py_selection(k), .stability = py_stability(s),
                              .test = py_test(t), .causal = py_causal(d), .shrunk = py_covariance(c)};
    if (PyErr_Occurred() || py_call_begin(&call, run) < 0) return NULL;
    const char *path = py_text(&call, dir);
    lacon_status status = LACON_E_ARGUMENT;
    if (path) PY_OUTSIDE(&call, status = save_all(call.ctx, path, force, &saving));
    return py_call_end(&call, status, py_none());
}

/* load(run, dir) */
static PyObject *load(PyObject *self, PyObject *args)
{
    PyObject *run, *dir;
    py_call call;
    lacon_model *model = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &run, &dir)) return NULL;
    if (py_call_begin(&call, run) < 0) return NULL;
    const char *path = py_text(&call, dir);
    lacon_status status = LACON_E_ARGUMENT;
    if (path) PY_OUTSIDE(&call, status = lacon_model_load(call.ctx, &model, path));
    return py_call_end(&call, status, status >= 0 ? py_wrap_model(model) : NULL);
}

/* ---- bytes ---- */

/* to_bytes(run, model) */
static PyObject *to_bytes(PyObject *self, PyObject *args)
{
    PyObject *run, *a;
    py_call call;
    void *bytes = NULL;
    size_t size = 0;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &run, &a)) return NULL;
    const lacon_model *model = py_model(a);
    if (!model || py_call_begin(&call, run) < 0) return NULL;
    lacon_status status = lacon_model_to_bytes(call.ctx, &bytes, &size, model);
    PyObject *result = status >= 0 ? PyBytes_FromStringAndSize(bytes, (Py_ssize_t)size) : NULL;
    lacon_free(call.ctx, bytes);
    return py_call_end(&call, status, result);
}

/* from_bytes(run, bytes) */
static PyObject *from_bytes(PyObject *self, PyObject *args)
{
    PyObject *run;
    const char *bytes;
    Py_ssize_t size;
    py_call call;
    lacon_model *model = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "Oy#", &run, &bytes, &size)) return NULL;
    if (py_call_begin(&call, run) < 0) return NULL;
    lacon_status status = lacon_model_from_bytes(call.ctx, &model, bytes, (size_t)size);
    return py_call_end(&call, status, status >= 0 ? py_wrap_model(model) : NULL);
}

/* to_json(run, model) */
static PyObject *to_json(PyObject *self, PyObject *args)
{
    PyObject *run, *a;
    py_call call;
    char *text = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &run, &a)) return NULL;
    const lacon_model *model = py_model(a);
    if (!model || py_call_begin(&call, run) < 0) return NULL;
    lacon_status status = lacon_model_to_json(call.ctx, &text, model, NULL);
    PyObject *result = status >= 0 ? Py_BuildValue("s", text) : NULL;
    lacon_free(call.ctx, text);
    return py_call_end(&call, status, result);
}

/* ---- report ---- */

/* report(run, out, dir, data, tables, texts, in_space, anonymise): tables are people, places, labels, module_names;
 * texts id, title, command; None where there is none */
static PyObject *report(PyObject *self, PyObject *args)
{
    PyObject *run, *out, *dir, *data, *people, *places, *labels, *modules, *texts;
    int in_space, anonymise;
    py_call call;
    lacon_report_options o;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOO(OOOO)Oii", &run, &out, &dir, &data, &people, &places, &labels, &modules, &texts,
                          &in_space, &anonymise))
        return NULL;
    lacon_report_options_init(&o);
    o.data = py_data(data);
    o.people = py_participants(people);
    o.places = py_participants(places);
    o.labels = py_participants(labels);
    o.module_names = py_participants(modules);
    if (PyErr_Occurred() || py_call_begin(&call, run) < 0) return NULL;
    const char **text = py_texts(&call, texts);
    if (text) o.id = text[0], o.title = text[1], o.command = text[2];
    o.in_space = in_space;
    o.anonymise = anonymise;
    const char *page = py_text(&call, out), *folder = py_text(&call, dir);
    lacon_status status = LACON_E_ARGUMENT;
    if (!PyErr_Occurred()) PY_OUTSIDE(&call, status = lacon_report_write(call.ctx, page, folder, &o));
    return py_call_end(&call, status, py_none());
}

/* places(run, path, model, atlas, labels): <path>.node, where the variables lie in the atlas */
static PyObject *places(PyObject *self, PyObject *args)
{
    PyObject *run, *path, *a, *atlas, *labels;
    py_call call;
    lacon_export_options o;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOOOO", &run, &path, &a, &atlas, &labels)) return NULL;
    const lacon_model *model = py_model(a);
    if (!model || py_call_begin(&call, run) < 0) return NULL;
    lacon_export_options_init(&o);
    o.atlas = py_text(&call, atlas);
    o.labels = py_text(&call, labels);
    const char *to = py_text(&call, path);
    lacon_status status = LACON_E_ARGUMENT;
    if (!PyErr_Occurred()) PY_OUTSIDE(&call, status = lacon_model_write_brainnet(call.ctx, model, 0, 0, to, &o));
    return py_call_end(&call, status, py_none());
}

/* ---- tables ---- */

/* options(table): [(name, kind, default, range, help)] */
static PyObject *options(PyObject *self, PyObject *args)
{
    const char *table;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &table)) return NULL;
    PyObject *list = PyList_New(lacon_option_count(table));
    for (int i = 0; list && i < lacon_option_count(table); i++) {
        const lacon_option_row *r = lacon_option_at(table, i);
        PyList_SetItem(list, i, Py_BuildValue("(zzzzz)", r->name, r->kind, r->def, r->range, r->help));
    }
    return list;
}

/* enum(name): {name: value} */
static PyObject *enum_of(PyObject *self, PyObject *args)
{
    const char *name;
    (void)self;
    if (!PyArg_ParseTuple(args, "s", &name)) return NULL;
    const lacon_enum *e = lacon_enum_find(name);
    PyObject *dict = PyDict_New();
    for (int i = 0; dict && e && i < e->count; i++)
        if (py_put(dict, e->values[i].name, PyLong_FromLong(e->values[i].value)) < 0) Py_CLEAR(dict);
    return dict;
}

PyMethodDef py_file_methods[] = {
    {"save", save, METH_VARARGS, NULL},
    {"load", load, METH_VARARGS, NULL},
    {"to_bytes", to_bytes, METH_VARARGS, NULL},
    {"from_bytes", from_bytes, METH_VARARGS, NULL},
    {"to_json", to_json, METH_VARARGS, NULL},
    {"report", report, METH_VARARGS, NULL},
    {"places", places, METH_VARARGS, NULL},
    {"options", options, METH_VARARGS, NULL},
    {"enum", enum_of, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
