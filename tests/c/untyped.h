/* SPDX-License-Identifier: MIT */
/* The functions of a cipher with their key as any memory, for tables that hold several ciphers. */
#ifndef NARAE_TEST_UNTYPED_H
#define NARAE_TEST_UNTYPED_H

#include "block_ciphers.h"

typedef int checked_set_key_fn(void *schedule, const uint8_t *key, size_t key_bytes);

#define UNTYPED(with, cipher, CIPHER, block, key1, key2, key3)                                          \
    static inline int cipher##_set_key(void *schedule, const uint8_t *key, size_t key_bytes)            \
    {                                                                                                   \
        return narae_##cipher##_set_key((narae_##cipher##_key *)schedule, key, key_bytes);              \
    }                                                                                                   \
    static inline int cipher##_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t n) \
    {                                                                                                   \
        return narae_##cipher##_encrypt((const narae_##cipher##_key *)schedule, out, in, n);            \
    }                                                                                                   \
    static inline int cipher##_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t n) \
    {                                                                                                   \
        return narae_##cipher##_decrypt((const narae_##cipher##_key *)schedule, out, in, n);            \
    }

NARAE_BLOCK_CIPHERS(UNTYPED, )

/* Descriptor and functions, as what begins an entry of a table. */
#define UNTYPED_OF(cipher) &narae_##cipher, cipher##_set_key, cipher##_encrypt, cipher##_decrypt

#endif
