/* SPDX-License-Identifier: MIT */
/* Modes whose objects hold only a key: CBC, CFB, OFB, XTS, KW and KWP, GMAC.  Many threads
 * may use one. */

#include "binding.h"

#include "narae/descriptor.h"

typedef struct keyed {
    PyObject_HEAD unsigned option; /* bits of CFB's segments, CBC's padding, bytes of GMAC's tags */
    union {
        narae_cbc cbc;
        narae_cfb cfb;
        narae_ofb ofb;
        narae_xts xts;
        narae_kw kw;
        narae_gmac gmac;
    } mode;
} keyed;

/* The operation of a method on a message and an optional second argument.  Returns a
 * status; may reduce `*out_bytes`. */
typedef int call_fn(const keyed *self, uint8_t *out, Py_ssize_t *out_bytes, const Py_buffer *first,
                    const Py_buffer *data);
typedef int init_fn(keyed *self, const narae_block_cipher *cipher, const Py_buffer *key);

static init_fn cbc_init, cfb_init, gmac_init;

static PyObject *
keyed_new(PyTypeObject *type, PyObject *args, PyObject *kwargs, const narae_block_cipher *cipher,
          init_fn *init, const char *option_name, unsigned option)
{
    char *names[] = {"key", (char *)option_name, NULL};
    int given = (int)option;
    Py_buffer key;
    keyed *self;
    int status;

    if (!(init == cfb_init || init == gmac_init
              ? PyArg_ParseTupleAndKeywords(args, kwargs, "y*|i", names, &key, &given)
          : init == cbc_init ? PyArg_ParseTupleAndKeywords(args, kwargs, "y*|p", names, &key, &given)
                             : PyArg_ParseTupleAndKeywords(args, kwargs, "y*", names, &key)))
        return NULL;
    if (init == cbc_init)
        given = given ? NARAE_CBC_PKCS7 : NARAE_CBC_NO_PADDING;
    self = new_object(type);
    if (self == NULL) {
        PyBuffer_Release(&key);
        return NULL;
    }
    self->option = (unsigned)given;
    status = init(self, cipher, &key);
    PyBuffer_Release(&key);
    if (status != NARAE_OK) {
        Py_DECREF((PyObject *)self);
        return raise_status(status);
    }
    return (PyObject *)self;
}

static void
keyed_dealloc(keyed *self)
{
    narae_wipe(&self->mode, sizeof self->mode);
    free_object(self);
}

/* A new bytes object of the data's length plus `more`, or null. */
static PyObject *
outcome(const keyed *self, call_fn *call, const Py_buffer *first, const Py_buffer *data, Py_ssize_t more)
{
    const Py_ssize_t out_bytes = data->len + more < 0 ? 0 : data->len + more;
    PyObject *whole = PyBytes_FromStringAndSize(NULL, out_bytes), *result;
    Py_ssize_t used = out_bytes;
    uint8_t *out;
    int status;

    if (whole == NULL)
        return NULL;
    out = (uint8_t *)PyBytes_AsString(whole);
    RUN(data->len, status = call(self, out, &used, first, data));
    if (status == NARAE_OK && used == out_bytes)
        return whole;
    result = status == NARAE_OK ? PyBytes_FromStringAndSize((char *)out, used) : raise_status(status);
    narae_wipe(out, (size_t)out_bytes);
    Py_DECREF(whole);
    return result;
}

static PyObject *
call_one(keyed *self, PyObject *object, call_fn *call, Py_ssize_t more)
{
    PyObject *result;
    Py_buffer data;

    if (PyObject_GetBuffer(object, &data, PyBUF_SIMPLE) < 0)
        return NULL;
    result = outcome(self, call, NULL, &data, more);
    PyBuffer_Release(&data);
    return result;
}

/* Output length: data plus `more`, or with FIXED just that. */
enum { FIXED = 1 << 16 };

static PyObject *
call_two(keyed *self, const char *function, const char *const *names, ARGUMENTS, call_fn *call, int more)
{
    PyObject *values[2], *result = NULL;
    Py_buffer first, data;

    if (sort_arguments(function, names, 2, values, args, nargs, kwnames) < 0 ||
        PyObject_GetBuffer(values[0], &first, PyBUF_SIMPLE) < 0)
        return NULL;
    if (PyObject_GetBuffer(values[1], &data, PyBUF_SIMPLE) == 0) {
        result = outcome(self, call, &first, &data, more < FIXED ? more : more - FIXED - data.len);
        PyBuffer_Release(&data);
    }
    PyBuffer_Release(&first);
    return result;
}

static const char *const iv_names[] = {"iv", "data", NULL}, *const tweak_names[] = {"tweak", "data", NULL},
                         *const nonce_names[] = {"nonce", "data", NULL};

#define CALL(name, expression)                                                                      \
    static int name(const keyed *self, uint8_t *out, Py_ssize_t *out_bytes, const Py_buffer *first, \
                    const Py_buffer *data)                                                          \
    {                                                                                               \
        (void)out_bytes, (void)first;                                                               \
        return expression;                                                                          \
    }
#define TWO(method, names, call, more)                                           \
    static PyObject *method##_method(keyed *self, ARGUMENTS)                     \
    {                                                                            \
        return call_two(self, #method, names, args, nargs, kwnames, call, more); \
    }
#define ONE(method, call, more)                                     \
    static PyObject *method##_method(keyed *self, PyObject *object) \
    {                                                               \
        return call_one(self, object, call, more);                  \
    }
#define FIRST first->buf, (size_t)first->len
#define DATA data->buf, (size_t)data->len

#define CBC(direction)                                                                                 \
    static int cbc_##direction(const keyed *self, uint8_t *out, Py_ssize_t *out_bytes,                 \
                               const Py_buffer *first, const Py_buffer *data)                          \
    {                                                                                                  \
        size_t n = 0;                                                                                  \
        const int status =                                                                             \
            narae_cbc_##direction##_message(&self->mode.cbc, out, &n, FIRST, (int)self->option, DATA); \
                                                                                                       \
        *out_bytes = (Py_ssize_t)n;                                                                    \
        return status;                                                                                 \
    }
CBC(encrypt)
CBC(decrypt)
TWO(cbc_encrypt, iv_names, cbc_encrypt, 16)
TWO(cbc_decrypt, iv_names, cbc_decrypt, 0)

CALL(cfb_encrypt, narae_cfb_encrypt_message(&self->mode.cfb, out, FIRST, self->option, DATA))
CALL(cfb_decrypt, narae_cfb_decrypt_message(&self->mode.cfb, out, FIRST, self->option, DATA))
TWO(cfb_encrypt, iv_names, cfb_encrypt, 0)
TWO(cfb_decrypt, iv_names, cfb_decrypt, 0)

CALL(ofb_crypt, narae_ofb_crypt_message(&self->mode.ofb, out, FIRST, DATA))
TWO(ofb_crypt, iv_names, ofb_crypt, 0)

CALL(xts_encrypt, narae_xts_encrypt_unit(&self->mode.xts, out, FIRST, DATA))
CALL(xts_decrypt, narae_xts_decrypt_unit(&self->mode.xts, out, FIRST, DATA))
TWO(xts_encrypt, tweak_names, xts_encrypt, 0)
TWO(xts_decrypt, tweak_names, xts_decrypt, 0)

typedef int sectors_fn(const narae_xts *ctx, uint8_t *out, uint64_t sector, size_t sector_bytes,
                       const uint8_t *in, size_t bytes);

static PyObject *
crypt_sectors(keyed *self, const char *function, ARGUMENTS, sectors_fn *crypt)
{
    static const char *const names[] = {"sector", "sector_bytes", "data", NULL};
    PyObject *values[3], *result;
    uint64_t sector;
    Py_ssize_t sector_bytes;
    Py_buffer data;
    int status;

    if (sort_arguments(function, names, 3, values, args, nargs, kwnames) < 0 ||
        get_number(values[0], &sector) < 0)
        return NULL;
    sector_bytes = PyNumber_AsSsize_t(values[1], PyExc_OverflowError);
    if ((sector_bytes == -1 && PyErr_Occurred()) || PyObject_GetBuffer(values[2], &data, PyBUF_SIMPLE) < 0)
        return NULL;
    result = PyBytes_FromStringAndSize(NULL, data.len);
    if (result != NULL) {
        uint8_t *const out = (uint8_t *)PyBytes_AsString(result);

        RUN(data.len,
            status = crypt(&self->mode.xts, out, sector, (size_t)sector_bytes, data.buf, (size_t)data.len));
        if (status != NARAE_OK) {
            Py_DECREF(result);
            result = raise_status(status);
        }
    }
    PyBuffer_Release(&data);
    return result;
}

static PyObject *
xts_encrypt_sectors_method(keyed *self, ARGUMENTS)
{
    return crypt_sectors(self, "encrypt_sectors", args, nargs, kwnames, narae_xts_encrypt_sectors);
}

static PyObject *
xts_decrypt_sectors_method(keyed *self, ARGUMENTS)
{
    return crypt_sectors(self, "decrypt_sectors", args, nargs, kwnames, narae_xts_decrypt_sectors);
}

static int
kwp_unwrap(const keyed *self, uint8_t *out, Py_ssize_t *out_bytes, const Py_buffer *first,
           const Py_buffer *data)
{
    size_t n = 0;
    const int status = narae_kwp_unwrap(&self->mode.kw, out, &n, DATA);

    (void)first;
    *out_bytes = (Py_ssize_t)n;
    return status;
}

static int
kwp_wrap(const keyed *self, uint8_t *out, Py_ssize_t *out_bytes, const Py_buffer *first,
         const Py_buffer *data)
{
    (void)first;
    *out_bytes = NARAE_KWP_BYTES(data->len);
    return narae_kwp_wrap(&self->mode.kw, out, DATA);
}

CALL(kw_wrap, narae_kw_wrap(&self->mode.kw, out, DATA))
CALL(kw_unwrap, narae_kw_unwrap(&self->mode.kw, out, DATA))
ONE(kw_wrap, kw_wrap, 8)
ONE(kw_unwrap, kw_unwrap, -8)
ONE(kwp_wrap, kwp_wrap, 15)
ONE(kwp_unwrap, kwp_unwrap, -8)

static int
gmac_tag(const keyed *self, uint8_t *out, Py_ssize_t *out_bytes, const Py_buffer *first,
         const Py_buffer *data)
{
    *out_bytes = (Py_ssize_t)self->option;
    return narae_gmac_tag_message(&self->mode.gmac, out, self->option, FIRST, DATA);
}
TWO(gmac_tag, nonce_names, gmac_tag, FIXED + 16)

/* A tag of another length is wrong: the sender must not choose it. */
static PyObject *
gmac_verify_method(keyed *self, ARGUMENTS)
{
    static const char *const names[] = {"nonce", "data", "tag", NULL};
    PyObject *values[3];
    Py_buffer view[3];
    int status = NARAE_ERROR_AUTHENTICATION, n = 0;

    if (sort_arguments("verify", names, 3, values, args, nargs, kwnames) < 0)
        return NULL;
    while (n < 3 && PyObject_GetBuffer(values[n], &view[n], PyBUF_SIMPLE) == 0)
        n++;
    if (n == 3 && (size_t)view[2].len == self->option)
        RUN(view[1].len,
            status = narae_gmac_verify_message(&self->mode.gmac, view[0].buf, (size_t)view[0].len,
                                               view[1].buf, (size_t)view[1].len, view[2].buf, self->option));
    for (int i = 0; i < n; i++)
        PyBuffer_Release(&view[i]);
    if (n < 3)
        return NULL;
    if (status != NARAE_OK)
        return raise_status(status);
    Py_RETURN_NONE;
}

#define END                 \
    GENERATE_KEY,           \
    {                       \
        NULL, NULL, 0, NULL \
    }

static PyMethodDef cbc_methods[] = {
    METHOD("encrypt", cbc_encrypt_method,
           "encrypt($self, iv, data)\n--\n\nThe ciphertext, with padding 1 to 16 bytes longer than data."),
    METHOD("decrypt", cbc_decrypt_method,
           "decrypt($self, iv, data)\n--\n\n"
           "The plaintext; ValueError if its padding is wrong, which must not be revealed to a sender."),
    END,
};
static PyMethodDef cfb_methods[] = {
    METHOD("encrypt", cfb_encrypt_method, "encrypt($self, iv, data)\n--\n\nThe ciphertext, as long as data."),
    METHOD("decrypt", cfb_decrypt_method, "decrypt($self, iv, data)\n--\n\nThe plaintext."),
    END,
};
static PyMethodDef ofb_methods[] = {
    METHOD("encrypt", ofb_crypt_method, "encrypt($self, iv, data)\n--\n\nThe ciphertext, as long as data."),
    METHOD("decrypt", ofb_crypt_method, "decrypt($self, iv, data)\n--\n\nThe plaintext."),
    END,
};
static PyMethodDef xts_methods[] = {
    METHOD("encrypt", xts_encrypt_method,
           "encrypt($self, tweak, data)\n--\n\n"
           "A data unit of 16 bytes or more; tweak is its number, 16 bytes, little-endian."),
    METHOD("decrypt", xts_decrypt_method, "decrypt($self, tweak, data)\n--\n\nThe plaintext of a data unit."),
    METHOD("encrypt_sectors", xts_encrypt_sectors_method,
           "encrypt_sectors($self, sector, sector_bytes, data)\n--\n\n"
           "Consecutive sectors of sector_bytes bytes; the first has the number sector."),
    METHOD("decrypt_sectors", xts_decrypt_sectors_method,
           "decrypt_sectors($self, sector, sector_bytes, data)\n--\n\nThe plaintext of such sectors."),
    END,
};
static PyMethodDef kw_methods[] = {
    {"wrap", (PyCFunction)kw_wrap_method, METH_O,
     "wrap($self, key, /)\n--\n\nKW: 8 bytes more than the key, a multiple of 8 bytes and 16 or more."},
    {"unwrap", (PyCFunction)kw_unwrap_method, METH_O,
     "unwrap($self, wrapped, /)\n--\n\nThe key that wrap() was given; raises InvalidTag otherwise."},
    {"wrap_padded", (PyCFunction)kwp_wrap_method, METH_O,
     "wrap_padded($self, key, /)\n--\n\nKWP: a key of any number of bytes from 1 on."},
    {"unwrap_padded", (PyCFunction)kwp_unwrap_method, METH_O,
     "unwrap_padded($self, wrapped, /)\n--\n\n"
     "The key that wrap_padded() was given; raises InvalidTag otherwise."},
    END,
};
static PyMethodDef gmac_methods[] = {
    METHOD("tag", gmac_tag_method,
           "tag($self, nonce, data)\n--\n\nThe tag.  Never use a nonce twice under one key."),
    METHOD("verify", gmac_verify_method,
           "verify($self, nonce, data, tag)\n--\n\nRaises InvalidTag unless this is the tag."),
    END,
};

#define KEY cipher, key->buf, (size_t)key->len
#define INIT(name, mode_init)                                                                   \
    static int name##_init(keyed *self, const narae_block_cipher *cipher, const Py_buffer *key) \
    {                                                                                           \
        return mode_init(&self->mode.name, KEY);                                                \
    }
INIT(cbc, narae_cbc_init)
INIT(ofb, narae_ofb_init)
INIT(xts, narae_xts_init)
INIT(kw, narae_kw_init)

static int
gmac_init(keyed *self, const narae_block_cipher *cipher, const Py_buffer *key)
{
    const int status = narae_gmac_init(&self->mode.gmac, KEY);
    const int allowed = (self->option >= 12 && self->option <= 16) || self->option == 8 || self->option == 4;

    return status != NARAE_OK || allowed ? status : NARAE_ERROR_TAG_SIZE;
}

/* Checks the segment size early. */
static int
cfb_init(keyed *self, const narae_block_cipher *cipher, const Py_buffer *key)
{
    const uint8_t iv[16] = {0};
    const int status = narae_cfb_init(&self->mode.cfb, KEY);

    return status != NARAE_OK ? status
                              : narae_cfb_start(&self->mode.cfb, iv, cipher->block_bytes, self->option);
}

/* X(class, cipher, mode, its documentation) */
#define OF_CIPHER(X, cipher, CIPHER, block_bytes, key1, key2, key3)              \
    X(CIPHER##CBC, cipher, cbc,                                                  \
      #CIPHER "CBC(key, padding=True)\n--\n\nCBC with " #CIPHER                  \
              "; padding is that of PKCS #7, or messages are whole blocks.")     \
    X(CIPHER##CFB, cipher, cfb,                                                  \
      #CIPHER "CFB(key, segment_bits=0)\n--\n\nCFB with " #CIPHER                \
              "; segments of a block, or of so many bits.")                      \
    X(CIPHER##OFB, cipher, ofb, #CIPHER "OFB(key)\n--\n\nOFB with " #CIPHER ".") \
    OF_BLOCKS_OF_##block_bytes(X, cipher, CIPHER)
#define OF_BLOCKS_OF_8(X, cipher, CIPHER)
#define OF_BLOCKS_OF_16(X, cipher, CIPHER)                                                  \
    X(CIPHER##XTS, cipher, xts,                                                             \
      #CIPHER "XTS(key)\n--\n\nXTS with " #CIPHER "; key is both keys, which must differ.") \
    X(CIPHER##KW, cipher, kw, #CIPHER "KW(key)\n--\n\nKW and KWP with " #CIPHER ".")        \
    X(CIPHER##GMAC, cipher, gmac,                                                           \
      #CIPHER "GMAC(key, tag_length=16)\n--\n\nGMAC with " #CIPHER "; tags of 12 to 16 bytes, 8 or 4.")

/* Name and default of the option. */
#define OPTION_cbc "padding", NARAE_CBC_PKCS7
#define OPTION_cfb "segment_bits", NARAE_CFB_WHOLE_BLOCK
#define OPTION_ofb NULL, 0
#define OPTION_xts NULL, 0
#define OPTION_kw NULL, 0
#define OPTION_gmac "tag_length", 16

#define NEW(NAME, cipher, mode, text)                                                      \
    static PyObject *new_##NAME(PyTypeObject *type, PyObject *args, PyObject *kwargs)      \
    {                                                                                      \
        return keyed_new(type, args, kwargs, &narae_##cipher, mode##_init, OPTION_##mode); \
    }
NARAE_BLOCK_CIPHERS(OF_CIPHER, NEW)

static int
add(PyObject *module, const char *name, const narae_block_cipher *cipher, newfunc make, PyMethodDef *methods,
    const char *text)
{
    PyType_Slot slots[] = {{Py_tp_new, (void *)make},
                           {Py_tp_dealloc, (void *)keyed_dealloc},
                           {Py_tp_methods, methods},
                           {Py_tp_doc, (void *)text},
                           {0, NULL}};
    PyObject *type = add_type(module, name, sizeof(keyed), slots);
    uint8_t key_bytes[3];

    for (unsigned i = 0; i < 3; i++)
        key_bytes[i] = (uint8_t)(cipher->key_bytes[i] * (methods == xts_methods ? 2 : 1));
    return type == NULL ? -1 : add_key_sizes(type, key_bytes);
}

int
add_mode_types(PyObject *module)
{
#define ADD(NAME, cipher, mode, text) \
    || add(module, #NAME, &narae_##cipher, new_##NAME, mode##_methods, text) < 0
    return (0 NARAE_BLOCK_CIPHERS(OF_CIPHER, ADD)) ? -1 : 0;
}
