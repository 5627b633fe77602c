/* SPDX-License-Identifier: MIT */
/* narae/ascon.h: the Ascon family of NIST SP 800-232 (2025) - Ascon-AEAD128,
 * Ascon-Hash256, Ascon-XOF128, Ascon-CXOF128.
 *
 * Ascon-AEAD128 is neither Ascon-128 nor Ascon-128a of Ascon v1.2 (2021): byte order,
 * padding and initial values differ, and none opens what another sealed.
 *
 *     #include <narae/ascon.h>
 *
 *     uint8_t tag[16];
 *     if (narae_ascon_aead128_seal(out, tag, 16, key, nonce, 16, ad, sizeof ad, text,
 *                                  sizeof text) != NARAE_OK)
 *         return -1;
 *     ...
 *     if (narae_ascon_aead128_open(text, key, nonce, 16, ad, sizeof ad, out, sizeof text,
 *                                  tag, 16) != NARAE_OK)
 *         return -1;
 *
 * and in parts:
 *
 *     narae_ascon_aead128 ctx;
 *     if (narae_ascon_aead128_start(&ctx, key, nonce, 16) != NARAE_OK ||
 *         narae_ascon_aead128_ad(&ctx, ad, sizeof ad) != NARAE_OK ||
 *         narae_ascon_aead128_encrypt(&ctx, part, part, sizeof part) != NARAE_OK ||
 *         narae_ascon_aead128_encrypt(&ctx, rest, rest, sizeof rest) != NARAE_OK ||
 *         narae_ascon_aead128_finish(&ctx, tag, 16) != NARAE_OK)
 *         return -1;
 *
 * Keys and nonces have 16 bytes.  Never seal two messages under the same key
 * and nonce.
 *
 * On RV32, NARAE_SMALL cuts flash from 8,856 to 1,538 bytes for seal and open of
 * Ascon-AEAD128; twelve rounds take 1,445 cycles instead of 1,373.
 *
 * Side channels: no secret-dependent branch or address on any chip. */
#ifndef NARAE_ASCON_H
#define NARAE_ASCON_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The permutation with 12, 8 or 6 rounds on the words S0..S4.  Returns
 * NARAE_OK, NARAE_ERROR_NULL or NARAE_ERROR_ROUNDS. */
NARAE_MUST_CHECK int narae_ascon_permute(uint64_t state[5], unsigned rounds);

/* Ascon-AEAD128, SP 800-232, 4. */

/* An incremental message; the members are private. */
typedef struct narae_ascon_aead128 {
    uint64_t state[5];
    uint64_t key[2];
    uint64_t bytes_left;
    uint8_t used;
    uint8_t phase;
} narae_ascon_aead128;

/* Encrypts `bytes` bytes from `in` to `out`, which may be `in`, and writes
 * the tag, which must not be inside `out`.  `nonce_bytes` is 16.
 *
 * `tag_bytes` is 16, or 4 to 15 for a truncated tag (SP 800-232, 4.2.1: at
 * least 32 bits).  A forger's guess passes with probability 2^-8 tag_bytes:
 * below 8 bytes, only if failed attempts are counted and the key is changed
 * in time.
 *
 * Associated data and message have at most 2^54 bytes together; the standard
 * allows as many in all messages under one key, which the caller counts.
 *
 * Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_NONCE_SIZE,
 * NARAE_ERROR_TAG_SIZE, NARAE_ERROR_LENGTH or NARAE_ERROR_OVERLAP. */
NARAE_MUST_CHECK int narae_ascon_aead128_seal(uint8_t *out, uint8_t *tag, size_t tag_bytes,
                                              const uint8_t key[16], const uint8_t *nonce, size_t nonce_bytes,
                                              const uint8_t *ad, size_t ad_bytes, const uint8_t *in,
                                              size_t bytes);

/* Decrypts and checks the tag, which must not be inside `out`.  If the tag is
 * wrong, `out` is zeroed and NARAE_ERROR_AUTHENTICATION returned; until then it
 * holds unverified plaintext (narae/status.h).  Takes the same time wherever the
 * tag differs.  Returns what seal does. */
NARAE_MUST_CHECK int narae_ascon_aead128_open(uint8_t *out, const uint8_t key[16], const uint8_t *nonce,
                                              size_t nonce_bytes, const uint8_t *ad, size_t ad_bytes,
                                              const uint8_t *in, size_t bytes, const uint8_t *tag,
                                              size_t tag_bytes);

/* Starts a message.  Returns NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_NONCE_SIZE; the context is written on success only. */
NARAE_MUST_CHECK int narae_ascon_aead128_start(narae_ascon_aead128 *ctx, const uint8_t key[16],
                                               const uint8_t *nonce, size_t nonce_bytes);

/* Adds associated data: any number of calls, all before the first call of
 * encrypt or decrypt.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE
 * or NARAE_ERROR_LENGTH. */
NARAE_MUST_CHECK int narae_ascon_aead128_ad(narae_ascon_aead128 *ctx, const uint8_t *ad, size_t bytes);

/* Encrypts or decrypts the next `bytes` bytes; a message is either, not both.
 * What decrypt writes is unverified until verify has returned NARAE_OK: use
 * none of it before.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_STATE,
 * NARAE_ERROR_OVERLAP or NARAE_ERROR_LENGTH. */
NARAE_MUST_CHECK int narae_ascon_aead128_encrypt(narae_ascon_aead128 *ctx, uint8_t *out, const uint8_t *in,
                                                 size_t bytes);
NARAE_MUST_CHECK int narae_ascon_aead128_decrypt(narae_ascon_aead128 *ctx, uint8_t *out, const uint8_t *in,
                                                 size_t bytes);

/* Ends an encrypted message: writes its tag of 4 to 16 bytes and wipes the
 * context.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_TAG_SIZE (the
 * context stays as it was) or NARAE_ERROR_STATE (not started, or the message
 * was decrypted: its tag can only be verified). */
NARAE_MUST_CHECK int narae_ascon_aead128_finish(narae_ascon_aead128 *ctx, uint8_t *tag, size_t tag_bytes);

/* Ends a decrypted message: checks its tag of 4 to 16 bytes and wipes the
 * context.  The receiver fixes `tag_bytes`, never the message.  Returns
 * NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_TAG_SIZE (the context stays as it
 * was), NARAE_ERROR_STATE (not started, or the message was encrypted) or
 * NARAE_ERROR_AUTHENTICATION. */
NARAE_MUST_CHECK int narae_ascon_aead128_verify(narae_ascon_aead128 *ctx, const uint8_t *tag,
                                                size_t tag_bytes);

/* Wipes the context.  A null context is ignored. */
void narae_ascon_aead128_clear(narae_ascon_aead128 *ctx);

/* One of many messages for seal_batch or open_batch, as the arguments of seal
 * and open; nonces have 16 bytes. */
typedef struct narae_ascon_aead128_message {
    const uint8_t *key, *nonce;
    const uint8_t *ad;
    size_t ad_bytes;
    const uint8_t *in;
    uint8_t *out; /* may be `in` */
    size_t bytes;
    uint8_t *tag; /* written by seal_batch, read by open_batch */
    int status;   /* the result, as that of seal or open */
} narae_ascon_aead128_message;

/* Seals or opens many messages, of any lengths and under any keys; the tags of
 * all have `tag_bytes` bytes.  With SIMD it processes up to 24 of them in
 * parallel lanes: several times as fast as one after the other with AVX-512,
 * less than twice as fast with AVX2, which gains nothing below 64 bytes.  What a
 * message writes may not overlap what another one reads or writes.
 *
 * Each message gets its own status: one with invalid arguments is untouched,
 * the output of a forged one is zeroed, the others are still processed.  Returns
 * the status of the first message that failed, or NARAE_OK; NARAE_ERROR_NULL
 * (no messages) or NARAE_ERROR_TAG_SIZE, and then no message was touched. */
NARAE_MUST_CHECK int narae_ascon_aead128_seal_batch(narae_ascon_aead128_message *messages, size_t nmessages,
                                                    size_t tag_bytes);
NARAE_MUST_CHECK int narae_ascon_aead128_open_batch(narae_ascon_aead128_message *messages, size_t nmessages,
                                                    size_t tag_bytes);

/* Hashing, SP 800-232, 5.  All three use this state; the members are
 * private. */
typedef struct narae_ascon_sponge {
    uint64_t state[5];
    uint8_t used;
    uint8_t phase;
} narae_ascon_sponge;

/* Ascon-Hash256: start; update, any number of times; finish, which writes the
 * digest and wipes the context.  All return NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_STATE (not started).  narae_ascon_hash256_message is all in one. */
typedef struct narae_ascon_hash256 {
    narae_ascon_sponge sponge;
} narae_ascon_hash256;

NARAE_MUST_CHECK int narae_ascon_hash256_start(narae_ascon_hash256 *ctx);
NARAE_MUST_CHECK int narae_ascon_hash256_update(narae_ascon_hash256 *ctx, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_ascon_hash256_finish(narae_ascon_hash256 *ctx, uint8_t digest[32]);
void narae_ascon_hash256_clear(narae_ascon_hash256 *ctx);
NARAE_MUST_CHECK int narae_ascon_hash256_message(uint8_t digest[32], const uint8_t *in, size_t bytes);

/* Ascon-XOF128: start; update, any number of times; squeeze, any number of
 * times: each call writes the next bytes of an endless output, and the
 * first one, of whatever size, ends the message; clear.  All return NARAE_OK,
 * NARAE_ERROR_NULL or NARAE_ERROR_STATE (not started, or update after
 * squeeze).  narae_ascon_xof128_message is all in one. */
typedef struct narae_ascon_xof128 {
    narae_ascon_sponge sponge;
} narae_ascon_xof128;

NARAE_MUST_CHECK int narae_ascon_xof128_start(narae_ascon_xof128 *ctx);
NARAE_MUST_CHECK int narae_ascon_xof128_update(narae_ascon_xof128 *ctx, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_ascon_xof128_squeeze(narae_ascon_xof128 *ctx, uint8_t *out, size_t bytes);
void narae_ascon_xof128_clear(narae_ascon_xof128 *ctx);
NARAE_MUST_CHECK int narae_ascon_xof128_message(uint8_t *out, size_t out_bytes, const uint8_t *in,
                                                size_t bytes);

/* Ascon-CXOF128: as Ascon-XOF128, with a customization string of at most 256
 * bytes (NARAE_ERROR_LENGTH if longer) for domain separation. */
#define NARAE_ASCON_CXOF128_CUSTOM_BYTES 256

typedef struct narae_ascon_cxof128 {
    narae_ascon_sponge sponge;
} narae_ascon_cxof128;

NARAE_MUST_CHECK int narae_ascon_cxof128_start(narae_ascon_cxof128 *ctx, const uint8_t *custom,
                                               size_t custom_bytes);
NARAE_MUST_CHECK int narae_ascon_cxof128_update(narae_ascon_cxof128 *ctx, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_ascon_cxof128_squeeze(narae_ascon_cxof128 *ctx, uint8_t *out, size_t bytes);
void narae_ascon_cxof128_clear(narae_ascon_cxof128 *ctx);
NARAE_MUST_CHECK int narae_ascon_cxof128_message(uint8_t *out, size_t out_bytes, const uint8_t *custom,
                                                 size_t custom_bytes, const uint8_t *in, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
