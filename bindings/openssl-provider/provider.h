/* SPDX-License-Identifier: MIT */
/* What algorithms need of the provider: errors and random bytes. */
#ifndef NARAE_PROVIDER_H
#define NARAE_PROVIDER_H

#include <stdint.h>

#include <openssl/core.h>
#include <openssl/core_dispatch.h>
#include <openssl/types.h>

#include "narae/hash.h"

/* Reasons in OpenSSL's error queue.  Below FIRST_REASON they are the library's
 * own: a narae_status without its sign. */
enum {
    FIRST_REASON = 32,
    REASON_NO_KEY = FIRST_REASON,
    REASON_NO_IV,
    REASON_IV_LENGTH,
    REASON_NO_TAG,
    REASON_TAG_NOT_NEEDED,
    REASON_TAG_LENGTH,
    REASON_OUTPUT_TOO_SMALL,
    REASON_FINAL_BLOCK,
    REASON_BAD_DECRYPT,
    REASON_WHOLE_BLOCKS,
    REASON_PARAMETER,
    REASON_TLS_RECORD,
    REASON_RANDOM,
    REASON_FIXED_IV,
    REASON_HASH,
    REASON_TLS_CBC,
    REASON_NUM,
    END_OF_REASONS
};

typedef struct provider {
    const OSSL_CORE_HANDLE *core;
    OSSL_LIB_CTX *libctx; /* a child of the application's: its random generator */
    OSSL_FUNC_core_new_error_fn *new_error;
    OSSL_FUNC_core_set_error_debug_fn *set_error_debug;
    OSSL_FUNC_core_vset_error_fn *vset_error;
    OSSL_ITEM reasons[END_OF_REASONS];
} provider;

/* Queues an error; returns 0. */
int prov_fail(const provider *p, int reason, int line, const char *function);

/* The same unless `status`, a narae_status, is NARAE_OK; then 1. */
int prov_check(const provider *p, int status, int line, const char *function);

/* Random bytes; returns 1, or fails. */
int prov_random(const provider *p, uint8_t *out, size_t bytes);

#define FAIL(p, reason) prov_fail((p), (reason), __LINE__, __func__)
#define CHECK(p, status) prov_check((p), (status), __LINE__, __func__)

/* Common to digests. */
const OSSL_PARAM *prov_digest_gettable_params(void *p);
int prov_digest_get_params(OSSL_PARAM params[], size_t block_bytes, size_t digest_bytes);

/* The hash that has this name here, or null. */
const narae_hash *prov_hash_named(const char *name);

extern const OSSL_DISPATCH prov_ascon_hash256[];
extern const OSSL_ALGORITHM prov_ciphers[], prov_digests[], prov_generators[], prov_macs[];

#endif
