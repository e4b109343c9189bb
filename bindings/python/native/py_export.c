/* SPDX-License-Identifier: BSD-3-Clause
 * Data and models as files of other programs, and the paper's experiments: folders that appear complete or not at all.
 */
#include "py_lacon.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- files of other programs ---- */

/* What is written, into the folder: rows or covariances of the classes in files of these names, or files of a model. */
typedef struct py_exporting {
    const lacon_data *data;
    const lacon_model *model;
    const char *to;
    const char **names; /* of the files, ended by NULL; for data one for each class, without ending */
    const char *observations; /* with covariances: the text of the table of class and n; or NULL */
    lacon_export_options how;
} py_exporting;

/* Files of class c begin with path; to: the name of a lacon_file, or "covariance". */
static lacon_status write_class(lacon_ctx *ctx, const py_exporting *e, int64_t c, const char *path)
{
    char whole[4200];
    int file = 0;
    while (lacon_file_name(file) && strcmp(lacon_file_name(file), e->to) != 0) file++;
    const bool rows = lacon_file_name(file) != NULL;
    snprintf(whole, sizeof whole, "%s%s", path, rows ? lacon_file_end(file) : ".tsv");
    return rows ? lacon_data_write(ctx, e->data, c, (lacon_file)file, whole, &e->how)
                : lacon_data_write_covariance(ctx, e->data, c, whole);
}

/* Mean over classes, as the command line writes them. */
static lacon_status write_model(lacon_ctx *ctx, const py_exporting *e, int part, const char *path)
{
    if (strcmp(e->to, "image") == 0) return lacon_model_write_image(ctx, e->model, path, &e->how);
    if (strcmp(e->to, "jcon") == 0) return lacon_model_write_jcon(ctx, e->model, -1, path, &e->how);
    return lacon_model_write_brainnet(ctx, e->model, -1, part, path, &e->how);
}

static lacon_status write_observations(const char *dir, const char *text)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/observations.tsv", dir) >= (int)sizeof path) return LACON_E_IO;
    FILE *file = fopen(path, "wx");
    if (!file) return LACON_E_IO;
    const bool good = fputs(text, file) >= 0;
    return fclose(file) == 0 && good ? LACON_OK : LACON_E_IO;
}

static lacon_status write_files(lacon_ctx *ctx, const char *dir, const py_exporting *e)
{
    char path[4096];
    lacon_status status = LACON_OK;
    for (int i = 0; e->names[i] && status >= 0; i++) {
        if (snprintf(path, sizeof path, "%s/%s", dir, e->names[i]) >= (int)sizeof path) return LACON_E_IO;
        status = e->model ? write_model(ctx, e, i, path) : write_class(ctx, e, i, path);
    }
    return status;
}

static lacon_status export_all(lacon_ctx *ctx, const char *dir, int force, const py_exporting *e)
{
    lacon_folder *folder = NULL;
    lacon_status status = lacon_folder_begin(ctx, &folder, dir, force);
    if (status >= 0 && e->observations) status = lacon_folder_subdir(ctx, folder, "covariance");
    if (status >= 0) status = write_files(ctx, lacon_folder_path(folder), e);
    if (status >= 0 && e->observations) status = write_observations(lacon_folder_path(folder), e->observations);
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    lacon_folder_free(folder);
    return status;
}

/* convert(run, dir, force, what, to, names, texts, step_s): what is data or a model; names: see py_exporting; texts:
 * observations, atlas, labels, coordinates or None */
static PyObject *convert(PyObject *self, PyObject *args)
{
    PyObject *run, *dir, *what, *to, *names, *texts;
    int force;
    double step_s;
    py_call call;
    (void)self;
    if (!PyArg_ParseTuple(args, "OOiOOOOd", &run, &dir, &force, &what, &to, &names, &texts, &step_s)) return NULL;
    py_exporting e = {.model = PyCapsule_IsValid(what, "lacon_model") ? py_model(what) : NULL};
    if (!e.model) e.data = py_data(what);
    if (PyErr_Occurred() || py_call_begin(&call, run) < 0) return NULL;
    lacon_export_options_init(&e.how);
    e.to = py_text(&call, to);
    e.names = py_texts(&call, names);
    const char *path = py_text(&call, dir), **text = py_texts(&call, texts);
    if (text) e.observations = text[0], e.how.atlas = text[1], e.how.labels = text[2], e.how.coordinates = text[3];
    e.how.step_s = step_s;
    lacon_status status = LACON_E_ARGUMENT;
    if (!PyErr_Occurred()) PY_OUTSIDE(&call, status = export_all(call.ctx, path, force, &e));
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

/* With a journal first the work, then the results from there: what is killed in between goes on from it. */
static lacon_status run_all(lacon_ctx *ctx, const char *name, const char *dir, int force,
                            lacon_experiment_options *options)
{
    lacon_folder *folder = NULL;
    lacon_status status = lacon_folder_begin(ctx, &folder, dir, force); /* fails before the work, not after it */
    if (status >= 0 && options->journal) {
        lacon_folder_free(folder);
        folder = NULL;
        status = lacon_experiment_run(ctx, name, NULL, options);
        options->restart = 0;
        if (status >= 0) status = lacon_folder_begin(ctx, &folder, dir, force);
    }
    if (status >= 0) status = lacon_experiment_run(ctx, name, lacon_folder_path(folder), options);
    if (status >= 0) status = lacon_folder_commit(ctx, folder);
    if (status >= 0 && options->journal) unlink(options->journal);
    lacon_folder_free(folder);
    return status;
}

/* experiment(run, name, dir, force, data, lists, counts, noise, limit_s): lists are methods, classes, samples,
 * variables, journal (texts or None); counts reps, seed, modules, train, test, scale, k_min, k_max, restart */
static PyObject *experiment(PyObject *self, PyObject *args)
{
    PyObject *run, *name, *dir, *data, *lists, *counts;
    int force;
    py_call call;
    lacon_experiment_options o;
    (void)self;
    lacon_experiment_options_init(&o);
    if (!PyArg_ParseTuple(args, "OOOiOOOdd", &run, &name, &dir, &force, &data, &lists, &counts, &o.noise, &o.limit_s))
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
        PY_OUTSIDE(&call, status = run_all(call.ctx, what, path, force, &o));
    }
    return py_call_end(&call, status, py_none());
}

PyMethodDef py_export_methods[] = {
    {"convert", convert, METH_VARARGS, NULL},
    {"experiments", experiments, METH_NOARGS, NULL},
    {"experiment", experiment, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
