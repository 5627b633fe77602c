/* SPDX-License-Identifier: MIT */
/* narae/hight.h: the block cipher HIGHT.
 * TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 *     #include <narae/hight.h>
 *
 *     narae_hight_key schedule;
 *     if (narae_hight_set_key(&schedule, key, sizeof key) != NARAE_OK)
 *         return -1;
 *     if (narae_hight_encrypt(&schedule, block, block, 1) != NARAE_OK)
 *         return -1;
 *     narae_wipe(&schedule, sizeof schedule);
 *
 * These functions process independent blocks (ECB): a building block for
 * modes, not a way to encrypt messages.
 *
 * Order of bytes: the first byte of a block is P0 of the standard, the first of
 * a key MK0, as in KISA's reference code and in KCMVP's request files.  The
 * standard's own examples print P7 and MK15 first: reverse them.
 *
 * Blocks are 64 bits: in every mode, a collision between two blocks encrypted
 * under one key leaks plaintext, and is likely by 2^32 blocks (32 GiB).  Change
 * the key long before: at 2^20 blocks (8 MiB) its probability is 2^-25.
 *
 * Side channels: no secret-dependent branch or address, with one exception: on AVR
 * and MSP430, which have no data cache, F0 and F1 are tables in flash. */
#ifndef NARAE_HIGHT_H
#define NARAE_HIGHT_H

#include "narae/block_cipher.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_HIGHT_BLOCK_BYTES 8

/* Bytes of the schedule for a key of `key_bytes` bytes, always 16.  AVR expands
 * the key on the way; x86-64, AArch64 and WebAssembly with vectors store each byte
 * several times. */
#ifdef __AVR__
#    define NARAE_HIGHT_SCHEDULE_BYTES(key_bytes) (4 + (key_bytes))
#elif defined(__x86_64__) || defined(__aarch64__) || defined(__wasm_simd128__)
#    define NARAE_HIGHT_SCHEDULE_BYTES(key_bytes) (12 + 42 * (key_bytes))
#else
#    define NARAE_HIGHT_SCHEDULE_BYTES(key_bytes) (12 + 8 * (key_bytes))
#endif

typedef struct narae_hight_key {
    uint32_t words[NARAE_HIGHT_SCHEDULE_BYTES(16) / 4];
} narae_hight_key;

/* Expands a key of 16 bytes.  Returns NARAE_OK, NARAE_ERROR_NULL or
 * NARAE_ERROR_KEY_SIZE; the schedule is written on success only. */
NARAE_MUST_CHECK int narae_hight_set_key(narae_hight_key *schedule, const uint8_t *key, size_t key_bytes);

/* Encrypts or decrypts `nblocks` blocks of 8 bytes.  `out` may be `in`;
 * neither needs alignment; with nblocks == 0 nothing happens and the buffers
 * may be null.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH
 * (8 * nblocks exceeds SIZE_MAX), NARAE_ERROR_OVERLAP, or NARAE_ERROR_STATE:
 * the schedule was wiped, or never set with narae_hight_set_key. */
NARAE_MUST_CHECK int narae_hight_encrypt(const narae_hight_key *schedule, uint8_t *out, const uint8_t *in,
                                         size_t nblocks);
NARAE_MUST_CHECK int narae_hight_decrypt(const narae_hight_key *schedule, uint8_t *out, const uint8_t *in,
                                         size_t nblocks);

/* The cipher's descriptor, for modes. */
extern const narae_block_cipher narae_hight;

#ifdef __cplusplus
}
#endif
#endif
