/* SPDX-License-Identifier: MIT */
/* narae/aria.h: the block cipher ARIA with 128-, 192- and 256-bit keys.
 * KS X 1213-1; RFC 5794.
 *
 *     #include <narae/aria.h>
 *
 *     narae_aria_key schedule;
 *     if (narae_aria_set_key(&schedule, key, sizeof key) != NARAE_OK)
 *         return -1;
 *     if (narae_aria_encrypt(&schedule, block, block, 1) != NARAE_OK)
 *         return -1;
 *     narae_wipe(&schedule, sizeof schedule);
 *
 * These functions process independent blocks (ECB): a building block for
 * modes, not a way to encrypt messages.
 *
 * Side channels: no secret-dependent branch or address, with two exceptions:
 * on AVR and MSP430, which have no data cache, the S-boxes are tables in flash; on RV32 and
 * ARMv7-M with NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY they are tables in uncached
 * memory. */
#ifndef NARAE_ARIA_H
#define NARAE_ARIA_H

#include "narae/block_cipher.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_ARIA_BLOCK_BYTES 16

/* Bytes of the schedule for a key of `key_bytes` bytes: 212, 244 or 276; on
 * x86-64, whose kernels also need each round key with every byte repeated four
 * times, 1044, 1204 or 1364; on AArch64 and WebAssembly with vectors, which store each
 * round key in two forms, and on ARMv7-M, where it serves two blocks, 420, 484 or 548.  One
 * schedule serves both directions.
 */
#ifdef __x86_64__
#    define NARAE_ARIA_ROUND_KEY_BYTES 80
#elif defined(__wasm_simd128__) || defined(__aarch64__)
#    define NARAE_ARIA_ROUND_KEY_BYTES 32
#elif defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__)
#    define NARAE_ARIA_ROUND_KEY_BYTES 32
#else
#    define NARAE_ARIA_ROUND_KEY_BYTES 16
#endif
#define NARAE_ARIA_SCHEDULE_BYTES(key_bytes) (4 + NARAE_ARIA_ROUND_KEY_BYTES * (9 + (key_bytes) / 4))

/* A schedule for any key size.  Where RAM is tight, narae_block_cipher_set_key()
 * takes an array of uint32_t with NARAE_ARIA_SCHEDULE_BYTES(key_bytes) bytes. */
typedef struct narae_aria_key {
    uint32_t words[NARAE_ARIA_SCHEDULE_BYTES(32) / 4];
} narae_aria_key;

/* Expands a key of 16, 24 or 32 bytes.  Returns NARAE_OK, NARAE_ERROR_NULL
 * or NARAE_ERROR_KEY_SIZE; the schedule is written on success only. */
NARAE_MUST_CHECK int narae_aria_set_key(narae_aria_key *schedule, const uint8_t *key, size_t key_bytes);

/* Encrypts or decrypts `nblocks` blocks of 16 bytes.  `out` may be `in`;
 * neither needs alignment; with nblocks == 0 nothing happens and the buffers
 * may be null.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH
 * (16 * nblocks exceeds SIZE_MAX), NARAE_ERROR_OVERLAP, or NARAE_ERROR_STATE:
 * the schedule was wiped, or never set with narae_aria_set_key. */
NARAE_MUST_CHECK int narae_aria_encrypt(const narae_aria_key *schedule, uint8_t *out, const uint8_t *in,
                                        size_t nblocks);
NARAE_MUST_CHECK int narae_aria_decrypt(const narae_aria_key *schedule, uint8_t *out, const uint8_t *in,
                                        size_t nblocks);

/* The cipher's descriptor, for modes. */
extern const narae_block_cipher narae_aria;

#ifdef __cplusplus
}
#endif
#endif
