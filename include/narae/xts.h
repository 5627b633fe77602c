/* SPDX-License-Identifier: MIT */
/* narae/xts.h: XTS, for the sectors of a disk.  IEEE 1619-2018, clause 5;
 * NIST SP 800-38E.
 *
 *     #include <narae/aria.h>
 *     #include <narae/xts.h>
 *
 *     narae_xts xts;
 *     if (narae_xts_init(&xts, &narae_aria, key, 64) != NARAE_OK)   two keys of 32 bytes
 *         return -1;
 *     int status = narae_xts_encrypt_sectors(&xts, out, sector, 4096, in, 8 * 4096);
 *     if (status != NARAE_OK)
 *         return -1;
 *     narae_xts_clear(&xts);
 *
 * A data unit, such as a sector, has 16 bytes or more and is encrypted to as many: the
 * end of a unit that is not whole blocks borrows from the block before it (ciphertext
 * stealing).  Its tweak identifies its location and need not be secret.  The standard's
 * units are numbered, and the tweak is the number, little-endian.
 *
 * XTS does not authenticate, and reveals whether 16 bytes at one place of one unit
 * are what they were before.  Use it where there is no space for a tag or nonce, and
 * narae/gcm.h elsewhere.
 *
 * Keys: two of the cipher's, the first for data, the second for tweaks.  The same key
 * twice is refused, as SP 800-38E's validation requires.  That document approves
 * AES with two keys of 16 or 32 bytes; 24 bytes work the same.
 *
 * Limits: 2^20 blocks in a unit (SP 800-38E, clause 4).  IEEE 1619 advises at most 2^36
 * units under one key; the caller counts.
 *
 * Side channels: time depends on the cipher and the lengths; tweaks are multiplied
 * without branches.  Contexts and RAM: narae/mode.h. */
#ifndef NARAE_XTS_H
#define NARAE_XTS_H

#include "narae/mode.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_XTS_TWEAK_BYTES 16
#define NARAE_XTS_MIN_BYTES 16
#define NARAE_XTS_MAX_BYTES UINT32_C(0x1000000)

typedef struct narae_xts {
    narae_mode_key key;
    const void *shared_tweak;                               /* the second schedule, if the caller owns both */
    uint32_t schedule[2 * (NARAE_MODE_SCHEDULE_BYTES / 4)]; /* of data, and of tweaks */
} narae_xts;

/* Sets both keys, `key_bytes` bytes together.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_KEY_SIZE (a half is not one of the cipher's, or its schedule is larger
 * than the context's space for it), NARAE_ERROR_BLOCK_SIZE (not 16 bytes) or
 * NARAE_ERROR_WEAK_KEY (the halves are equal).
 * _init_sized takes the space for each schedule as an argument, for other languages. */
NARAE_MUST_CHECK int narae_xts_init_sized(narae_xts *ctx, size_t schedule_bytes,
                                          const narae_block_cipher *cipher, const uint8_t *key,
                                          size_t key_bytes);

NARAE_MUST_CHECK static inline int
narae_xts_init(narae_xts *ctx, const narae_block_cipher *cipher, const uint8_t *key, size_t key_bytes)
{
    return narae_xts_init_sized(ctx, sizeof ctx->schedule / 2, cipher, key, key_bytes);
}

/* The same with schedules of `cipher` owned by the caller.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, NARAE_ERROR_BLOCK_SIZE, NARAE_ERROR_STATE (not schedules of
 * `cipher`) or NARAE_ERROR_WEAK_KEY (they are of one key). */
NARAE_MUST_CHECK int narae_xts_init_schedule(narae_xts *ctx, const narae_block_cipher *cipher,
                                             const void *schedule, const void *tweak_schedule);

/* Encrypts or decrypts one data unit of `bytes` bytes; `tweak` is its number,
 * little-endian.  `out` may be `in`.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE (no key), NARAE_ERROR_NONCE_SIZE (`tweak_bytes` is not 16),
 * NARAE_ERROR_LENGTH (less than a block, or more than 2^20) or NARAE_ERROR_OVERLAP. */
NARAE_MUST_CHECK int narae_xts_encrypt_unit(const narae_xts *ctx, uint8_t *out, const uint8_t *tweak,
                                            size_t tweak_bytes, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_xts_decrypt_unit(const narae_xts *ctx, uint8_t *out, const uint8_t *tweak,
                                            size_t tweak_bytes, const uint8_t *in, size_t bytes);

/* The same for consecutive sectors of `sector_bytes` bytes, the first with the number
 * `sector`; `bytes` is that of all.  Returns NARAE_OK, NARAE_ERROR_NULL,
 * NARAE_ERROR_STATE, NARAE_ERROR_OVERLAP, or NARAE_ERROR_LENGTH: `bytes` is not whole
 * sectors, their size is not that of a data unit, or numbers exceed 2^64 - 1. */
NARAE_MUST_CHECK int narae_xts_encrypt_sectors(const narae_xts *ctx, uint8_t *out, uint64_t sector,
                                               size_t sector_bytes, const uint8_t *in, size_t bytes);
NARAE_MUST_CHECK int narae_xts_decrypt_sectors(const narae_xts *ctx, uint8_t *out, uint64_t sector,
                                               size_t sector_bytes, const uint8_t *in, size_t bytes);

/* Wipes the context; it must be initialised before it is used again. */
static inline void
narae_xts_clear(narae_xts *ctx)
{
    narae_wipe_context(ctx, offsetof(narae_xts, key.room), offsetof(narae_xts, schedule),
                       sizeof ctx->schedule / 2, 2);
}

#ifdef __cplusplus
}
#endif
#endif
