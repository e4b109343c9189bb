/* SPDX-License-Identifier: BSD-3-Clause
 * Folders that appear complete or not at all, files of other programs in them, the paper's experiments. Which files a
 * folder gets is said in lacon/_export.py.
 */
#include "py_lacon.h"

#include <string.h>

/* ---- folders: until commit what is written is beside their place, and goes with the capsule ---- */

static const char FOLDER[] = "lacon_folder";

static void drop_folder(PyObject *capsule) { lacon_folder_free(PyCapsule_GetPointer(capsule, FOLDER)); }

/* folder_begin(run, dir, force): (folder, path to write into) */
static PyObject *folder_begin(PyObject *self, PyObject *args)
{
    PyObject *run, *dir, *result = NULL;
    int force;
    py_call call;
    lacon_folder *folder = NULL;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOi", &run, &dir, &force) || py_call_begin(&call, run) < 0) return NULL;
    const char *path = py_text(&call, dir);
    lacon_status status = path ? lacon_folder_begin(call.ctx, &folder, path, force) : LACON_E_ARGUMENT;
    if (status >= 0) {
        result = Py_BuildValue("(Ns)", PyCapsule_New(folder, FOLDER, drop_folder), lacon_folder_path(folder));
        if (!result && !PyErr_Occurred()) lacon_folder_free(folder);
    }
    return py_call_end(&call, status, result);
}

/* folder_end(run, folder): in its place */
static PyObject *folder_end(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule;
    py_call call;
    (void)self;
    if (!PyArg_ParseTuple(args, "OO", &run, &capsule)) return NULL;
    lacon_folder *folder = PyCapsule_GetPointer(capsule, FOLDER);
    if (!folder || py_call_begin(&call, run) < 0) return NULL;
    return py_call_end(&call, lacon_folder_commit(call.ctx, folder), py_none());
}

/* ---- files of other programs ---- */

/* where: (atlas, labels, coordinates, seconds between rows) */
static int export_options(py_call *call, lacon_export_options *o, PyObject *where)
{
    PyObject *atlas, *labels, *coordinates;
    lacon_export_options_init(o);
    if (!PyArg_ParseTuple(where, "OOOd", &atlas, &labels, &coordinates, &o->step_s)) return -1;
    o->atlas = py_text(call, atlas);
    o->labels = py_text(call, labels);
    o->coordinates = py_text(call, coordinates);
    return PyErr_Occurred() ? -1 : 0;
}

/* file_end(file): ".csv" */
static PyObject *file_end(PyObject *self, PyObject *args)
{
    int file;
    (void)self;
    return PyArg_ParseTuple(args, "i", &file) ? Py_BuildValue("z", lacon_file_end(file)) : NULL;
}

/* data_write(run, data, c, file, path, where): file is a number of lacon_file, or -1 for the covariance */
static PyObject *data_write(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *path, *where;
    long long c;
    int file;
    py_call call;
    lacon_export_options o;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOLiOO", &run, &capsule, &c, &file, &path, &where)) return NULL;
    const lacon_data *data = py_data(capsule);
    if (!data || py_call_begin(&call, run) < 0) return NULL;
    const char *to = py_text(&call, path);
    lacon_status status = LACON_E_ARGUMENT;
    if (to && export_options(&call, &o, where) == 0)
        PY_OUTSIDE(&call, status = file < 0 ? lacon_data_write_covariance(call.ctx, data, c, to)
                                            : lacon_data_write(call.ctx, data, c, (lacon_file)file, to, &o));
    return py_call_end(&call, status, py_none());
}

static lacon_status write_model(lacon_ctx *ctx, const lacon_model *model, const char *what, const char *to,
                                const lacon_export_options *o)
{
    if (strcmp(what, "image") == 0) return lacon_model_write_image(ctx, model, to, o);
    if (strcmp(what, "jcon") == 0) return lacon_model_write_jcon(ctx, model, -1, to, o);
    return lacon_model_write_brainnet(ctx, model, -1, strcmp(what, "modules") == 0, to, o);
}

/* model_write(run, model, what, path, where): what is "image", "jcon", or "regions", "modules" for BrainNet Viewer;
 * the mean over classes */
static PyObject *model_write(PyObject *self, PyObject *args)
{
    PyObject *run, *capsule, *path, *where;
    const char *what;
    py_call call;
    lacon_export_options o;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOsOO", &run, &capsule, &what, &path, &where)) return NULL;
    const lacon_model *model = py_model(capsule);
    if (!model || py_call_begin(&call, run) < 0) return NULL;
    const char *to = py_text(&call, path);
    lacon_status status = LACON_E_ARGUMENT;
    if (to && export_options(&call, &o, where) == 0)
        PY_OUTSIDE(&call, status = write_model(call.ctx, model, what, to, &o));
    return py_call_end(&call, status, py_none());
}

/* ---- experiments ---- */

/* experiments(): [(name, repetitions, needs_data, help)] */
static PyObject *experiments(PyObject *self, PyObject *none)
{
    (void)self;
    (void)none;
    PyObject *list = PyList_New(lacon_experiment_count());
    for (int i = 0; list && i < lacon_experiment_count(); i++) {
        const lacon_experiment_row *row = lacon_experiment_at(i);
        PyList_SetItem(list, i,
                       Py_BuildValue("(sLis)", row->name, (long long)row->reps, row->needs_data, row->help));
    }
    return list;
}

/* experiment(run, name, dir, data, lists, counts, noise, limit_s): dir None does the work into the journal alone; lists
 * are methods, classes, samples, variables, journal (texts or None); counts reps, seed, modules, train, test, scale,
 * k_min, k_max, restart */
static PyObject *experiment(PyObject *self, PyObject *args)
{
    PyObject *run, *name, *dir, *data, *lists, *counts;
    py_call call;
    lacon_experiment_options o;
    (void)self;
    lacon_experiment_options_init(&o);
    if (!PyArg_ParseTuple(args, "OOOOOOdd", &run, &name, &dir, &data, &lists, &counts, &o.noise, &o.limit_s))
        return NULL;
    o.data = py_data(data);
    if (PyErr_Occurred() || py_call_begin(&call, run) < 0) return NULL;
    const char *what = py_text(&call, name), *path = py_text(&call, dir), **text = py_texts(&call, lists);
    const int64_t *count = py_integers(&call, counts);
    lacon_status status = LACON_E_ARGUMENT;
    if (!PyErr_Occurred()) {
        o.methods = text[0], o.classes = text[1], o.samples = text[2], o.variables = text[3], o.journal = text[4];
        o.reps = count[0], o.seed = (uint64_t)count[1], o.modules = count[2], o.train = count[3], o.test = count[4];
        o.scale = (lacon_scale)count[5], o.k_min = count[6], o.k_max = count[7], o.restart = (int)count[8];
        PY_OUTSIDE(&call, status = lacon_experiment_run(call.ctx, what, path, &o));
    }
    return py_call_end(&call, status, py_none());
}

PyMethodDef py_export_methods[] = {
    {"folder_begin", folder_begin, METH_VARARGS, NULL},
    {"folder_end", folder_end, METH_VARARGS, NULL},
    {"file_end", file_end, METH_VARARGS, NULL},
    {"data_write", data_write, METH_VARARGS, NULL},
    {"model_write", model_write, METH_VARARGS, NULL},
    {"experiments", experiments, METH_NOARGS, NULL},
    {"experiment", experiment, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
