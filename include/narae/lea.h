/* SPDX-License-Identifier: MIT */
/* narae/lea.h: the block cipher LEA with 128-, 192- and 256-bit keys.
 * KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 *     #include <narae/lea.h>
 *
 *     narae_lea_key schedule;
 *     if (narae_lea_set_key(&schedule, key, sizeof key) != NARAE_OK)
 *         return -1;
 *     if (narae_lea_encrypt(&schedule, block, block, 1) != NARAE_OK)
 *         return -1;
 *     narae_wipe(&schedule, sizeof schedule);
 *
 * These functions process independent blocks (ECB): a building block for
 * modes, not a way to encrypt messages.
 *
 * On RV32, NARAE_SMALL cuts flash from 10,886 to 994 bytes; a block of LEA-128
 * takes 715 cycles instead of 549.
 *
 * Side channels: no secret-dependent branch or address on any chip. */
#ifndef NARAE_LEA_H
#define NARAE_LEA_H

#include "narae/block_cipher.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_LEA_BLOCK_BYTES 16

/* Bytes of the schedule for a key of `key_bytes` bytes: 388, 676 or 772.
 * LEA-128 stores four key words per round, the others six; on MSP430 LEA-128 does,
 * too: 580. */
#ifdef __MSP430__
#    define NARAE_LEA_SCHEDULE_BYTES(key_bytes) (4 + ((key_bytes) / 2 + 16) * 6 * 4)
#else
#    define NARAE_LEA_SCHEDULE_BYTES(key_bytes) \
        (4 + ((key_bytes) == 16 ? 24 * 4 * 4 : ((key_bytes) == 24 ? 28 : 32) * 6 * 4))
#endif

/* A schedule for any key size.  Where RAM is tight, narae_block_cipher_set_key()
 * takes an array of uint32_t with NARAE_LEA_SCHEDULE_BYTES(key_bytes) bytes. */
typedef struct narae_lea_key {
    uint32_t words[NARAE_LEA_SCHEDULE_BYTES(32) / 4];
} narae_lea_key;

/* Expands a key of 16, 24 or 32 bytes.  Returns NARAE_OK, NARAE_ERROR_NULL
 * or NARAE_ERROR_KEY_SIZE; the schedule is written on success only. */
NARAE_MUST_CHECK int narae_lea_set_key(narae_lea_key *schedule, const uint8_t *key, size_t key_bytes);

/* Encrypts or decrypts `nblocks` blocks of 16 bytes.  `out` may be `in`;
 * neither needs alignment; with nblocks == 0 nothing happens and the buffers
 * may be null.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH
 * (16 * nblocks exceeds SIZE_MAX), NARAE_ERROR_OVERLAP, or NARAE_ERROR_STATE:
 * the schedule was wiped, or never set with narae_lea_set_key. */
NARAE_MUST_CHECK int narae_lea_encrypt(const narae_lea_key *schedule, uint8_t *out, const uint8_t *in,
                                       size_t nblocks);
NARAE_MUST_CHECK int narae_lea_decrypt(const narae_lea_key *schedule, uint8_t *out, const uint8_t *in,
                                       size_t nblocks);

/* The cipher's descriptor, for modes. */
extern const narae_block_cipher narae_lea;

/* LEA-128 for chips short of RAM: the schedule is the key itself, and round
 * keys are computed on the fly for each block.  On AVR it takes 900 bytes of
 * flash; encryption takes 43 bytes of stack and 14,823 cycles per block,
 * decryption 48 and 23,028.  Works with any mode.  A wiped key cannot be
 * detected: modes carry on with an all-zero key and return NARAE_OK. */
#define NARAE_LEA_SMALL_SCHEDULE_BYTES 16

NARAE_MUST_CHECK int narae_lea_small_set_key(void *schedule, const uint8_t *key, size_t key_bytes);

extern const narae_block_cipher narae_lea_small;

#ifdef __cplusplus
}
#endif
#endif
