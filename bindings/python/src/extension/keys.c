/* SPDX-License-Identifier: MIT */
/* Poly1305; CMAC on any block cipher; and what is built on any hash: HMAC, PBKDF2, KBKDF and the DRBGs
 * of SP 800-90A, the last two also on any block cipher.  Hashes and ciphers are named as the module's types
 * are: "lsh256_256", "lea". */

#include "binding.h"

#include <string.h>

#include "narae/descriptor.h"
#include "narae/poly1305.h"

#define HASHES(X) \
    X(sha224)     \
    X(sha256)     \
    X(sha384)     \
    X(sha512)     \
    X(sha512_224) \
    X(sha512_256) \
    X(sha3_224)   \
    X(sha3_256)   \
    X(sha3_384)   \
    X(sha3_512)   \
    X(lsh256_224) \
    X(lsh256_256) \
    X(lsh512_224) \
    X(lsh512_256) \
    X(lsh512_384) \
    X(lsh512_512)

static const narae_hash *
find_hash(const char *name)
{
#define NAMED_HASH(id)          \
    if (strcmp(name, #id) == 0) \
        return &narae_##id;
    HASHES(NAMED_HASH)
    return NULL;
}

static const narae_block_cipher *
find_cipher(const char *name)
{
#define NAMED_CIPHER(with, id, ID, block_bytes, key1, key2, key3) \
    if (strcmp(name, #id) == 0)                                   \
        return &narae_##id;
    NARAE_BLOCK_CIPHERS(NAMED_CIPHER, )
    return NULL;
}

static int
is_known(const void *object, const char *kind, const char *name)
{
    if (object == NULL)
        PyErr_Format(PyExc_ValueError, "narae has no %s '%s'", kind, name);
    return object != NULL;
}

static void
release(Py_buffer *views, int n)
{
    while (n-- > 0)
        if (views[n].obj != NULL)
            PyBuffer_Release(&views[n]);
}

static PyObject *
done(int status)
{
    if (status != NARAE_OK)
        return raise_status(status);
    Py_RETURN_NONE;
}

/* `result`, or on error null, after releasing it. */
static PyObject *
result_of(PyObject *result, int status)
{
    if (result == NULL || status == NARAE_OK)
        return result;
    Py_DECREF(result);
    return raise_status(status);
}

static uint8_t *
bytes_in(PyObject *bytes)
{
    return (uint8_t *)PyBytes_AsString(bytes);
}

/* An object that changes with each call: HMAC, CMAC, Poly1305 or a generator. */
typedef struct locked {
    PyObject_HEAD PyThread_type_lock mutex;
    int kind;
    size_t tag_bytes; /* of HMAC, CMAC and Poly1305 */
    union {
        narae_hmac hmac;
        narae_cmac cmac;
        narae_drbg_hash hash;
        narae_drbg_hmac of_hmac;
        narae_drbg_ctr ctr;
        narae_poly1305 poly1305;
    } at;
} locked;

enum { HASH_DRBG, HMAC_DRBG, CTR_DRBG, HMAC, CMAC, POLY1305 };

static locked *
empty(PyTypeObject *type)
{
    locked *self = new_object(type);

    if (self != NULL && (self->mutex = PyThread_allocate_lock()) == NULL) {
        Py_DECREF((PyObject *)self);
        self = NULL;
    }
    if (self == NULL)
        PyErr_NoMemory();
    return self;
}

static void
locked_dealloc(locked *self)
{
    narae_wipe(&self->at, sizeof self->at);
    if (self->mutex != NULL)
        PyThread_free_lock(self->mutex);
    free_object(self);
}

static PyObject *
hmac_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"key", "hash_name", "tag_length", NULL};
    const char *name;
    const narae_hash *hash;
    Py_ssize_t tag_bytes = 0;
    Py_buffer key;
    locked *self = NULL;
    int status = NARAE_OK;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "y*s|n", names, &key, &name, &tag_bytes))
        return NULL;
    hash = find_hash(name);
    if (is_known(hash, "hash", name) && check_tag_length(&tag_bytes, narae_hash_digest_bytes(hash)) == 0 &&
        (self = empty(type)) != NULL) {
        self->kind = HMAC;
        self->tag_bytes = (size_t)tag_bytes;
        status = narae_hmac_init(&self->at.hmac, hash, key.buf, (size_t)key.len);
        if (status == NARAE_OK)
            status = narae_hmac_start(&self->at.hmac);
    }
    PyBuffer_Release(&key);
    return result_of((PyObject *)self, status);
}

static PyObject *
cmac_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const narae_block_cipher *cipher)
{
    static char *names[] = {"key", "tag_length", NULL};
    Py_ssize_t tag_bytes = 0;
    Py_buffer key;
    locked *self = NULL;
    int status = NARAE_OK;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "y*|n", names, &key, &tag_bytes))
        return NULL;
    if (check_tag_length(&tag_bytes, cipher->block_bytes) == 0 && (self = empty(type)) != NULL) {
        self->kind = CMAC;
        self->tag_bytes = (size_t)tag_bytes;
        status = narae_cmac_init(&self->at.cmac, cipher, key.buf, (size_t)key.len);
        if (status == NARAE_OK)
            status = narae_cmac_start(&self->at.cmac);
    }
    PyBuffer_Release(&key);
    return result_of((PyObject *)self, status);
}

static int
add_bytes(locked *self, const Py_buffer *data)
{
    return self->kind == POLY1305 ? narae_poly1305_update(&self->at.poly1305, data->buf, (size_t)data->len)
           : self->kind == CMAC   ? narae_cmac_update(&self->at.cmac, data->buf, (size_t)data->len)
                                  : narae_hmac_update(&self->at.hmac, data->buf, (size_t)data->len);
}

static int
finish(locked *self, uint8_t *tag)
{
    return self->kind == POLY1305 ? narae_poly1305_finish(&self->at.poly1305, tag)
           : self->kind == CMAC   ? narae_cmac_finish(&self->at.cmac, tag, self->tag_bytes)
                                  : narae_hmac_finish(&self->at.hmac, tag, self->tag_bytes);
}

static int
verify(locked *self, const uint8_t *tag)
{
    return self->kind == POLY1305 ? narae_poly1305_verify(&self->at.poly1305, tag, NARAE_POLY1305_TAG_BYTES)
           : self->kind == CMAC   ? narae_cmac_verify(&self->at.cmac, tag, self->tag_bytes)
                                  : narae_hmac_verify(&self->at.hmac, tag, self->tag_bytes);
}

static PyObject *
mac_update(locked *self, PyObject *object)
{
    Py_buffer data;
    int status;

    if (PyObject_GetBuffer(object, &data, PyBUF_SIMPLE) < 0)
        return NULL;
    lock(self->mutex);
    RUN(data.len, status = add_bytes(self, &data));
    PyThread_release_lock(self->mutex);
    PyBuffer_Release(&data);
    return done(status);
}

static PyObject *
mac_finalize(locked *self, PyObject *unused)
{
    uint8_t tag[NARAE_HASH_DIGEST_BYTES];
    int status;

    (void)unused;
    lock(self->mutex);
    status = finish(self, tag);
    PyThread_release_lock(self->mutex);
    return status == NARAE_OK ? PyBytes_FromStringAndSize((char *)tag, (Py_ssize_t)self->tag_bytes)
                              : raise_status(status);
}

/* A tag of another length is wrong: the sender must not choose it. */
static PyObject *
mac_verify(locked *self, PyObject *object)
{
    uint8_t ended[NARAE_HASH_DIGEST_BYTES];
    Py_buffer tag;
    int status;

    if (PyObject_GetBuffer(object, &tag, PyBUF_SIMPLE) < 0)
        return NULL;
    lock(self->mutex);
    if ((size_t)tag.len == self->tag_bytes) {
        status = verify(self, tag.buf);
    } else {
        status = finish(self, ended);
        narae_wipe(ended, sizeof ended);
        if (status == NARAE_OK)
            status = NARAE_ERROR_AUTHENTICATION;
    }
    PyThread_release_lock(self->mutex);
    PyBuffer_Release(&tag);
    return done(status);
}

static PyObject *
mac_copy(locked *self, PyObject *unused)
{
    locked *copy = empty(Py_TYPE((PyObject *)self));

    (void)unused;
    if (copy == NULL)
        return NULL;
    lock(self->mutex);
    copy->kind = self->kind;
    copy->tag_bytes = self->tag_bytes;
    copy->at = self->at;
    PyThread_release_lock(self->mutex);
    return (PyObject *)copy;
}

static PyObject *
poly1305_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"key", NULL};
    Py_buffer key;
    locked *self = NULL;
    int status = NARAE_ERROR_KEY_SIZE;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "y*", names, &key))
        return NULL;
    if ((self = empty(type)) != NULL) {
        self->kind = POLY1305;
        self->tag_bytes = NARAE_POLY1305_TAG_BYTES;
        if (key.len == NARAE_POLY1305_KEY_BYTES)
            status = narae_poly1305_start(&self->at.poly1305, key.buf);
    }
    PyBuffer_Release(&key);
    return result_of((PyObject *)self, status);
}

#define UPDATE_AND_VERIFY                                                                                   \
    {"update", (PyCFunction)mac_update, METH_O, "update($self, data, /)\n--\n\nAdds the next bytes."},      \
        {"verify", (PyCFunction)mac_verify, METH_O,                                                         \
         "verify($self, tag, /)\n--\n\nRaises InvalidTag unless this is the tag.  The object is then used " \
         "up."}
#define FINALIZE_AND_COPY                                                \
    {"finalize", (PyCFunction)mac_finalize, METH_NOARGS,                 \
     "finalize($self, /)\n--\n\nThe tag.  The object is then used up."}, \
        {"copy", (PyCFunction)mac_copy, METH_NOARGS,                     \
         "copy($self, /)\n--\n\nAn independent object in the same state."}

static PyMethodDef poly1305_methods[] = {
    UPDATE_AND_VERIFY,
    {"finalize", (PyCFunction)mac_finalize, METH_NOARGS,
     "finalize($self, /)\n--\n\nThe tag of 16 bytes.  The object is then used up."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef hmac_methods[] = {UPDATE_AND_VERIFY, FINALIZE_AND_COPY, {NULL, NULL, 0, NULL}};

static PyMethodDef cmac_methods[] = {
    UPDATE_AND_VERIFY, FINALIZE_AND_COPY, GENERATE_KEY, {NULL, NULL, 0, NULL}};

#define NEW_CMAC(with, cipher, CIPHER, block_bytes, key1, key2, key3)                    \
    static PyObject *cmac_##cipher(PyTypeObject *type, PyObject *args, PyObject *kwargs) \
    {                                                                                    \
        return cmac_new(type, args, kwargs, &narae_##cipher);                            \
    }
NARAE_BLOCK_CIPHERS(NEW_CMAC, )

/* The generator's function for its kind. */
#define OF_KIND(function, ...)                                                              \
    (self->kind == HASH_DRBG   ? narae_drbg_hash_##function(&self->at.hash, __VA_ARGS__)    \
     : self->kind == HMAC_DRBG ? narae_drbg_hmac_##function(&self->at.of_hmac, __VA_ARGS__) \
                               : narae_drbg_ctr_##function(&self->at.ctr, __VA_ARGS__))
#define VIEW(i) view[i].buf, (size_t)view[i].len

static PyObject *
hash_drbg_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, int kind)
{
    static char *names[] = {"hash_name", "entropy", "nonce", "personalization", NULL};
    const char *name;
    const narae_hash *hash;
    Py_buffer view[3] = {{0}};
    locked *self = NULL;
    int status = NARAE_OK;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sy*y*|y*", names, &name, &view[0], &view[1], &view[2]))
        return NULL;
    hash = find_hash(name);
    if (is_known(hash, "hash", name) && (self = empty(type)) != NULL) {
        self->kind = kind;
        status = kind == HASH_DRBG ? narae_drbg_hash_init(&self->at.hash, hash, VIEW(0), VIEW(1), VIEW(2))
                                   : narae_drbg_hmac_init(&self->at.of_hmac, hash, VIEW(0), VIEW(1), VIEW(2));
    }
    release(view, 3);
    return result_of((PyObject *)self, status);
}

static PyObject *
new_HashDRBG(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return hash_drbg_new(type, args, kwargs, HASH_DRBG);
}

static PyObject *
new_HMACDRBG(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return hash_drbg_new(type, args, kwargs, HMAC_DRBG);
}

static PyObject *
new_CTRDRBG(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"cipher_name", "bit_length", "entropy", "nonce", "personalization", NULL};
    const char *name;
    const narae_block_cipher *cipher;
    int bits;
    Py_buffer view[3] = {{0}};
    locked *self = NULL;
    int status = NARAE_OK;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "siy*z*|y*", names, &name, &bits, &view[0], &view[1],
                                     &view[2]))
        return NULL;
    cipher = find_cipher(name);
    if (is_known(cipher, "block cipher", name) && (self = empty(type)) != NULL) {
        self->kind = CTR_DRBG;
        const size_t key_bytes = (size_t)bits / 8;

        status = bits < 0 || bits % 8 != 0 ? NARAE_ERROR_KEY_SIZE
                 : view[1].obj == NULL
                     ? narae_drbg_ctr_init_no_df(&self->at.ctr, cipher, key_bytes, VIEW(0), VIEW(2))
                     : narae_drbg_ctr_init(&self->at.ctr, cipher, key_bytes, VIEW(0), VIEW(1), VIEW(2));
    }
    release(view, 3);
    return result_of((PyObject *)self, status);
}

static PyObject *
drbg_reseed(locked *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"entropy", "additional", NULL};
    Py_buffer view[2] = {{0}};
    int status;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "y*|y*", names, &view[0], &view[1]))
        return NULL;
    lock(self->mutex);
    status = OF_KIND(reseed, VIEW(0), VIEW(1));
    PyThread_release_lock(self->mutex);
    release(view, 2);
    return done(status);
}

static PyObject *
drbg_generate(locked *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"length", "additional", "entropy", NULL};
    PyObject *output;
    Py_buffer view[2] = {{0}};
    Py_ssize_t n;
    int status = NARAE_ERROR_LENGTH;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "n|y*y*", names, &n, &view[0], &view[1]))
        return NULL;
    output = PyBytes_FromStringAndSize(NULL, n < 0 ? 0 : n);
    if (output != NULL && n >= 0) {
        lock(self->mutex);
        status = view[1].obj == NULL ? OF_KIND(generate, bytes_in(output), (size_t)n, VIEW(0))
                                     : OF_KIND(generate_fresh, bytes_in(output), (size_t)n, VIEW(1), VIEW(0));
        PyThread_release_lock(self->mutex);
    }
    release(view, 2);
    return result_of(output, status);
}

#define KEYWORDS(name, function, documentation) \
    {name, (PyCFunction)(void (*)(void))(function), METH_VARARGS | METH_KEYWORDS, documentation}

static PyMethodDef drbg_methods[] = {
    KEYWORDS("generate", drbg_generate,
             "generate($self, length, additional=b'', entropy=...)\n--\n\n"
             "Random bytes, 65536 or fewer; with entropy after reseeding (prediction resistance)."),
    KEYWORDS("reseed", drbg_reseed,
             "reseed($self, entropy, additional=b'')\n--\n\nTakes new entropy into the state."),
    {NULL, NULL, 0, NULL},
};

static PyObject *
pbkdf2_hmac(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"hash_name", "password", "salt", "iterations", "dklen", NULL};
    const char *name;
    const narae_hash *hash;
    Py_buffer view[2] = {{0}};
    PyObject *output = NULL, *dklen = Py_None;
    Py_ssize_t iterations, length = 0;
    int status = NARAE_OK;

    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sy*y*n|O", names, &name, &view[0], &view[1], &iterations,
                                     &dklen))
        return NULL;
    hash = find_hash(name);
    if (dklen != Py_None)
        length = PyNumber_AsSsize_t(dklen, PyExc_OverflowError);
    else if (hash != NULL)
        length = (Py_ssize_t)narae_hash_digest_bytes(hash);
    if (length < 0) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "dklen must not be negative");
    } else if (iterations < 1 || (uint64_t)iterations > UINT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "iterations must be 1 to 2^32 - 1");
    } else if (is_known(hash, "hash", name)) {
        output = PyBytes_FromStringAndSize(NULL, length);
        if (output != NULL)
            RUN(WITHOUT_GIL_BYTES, status = narae_pbkdf2(bytes_in(output), (size_t)length, hash, VIEW(0),
                                                         VIEW(1), (uint32_t)iterations));
    }
    release(view, 2);
    return result_of(output, status);
}

static PyObject *
kbkdf(PyObject *module, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"name", "key",    "length",        "label",        "context",
                            "iv",   "before", "counter_bytes", "length_bytes", NULL};
    const char *name;
    const narae_hash *hash;
    const narae_block_cipher *cipher;
    Py_buffer view[5] = {{0}};
    narae_kbkdf_input input = {0};
    PyObject *output = NULL;
    Py_ssize_t n;
    unsigned char counter_bytes = 4, length_bytes = 4;
    int status = NARAE_OK;

    (void)module;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sy*n|y*y*y*y*bb", names, &name, &view[0], &n, &view[1],
                                     &view[2], &view[3], &view[4], &counter_bytes, &length_bytes))
        return NULL;
    input = (narae_kbkdf_input){
        .label = view[1].buf,
        .context = view[2].buf,
        .label_bytes = (size_t)view[1].len,
        .context_bytes = (size_t)view[2].len,
        .before = view[4].buf,
        .before_bytes = (size_t)view[4].len,
        .iv = view[3].buf,
        .iv_bytes = (size_t)view[3].len,
        .counter_bytes = counter_bytes,
        .length_bytes = length_bytes,
    };
    hash = find_hash(name);
    cipher = find_cipher(name);
    if (n < 0)
        PyErr_SetString(PyExc_ValueError, "length must not be negative");
    else if (is_known(hash != NULL ? (const void *)hash : cipher, "hash or block cipher", name) &&
             (output = PyBytes_FromStringAndSize(NULL, n)) != NULL)
        status = hash != NULL && view[3].obj == NULL
                     ? narae_kbkdf_counter_hmac(bytes_in(output), (size_t)n, hash, VIEW(0), &input)
                 : hash != NULL
                     ? narae_kbkdf_feedback_hmac(bytes_in(output), (size_t)n, hash, VIEW(0), &input)
                 : view[3].obj == NULL
                     ? narae_kbkdf_counter_cmac(bytes_in(output), (size_t)n, cipher, VIEW(0), &input)
                     : narae_kbkdf_feedback_cmac(bytes_in(output), (size_t)n, cipher, VIEW(0), &input);
    release(view, 5);
    return result_of(output, status);
}

static PyMethodDef functions[] = {
    KEYWORDS("pbkdf2_hmac", pbkdf2_hmac,
             "pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None)\n--\n\n"
             "PBKDF2, SP 800-132: a key from a password, as long as the digest unless dklen is given."),
    KEYWORDS("kbkdf", kbkdf,
             "kbkdf(name, key, length, label=b'', context=b'', iv=..., before=b'', counter_bytes=4, "
             "length_bytes=4)\n--\n\n"
             "KBKDF, SP 800-108: keys from a key, with HMAC over a hash or CMAC with a block cipher.\n"
             "Counter mode, or feedback mode if there is an iv."),
    {NULL, NULL, 0, NULL},
};

/* The type, or null with an exception set. */
static PyObject *
add(PyObject *module, const char *name, newfunc make, PyMethodDef *methods, const char *text)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)make},
                           {Py_tp_dealloc, (void *)locked_dealloc},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, (void *)text},
                           {0, NULL}};

    return add_type(module, name, sizeof(locked), slots);
}

static int
add_cmac(PyObject *module, const char *name, const narae_block_cipher *cipher, newfunc make, const char *text)
{
    PyObject *type = add(module, name, make, cmac_methods, text);

    return type == NULL ? -1 : add_key_sizes(type, cipher->key_bytes);
}

int
add_key_types(PyObject *module)
{
#define ADD_CMAC(with, cipher, CIPHER, block_bytes, key1, key2, key3)                                      \
    || add_cmac(module, #CIPHER "CMAC", &narae_##cipher, cmac_##cipher,                                    \
                #CIPHER "CMAC(key, tag_length=0)\n--\n\nCMAC with " #CIPHER "; tags of 4 to " #block_bytes \
                        " bytes, 0 for " #block_bytes ".") < 0
    return add(module, "HMAC", hmac_new, hmac_methods,
               "HMAC(key, hash_name, tag_length=0)\n--\n\nHMAC, FIPS 198-1; a key of any length; tags of 4 "
               "bytes to the digest's size, 0 for that.") == NULL ||
                   add(module, "Poly1305", poly1305_new, poly1305_methods,
                       "Poly1305(key)\n--\n\nRFC 8439, 2.5; a key of 32 bytes is for one message.") == NULL ||
                   add(module, "HashDRBG", new_HashDRBG, drbg_methods,
                       "HashDRBG(hash_name, entropy, nonce, personalization=b'')\n--\n\nHash_DRBG, SP "
                       "800-90A.") == NULL ||
                   add(module, "HMACDRBG", new_HMACDRBG, drbg_methods,
                       "HMACDRBG(hash_name, entropy, nonce, personalization=b'')\n--\n\nHMAC_DRBG, SP "
                       "800-90A.") == NULL ||
                   add(module, "CTRDRBG", new_CTRDRBG, drbg_methods,
                       "CTRDRBG(cipher_name, bit_length, entropy, nonce, personalization=b'')\n--\n\n"
                       "CTR_DRBG, SP 800-90A.  Without derivation function if the nonce is None: "
                       "entropy\nis then a key and a block of it, and all of them random.") == NULL ||
                   PyModule_AddFunctions(module, functions) < 0 NARAE_BLOCK_CIPHERS(ADD_CMAC, )
               ? -1
               : 0;
}
