/* SPDX-License-Identifier: MIT */
/* Authenticated encryption in pieces of any size, for GCM and Ascon. */
#ifndef NARAE_PROVIDER_AEAD_H
#define NARAE_PROVIDER_AEAD_H

#include "cipher.h"

typedef struct aead_context {
    cipher_context head;
    uint8_t tag[TAG_BYTES]; /* computed, or to be verified */
    size_t tag_bytes;       /* 0: not set */
    bool has_tag;           /* set by the caller for verification */
    bool encrypted;         /* the tag belongs to an encrypted message */
} aead_context;

/* The library's functions for one message; all return a narae_status. */
typedef struct aead_functions {
    int (*begin)(aead_context *c);
    int (*ad)(aead_context *c, const uint8_t *ad, size_t bytes);
    int (*encrypt)(aead_context *c, uint8_t *out, const uint8_t *in, size_t bytes);
    int (*decrypt)(aead_context *c, uint8_t *out, const uint8_t *in, size_t bytes);
    int (*finish)(aead_context *c, uint8_t tag[TAG_BYTES]);
    int (*verify)(aead_context *c, const uint8_t *tag, size_t tag_bytes);
    bool (*is_tag_size)(size_t tag_bytes); /* accepted by `verify` */
} aead_functions;

/* The members of cipher_kind. */
int prov_aead_start(cipher_context *head, bool new_key, bool new_iv);
int prov_aead_update(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                     size_t bytes);
int prov_aead_final(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room);
int prov_aead_once(cipher_context *head, uint8_t *out, size_t *out_bytes, size_t room, const uint8_t *in,
                   size_t bytes);
int prov_aead_get(cipher_context *head, OSSL_PARAM params[]);
int prov_aead_set(cipher_context *head, const OSSL_PARAM params[]);

/* Starts the message with the IV that the context holds. */
int prov_aead_begin(aead_context *c);

#define GETTABLE_OF_AEAD                                                     \
    GETTABLE_OF_ALL, OSSL_PARAM_size_t(OSSL_CIPHER_PARAM_AEAD_TAGLEN, NULL), \
        OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0)
#define SETTABLE_OF_AEAD SETTABLE_OF_ALL, OSSL_PARAM_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, NULL, 0)

#endif
