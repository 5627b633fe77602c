/* SPDX-License-Identifier: MIT */
/* Common to the files of the extension: arguments, buffers, errors, the GIL.
 *
 * The limited API of Python 3.11, so that one wheel serves that version and
 * all later ones.  Functions take their arguments as an array (METH_FASTCALL):
 * building a tuple for each call would cost more than a short message. */
#ifndef NARAE_PYTHON_BINDING_H
#define NARAE_PYTHON_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdint.h>

#include "narae/narae.h"

/* The GIL is released for at least as many bytes. */
enum { WITHOUT_GIL_BYTES = 4096 };

/* narae.InvalidTag. */
extern PyObject *invalid_tag;

/* Sets the exception for a status other than NARAE_OK; returns null. */
PyObject *raise_status(int status);

/* A tag's length that the caller chose: 4 to `most` bytes, or 0, which becomes `most`.  Returns 0, or
 * -1 with ValueError set. */
int check_tag_length(Py_ssize_t *bytes, size_t most);

/* Sorts a call's arguments into `values`, in the order of `names`; the first
 * `required` are mandatory, others may stay null.  Returns 0, or -1 with TypeError
 * set. */
int sort_arguments(const char *function, const char *const *names, Py_ssize_t required, PyObject **values,
                   PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames);

/* The bytes of an argument, or -1 with TypeError set; null or None gives an empty view
 * if optional.  Release with drop_bytes(), also an empty view. */
int get_bytes(PyObject *object, Py_buffer *view);
int get_optional_bytes(PyObject *object, Py_buffer *view);
int get_writable(PyObject *object, Py_buffer *view);
void drop_bytes(Py_buffer *view);

/* A number of up to 64 bits, or -1 with TypeError or OverflowError set.  Like PyNumber_AsSsize_t() it takes
 * whatever has __index__(), such as NumPy's integers. */
int get_number(PyObject *object, uint64_t *number);

/* A lock for objects that change in calls which run without the GIL. */
static inline void
lock(PyThread_type_lock mutex)
{
    if (PyThread_acquire_lock(mutex, NOWAIT_LOCK) == 0) {
        PyThreadState *others_run = PyEval_SaveThread();

        PyThread_acquire_lock(mutex, WAIT_LOCK);
        PyEval_RestoreThread(others_run);
    }
}

/* Runs a statement, without the GIL for long inputs. */
#define RUN(bytes, statement)                                \
    do {                                                     \
        if ((bytes) >= WITHOUT_GIL_BYTES) {                  \
            PyThreadState *others_run = PyEval_SaveThread(); \
            statement;                                       \
            PyEval_RestoreThread(others_run);                \
        } else {                                             \
            statement;                                       \
        }                                                    \
    } while (0)

/* Flags and cast of a method's table entry. */
#define METHOD(name, function, documentation) \
    {name, (PyCFunction)(void (*)(void))(function), METH_FASTCALL | METH_KEYWORDS, documentation}
#define ARGUMENTS PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames

/* Each adds its types to the module; 0, or -1 with an exception set. */
int add_aead_types(PyObject *module);
int add_ctr_types(PyObject *module);
int add_hash_types(PyObject *module);
int add_mode_types(PyObject *module);
int add_key_types(PyObject *module);

/* A zeroed object of a type; null with an exception set.  Freed by free_object(). */
void *new_object(PyTypeObject *type);
void free_object(void *self);

/* A type from its slots, under its own name; null with an exception set. */
PyObject *add_type(PyObject *module, const char *name, size_t object_bytes, PyType_Slot *slots);

/* Documents which keys a type takes: its attribute `key_sizes`, in bits. */
int add_key_sizes(PyObject *type, const uint8_t key_bytes[3]);

/* Class method generate_key(bit_length=None) of types with key_sizes. */
PyObject *generate_key(PyObject *type, ARGUMENTS);

#define GENERATE_KEY                                                                                        \
    {"generate_key", (PyCFunction)(void (*)(void))generate_key, METH_FASTCALL | METH_KEYWORDS | METH_CLASS, \
     "generate_key($cls, bit_length=None)\n--\n\nA random key from the operating system."}

#endif
