/* SPDX-License-Identifier: MIT */
/* Counter mode as a stream: LEACTR, ARIACTR, AESCTR, HIGHTCTR, PIPOCTR,
 * SEEDCTR.  NIST SP
 * 800-38A, 6.5.  The same calls encrypt and decrypt. */

#include "binding.h"

#include "narae/descriptor.h"

typedef struct stream {
    PyObject_HEAD PyThread_type_lock mutex;
    narae_ctr ctr;
} stream;

static PyObject *
stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const narae_block_cipher *cipher)
{
    static char *names[] = {"key", "counter", NULL};
    Py_buffer key, counter;
    stream *self;
    int status;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "y*y*", names, &key, &counter))
        return NULL;
    self = new_object(type);
    if (self == NULL || (self->mutex = PyThread_allocate_lock()) == NULL) {
        PyBuffer_Release(&key);
        PyBuffer_Release(&counter);
        Py_XDECREF((PyObject *)self);
        return PyErr_NoMemory();
    }
    status = narae_ctr_init(&self->ctr, cipher, key.buf, (size_t)key.len);
    if (status == NARAE_OK)
        status = narae_ctr_start(&self->ctr, counter.buf, (size_t)counter.len, NARAE_CTR_WHOLE_BLOCK);
    PyBuffer_Release(&key);
    PyBuffer_Release(&counter);
    if (status != NARAE_OK) {
        Py_DECREF((PyObject *)self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void
stream_dealloc(stream *self)
{
    narae_ctr_clear(&self->ctr);
    if (self->mutex != NULL)
        PyThread_free_lock(self->mutex);
    free_object(self);
}

static int
transform(stream *self, uint8_t *out, const Py_buffer *data)
{
    int status;

    lock(self->mutex);
    RUN(data->len, status = narae_ctr_crypt(&self->ctr, out, data->buf, (size_t)data->len));
    PyThread_release_lock(self->mutex);
    return status;
}

static PyObject *
stream_update(stream *self, PyObject *object)
{
    PyObject *result;
    Py_buffer data;
    int status = NARAE_OK;

    if (PyObject_GetBuffer(object, &data, PyBUF_SIMPLE) < 0)
        return NULL;
    result = PyBytes_FromStringAndSize(NULL, data.len);
    if (result != NULL)
        status = transform(self, (uint8_t *)PyBytes_AsString(result), &data);
    PyBuffer_Release(&data);
    if (status != NARAE_OK) {
        Py_DECREF(result);
        return raise_status(status);
    }
    return result;
}

static PyObject *
stream_update_into(stream *self, ARGUMENTS)
{
    static const char *const names[] = {"data", "buf", NULL};
    PyObject *values[2], *result = NULL;
    Py_buffer data, buf;
    int status = NARAE_OK;

    if (sort_arguments("update_into", names, 2, values, args, nargs, kwnames) < 0 ||
        PyObject_GetBuffer(values[0], &data, PyBUF_SIMPLE) < 0)
        return NULL;
    if (get_writable(values[1], &buf) < 0) {
        PyBuffer_Release(&data);
        return NULL;
    }
    if (buf.len < data.len)
        PyErr_Format(PyExc_ValueError, "buf must be at least %zd bytes long", data.len);
    else if ((result = PyLong_FromSsize_t(data.len)) != NULL)
        status = transform(self, buf.buf, &data);
    PyBuffer_Release(&data);
    PyBuffer_Release(&buf);
    if (status != NARAE_OK) {
        Py_DECREF(result);
        return raise_status(status);
    }
    return result;
}

static PyObject *
stream_seek(stream *self, PyObject *object)
{
    const unsigned long long offset = PyLong_AsUnsignedLongLong(object);
    int status;

    if (offset == (unsigned long long)-1 && PyErr_Occurred())
        return NULL;
    lock(self->mutex);
    status = narae_ctr_seek(&self->ctr, offset);
    PyThread_release_lock(self->mutex);
    if (status != NARAE_OK)
        return raise_status(status);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"update", (PyCFunction)stream_update, METH_O,
     "update($self, data, /)\n--\n\nThe next bytes, encrypted or decrypted."},
    METHOD("update_into", stream_update_into,
           "update_into($self, data, buf)\n--\n\n"
           "Like update(), but writes into buf, which may be data, and returns how many bytes."),
    {"seek", (PyCFunction)stream_seek, METH_O,
     "seek($self, offset, /)\n--\n\nContinues at this byte of the message, forwards or back."},
    GENERATE_KEY,
    {NULL, NULL, 0, NULL},
};

/* X(class, cipher, its documentation) */
#define CLASSES(X)                                                                                          \
    X(AESCTR, aes, "AESCTR(key, counter)\n--\n\nAES; counter is the first counter block, 16 bytes.")        \
    X(ARIACTR, aria, "ARIACTR(key, counter)\n--\n\nARIA; counter is the first counter block, 16 bytes.")    \
    X(HIGHTCTR, hight, "HIGHTCTR(key, counter)\n--\n\nHIGHT; counter is the first counter block, 8 bytes.") \
    X(LEACTR, lea, "LEACTR(key, counter)\n--\n\nLEA; counter is the first counter block, 16 bytes.")        \
    X(PIPOCTR, pipo, "PIPOCTR(key, counter)\n--\n\nPIPO-64; counter is the first counter block, 8 bytes.")  \
    X(SEEDCTR, seed, "SEEDCTR(key, counter)\n--\n\nSEED; counter is the first counter block, 16 bytes.")

#define NEW(NAME, cipher, text)                                                       \
    static PyObject *new_##NAME(PyTypeObject *type, PyObject *args, PyObject *kwargs) \
    {                                                                                 \
        return stream_new(type, args, kwargs, &narae_##cipher);                       \
    }
CLASSES(NEW)

static int
add(PyObject *module, const char *name, const narae_block_cipher *cipher, newfunc make, const char *text)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)make},
                           {Py_tp_dealloc, (void *)stream_dealloc},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, (void *)text},
                           {0, NULL}};
    PyObject *type = add_type(module, name, sizeof(stream), slots);

    return type == NULL ? -1 : add_key_sizes(type, cipher->key_bytes);
}

int
add_ctr_types(PyObject *module)
{
#define ADD(NAME, cipher, text) || add(module, #NAME, &narae_##cipher, new_##NAME, text) < 0
    return (0 CLASSES(ADD)) ? -1 : 0;
}
