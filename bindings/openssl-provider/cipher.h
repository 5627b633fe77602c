/* SPDX-License-Identifier: MIT */
/* Common to the ciphers of the provider.
 *
 * OpenSSL's functions for a cipher are the same for all of them (cipher.c);
 * they check lengths, keep the IV, and call the cipher's kind: ECB and CBC
 * (block.c), CFB and OFB (feedback.c), CTR and ChaCha (stream.c), XTS, KW and KWP
 * (whole.c), GCM and Ascon (aead.c, gcm.c, ascon.c) or CCM (ccm.c). */
#ifndef NARAE_PROVIDER_CIPHER_H
#define NARAE_PROVIDER_CIPHER_H

#include <stdbool.h>
#include <stdint.h>

#include <openssl/params.h>

#include "narae/descriptor.h"

#include "provider.h"

enum {
    MAX_IV_BYTES = 128, /* OpenSSL's own limit for GCM */
    IV_IS_A_BLOCK = 255,
    TAG_BYTES = 16,
};

/* State of a message. */
enum state {
    NO_IV = 0,
    IV_SET,    /* set, not used yet */
    ANNOUNCED, /* CCM: the length is set */
    STARTED,
    FINISHED,
    UNUSABLE, /* wrong tag, or the IV's length was changed */
};

typedef struct cipher_context cipher_context;

typedef struct cipher_kind {
    unsigned mode;                                /* EVP_CIPH_* */
    bool authenticates, has_own_iv;               /* has_own_iv: EVP's "custom" IV */
    const struct aead_functions *aead;            /* GCM and Ascon: see aead.h */
    uint8_t block_bytes;                          /* EVP's block size; 0: that of the cipher */
    uint8_t segment_bits;                         /* of CFB */
    uint8_t iv_bytes, min_iv_bytes, max_iv_bytes; /* the usual one, and what may be set */
    size_t context_bytes;
    int (*set_key)(cipher_context *c, const uint8_t *key);
    /* After each init with which the context has a key, and an IV if it takes one. */
    int (*start)(cipher_context *c, bool new_key, bool new_iv);
    int (*update)(cipher_context *c, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                  size_t bytes);
    int (*final)(cipher_context *c, uint8_t *out, size_t *out_bytes, size_t room);
    /* One call of EVP_Cipher: whole blocks, or update, or with a null `in` final. */
    int (*once)(cipher_context *c, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                size_t bytes);
    /* Parameters beyond those of all ciphers; may be null. */
    int (*get)(cipher_context *c, OSSL_PARAM params[]);
    int (*set)(cipher_context *c, const OSSL_PARAM params[]);
    /* Continues after the first `num` bytes, less than a block, of the current block, whose
     * state the IV is: for those that tell it as OSSL_CIPHER_PARAM_NUM.  Others have no such block. */
    int (*set_num)(cipher_context *c, size_t num);
    const OSSL_PARAM *gettable, *settable;
} cipher_kind;

typedef struct cipher_algorithm {
    const cipher_kind *kind;
    const narae_block_cipher *cipher; /* null for ChaCha and Ascon */
    unsigned rounds;                  /* of ChaCha */
    size_t key_bytes;
} cipher_algorithm;

/* The head of each context. */
struct cipher_context {
    const provider *provider;
    const cipher_algorithm *algorithm;
    size_t iv_bytes;
    uint8_t iv[MAX_IV_BYTES];
    uint8_t state;
    bool encrypts, has_key;
};

extern const cipher_kind prov_ecb, prov_cbc, prov_cfb, prov_cfb8, prov_ofb, prov_ctr, prov_chacha, prov_xts,
    prov_kw, prov_kwp, prov_gcm, prov_ccm, prov_ascon;

/* For kinds without a final step. */
int prov_no_final(cipher_context *c, uint8_t *out, size_t *out_bytes, size_t room);

/* OSSL_DISPATCH entries: the common functions, and the two per algorithm. */
void *prov_cipher_new(void *p, const cipher_algorithm *a);
int prov_cipher_get_params(const cipher_algorithm *a, OSSL_PARAM params[]);
void prov_cipher_free(void *context);
void *prov_cipher_dup(void *context);
int prov_cipher_encrypt_init(void *context, const uint8_t *key, size_t key_bytes, const uint8_t *iv,
                             size_t iv_bytes, const OSSL_PARAM params[]);
int prov_cipher_decrypt_init(void *context, const uint8_t *key, size_t key_bytes, const uint8_t *iv,
                             size_t iv_bytes, const OSSL_PARAM params[]);
int prov_cipher_update(void *context, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                       size_t bytes);
int prov_cipher_final(void *context, uint8_t *out, size_t *out_bytes, size_t room);
int prov_cipher_once(void *context, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                     size_t bytes);
int prov_cipher_get_ctx_params(void *context, OSSL_PARAM params[]);
int prov_cipher_set_ctx_params(void *context, const OSSL_PARAM params[]);
const OSSL_PARAM *prov_cipher_gettable_params(void *p);

/* Sets a parameter of bytes, whether the caller wants a copy or the address. */
int prov_set_bytes(OSSL_PARAM *p, const uint8_t *bytes, size_t n);

/* Parameters of all ciphers. */
#define GETTABLE_OF_ALL                                                                                  \
    OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_KEYLEN, NULL), OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL), \
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_IV, NULL, 0),                                          \
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_UPDATED_IV, NULL, 0)
#define SETTABLE_OF_ALL OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_IVLEN, NULL)

#endif
