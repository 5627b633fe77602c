/* SPDX-License-Identifier: MIT */
/* Hashes and functions with output of any length, with the methods of
 * hashlib's: SHA-2 (FIPS 180-4), SHA-3 and SHAKE (FIPS 202), LSH (KS X 3262), Ascon-Hash256, Ascon-XOF128 and
 * Ascon-CXOF128 (NIST SP 800-232). */

#include "binding.h"

typedef union state {
    narae_sha2 sha2;
    narae_sha3 sha3;
    narae_lsh256 lsh256;
    narae_lsh512 lsh512;
    narae_ascon_hash256 ascon_hash256;
    narae_ascon_xof128 ascon_xof128;
    narae_ascon_cxof128 ascon_cxof128;
} state;

typedef struct hash {
    PyObject_HEAD const struct kind *kind;
    PyThread_type_lock mutex;
    state state;
} hash;

typedef struct kind {
    const char *name;
    uint8_t digest_bytes; /* 0: as many as are requested */
    uint16_t block_bytes;
    int customized;
    int (*start)(state *s, const Py_buffer *custom);
    int (*update)(state *s, const uint8_t *in, size_t bytes);
    int (*digest)(state *s, uint8_t *out, size_t bytes);
} kind;

static int
sha2_update(state *s, const uint8_t *in, size_t bytes)
{
    return narae_sha2_update(&s->sha2, in, bytes);
}

static int
sha2_digest(state *s, uint8_t *out, size_t bytes)
{
    return narae_sha2_finish(&s->sha2, out, bytes);
}

static int
sha3_update(state *s, const uint8_t *in, size_t bytes)
{
    return narae_sha3_update(&s->sha3, in, bytes);
}

static int
sha3_digest(state *s, uint8_t *out, size_t bytes)
{
    return narae_sha3_finish(&s->sha3, out, bytes);
}

static int
shake_digest(state *s, uint8_t *out, size_t bytes)
{
    return narae_shake_squeeze(&s->sha3, out, bytes);
}

static int
lsh256_update(state *s, const uint8_t *in, size_t bytes)
{
    return narae_lsh256_update(&s->lsh256, in, bytes);
}

static int
lsh256_digest(state *s, uint8_t *out, size_t bytes)
{
    return narae_lsh256_finish(&s->lsh256, out, bytes);
}

static int
lsh512_update(state *s, const uint8_t *in, size_t bytes)
{
    return narae_lsh512_update(&s->lsh512, in, bytes);
}

static int
lsh512_digest(state *s, uint8_t *out, size_t bytes)
{
    return narae_lsh512_finish(&s->lsh512, out, bytes);
}

static int
ascon_hash256_update(state *s, const uint8_t *in, size_t bytes)
{
    return narae_ascon_hash256_update(&s->ascon_hash256, in, bytes);
}

static int
ascon_hash256_digest(state *s, uint8_t *out, size_t bytes)
{
    (void)bytes;
    return narae_ascon_hash256_finish(&s->ascon_hash256, out);
}

static int
ascon_xof128_update(state *s, const uint8_t *in, size_t bytes)
{
    return narae_ascon_xof128_update(&s->ascon_xof128, in, bytes);
}

static int
ascon_xof128_digest(state *s, uint8_t *out, size_t bytes)
{
    return narae_ascon_xof128_squeeze(&s->ascon_xof128, out, bytes);
}

static int
ascon_cxof128_start(state *s, const Py_buffer *custom)
{
    return narae_ascon_cxof128_start(&s->ascon_cxof128, custom->buf, (size_t)custom->len);
}

static int
ascon_cxof128_update(state *s, const uint8_t *in, size_t bytes)
{
    return narae_ascon_cxof128_update(&s->ascon_cxof128, in, bytes);
}

static int
ascon_cxof128_digest(state *s, uint8_t *out, size_t bytes)
{
    return narae_ascon_cxof128_squeeze(&s->ascon_cxof128, out, bytes);
}

#define STARTS(name, function, member)                 \
    static int name(state *s, const Py_buffer *custom) \
    {                                                  \
        (void)custom;                                  \
        return function(&s->member);                   \
    }
STARTS(sha224_start, narae_sha224_start, sha2)
STARTS(sha256_start, narae_sha256_start, sha2)
STARTS(sha384_start, narae_sha384_start, sha2)
STARTS(sha512_start, narae_sha512_start, sha2)
STARTS(sha512_224_start, narae_sha512_224_start, sha2)
STARTS(sha512_256_start, narae_sha512_256_start, sha2)
STARTS(sha3_224_start, narae_sha3_224_start, sha3)
STARTS(sha3_256_start, narae_sha3_256_start, sha3)
STARTS(sha3_384_start, narae_sha3_384_start, sha3)
STARTS(sha3_512_start, narae_sha3_512_start, sha3)
STARTS(shake_128_start, narae_shake128_start, sha3)
STARTS(shake_256_start, narae_shake256_start, sha3)
STARTS(lsh256_224_start, narae_lsh256_224_start, lsh256)
STARTS(lsh256_256_start, narae_lsh256_256_start, lsh256)
STARTS(lsh512_224_start, narae_lsh512_224_start, lsh512)
STARTS(lsh512_256_start, narae_lsh512_256_start, lsh512)
STARTS(lsh512_384_start, narae_lsh512_384_start, lsh512)
STARTS(lsh512_512_start, narae_lsh512_512_start, lsh512)
STARTS(ascon_hash256_start, narae_ascon_hash256_start, ascon_hash256)
STARTS(ascon_xof128_start, narae_ascon_xof128_start, ascon_xof128)

static hash *
empty(PyTypeObject *type, const kind *of)
{
    hash *self = new_object(type);

    if (self != NULL && (self->mutex = PyThread_allocate_lock()) == NULL) {
        Py_DECREF((PyObject *)self);
        self = NULL;
    }
    if (self == NULL)
        PyErr_NoMemory();
    else
        self->kind = of;
    return self;
}

static int
take(hash *self, const Py_buffer *data)
{
    int status;

    lock(self->mutex);
    RUN(data->len, status = self->kind->update(&self->state, data->buf, (size_t)data->len));
    PyThread_release_lock(self->mutex);
    return status;
}

/* `usedforsecurity`: for compatibility with hashlib. */
static PyObject *
hash_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const kind *of)
{
    static char *usual[] = {"data", "usedforsecurity", NULL};
    static char *customized[] = {"data", "custom", "usedforsecurity", NULL};
    Py_buffer data = {0}, custom = {0};
    hash *self;
    int status, secure;

    if (!(of->customized
              ? PyArg_ParseTupleAndKeywords(args, kwargs, "|y*$y*p", customized, &data, &custom, &secure)
              : PyArg_ParseTupleAndKeywords(args, kwargs, "|y*$p", usual, &data, &secure)))
        return NULL;
    self = empty(type, of);
    if (self == NULL) {
        drop_bytes(&data);
        drop_bytes(&custom);
        return NULL;
    }
    status = of->start(&self->state, &custom);
    if (status == NARAE_OK)
        status = take(self, &data);
    drop_bytes(&data);
    drop_bytes(&custom);
    if (status != NARAE_OK) {
        Py_DECREF((PyObject *)self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void
hash_dealloc(hash *self)
{
    narae_wipe(&self->state, sizeof self->state);
    if (self->mutex != NULL)
        PyThread_free_lock(self->mutex);
    free_object(self);
}

static PyObject *
hash_update(hash *self, PyObject *object)
{
    Py_buffer data;
    int status;

    if (PyObject_GetBuffer(object, &data, PyBUF_SIMPLE) < 0)
        return NULL;
    status = take(self, &data);
    PyBuffer_Release(&data);
    if (status != NARAE_OK)
        return raise_status(status);
    Py_RETURN_NONE;
}

/* Of the data so far; more may follow. */
static PyObject *
digest(hash *self, Py_ssize_t bytes)
{
    PyObject *result = PyBytes_FromStringAndSize(NULL, bytes);
    state end;
    int status;

    if (result == NULL)
        return NULL;
    lock(self->mutex);
    end = self->state;
    PyThread_release_lock(self->mutex);
    uint8_t *out = (uint8_t *)PyBytes_AsString(result);
    RUN(bytes, status = self->kind->digest(&end, out, (size_t)bytes));
    narae_wipe(&end, sizeof end);
    if (status != NARAE_OK) {
        Py_DECREF(result);
        return raise_status(status);
    }
    return result;
}

static PyObject *
in_digits(PyObject *bytes)
{
    PyObject *digits = bytes == NULL ? NULL : PyObject_CallMethod(bytes, "hex", NULL);

    Py_XDECREF(bytes);
    return digits;
}

static PyObject *
hash_digest(hash *self, PyObject *unused)
{
    (void)unused;
    return digest(self, self->kind->digest_bytes);
}

static PyObject *
hash_hexdigest(hash *self, PyObject *unused)
{
    return in_digits(hash_digest(self, unused));
}

static PyObject *
xof_digest(hash *self, ARGUMENTS)
{
    static const char *const names[] = {"length", NULL};
    PyObject *length;
    Py_ssize_t bytes;

    if (sort_arguments("digest", names, 1, &length, args, nargs, kwnames) < 0)
        return NULL;
    bytes = PyNumber_AsSsize_t(length, PyExc_OverflowError);
    if (bytes == -1 && PyErr_Occurred())
        return NULL;
    if (bytes < 0) {
        PyErr_SetString(PyExc_ValueError, "length must not be negative");
        return NULL;
    }
    return digest(self, bytes);
}

static PyObject *
xof_hexdigest(hash *self, ARGUMENTS)
{
    return in_digits(xof_digest(self, args, nargs, kwnames));
}

static PyObject *
hash_copy(hash *self, PyObject *unused)
{
    hash *copy = empty(Py_TYPE((PyObject *)self), self->kind);

    (void)unused;
    if (copy == NULL)
        return NULL;
    lock(self->mutex);
    copy->state = self->state;
    PyThread_release_lock(self->mutex);
    return (PyObject *)copy;
}

static PyObject *
get_name(hash *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(self->kind->name);
}

static PyObject *
get_digest_size(hash *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(self->kind->digest_bytes);
}

static PyObject *
get_block_size(hash *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(self->kind->block_bytes);
}

static PyGetSetDef members[] = {
    {"name", (getter)get_name, NULL, "The name of the function.", NULL},
    {"digest_size", (getter)get_digest_size, NULL, "Bytes of a digest; 0: variable.", NULL},
    {"block_size", (getter)get_block_size, NULL, "Bytes that are absorbed at a time.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define UPDATE \
    {"update", (PyCFunction)hash_update, METH_O, "update($self, data, /)\n--\n\nAdds the next bytes."}
#define COPY                                      \
    {"copy", (PyCFunction)hash_copy, METH_NOARGS, \
     "copy($self, /)\n--\n\nAn independent object in the same state."}

static PyMethodDef hash_methods[] = {
    UPDATE,
    {"digest", (PyCFunction)hash_digest, METH_NOARGS,
     "digest($self, /)\n--\n\nThe digest of what was added so far."},
    {"hexdigest", (PyCFunction)hash_hexdigest, METH_NOARGS,
     "hexdigest($self, /)\n--\n\nThe same in hexadecimal digits."},
    COPY,
    {NULL, NULL, 0, NULL},
};

static PyMethodDef xof_methods[] = {
    UPDATE,
    METHOD("digest", xof_digest,
           "digest($self, length)\n--\n\nThe first bytes of the output for what was added so far."),
    METHOD("hexdigest", xof_hexdigest, "hexdigest($self, length)\n--\n\nThe same in hexadecimal digits."),
    COPY,
    {NULL, NULL, 0, NULL},
};

#define TEXT(name, standard) #name "(data=b'', *, usedforsecurity=True)\n--\n\n" standard "."

/* X(name, digest bytes, block bytes, customized, functions that update and digest, its documentation) */
#define CLASSES(X)                                                                                   \
    X(sha224, 28, 64, 0, sha2, sha2, TEXT(sha224, "FIPS 180-4"))                                     \
    X(sha256, 32, 64, 0, sha2, sha2, TEXT(sha256, "FIPS 180-4"))                                     \
    X(sha384, 48, 128, 0, sha2, sha2, TEXT(sha384, "FIPS 180-4"))                                    \
    X(sha512, 64, 128, 0, sha2, sha2, TEXT(sha512, "FIPS 180-4"))                                    \
    X(sha512_224, 28, 128, 0, sha2, sha2, TEXT(sha512_224, "FIPS 180-4"))                            \
    X(sha512_256, 32, 128, 0, sha2, sha2, TEXT(sha512_256, "FIPS 180-4"))                            \
    X(sha3_224, 28, 144, 0, sha3, sha3, TEXT(sha3_224, "FIPS 202"))                                  \
    X(sha3_256, 32, 136, 0, sha3, sha3, TEXT(sha3_256, "FIPS 202"))                                  \
    X(sha3_384, 48, 104, 0, sha3, sha3, TEXT(sha3_384, "FIPS 202"))                                  \
    X(sha3_512, 64, 72, 0, sha3, sha3, TEXT(sha3_512, "FIPS 202"))                                   \
    X(shake_128, 0, 168, 0, sha3, shake, TEXT(shake_128, "FIPS 202"))                                \
    X(shake_256, 0, 136, 0, sha3, shake, TEXT(shake_256, "FIPS 202"))                                \
    X(lsh256_224, 28, 128, 0, lsh256, lsh256, TEXT(lsh256_224, "KS X 3262"))                         \
    X(lsh256_256, 32, 128, 0, lsh256, lsh256, TEXT(lsh256_256, "KS X 3262"))                         \
    X(lsh512_224, 28, 256, 0, lsh512, lsh512, TEXT(lsh512_224, "KS X 3262"))                         \
    X(lsh512_256, 32, 256, 0, lsh512, lsh512, TEXT(lsh512_256, "KS X 3262"))                         \
    X(lsh512_384, 48, 256, 0, lsh512, lsh512, TEXT(lsh512_384, "KS X 3262"))                         \
    X(lsh512_512, 64, 256, 0, lsh512, lsh512, TEXT(lsh512_512, "KS X 3262"))                         \
    X(ascon_hash256, 32, 8, 0, ascon_hash256, ascon_hash256, TEXT(ascon_hash256, "NIST SP 800-232")) \
    X(ascon_xof128, 0, 8, 0, ascon_xof128, ascon_xof128, TEXT(ascon_xof128, "NIST SP 800-232"))      \
    X(ascon_cxof128, 0, 8, 1, ascon_cxof128, ascon_cxof128,                                          \
      "ascon_cxof128(data=b'', *, custom=b'', usedforsecurity=True)\n--\n\n"                         \
      "NIST SP 800-232; custom has up to 256 bytes and sets one use apart from others.")

#define NEW(NAME, digest_bytes, block_bytes, customized, updates, digests, text)                  \
    static const kind kind_##NAME = {#NAME,        digest_bytes,     block_bytes,     customized, \
                                     NAME##_start, updates##_update, digests##_digest};           \
    static PyObject *new_##NAME(PyTypeObject *type, PyObject *args, PyObject *kwargs)             \
    {                                                                                             \
        return hash_new(type, args, kwargs, &kind_##NAME);                                        \
    }
CLASSES(NEW)

static int
add(PyObject *module, const kind *of, newfunc make, const char *text)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)make},
                           {Py_tp_dealloc, (void *)hash_dealloc},
                           {Py_tp_methods, of->digest_bytes != 0 ? hash_methods : xof_methods},
                           {Py_tp_getset, members},
                           {Py_tp_doc, (void *)text},
                           {0, NULL}};

    return add_type(module, of->name, sizeof(hash), slots) == NULL ? -1 : 0;
}

int
add_hash_types(PyObject *module)
{
#define ADD(NAME, digest_bytes, block_bytes, customized, updates, digests, text) \
    || add(module, &kind_##NAME, new_##NAME, text) < 0
    return (0 CLASSES(ADD)) ? -1 : 0;
}
