/* SPDX-License-Identifier: MIT */
/* CMAC, NIST SP 800-38B: LEACMAC and so on. */

#include "binding.h"

#include "narae/descriptor.h"

typedef struct mac {
    PyObject_HEAD PyThread_type_lock mutex;
    size_t tag_bytes;
    narae_cmac cmac;
} mac;

static mac *
empty(PyTypeObject *type)
{
    mac *self = new_object(type);

    if (self != NULL && (self->mutex = PyThread_allocate_lock()) == NULL) {
        Py_DECREF((PyObject *)self);
        self = NULL;
    }
    if (self == NULL)
        PyErr_NoMemory();
    return self;
}

static PyObject *
mac_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const narae_block_cipher *cipher)
{
    static char *names[] = {"key", "tag_length", NULL};
    Py_ssize_t tag_bytes = 0;
    Py_buffer key;
    mac *self;
    int status;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "y*|n", names, &key, &tag_bytes))
        return NULL;
    self = check_tag_length(&tag_bytes, cipher->block_bytes) < 0 ? NULL : empty(type);
    if (self == NULL) {
        PyBuffer_Release(&key);
        return NULL;
    }
    self->tag_bytes = (size_t)tag_bytes;
    status = narae_cmac_init(&self->cmac, cipher, key.buf, (size_t)key.len);
    if (status == NARAE_OK)
        status = narae_cmac_start(&self->cmac);
    PyBuffer_Release(&key);
    if (status != NARAE_OK) {
        Py_DECREF((PyObject *)self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void
mac_dealloc(mac *self)
{
    narae_cmac_clear(&self->cmac);
    if (self->mutex != NULL)
        PyThread_free_lock(self->mutex);
    free_object(self);
}

static PyObject *
done(int status)
{
    if (status != NARAE_OK)
        return raise_status(status);
    Py_RETURN_NONE;
}

static PyObject *
mac_update(mac *self, PyObject *object)
{
    Py_buffer data;
    int status;

    if (PyObject_GetBuffer(object, &data, PyBUF_SIMPLE) < 0)
        return NULL;
    lock(self->mutex);
    RUN(data.len, status = narae_cmac_update(&self->cmac, data.buf, (size_t)data.len));
    PyThread_release_lock(self->mutex);
    PyBuffer_Release(&data);
    return done(status);
}

static PyObject *
mac_finalize(mac *self, PyObject *unused)
{
    uint8_t tag[16];
    int status;

    (void)unused;
    lock(self->mutex);
    status = narae_cmac_finish(&self->cmac, tag, self->tag_bytes);
    PyThread_release_lock(self->mutex);
    return status == NARAE_OK ? PyBytes_FromStringAndSize((char *)tag, (Py_ssize_t)self->tag_bytes)
                              : raise_status(status);
}

/* A tag of another length is wrong: the sender must not choose it. */
static PyObject *
mac_verify(mac *self, PyObject *object)
{
    Py_buffer tag;
    int status;

    if (PyObject_GetBuffer(object, &tag, PyBUF_SIMPLE) < 0)
        return NULL;
    lock(self->mutex);
    if ((size_t)tag.len == self->tag_bytes) {
        status = narae_cmac_verify(&self->cmac, tag.buf, (size_t)tag.len);
    } else {
        uint8_t ended[16];

        status = narae_cmac_finish(&self->cmac, ended, self->tag_bytes);
        narae_wipe(ended, sizeof ended);
        if (status == NARAE_OK)
            status = NARAE_ERROR_AUTHENTICATION;
    }
    PyThread_release_lock(self->mutex);
    PyBuffer_Release(&tag);
    return done(status);
}

static PyObject *
mac_copy(mac *self, PyObject *unused)
{
    mac *copy = empty(Py_TYPE((PyObject *)self));

    (void)unused;
    if (copy == NULL)
        return NULL;
    lock(self->mutex);
    copy->tag_bytes = self->tag_bytes;
    copy->cmac = self->cmac;
    PyThread_release_lock(self->mutex);
    return (PyObject *)copy;
}

static PyMethodDef methods[] = {
    {"update", (PyCFunction)mac_update, METH_O, "update($self, data, /)\n--\n\nAdds the next bytes."},
    {"finalize", (PyCFunction)mac_finalize, METH_NOARGS,
     "finalize($self, /)\n--\n\nThe tag.  The object is then used up."},
    {"verify", (PyCFunction)mac_verify, METH_O,
     "verify($self, tag, /)\n--\n\nRaises InvalidTag unless this is the tag.  The object is then used up."},
    {"copy", (PyCFunction)mac_copy, METH_NOARGS,
     "copy($self, /)\n--\n\nAn independent object in the same state."},
    GENERATE_KEY,
    {NULL, NULL, 0, NULL},
};

#define NEW(with, cipher, CIPHER, block_bytes, key1, key2, key3)                        \
    static PyObject *new_##cipher(PyTypeObject *type, PyObject *args, PyObject *kwargs) \
    {                                                                                   \
        return mac_new(type, args, kwargs, &narae_##cipher);                            \
    }
NARAE_BLOCK_CIPHERS(NEW, )

static int
add(PyObject *module, const char *name, const narae_block_cipher *cipher, newfunc make, const char *text)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)make},
                           {Py_tp_dealloc, (void *)mac_dealloc},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, (void *)text},
                           {0, NULL}};
    PyObject *type = add_type(module, name, sizeof(mac), slots);

    return type == NULL ? -1 : add_key_sizes(type, cipher->key_bytes);
}

int
add_cmac_types(PyObject *module)
{
#define ADD(with, cipher, CIPHER, block_bytes, key1, key2, key3)                                      \
    || add(module, #CIPHER "CMAC", &narae_##cipher, new_##cipher,                                     \
           #CIPHER "CMAC(key, tag_length=0)\n--\n\nCMAC with " #CIPHER "; tags of 4 to " #block_bytes \
                   " bytes, 0 for " #block_bytes ".") < 0
    return (0 NARAE_BLOCK_CIPHERS(ADD, )) ? -1 : 0;
}
