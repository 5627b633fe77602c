/* SPDX-License-Identifier: MIT */
/* Arguments, buffers and errors: see binding.h. */

#include "binding.h"

#include <string.h>

PyObject *invalid_tag;

PyObject *
raise_status(int status)
{
    if (status == NARAE_ERROR_AUTHENTICATION)
        PyErr_SetNone(invalid_tag);
    else if (status == NARAE_ERROR_STATE)
        PyErr_SetString(PyExc_RuntimeError, narae_status_text(status));
    else
        PyErr_SetString(PyExc_ValueError, narae_status_text(status));
    return NULL;
}

int
check_tag_length(Py_ssize_t *bytes, size_t most)
{
    if (*bytes == 0)
        *bytes = (Py_ssize_t)most;
    if (*bytes >= 4 && *bytes <= (Py_ssize_t)most)
        return 0;
    PyErr_Format(PyExc_ValueError, "tag_length must be 4 to %zu, or 0 for that", most);
    return -1;
}

static int
sort_keywords(const char *function, const char *const *names, PyObject **values, PyObject *const *args,
              PyObject *kwnames)
{
    for (Py_ssize_t k = 0, n = PyTuple_Size(kwnames); k < n; k++) {
        PyObject *keyword = PyTuple_GetItem(kwnames, k);
        Py_ssize_t i = 0;

        while (names[i] != NULL && PyUnicode_CompareWithASCIIString(keyword, names[i]) != 0)
            i++;
        if (names[i] == NULL || values[i] != NULL) {
            PyErr_Format(PyExc_TypeError, "%s() got %s argument '%U'", function,
                         names[i] == NULL ? "an unexpected" : "twice the", keyword);
            return -1;
        }
        values[i] = args[k];
    }
    return 0;
}

int
sort_arguments(const char *function, const char *const *names, Py_ssize_t required, PyObject **values,
               PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t i;

    for (i = 0; names[i] != NULL; i++)
        values[i] = i < nargs ? args[i] : NULL;
    if (nargs > i) {
        PyErr_Format(PyExc_TypeError, "%s() takes %zd arguments, not %zd", function, i, nargs);
        return -1;
    }
    if (kwnames != NULL && sort_keywords(function, names, values, args + nargs, kwnames) < 0)
        return -1;
    for (i = 0; i < required; i++) {
        if (values[i] == NULL) {
            PyErr_Format(PyExc_TypeError, "%s() lacks the argument '%s'", function, names[i]);
            return -1;
        }
    }
    return 0;
}

int
get_bytes(PyObject *object, Py_buffer *view)
{
    return PyObject_GetBuffer(object, view, PyBUF_SIMPLE);
}

int
get_optional_bytes(PyObject *object, Py_buffer *view)
{
    if (object != NULL && object != Py_None)
        return get_bytes(object, view);
    memset(view, 0, sizeof *view);
    return 0;
}

int
get_writable(PyObject *object, Py_buffer *view)
{
    return PyObject_GetBuffer(object, view, PyBUF_WRITABLE);
}

void
drop_bytes(Py_buffer *view)
{
    if (view->obj != NULL)
        PyBuffer_Release(view);
}

int
get_number(PyObject *object, uint64_t *number)
{
    PyObject *integer = PyNumber_Index(object);

    if (integer == NULL)
        return -1;
    *number = PyLong_AsUnsignedLongLong(integer);
    Py_DECREF(integer);
    return PyErr_Occurred() ? -1 : 0;
}
