/* SPDX-License-Identifier: BSD-3-Clause
 * lacon._core: the functions of the other files in one module. Python's side of it is lacon/.
 */
#include "py_lacon.h"

static int fill_module(PyObject *module)
{
    if (PyModule_AddFunctions(module, py_data_methods) < 0 || PyModule_AddFunctions(module, py_model_methods) < 0 ||
        PyModule_AddFunctions(module, py_result_methods) < 0 || PyModule_AddFunctions(module, py_file_methods) < 0 ||
        PyModule_AddFunctions(module, py_export_methods) < 0)
        return -1;
    return PyModule_AddStringConstant(module, "version", LACON_VERSION_TEXT);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)fill_module}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "_core", .m_doc = "liblacon, as lacon/*.py call it", .m_slots = slots};

PyMODINIT_FUNC PyInit__core(void); /* Python finds it by this name */
PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&definition); }
