/* SPDX-License-Identifier: BSD-3-Clause
 * A call of the library from Python: the GIL is released while it works, its callbacks take it for a moment, Ctrl-C
 * stops it after the iteration, failures and warnings become Python's (in the words of lacon/_errors.py).
 */
#include "py_lacon.h"

#include <string.h>
#include <time.h>

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Callbacks come on the thread of the call, with or without the GIL: `enter` has it, `leave` gives it back. */
static int enter(py_call *call)
{
    if (!call->thread) return 0;
    PyEval_RestoreThread(call->thread);
    return 1;
}

static void leave(py_call *call, int entered)
{
    if (PyErr_Occurred() && !call->raised[0])
        PyErr_Fetch(&call->raised[0], &call->raised[1], &call->raised[2]);
    PyErr_Clear();
    if (entered) call->thread = PyEval_SaveThread();
}

static void on_log(void *user, lacon_log_level level, const char *message)
{
    py_call *call = user;
    if (level != LACON_LOG_WARNING) return;
    const int entered = enter(call);
    PyObject *text = PyUnicode_DecodeUTF8(message, (Py_ssize_t)strlen(message), "replace");
    if (text) PyList_Append(call->warnings, text);
    Py_XDECREF(text);
    leave(call, entered);
}

static void on_progress(void *user, const lacon_progress *where)
{
    py_call *call = user;
    const int entered = enter(call);
    if (!call->raised[0])
        Py_XDECREF(PyObject_CallFunction(call->progress, "sLLdd", where->phase, (long long)where->step,
                                         (long long)where->total, where->objective, where->left_s));
    leave(call, entered);
}

/* Ctrl-C is looked for every 20 ms: nobody feels that, and small iterations do not pay for the GIL. */
static int on_cancel(void *user)
{
    py_call *call = user;
    const double now = now_s();
    if (!call->raised[0] && now - call->last_look_s > 0.02) {
        call->last_look_s = now;
        const int entered = enter(call);
        PyErr_CheckSignals();
        leave(call, entered);
    }
    return call->raised[0] != NULL;
}

int py_call_begin(py_call *call, PyObject *run)
{
    int threads;
    PyObject *progress;
    memset(call, 0, sizeof *call);
    if (!PyArg_ParseTuple(run, "iO", &threads, &progress)) return -1;
    call->progress = progress == Py_None ? NULL : progress;
    lacon_ctx_options options;
    lacon_ctx_options_init(&options);
    options.threads = threads;
    options.log = on_log;
    if (call->progress) options.progress = on_progress;
    options.cancel = on_cancel;
    options.user = call;
    call->kept = PyList_New(0);
    call->warnings = PyList_New(0);
    if (call->kept && call->warnings && lacon_ctx_new(&call->ctx, &options) >= 0) return 0;
    if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "no context: n_jobs must be at least 1");
    Py_CLEAR(call->kept);
    Py_CLEAR(call->warnings);
    return -1;
}

/* [(option, value), ..] of what would mend the failure. */
static PyObject *remedies(const lacon_ctx *ctx)
{
    char option[64], value[256];
    PyObject *list = PyList_New(0);
    for (int i = 0; list && lacon_ctx_remedy(ctx, i, option, value, sizeof option); i++) {
        PyObject *pair = Py_BuildValue("(ss)", option, value);
        if (!pair || PyList_Append(list, pair) < 0) Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

/* lacon._errors.NAME(arguments), what it returns, or NULL */
static PyObject *words(const char *name, PyObject *arguments)
{
    PyObject *module = arguments ? PyImport_ImportModule("lacon._errors") : NULL;
    PyObject *function = module ? PyObject_GetAttrString(module, name) : NULL;
    PyObject *result = function ? PyObject_CallObject(function, arguments) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(module);
    Py_XDECREF(arguments);
    return result;
}

static void raise_failure(const py_call *call, lacon_status status)
{
    const char *marked = lacon_ctx_marked(call->ctx);
    PyObject *text = PyUnicode_DecodeUTF8(marked, (Py_ssize_t)strlen(marked), "replace");
    PyObject *mend = remedies(call->ctx);
    PyObject *error = text && mend ? words("failure", Py_BuildValue("(iOO)", (int)status, text, mend)) : NULL;
    if (error) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    Py_XDECREF(text);
    Py_XDECREF(mend);
}

PyObject *py_call_end(py_call *call, lacon_status status, PyObject *result)
{
    if (call->raised[0]) {
        PyErr_Clear();
        PyErr_Restore(call->raised[0], call->raised[1], call->raised[2]);
    } else if (!PyErr_Occurred() && status < 0) {
        raise_failure(call, status);
    } else if (!PyErr_Occurred() && (status > 0 || PyList_Size(call->warnings) > 0)) {
        Py_XDECREF(words("warn", Py_BuildValue("(iO)", (int)status, call->warnings)));
    }
    if (PyErr_Occurred()) Py_CLEAR(result);
    lacon_ctx_free(call->ctx);
    Py_CLEAR(call->kept);
    Py_CLEAR(call->warnings);
    return result;
}
