/* SPDX-License-Identifier: MIT */
/* narae/drbg.h: deterministic random bit generators, seeded by the caller.
 * NIST SP 800-90A Rev. 1: Hash_DRBG (10.1.1), HMAC_DRBG (10.1.2), CTR_DRBG (10.2.1).
 *
 *     #include <narae/drbg.h>
 *     #include <narae/sha2.h>
 *
 *     narae_drbg_hmac drbg;
 *     if (narae_drbg_hmac_init(&drbg, &narae_sha256, entropy, 32, nonce, 16, NULL, 0) != NARAE_OK)
 *         return -1;
 *     if (narae_drbg_hmac_generate(&drbg, out, sizeof out, NULL, 0) != NARAE_OK)
 *         return -1;
 *     narae_drbg_hmac_clear(&drbg);
 *
 * Entropy.  The library has none: the caller takes it from a source that is
 * evaluated for the purpose (SP 800-90B), an operating system's generator or a
 * chip's.  `entropy` has at least as many bytes as the security strength, which are
 * the key's for CTR_DRBG, 32 for a hash with a digest of 32 bytes or more, and else
 * 24; all of that strength must be in it.  `nonce` has at least half as many.
 *
 * CTR_DRBG without derivation function (narae_drbg_ctr_init_no_df) takes exactly a key
 * and a block of entropy, each time, in which every bit must be random, and no nonce;
 * personalization and additional input have at most as many bytes.
 *
 * Limits.  A request has 65,536 bytes at most, and 1,024 with blocks of 8 bytes.
 * After 2^48 requests, 2^32 with blocks of 8 bytes, a generator returns
 * NARAE_ERROR_STATE until it is reseeded.
 *
 * Prediction resistance.  _generate_fresh reseeds first, with entropy that the
 * caller obtains for this request.
 *
 * `personalization` and `additional` are any bytes, or none; they need not be secret.
 *
 * A context is used by one thread at a time, and never copied: copies give the same
 * output.  Side channels: those of cipher and hash; time depends on lengths. */
#ifndef NARAE_DRBG_H
#define NARAE_DRBG_H

#include "narae/block_cipher.h"
#include "narae/hash.h"
#include "narae/mode.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The members are private. */
typedef struct narae_drbg_hash {
    const narae_hash *hash; /* null: not initialised, or cleared */
    uint64_t requests;      /* since the last seed, and one */
    uint8_t v[111], c[111];
} narae_drbg_hash;

typedef struct narae_drbg_hmac {
    const narae_hash *hash;
    uint64_t requests;
    uint8_t key[NARAE_HASH_DIGEST_BYTES], v[NARAE_HASH_DIGEST_BYTES];
} narae_drbg_hmac;

typedef struct narae_drbg_ctr {
    const narae_block_cipher *cipher;
    uint64_t requests;
    uint8_t key_bytes;
    uint8_t key[32], v[16];
    uint8_t has_df;
    narae_room room; /* of `schedule` */
    uint32_t schedule[NARAE_MODE_SCHEDULE_BYTES / 4];
} narae_drbg_ctr;

/* Each seeds a generator.  CTR_DRBG takes the size of the cipher's key, and its
 * _init_sized the space for the schedule, for other languages: narae/mode.h.  Returns
 *
 *     NARAE_OK
 *     NARAE_ERROR_NULL
 *     NARAE_ERROR_LENGTH      too little entropy, 2^32 - 256 bytes of input or more, a hash too
 *                             large for HMAC; without derivation function any other size of
 *                             entropy, or more personalization
 *     NARAE_ERROR_NONCE_SIZE  the nonce is too short
 *     NARAE_ERROR_KEY_SIZE    the cipher has no such key, or its schedule no space
 *
 * and on an error the context is unchanged. */
NARAE_MUST_CHECK int narae_drbg_hash_init(narae_drbg_hash *ctx, const narae_hash *hash,
                                          const uint8_t *entropy, size_t entropy_bytes, const uint8_t *nonce,
                                          size_t nonce_bytes, const uint8_t *personalization,
                                          size_t personalization_bytes);
NARAE_MUST_CHECK int narae_drbg_hmac_init(narae_drbg_hmac *ctx, const narae_hash *hash,
                                          const uint8_t *entropy, size_t entropy_bytes, const uint8_t *nonce,
                                          size_t nonce_bytes, const uint8_t *personalization,
                                          size_t personalization_bytes);
NARAE_MUST_CHECK int narae_drbg_ctr_init_sized(narae_drbg_ctr *ctx, size_t schedule_bytes,
                                               const narae_block_cipher *cipher, size_t key_bytes,
                                               const uint8_t *entropy, size_t entropy_bytes,
                                               const uint8_t *nonce, size_t nonce_bytes,
                                               const uint8_t *personalization, size_t personalization_bytes);
NARAE_MUST_CHECK int narae_drbg_ctr_init_no_df_sized(narae_drbg_ctr *ctx, size_t schedule_bytes,
                                                     const narae_block_cipher *cipher, size_t key_bytes,
                                                     const uint8_t *entropy, size_t entropy_bytes,
                                                     const uint8_t *personalization,
                                                     size_t personalization_bytes);

NARAE_MUST_CHECK static inline int
narae_drbg_ctr_init(narae_drbg_ctr *ctx, const narae_block_cipher *cipher, size_t key_bytes,
                    const uint8_t *entropy, size_t entropy_bytes, const uint8_t *nonce, size_t nonce_bytes,
                    const uint8_t *personalization, size_t personalization_bytes)
{
    return narae_drbg_ctr_init_sized(ctx, sizeof ctx->schedule, cipher, key_bytes, entropy, entropy_bytes,
                                     nonce, nonce_bytes, personalization, personalization_bytes);
}

NARAE_MUST_CHECK static inline int
narae_drbg_ctr_init_no_df(narae_drbg_ctr *ctx, const narae_block_cipher *cipher, size_t key_bytes,
                          const uint8_t *entropy, size_t entropy_bytes, const uint8_t *personalization,
                          size_t personalization_bytes)
{
    return narae_drbg_ctr_init_no_df_sized(ctx, sizeof ctx->schedule, cipher, key_bytes, entropy,
                                           entropy_bytes, personalization, personalization_bytes);
}

/* Each takes new entropy into the state, and the count of requests starts again.
 * Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH or NARAE_ERROR_STATE (not
 * initialised). */
NARAE_MUST_CHECK int narae_drbg_hash_reseed(narae_drbg_hash *ctx, const uint8_t *entropy,
                                            size_t entropy_bytes, const uint8_t *additional,
                                            size_t additional_bytes);
NARAE_MUST_CHECK int narae_drbg_hmac_reseed(narae_drbg_hmac *ctx, const uint8_t *entropy,
                                            size_t entropy_bytes, const uint8_t *additional,
                                            size_t additional_bytes);
NARAE_MUST_CHECK int narae_drbg_ctr_reseed(narae_drbg_ctr *ctx, const uint8_t *entropy, size_t entropy_bytes,
                                           const uint8_t *additional, size_t additional_bytes);

/* Each writes `bytes` random bytes, which may be `additional`'s.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, NARAE_ERROR_LENGTH (more than a request has) or
 * NARAE_ERROR_STATE (not initialised, or to be reseeded); on an error `out` and the
 * state are unchanged. */
NARAE_MUST_CHECK int narae_drbg_hash_generate(narae_drbg_hash *ctx, uint8_t *out, size_t bytes,
                                              const uint8_t *additional, size_t additional_bytes);
NARAE_MUST_CHECK int narae_drbg_hmac_generate(narae_drbg_hmac *ctx, uint8_t *out, size_t bytes,
                                              const uint8_t *additional, size_t additional_bytes);
NARAE_MUST_CHECK int narae_drbg_ctr_generate(narae_drbg_ctr *ctx, uint8_t *out, size_t bytes,
                                             const uint8_t *additional, size_t additional_bytes);

/* The same after reseeding with `entropy` and `additional`.  Returns what both do. */
NARAE_MUST_CHECK int narae_drbg_hash_generate_fresh(narae_drbg_hash *ctx, uint8_t *out, size_t bytes,
                                                    const uint8_t *entropy, size_t entropy_bytes,
                                                    const uint8_t *additional, size_t additional_bytes);
NARAE_MUST_CHECK int narae_drbg_hmac_generate_fresh(narae_drbg_hmac *ctx, uint8_t *out, size_t bytes,
                                                    const uint8_t *entropy, size_t entropy_bytes,
                                                    const uint8_t *additional, size_t additional_bytes);
NARAE_MUST_CHECK int narae_drbg_ctr_generate_fresh(narae_drbg_ctr *ctx, uint8_t *out, size_t bytes,
                                                   const uint8_t *entropy, size_t entropy_bytes,
                                                   const uint8_t *additional, size_t additional_bytes);

/* Each wipes the context. */
static inline void
narae_drbg_hash_clear(narae_drbg_hash *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

static inline void
narae_drbg_hmac_clear(narae_drbg_hmac *ctx)
{
    narae_wipe(ctx, sizeof *ctx);
}

static inline void
narae_drbg_ctr_clear(narae_drbg_ctr *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_drbg_ctr, room), offsetof(narae_drbg_ctr, schedule),
                       sizeof ctx->schedule, 1);
}

#ifdef __cplusplus
}
#endif
#endif
