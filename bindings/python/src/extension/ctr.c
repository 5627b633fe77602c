/* SPDX-License-Identifier: MIT */
/* Streams: counter mode (NIST SP 800-38A, 6.5) as LEACTR, ARIACTR, AESCTR, HIGHTCTR,
 * PIPOCTR, SEEDCTR, and ChaCha20 (RFC 8439, 2.4).  The same calls encrypt and decrypt. */

#include "binding.h"

#include <string.h>

#include "narae/descriptor.h"

typedef struct stream {
    PyObject_HEAD PyThread_type_lock mutex;
    uint8_t is_chacha, nonce_bytes;
    union {
        narae_ctr ctr;
        struct {
            narae_chacha ctx;
            uint64_t counter;
            uint8_t key[NARAE_CHACHA_KEY_BYTES], nonce[24]; /* to start again */
        } chacha;
    } of;
} stream;

/* At block `block` of the message. */
static int
start_chacha(stream *self, uint64_t block)
{
    const uint64_t counter = self->of.chacha.counter + block;

    if (counter < block)
        return NARAE_ERROR_LENGTH;
    return narae_chacha_start(&self->of.chacha.ctx, 20, self->of.chacha.key, sizeof self->of.chacha.key,
                              self->of.chacha.nonce, self->nonce_bytes, counter);
}

/* Of ChaCha20 `first` is the nonce, of counter mode, where there is a cipher, the counter block. */
static int
start(stream *self, const narae_block_cipher *cipher, const Py_buffer *key, const Py_buffer *first,
      uint64_t counter)
{
    int status;

    if (cipher != NULL) {
        status = narae_ctr_init(&self->of.ctr, cipher, key->buf, (size_t)key->len);
        return status != NARAE_OK
                   ? status
                   : narae_ctr_start(&self->of.ctr, first->buf, (size_t)first->len, NARAE_CTR_WHOLE_BLOCK);
    }
    self->is_chacha = 1;
    if (key->len != NARAE_CHACHA_KEY_BYTES)
        return NARAE_ERROR_KEY_SIZE;
    if ((size_t)first->len > sizeof self->of.chacha.nonce)
        return NARAE_ERROR_NONCE_SIZE;
    memcpy(self->of.chacha.key, key->buf, (size_t)key->len);
    memcpy(self->of.chacha.nonce, first->buf, (size_t)first->len);
    self->nonce_bytes = (uint8_t)first->len;
    self->of.chacha.counter = counter;
    return start_chacha(self, 0);
}

static PyObject *
stream_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const narae_block_cipher *cipher)
{
    static char *names[] = {"key", "counter", NULL}, *of_chacha[] = {"key", "nonce", "counter", NULL};
    uint64_t counter = 0;
    PyObject *first_block = NULL;
    Py_buffer key, first;
    stream *self;
    int status;

    if (!(cipher != NULL
              ? PyArg_ParseTupleAndKeywords(args, kwargs, "y*y*", names, &key, &first)
              : PyArg_ParseTupleAndKeywords(args, kwargs, "y*y*|O", of_chacha, &key, &first, &first_block)))
        return NULL;
    if (first_block != NULL && get_number(first_block, &counter) < 0) {
        PyBuffer_Release(&key);
        PyBuffer_Release(&first);
        return NULL;
    }
    self = new_object(type);
    if (self == NULL || (self->mutex = PyThread_allocate_lock()) == NULL) {
        PyBuffer_Release(&key);
        PyBuffer_Release(&first);
        Py_XDECREF((PyObject *)self);
        return PyErr_NoMemory();
    }
    status = start(self, cipher, &key, &first, counter);
    PyBuffer_Release(&key);
    PyBuffer_Release(&first);
    if (status != NARAE_OK) {
        Py_DECREF((PyObject *)self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void
stream_dealloc(stream *self)
{
    narae_wipe(&self->of, sizeof self->of);
    if (self->mutex != NULL)
        PyThread_free_lock(self->mutex);
    free_object(self);
}

static int
transform(stream *self, uint8_t *out, const Py_buffer *data)
{
    int status;

    lock(self->mutex);
    RUN(data->len, status = self->is_chacha
                                ? narae_chacha_crypt(&self->of.chacha.ctx, out, data->buf, (size_t)data->len)
                                : narae_ctr_crypt(&self->of.ctr, out, data->buf, (size_t)data->len));
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

static int
seek_chacha(stream *self, uint64_t offset)
{
    uint8_t skipped[NARAE_CHACHA_BLOCK_BYTES] = {0};
    int status = start_chacha(self, offset / sizeof skipped);

    if (status == NARAE_OK)
        status = narae_chacha_crypt(&self->of.chacha.ctx, skipped, skipped, offset % sizeof skipped);
    narae_wipe(skipped, sizeof skipped);
    return status;
}

static PyObject *
stream_seek(stream *self, PyObject *object)
{
    uint64_t offset;
    int status;

    if (get_number(object, &offset) < 0)
        return NULL;
    lock(self->mutex);
    status = self->is_chacha ? seek_chacha(self, offset) : narae_ctr_seek(&self->of.ctr, offset);
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

#define NEW(with, cipher, CIPHER, block_bytes, key1, key2, key3)                        \
    static PyObject *new_##cipher(PyTypeObject *type, PyObject *args, PyObject *kwargs) \
    {                                                                                   \
        return stream_new(type, args, kwargs, &narae_##cipher);                         \
    }
NARAE_BLOCK_CIPHERS(NEW, )

static PyObject *
new_ChaCha20(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return stream_new(type, args, kwargs, NULL);
}

static int
add(PyObject *module, const char *name, const uint8_t key_bytes[3], newfunc make, const char *text)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)make},
                           {Py_tp_dealloc, (void *)stream_dealloc},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, (void *)text},
                           {0, NULL}};
    PyObject *type = add_type(module, name, sizeof(stream), slots);

    return type == NULL ? -1 : add_key_sizes(type, key_bytes);
}

int
add_ctr_types(PyObject *module)
{
#define ADD(with, cipher, CIPHER, block_bytes, key1, key2, key3)                                             \
    || add(module, #CIPHER "CTR", narae_##cipher.key_bytes, new_##cipher,                                    \
           #CIPHER "CTR(key, counter)\n--\n\n" #CIPHER "; counter is the first counter block, " #block_bytes \
                   " bytes.") < 0
    static const uint8_t of_chacha[3] = {NARAE_CHACHA_KEY_BYTES};

    return (add(module, "ChaCha20", of_chacha, new_ChaCha20,
                "ChaCha20(key, nonce, counter=0)\n--\n\n"
                "Nonces of 12 bytes, 24 (XChaCha20) or 8; counter is the number of the first block.") <
            0 NARAE_BLOCK_CIPHERS(ADD, ))
               ? -1
               : 0;
}
