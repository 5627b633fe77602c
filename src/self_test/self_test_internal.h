/* SPDX-License-Identifier: MIT */
/* Common to the known-answer tests.  Byte i of each message, key and nonce is i. */
#ifndef NARAE_SELF_TEST_INTERNAL_H
#define NARAE_SELF_TEST_INTERNAL_H

#include "narae/self_test.h"

#include <stdbool.h>
#include <stdint.h>

#include "core/bytes.h"
#include "core/flash.h"

#include "answers.inc"

/* Bytes of associated data, of the message with a known answer, and of one that runs
 * every multi-block kernel. */
enum {
    AD_BYTES = 20,
    SHORT_BYTES = 48,
#if UINTPTR_MAX > 0xffffffffu
    LONG_BYTES = 2304,
#else
    LONG_BYTES = SHORT_BYTES,
#endif
};

/* Of DRBGs: the nonce, the personalization string, and a request. */
enum { NONCE_BYTES = 16, PERSONAL_BYTES = 8, RANDOM_BYTES = 48 };

/* Returns NARAE_OK, or any error. */
typedef int known_answer_fn(const narae_known_answer *test);

struct narae_known_answer {
    const char *name;
    known_answer_fn *run;
    const void *subject;   /* the descriptor of a cipher or hash, or null */
    const uint8_t *answer; /* in flash */
#ifdef NARAE_FAR_FLASH
    void (*copy)(uint8_t *to); /* copies the answer to RAM: pointers do not reach its section */
#endif
};

/* The name is an array: the linker keeps or drops the string literals of a file together. */
#ifdef NARAE_FAR_FLASH
enum { LONGEST_ANSWER = 288 };
#    define KNOWN_ANSWER(id, name, run, subject, ...)                                                  \
        static const char id##_name[] = name;                                                          \
        static const uint8_t id##_answer[] NARAE_FLASH = {__VA_ARGS__};                                \
        static void id##_copy(uint8_t *to)                                                             \
        {                                                                                              \
            __extension__ _Static_assert(sizeof id##_answer <= LONGEST_ANSWER, "it is copied to RAM"); \
            flash_copy(to, flash_table_of(id##_answer), sizeof id##_answer);                           \
        }                                                                                              \
        const narae_known_answer narae_known_answer_##id = {id##_name, run, subject, NULL, id##_copy};
#    define answer_read8(p) (*(p))
#else
#    define KNOWN_ANSWER(id, name, run, subject, ...)                   \
        static const char id##_name[] = name;                           \
        static const uint8_t id##_answer[] NARAE_FLASH = {__VA_ARGS__}; \
        const narae_known_answer narae_known_answer_##id = {id##_name, run, subject, id##_answer};
#    define answer_read8(p) flash_read8(p)
#endif

/* X(identifier, IDENTIFIER, name) of each hash. */
#define FOR_EACH_HASH(X)                     \
    X(lsh256_224, LSH256_224, "LSH-256-224") \
    X(lsh256_256, LSH256_256, "LSH-256-256") \
    X(lsh512_224, LSH512_224, "LSH-512-224") \
    X(lsh512_256, LSH512_256, "LSH-512-256") \
    X(lsh512_384, LSH512_384, "LSH-512-384") \
    X(lsh512_512, LSH512_512, "LSH-512-512") \
    X(sha224, SHA224, "SHA-224")             \
    X(sha256, SHA256, "SHA-256")             \
    X(sha384, SHA384, "SHA-384")             \
    X(sha512, SHA512, "SHA-512")             \
    X(sha512_224, SHA512_224, "SHA-512/224") \
    X(sha512_256, SHA512_256, "SHA-512/256") \
    X(sha3_224, SHA3_224, "SHA3-224")        \
    X(sha3_256, SHA3_256, "SHA3-256")        \
    X(sha3_384, SHA3_384, "SHA3-384")        \
    X(sha3_512, SHA3_512, "SHA3-512")

known_answer_fn narae_test_blocks, narae_test_cbc, narae_test_ccm, narae_test_cfb, narae_test_cmac,
    narae_test_ctr, narae_test_gcm, narae_test_gmac, narae_test_kw, narae_test_ofb, narae_test_xts;

/* Bytes `first` and later of a message. */
static inline void
put_message(uint8_t *out, size_t first, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        out[i] = (uint8_t)(first + i);
}

static inline bool
is_message(const uint8_t *text, size_t bytes)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < bytes; i++)
        wrong |= (uint8_t)(text[i] ^ i);
    return wrong == 0;
}

static inline bool
is_equal(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < bytes; i++)
        wrong |= a[i] ^ b[i];
    return wrong == 0;
}

static inline bool
is_answer(const uint8_t *a, const uint8_t *answer, size_t bytes)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < bytes; i++)
        wrong |= a[i] ^ answer_read8(answer + i);
    return wrong == 0;
}

static inline int
outcome(int status, bool ok)
{
    return status == NARAE_OK && ok ? NARAE_OK : NARAE_ERROR_SELF_TEST;
}

#endif
