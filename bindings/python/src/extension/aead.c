/* SPDX-License-Identifier: MIT */
/* Authenticated ciphers: LEAGCM, ARIACCM, ChaCha20Poly1305, AsconAEAD128, ...
 *
 * As in the package `cryptography`, an object is a key, its methods take a
 * whole message, and the tag stands behind the ciphertext.  An object never
 * changes, so any number of threads may use it at a time. */

#include "binding.h"

#include <string.h>

#include "narae/descriptor.h"

enum { TAG_BYTES = 16 };

typedef struct aead {
    PyObject_HEAD const struct kind *kind;
    size_t tag_bytes;
    union {
        narae_gcm gcm;
        narae_ccm ccm;
        uint8_t key[32];
    } as;
} aead;

/* A message: `out` has space for `bytes` bytes, `tag` for those of the object. */
typedef struct message {
    uint8_t *out, *tag;
    const uint8_t *nonce, *ad, *in;
    size_t nonce_bytes, ad_bytes, bytes;
} message;

typedef struct kind {
    const char *name;
    const narae_block_cipher *cipher; /* null: not a mode of a block cipher */
    uint8_t key_bytes[3];             /* if null */
    uint8_t nonce_bytes;              /* 0: the mode says which */
    int chooses_tag;
    int (*set_key)(aead *self, const uint8_t *key, size_t key_bytes);
    int (*seal)(const aead *self, const message *m);
    int (*open)(const aead *self, const message *m);
} kind;

static int
gcm_set_key(aead *self, const uint8_t *key, size_t key_bytes)
{
    return narae_gcm_init(&self->as.gcm, self->kind->cipher, key, key_bytes);
}

static int
gcm_seal(const aead *self, const message *m)
{
    return narae_gcm_seal(&self->as.gcm, m->out, m->tag, self->tag_bytes, m->nonce, m->nonce_bytes, m->ad,
                          m->ad_bytes, m->in, m->bytes);
}

static int
gcm_open(const aead *self, const message *m)
{
    return narae_gcm_open(&self->as.gcm, m->out, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, m->in,
                          m->bytes, m->tag, self->tag_bytes);
}

static int
ccm_set_key(aead *self, const uint8_t *key, size_t key_bytes)
{
    return narae_ccm_init(&self->as.ccm, self->kind->cipher, key, key_bytes);
}

static int
ccm_seal(const aead *self, const message *m)
{
    return narae_ccm_seal(&self->as.ccm, m->out, m->tag, self->tag_bytes, m->nonce, m->nonce_bytes, m->ad,
                          m->ad_bytes, m->in, m->bytes);
}

static int
ccm_open(const aead *self, const message *m)
{
    return narae_ccm_open(&self->as.ccm, m->out, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, m->in,
                          m->bytes, m->tag, self->tag_bytes);
}

static int
keep_key(aead *self, const uint8_t *key, size_t key_bytes)
{
    if (key_bytes != self->kind->key_bytes[0])
        return NARAE_ERROR_KEY_SIZE;
    memcpy(self->as.key, key, key_bytes);
    return NARAE_OK;
}

static int
chacha_seal(const aead *self, const message *m)
{
    return narae_chacha20_poly1305_seal(m->out, m->tag, self->as.key, m->nonce, m->nonce_bytes, m->ad,
                                        m->ad_bytes, m->in, m->bytes);
}

static int
chacha_open(const aead *self, const message *m)
{
    return narae_chacha20_poly1305_open(m->out, self->as.key, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes,
                                        m->in, m->bytes, m->tag, self->tag_bytes);
}

static int
ascon_seal(const aead *self, const message *m)
{
    return narae_ascon_aead128_seal(m->out, m->tag, self->tag_bytes, self->as.key, m->nonce, m->nonce_bytes,
                                    m->ad, m->ad_bytes, m->in, m->bytes);
}

static int
ascon_open(const aead *self, const message *m)
{
    return narae_ascon_aead128_open(m->out, self->as.key, m->nonce, m->nonce_bytes, m->ad, m->ad_bytes, m->in,
                                    m->bytes, m->tag, self->tag_bytes);
}

/* Buffers held by a call. */
typedef struct call {
    Py_buffer nonce, data, ad, buf;
    message message;
} call;

static void
end_call(call *c)
{
    drop_bytes(&c->nonce);
    drop_bytes(&c->data);
    drop_bytes(&c->ad);
    drop_bytes(&c->buf);
}

/* Parses nonce, data, associated_data and, if `into`, buf. */
static int
begin_call(const aead *self, call *c, const char *function, int into, ARGUMENTS)
{
    static const char *const whole[] = {"nonce", "data", "associated_data", NULL};
    static const char *const given[] = {"nonce", "data", "associated_data", "buf", NULL};
    PyObject *values[4];

    memset(c, 0, sizeof *c);
    if (sort_arguments(function, into ? given : whole, into ? 4 : 2, values, args, nargs, kwnames) < 0)
        return -1;
    if (get_bytes(values[0], &c->nonce) < 0 || get_bytes(values[1], &c->data) < 0 ||
        get_optional_bytes(values[2], &c->ad) < 0 || (into && get_writable(values[3], &c->buf) < 0)) {
        end_call(c);
        return -1;
    }
    c->message.nonce = c->nonce.buf;
    c->message.nonce_bytes = (size_t)c->nonce.len;
    c->message.ad = c->ad.buf;
    c->message.ad_bytes = (size_t)c->ad.len;
    c->message.in = c->data.buf;
    c->message.bytes = (size_t)c->data.len;
    if (self->kind->nonce_bytes != 0 && c->nonce.len != self->kind->nonce_bytes) {
        PyErr_Format(PyExc_ValueError, "nonce must be %d bytes", (int)self->kind->nonce_bytes);
        end_call(c);
        return -1;
    }
    return 0;
}

/* Bytes written, or -1 with an exception set. */
static Py_ssize_t
sealed_bytes(const aead *self, const call *c)
{
    if (c->data.len > PY_SSIZE_T_MAX - (Py_ssize_t)self->tag_bytes) {
        PyErr_SetString(PyExc_OverflowError, "data is too long");
        return -1;
    }
    return c->data.len + (Py_ssize_t)self->tag_bytes;
}

/* A message shorter than its tag is a forgery. */
static Py_ssize_t
opened_bytes(const aead *self, call *c)
{
    if ((size_t)c->data.len < self->tag_bytes) {
        PyErr_SetNone(invalid_tag);
        return -1;
    }
    c->message.bytes -= self->tag_bytes;
    return (Py_ssize_t)c->message.bytes;
}

static int
has_room(const call *c, Py_ssize_t bytes)
{
    if (c->buf.len == bytes)
        return 1;
    PyErr_Format(PyExc_ValueError, "buf must be %zd bytes long, not %zd", bytes, c->buf.len);
    return 0;
}

static int
run_seal(const aead *self, call *c, uint8_t *out)
{
    int status;

    c->message.out = out;
    c->message.tag = out + c->message.bytes;
    RUN(c->data.len, status = self->kind->seal(self, &c->message));
    return status;
}

static int
run_open(const aead *self, call *c, uint8_t *out)
{
    int status;

    c->message.out = out;
    c->message.tag = (uint8_t *)c->data.buf + c->message.bytes;
    RUN(c->data.len, status = self->kind->open(self, &c->message));
    return status;
}

/* The common part of the four methods. */
#define FINISH(c, status, result)        \
    do {                                 \
        end_call(c);                     \
        if ((status) != NARAE_OK) {      \
            Py_XDECREF(result);          \
            return raise_status(status); \
        }                                \
        return result;                   \
    } while (0)

static PyObject *
aead_encrypt(aead *self, ARGUMENTS)
{
    PyObject *result = NULL;
    Py_ssize_t bytes;
    call c;

    if (begin_call(self, &c, "encrypt", 0, args, nargs, kwnames) < 0)
        return NULL;
    if ((bytes = sealed_bytes(self, &c)) < 0 || (result = PyBytes_FromStringAndSize(NULL, bytes)) == NULL) {
        end_call(&c);
        return NULL;
    }
    const int status = run_seal(self, &c, (uint8_t *)PyBytes_AsString(result));
    FINISH(&c, status, result);
}

static PyObject *
aead_decrypt(aead *self, ARGUMENTS)
{
    PyObject *result = NULL;
    Py_ssize_t bytes;
    call c;

    if (begin_call(self, &c, "decrypt", 0, args, nargs, kwnames) < 0)
        return NULL;
    if ((bytes = opened_bytes(self, &c)) < 0 || (result = PyBytes_FromStringAndSize(NULL, bytes)) == NULL) {
        end_call(&c);
        return NULL;
    }
    const int status = run_open(self, &c, (uint8_t *)PyBytes_AsString(result));
    FINISH(&c, status, result);
}

static PyObject *
aead_encrypt_into(aead *self, ARGUMENTS)
{
    PyObject *result = NULL;
    Py_ssize_t bytes;
    call c;

    if (begin_call(self, &c, "encrypt_into", 1, args, nargs, kwnames) < 0)
        return NULL;
    if ((bytes = sealed_bytes(self, &c)) < 0 || !has_room(&c, bytes) ||
        (result = PyLong_FromSsize_t(bytes)) == NULL) {
        end_call(&c);
        return NULL;
    }
    const int status = run_seal(self, &c, c.buf.buf);
    FINISH(&c, status, result);
}

static PyObject *
aead_decrypt_into(aead *self, ARGUMENTS)
{
    PyObject *result = NULL;
    Py_ssize_t bytes;
    call c;

    if (begin_call(self, &c, "decrypt_into", 1, args, nargs, kwnames) < 0)
        return NULL;
    if ((bytes = opened_bytes(self, &c)) < 0 || !has_room(&c, bytes) ||
        (result = PyLong_FromSsize_t(bytes)) == NULL) {
        end_call(&c);
        return NULL;
    }
    const int status = run_open(self, &c, c.buf.buf);
    FINISH(&c, status, result);
}

static PyObject *
aead_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const kind *of)
{
    static char *with_tag[] = {"key", "tag_length", NULL}, *without[] = {"key", NULL};
    Py_ssize_t tag_bytes = TAG_BYTES;
    Py_buffer key;
    aead *self;
    int status;

    if (!(of->chooses_tag ? PyArg_ParseTupleAndKeywords(args, kwargs, "y*|n", with_tag, &key, &tag_bytes)
                          : PyArg_ParseTupleAndKeywords(args, kwargs, "y*", without, &key)))
        return NULL;
    if (tag_bytes < 4 || tag_bytes > TAG_BYTES || tag_bytes % 2 != 0) {
        PyBuffer_Release(&key);
        PyErr_SetString(PyExc_ValueError, "tag_length must be 4, 6, 8, 10, 12, 14 or 16");
        return NULL;
    }
    self = new_object(type);
    if (self == NULL) {
        PyBuffer_Release(&key);
        return NULL;
    }
    self->kind = of;
    self->tag_bytes = (size_t)tag_bytes;
    status = of->set_key(self, key.buf, (size_t)key.len);
    PyBuffer_Release(&key);
    if (status != NARAE_OK) {
        Py_DECREF((PyObject *)self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void
aead_dealloc(aead *self)
{
    narae_wipe(&self->as, sizeof self->as);
    free_object(self);
}

static PyMethodDef methods[] = {
    METHOD("encrypt", aead_encrypt,
           "encrypt($self, nonce, data, associated_data=None)\n--\n\n"
           "The ciphertext of data with its tag behind it.  The pair of key and nonce must be new."),
    METHOD("decrypt", aead_decrypt,
           "decrypt($self, nonce, data, associated_data=None)\n--\n\n"
           "The plaintext of what encrypt() gave; raises InvalidTag if anything was changed."),
    METHOD("encrypt_into", aead_encrypt_into,
           "encrypt_into($self, nonce, data, associated_data, buf)\n--\n\n"
           "Like encrypt(), but writes into buf, whose length must be that of data and tag, and returns it.  "
           "data may be the beginning of buf."),
    METHOD(
        "decrypt_into", aead_decrypt_into,
        "decrypt_into($self, nonce, data, associated_data, buf)\n--\n\n"
        "Like decrypt(), but writes into buf, whose length must be that of the plaintext, and returns it.  "
        "buf may be the beginning of data; it is zeroed if the tag is wrong."),
    GENERATE_KEY,
    {NULL, NULL, 0, NULL},
};

/* X(class, cipher, key bytes, nonce bytes, chooses_tag, set_key, prefix of its functions, its documentation)
 */
#define OF_CIPHER(X, cipher, CIPHER, block_bytes, key1, key2, key3) \
    OF_BLOCKS_OF_##block_bytes(X, cipher, CIPHER)
#define OF_BLOCKS_OF_8(X, cipher, CIPHER)
#define OF_BLOCKS_OF_16(X, cipher, CIPHER)                             \
    X(CIPHER##GCM, &narae_##cipher, 0, 0, 0, gcm_set_key, gcm,         \
      #CIPHER "GCM(key)\n--\n\n" #CIPHER " in GCM (NIST SP 800-38D).") \
    X(CIPHER##CCM, &narae_##cipher, 0, 0, 1, ccm_set_key, ccm,         \
      #CIPHER "CCM(key, tag_length=16)\n--\n\n" #CIPHER                \
              " in CCM (NIST SP 800-38C); nonces of 7 to 13 bytes.")
#define CLASSES(X)                                                                                \
    NARAE_BLOCK_CIPHERS(OF_CIPHER, X)                                                             \
    X(ChaCha20Poly1305, NULL, 32, 12, 0, keep_key, chacha,                                        \
      "ChaCha20Poly1305(key)\n--\n\nRFC 8439: keys of 256 bits, nonces of 12 bytes.")             \
    X(XChaCha20Poly1305, NULL, 32, 24, 0, keep_key, chacha,                                       \
      "XChaCha20Poly1305(key)\n--\n\nKeys of 256 bits; nonces of 24 bytes, which may be random.") \
    X(AsconAEAD128, NULL, 16, 16, 0, keep_key, ascon,                                             \
      "AsconAEAD128(key)\n--\n\nNIST SP 800-232: keys of 128 bits, nonces of 16 bytes.")

#define DEFINE(NAME, cipher, key_bytes, nonce_bytes, chooses_tag, set_key, prefix, text)  \
    static const kind kind_##NAME = {#NAME,       cipher,  {key_bytes},   nonce_bytes,    \
                                     chooses_tag, set_key, prefix##_seal, prefix##_open}; \
    static PyObject *new_##NAME(PyTypeObject *type, PyObject *args, PyObject *kwargs)     \
    {                                                                                     \
        return aead_new(type, args, kwargs, &kind_##NAME);                                \
    }
CLASSES(DEFINE)

static int
add(PyObject *module, const kind *of, newfunc make, const char *text)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)make},
                           {Py_tp_dealloc, (void *)aead_dealloc},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, (void *)text},
                           {0, NULL}};
    PyObject *type = add_type(module, of->name, sizeof(aead), slots);

    return type == NULL ? -1
                        : add_key_sizes(type, of->cipher == NULL ? of->key_bytes : of->cipher->key_bytes);
}

int
add_aead_types(PyObject *module)
{
#define ADD(NAME, cipher, key_bytes, nonce_bytes, chooses_tag, set_key, prefix, text) \
    || add(module, &kind_##NAME, new_##NAME, text) < 0
    return (0 CLASSES(ADD)) ? -1 : 0;
}
