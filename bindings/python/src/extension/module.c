/* SPDX-License-Identifier: MIT */
/* The extension narae._narae: types, their keys, and the module. */

#include "binding.h"

#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 40 };

void *
new_object(PyTypeObject *type)
{
    return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

void
free_object(void *self)
{
    PyTypeObject *type = Py_TYPE((PyObject *)self);

    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF((PyObject *)type); /* held by each object of a heap type */
}

PyObject *
add_type(PyObject *module, const char *name, size_t object_bytes, PyType_Slot *slots)
{
    char qualified[NAME_BYTES];
    PyType_Spec spec = {qualified, (int)object_bytes, 0, Py_TPFLAGS_DEFAULT, slots};
    PyObject *type;

    snprintf(qualified, sizeof qualified, "narae.%s", name);
    type = PyType_FromSpec(&spec);
    if (type == NULL || PyModule_AddObjectRef(module, name, type) < 0) {
        Py_XDECREF(type);
        return NULL;
    }
    Py_DECREF(type); /* the module holds it */
    return type;
}

int
add_key_sizes(PyObject *type, const uint8_t key_bytes[3])
{
    Py_ssize_t n = 0;
    PyObject *sizes;
    int status;

    while (n < 3 && key_bytes[n] != 0)
        n++;
    sizes = PyTuple_New(n);
    for (Py_ssize_t i = 0; sizes != NULL && i < n; i++) {
        PyObject *bits = PyLong_FromLong(8L * key_bytes[i]);

        if (bits == NULL || PyTuple_SetItem(sizes, i, bits) < 0) {
            Py_DECREF(sizes);
            return -1;
        }
    }
    if (sizes == NULL)
        return -1;
    status = PyObject_SetAttrString(type, "key_sizes", sizes);
    Py_DECREF(sizes);
    return status;
}

/* The requested size in bits, or the only one; -1 with an exception set. */
static long
chosen_size(PyObject *type, PyObject *bit_length)
{
    PyObject *sizes = PyObject_GetAttrString(type, "key_sizes");
    PyObject *size = bit_length;
    long bits = -1;

    if (sizes == NULL)
        return -1;
    if ((bit_length == NULL || bit_length == Py_None) && PyTuple_Size(sizes) == 1)
        size = PyTuple_GetItem(sizes, 0);
    if (size == NULL || size == Py_None || PySequence_Contains(sizes, size) != 1) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "bit_length must be one of %S", sizes);
    } else {
        bits = PyLong_AsLong(size);
    }
    Py_DECREF(sizes);
    return bits;
}

PyObject *
generate_key(PyObject *type, ARGUMENTS)
{
    static const char *const names[] = {"bit_length", NULL};
    PyObject *bit_length, *os, *key;
    long bits;

    if (sort_arguments("generate_key", names, 0, &bit_length, args, nargs, kwnames) < 0 ||
        (bits = chosen_size(type, bit_length)) < 0 || (os = PyImport_ImportModule("os")) == NULL)
        return NULL;
    key = PyObject_CallMethod(os, "urandom", "l", bits / 8);
    Py_DECREF(os);
    return key;
}

static PyObject *
kernels(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    if (narae_kernels_status() != NARAE_OK) {
        PyErr_SetString(PyExc_ValueError, "NARAE_CPU names no kernels of this CPU");
        return NULL;
    }
    return PyUnicode_FromString(narae_kernels());
}

static PyObject *
self_test(PyObject *module, PyObject *unused)
{
    const char *failed = "";

    (void)module;
    (void)unused;
    if (narae_self_test(narae_known_answers(), &failed) != NARAE_OK)
        return PyErr_Format(PyExc_RuntimeError, "the known answer of %s is wrong", failed);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"self_test", self_test, METH_NOARGS,
     "self_test()\n--\n\nRuns the known answers of all algorithms; RuntimeError names the first that is "
     "wrong."},
    {"kernels", kernels, METH_NOARGS,
     "kernels()\n--\n\nThe name of the hand-written kernels that run, such as 'avx2'. ValueError if "
     "NARAE_CPU\n"
     "is misspelt or names what this CPU lacks."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    "_narae",
    "The library behind the package narae.",
    -1,
    functions,
    NULL,
    NULL,
    NULL,
    NULL,
};

PyMODINIT_FUNC PyInit__narae(void);

PyMODINIT_FUNC
PyInit__narae(void)
{
    char version[NAME_BYTES];
    PyObject *module = PyModule_Create(&definition);

    if (module == NULL)
        return NULL;
    snprintf(version, sizeof version, "%d.%d.%d", NARAE_VERSION_MAJOR, NARAE_VERSION_MINOR,
             NARAE_VERSION_PATCH);
    if (invalid_tag == NULL)
        invalid_tag = PyErr_NewExceptionWithDoc(
            "narae.InvalidTag", "A message or its tag was changed: nothing of it may be used.", NULL, NULL);
    if (invalid_tag == NULL || PyModule_AddObjectRef(module, "InvalidTag", invalid_tag) < 0 ||
        PyModule_AddStringConstant(module, "__version__", version) < 0 || add_aead_types(module) < 0 ||
        add_ctr_types(module) < 0 || add_hash_types(module) < 0 || add_mode_types(module) < 0 ||
        add_key_types(module) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
