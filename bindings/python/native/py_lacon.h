/* SPDX-License-Identifier: BSD-3-Clause
 * What the files of the extension share: one context for each call, objects of the library as capsules, arrays by
 * __array_interface__ (so that NumPy's headers are not needed), options from dicts of texts by the library's tables.
 * Everything that Python users see is in lacon/; here is only what cannot be said in Python.
 */
#ifndef LACON_PY_H
#define LACON_PY_H

#define Py_LIMITED_API 0x03090000 /* one binary for 3.9 and later */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <lacon/lacon.h>

/* One call of the library: context, callbacks, what must live until it ends. */
typedef struct py_call {
    lacon_ctx *ctx;
    PyObject *progress;    /* callable, or NULL; borrowed */
    PyObject *kept;        /* list: texts and arrays the call refers to */
    PyObject *warnings;    /* list of texts */
    PyThreadState *thread; /* not NULL: the GIL is released */
    PyObject *raised[3];   /* what a callback or Ctrl-C raised; type NULL: nothing */
    double last_look_s;    /* when signals were asked for last */
} py_call;

/* run: (threads, progress or None). -1 with an exception. Every begin has its end. */
int py_call_begin(py_call *call, PyObject *run);
/* What the function returns: result (stolen) when status is not negative and nothing was raised, else NULL with the
 * exception set and result dropped. Warnings are issued here. Takes result NULL with an exception set. */
PyObject *py_call_end(py_call *call, lacon_status status, PyObject *result);

/* PY_OUTSIDE(call, status = lacon_fit(..)): with the GIL released. */
#define PY_OUTSIDE(call, statement)                                                                \
    do {                                                                                           \
        (call)->thread = PyEval_SaveThread();                                                      \
        statement;                                                                                 \
        PyEval_RestoreThread((call)->thread);                                                      \
        (call)->thread = NULL;                                                                     \
    } while (0)

/* Texts of a list, kept until the call ends; None in the list is NULL. NULL with an exception, or for None. */
const char **py_texts(py_call *call, PyObject *list);
/* One text; NULL for None, or with an exception. */
const char *py_text(py_call *call, PyObject *text);
/* Integers of a list, kept until the call ends; NULL with an exception, or for None. */
int64_t *py_integers(py_call *call, PyObject *list);

/* dict of name: text, each set by lacon_option_set. */
lacon_status py_options(py_call *call, const char *table, void *options, PyObject *dict);

/* A two-dimensional array of float64 or float32 as it lies in memory; -1 with an exception. */
int py_matrix(PyObject *array, lacon_matrix *out);
/* The numbers of a C-contiguous array of this NumPy type ("<f8", "|i1") and length; NULL with an exception, or for
 * None. */
void *py_numbers(PyObject *array, const char *type, int64_t count);
/* A new NumPy array; *at are its numbers. type is NumPy's name. */
PyObject *py_array(const char *type, int dims, const int64_t *shape, void **at);
/* The same with a copy of the numbers; None where they are NULL. width: bytes of a number. */
PyObject *py_copy(const char *type, size_t width, const void *numbers, int dims, const int64_t *shape);
PyObject *py_copy1(const double *numbers, int64_t n);
PyObject *py_copy2(const double *numbers, int64_t n, int64_t m);
PyObject *py_none(void);
/* A list of texts; None for NULL among them. */
PyObject *py_list(const char *const *texts, int64_t n);
/* dict[name] = value (stolen); -1 with an exception, also when value is NULL. */
int py_put(PyObject *dict, const char *name, PyObject *value);

/* Capsules: py_wrap_X owns the object, py_X gives it back (NULL with an exception; NULL without for None). */
PyObject *py_wrap_data(lacon_data *object, PyObject *kept); /* kept: list of arrays it borrows from, or NULL */
PyObject *py_wrap_model(lacon_model *object);
PyObject *py_wrap_selection(lacon_selection *object);
PyObject *py_wrap_stability(lacon_stability *object);
PyObject *py_wrap_test(lacon_test *object);
PyObject *py_wrap_causal(lacon_causal *object);
PyObject *py_wrap_covariance(lacon_covariance *object);
PyObject *py_wrap_participants(lacon_participants *object);
lacon_data *py_data(PyObject *capsule);
lacon_model *py_model(PyObject *capsule);
lacon_selection *py_selection(PyObject *capsule);
lacon_stability *py_stability(PyObject *capsule);
lacon_test *py_test(PyObject *capsule);
lacon_causal *py_causal(PyObject *capsule);
lacon_covariance *py_covariance(PyObject *capsule);
lacon_participants *py_participants(PyObject *capsule);

/* The functions of each file, ended by a NULL name. */
extern PyMethodDef py_data_methods[], py_model_methods[], py_result_methods[], py_file_methods[], py_export_methods[];

#endif
