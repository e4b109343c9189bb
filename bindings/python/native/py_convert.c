/* SPDX-License-Identifier: BSD-3-Clause
 * Between Python's objects and C: texts, integers, option dicts, arrays by __array_interface__, capsules.
 */
#include "py_lacon.h"

#include <string.h>

/* ---- texts and integers ---- */

static const char *keep_text(py_call *call, PyObject *text)
{
    PyObject *bytes = PyUnicode_AsUTF8String(text);
    if (!bytes || PyList_Append(call->kept, bytes) < 0) {
        Py_XDECREF(bytes);
        return NULL;
    }
    const char *chars = PyBytes_AsString(bytes);
    Py_DECREF(bytes); /* the list has it */
    return chars;
}

const char *py_text(py_call *call, PyObject *text)
{
    return text == Py_None ? NULL : keep_text(call, text);
}

/* Storage that lives as long as the call. */
static void *keep_block(py_call *call, size_t count, size_t width)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(count * width + 1));
    if (!bytes || PyList_Append(call->kept, bytes) < 0) {
        Py_XDECREF(bytes);
        return NULL;
    }
    void *block = PyBytes_AsString(bytes);
    Py_DECREF(bytes);
    return block;
}

const char **py_texts(py_call *call, PyObject *list)
{
    if (list == Py_None) return NULL;
    const Py_ssize_t n = PyList_Size(list);
    const char **texts = n < 0 ? NULL : keep_block(call, (size_t)n, sizeof *texts);
    for (Py_ssize_t i = 0; texts && i < n; i++) {
        PyObject *item = PyList_GetItem(list, i);
        texts[i] = py_text(call, item);
        if (!texts[i] && item != Py_None) return NULL;
    }
    return texts;
}

int64_t *py_integers(py_call *call, PyObject *list)
{
    if (list == Py_None) return NULL;
    const Py_ssize_t n = PyList_Size(list);
    int64_t *numbers = n < 0 ? NULL : keep_block(call, (size_t)n, sizeof *numbers);
    for (Py_ssize_t i = 0; numbers && i < n; i++) {
        numbers[i] = PyLong_AsLongLong(PyList_GetItem(list, i));
        if (PyErr_Occurred()) return NULL;
    }
    return numbers;
}

lacon_status py_options(py_call *call, const char *table, void *options, PyObject *dict)
{
    Py_ssize_t at = 0;
    PyObject *name, *value;
    lacon_status status = LACON_OK;
    while (status >= 0 && PyDict_Next(dict, &at, &name, &value)) {
        const char *n = keep_text(call, name), *v = n ? keep_text(call, value) : NULL;
        status = v ? lacon_option_set(call->ctx, table, options, n, v) : LACON_E_ARGUMENT;
    }
    return status;
}

/* ---- arrays ---- */

/* The entry of array.__array_interface__, a new reference. */
static PyObject *facet(PyObject *array, const char *name)
{
    PyObject *face = PyObject_GetAttrString(array, "__array_interface__");
    PyObject *value = face ? PyMapping_GetItemString(face, name) : NULL;
    Py_XDECREF(face);
    return value;
}

static void *address(PyObject *array)
{
    PyObject *pair = facet(array, "data");
    void *at = pair ? PyLong_AsVoidPtr(PyTuple_GetItem(pair, 0)) : NULL;
    Py_XDECREF(pair);
    return at;
}

/* 1 when the array's type has this name ("<f8"). */
static int is_of(PyObject *array, const char *type)
{
    PyObject *name = facet(array, "typestr");
    const int same = name && PyUnicode_CompareWithASCIIString(name, type) == 0;
    Py_XDECREF(name);
    return same;
}

static int pair_of(PyObject *tuple, int64_t *a, int64_t *b)
{
    long long x, y;
    if (!tuple || !PyArg_ParseTuple(tuple, "LL", &x, &y)) return -1;
    *a = x;
    *b = y;
    return 0;
}

int py_matrix(PyObject *array, lacon_matrix *out)
{
    const int wide = is_of(array, "<f8");
    if (PyErr_Occurred()) return -1;
    if (!wide && !is_of(array, "<f4")) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_TypeError, "an array of float64 or float32 is needed");
        return -1;
    }
    const int64_t width = wide ? (int64_t)sizeof(double) : (int64_t)sizeof(float);
    out->type = wide ? LACON_FLOAT64 : LACON_FLOAT32;
    out->data = address(array);
    PyObject *shape = facet(array, "shape"), *strides = facet(array, "strides");
    int bad = pair_of(shape, &out->rows, &out->columns);
    out->row_stride = out->columns;
    out->column_stride = 1;
    if (!bad && strides && strides != Py_None) {
        bad = pair_of(strides, &out->row_stride, &out->column_stride);
        out->row_stride /= width; /* NumPy counts bytes */
        out->column_stride /= width;
    }
    Py_XDECREF(shape);
    Py_XDECREF(strides);
    return bad || PyErr_Occurred() ? -1 : 0;
}

void *py_numbers(PyObject *array, const char *type, int64_t count)
{
    if (array == Py_None) return NULL;
    PyObject *size = PyObject_GetAttrString(array, "size");
    const long long n = size ? PyLong_AsLongLong(size) : -1;
    PyObject *strides = facet(array, "strides");
    Py_XDECREF(size);
    Py_XDECREF(strides);
    if (!PyErr_Occurred() && (n != count || strides != Py_None || !is_of(array, type)))
        PyErr_Format(PyExc_TypeError, "a contiguous array of %lld %s is needed", (long long)count, type);
    return PyErr_Occurred() ? NULL : address(array);
}

PyObject *py_array(const char *type, int dims, const int64_t *shape, void **at)
{
    PyObject *numpy = PyImport_ImportModule("numpy"), *sizes = PyTuple_New(dims);
    for (int i = 0; sizes && i < dims; i++) PyTuple_SetItem(sizes, i, PyLong_FromLongLong(shape[i]));
    PyObject *array = numpy && sizes ? PyObject_CallMethod(numpy, "zeros", "Os", sizes, type) : NULL;
    Py_XDECREF(numpy);
    Py_XDECREF(sizes);
    *at = array ? address(array) : NULL;
    if (array && PyErr_Occurred()) Py_CLEAR(array);
    return array;
}

PyObject *py_copy(const char *type, size_t width, const void *numbers, int dims, const int64_t *shape)
{
    if (!numbers) Py_RETURN_NONE;
    void *at;
    size_t count = 1;
    for (int i = 0; i < dims; i++) count *= (size_t)shape[i];
    PyObject *array = py_array(type, dims, shape, &at);
    if (array && count) memcpy(at, numbers, count * width);
    return array;
}

PyObject *py_copy1(const double *numbers, int64_t n)
{
    return py_copy("f8", sizeof(double), numbers, 1, &n);
}

PyObject *py_copy2(const double *numbers, int64_t n, int64_t m)
{
    const int64_t shape[] = {n, m};
    return py_copy("f8", sizeof(double), numbers, 2, shape);
}

PyObject *py_none(void) { Py_RETURN_NONE; }

PyObject *py_list(const char *const *texts, int64_t n)
{
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (Py_ssize_t i = 0; list && i < n; i++) {
        PyObject *text = Py_BuildValue("z", texts[i]);
        if (!text || PyList_SetItem(list, i, text) < 0) Py_CLEAR(list);
    }
    return list;
}

int py_put(PyObject *dict, const char *name, PyObject *value)
{
    const int bad = !value || PyDict_SetItemString(dict, name, value) < 0;
    Py_XDECREF(value);
    return bad ? -1 : 0;
}

/* ---- capsules ---- */

/* wrap, drop and get of one type of the library; the capsule's context is what the object borrows from. */
#define CAPSULE(kind)                                                                              \
    static void drop_##kind(PyObject *capsule)                                                     \
    {                                                                                              \
        PyObject *kept = PyCapsule_GetContext(capsule);                                            \
        lacon_##kind##_free(PyCapsule_GetPointer(capsule, "lacon_" #kind));                        \
        Py_XDECREF(kept);                                                                          \
    }                                                                                              \
    static PyObject *wrap_##kind(lacon_##kind *object, PyObject *kept)                             \
    {                                                                                              \
        if (!object) Py_RETURN_NONE;                                                               \
        PyObject *capsule = PyCapsule_New(object, "lacon_" #kind, drop_##kind);                    \
        if (!capsule) lacon_##kind##_free(object);                                                 \
        else if (kept) PyCapsule_SetContext(capsule, (Py_INCREF(kept), kept));                     \
        return capsule;                                                                            \
    }                                                                                              \
    lacon_##kind *py_##kind(PyObject *capsule)                                                     \
    {                                                                                              \
        return capsule == Py_None ? NULL : PyCapsule_GetPointer(capsule, "lacon_" #kind);          \
    }

CAPSULE(data)
CAPSULE(model)
CAPSULE(selection)
CAPSULE(stability)
CAPSULE(test)
CAPSULE(causal)
CAPSULE(covariance)
CAPSULE(participants)

PyObject *py_wrap_data(lacon_data *object, PyObject *kept) { return wrap_data(object, kept); }
PyObject *py_wrap_model(lacon_model *object) { return wrap_model(object, NULL); }
PyObject *py_wrap_selection(lacon_selection *object) { return wrap_selection(object, NULL); }
PyObject *py_wrap_stability(lacon_stability *object) { return wrap_stability(object, NULL); }
PyObject *py_wrap_test(lacon_test *object) { return wrap_test(object, NULL); }
PyObject *py_wrap_causal(lacon_causal *object) { return wrap_causal(object, NULL); }
PyObject *py_wrap_covariance(lacon_covariance *object) { return wrap_covariance(object, NULL); }
PyObject *py_wrap_participants(lacon_participants *object) { return wrap_participants(object, NULL); }
