/* SPDX-License-Identifier: MIT */
/* narae/seed.h: the block cipher SEED, with blocks and keys of 128 bits.
 * RFC 4269; TTAS.KO-12.0004/R1; ISO/IEC 18033-3, in Korea KS X ISO/IEC 18033-3.
 *
 *     #include <narae/seed.h>
 *
 *     narae_seed_key schedule;
 *     if (narae_seed_set_key(&schedule, key, sizeof key) != NARAE_OK)
 *         return -1;
 *     if (narae_seed_encrypt(&schedule, block, block, 1) != NARAE_OK)
 *         return -1;
 *     narae_wipe(&schedule, sizeof schedule);
 *
 * These functions process independent blocks (ECB): a building block for
 * modes, not a way to encrypt messages.
 *
 * Side channels: no secret-dependent branch or address, with two exceptions:
 * on AVR and MSP430, which have no data cache, the S-boxes are tables in flash; on
 * RV32 and ARMv7-M with NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY they are tables in uncached
 * memory. */
#ifndef NARAE_SEED_H
#define NARAE_SEED_H

#include "narae/block_cipher.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_SEED_BLOCK_BYTES 16

/* Bytes of the schedule for a key of `key_bytes` bytes, always 16: 132.  One schedule
 * serves both directions. */
#define NARAE_SEED_SCHEDULE_BYTES(key_bytes) (4 + 8 * (key_bytes))

typedef struct narae_seed_key {
    uint32_t words[NARAE_SEED_SCHEDULE_BYTES(16) / 4];
} narae_seed_key;

/* Expands a key of 16 bytes.  Returns NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_KEY_SIZE; the schedule is written on success only. */
NARAE_MUST_CHECK int narae_seed_set_key(narae_seed_key *schedule, const uint8_t *key, size_t key_bytes);

/* Encrypts or decrypts `nblocks` blocks of 16 bytes.  `out` may be `in`;
 * neither needs alignment; with nblocks == 0 nothing happens and the buffers
 * may be null.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH
 * (16 * nblocks exceeds SIZE_MAX), NARAE_ERROR_OVERLAP, or NARAE_ERROR_STATE:
 * the schedule was wiped, or never set with narae_seed_set_key. */
NARAE_MUST_CHECK int narae_seed_encrypt(const narae_seed_key *schedule, uint8_t *out, const uint8_t *in,
                                        size_t nblocks);
NARAE_MUST_CHECK int narae_seed_decrypt(const narae_seed_key *schedule, uint8_t *out, const uint8_t *in,
                                        size_t nblocks);

/* The cipher's descriptor, for modes. */
extern const narae_block_cipher narae_seed;

#ifdef __cplusplus
}
#endif
#endif
