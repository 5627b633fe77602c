/* SPDX-License-Identifier: MIT */
/* narae/aes.h: the block cipher AES with 128-, 192- and 256-bit keys.
 * FIPS 197.
 *
 *     #include <narae/aes.h>
 *
 *     narae_aes_key schedule;
 *     if (narae_aes_set_key(&schedule, key, sizeof key) != NARAE_OK)
 *         return -1;
 *     if (narae_aes_encrypt(&schedule, block, block, 1) != NARAE_OK)
 *         return -1;
 *     narae_wipe(&schedule, sizeof schedule);
 *
 * These functions process independent blocks (ECB): a building block for
 * modes, not a way to encrypt messages.
 *
 * On RV32, NARAE_SMALL cuts flash from 8,770 to 1,974 bytes; AES-128 then takes
 * 247 cycles per byte to encrypt and 619 to decrypt.
 *
 * Side channels: no secret-dependent branch or address, with two exceptions: on AVR and
 * MSP430, which have no data cache, there are lookup tables in flash; on RV32 and ARMv7-M
 * with NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY in uncached memory. */
#ifndef NARAE_AES_H
#define NARAE_AES_H

#include "narae/block_cipher.h"
#include "narae/configuration.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_AES_BLOCK_BYTES 16

/* Bytes of the schedule for a key of `key_bytes` bytes.  The bitsliced
 * kernels of 32- and 64-bit chips store each round key as eight words, for two
 * or four blocks in parallel, AArch64 and WebAssembly with vectors as eight of those; 8-bit chips store its
 * 16 bytes, MSP430 those of encryption and of decryption.  RV32 adds 128 bytes for the
 * kernel that encrypts eight blocks at once, unless library and program define
 * NARAE_SMALL. */
#ifdef __AVR__
#    define NARAE_AES_ROUND_KEY_BYTES 16
#elif defined(__aarch64__) || defined(__wasm_simd128__)
#    define NARAE_AES_ROUND_KEY_BYTES 128
#elif defined(NARAE_WORDS64)
#    define NARAE_AES_ROUND_KEY_BYTES 64
#else
#    define NARAE_AES_ROUND_KEY_BYTES 32
#endif
#if defined(__riscv) && __riscv_xlen == 32 && !defined(NARAE_PORTABLE) && !defined(NARAE_SMALL) && \
    !defined(NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY)
#    define NARAE_AES_EIGHT_BLOCK_KEY_BYTES 128
#else
#    define NARAE_AES_EIGHT_BLOCK_KEY_BYTES 0
#endif
#define NARAE_AES_SCHEDULE_BYTES(key_bytes) \
    (4 + ((key_bytes) / 4 + 7) * (NARAE_AES_ROUND_KEY_BYTES + NARAE_AES_EIGHT_BLOCK_KEY_BYTES))

/* A schedule for any key size.  Where RAM is tight, narae_block_cipher_set_key()
 * takes an array of uint32_t with NARAE_AES_SCHEDULE_BYTES(key_bytes) bytes. */
typedef struct narae_aes_key {
    uint32_t words[NARAE_AES_SCHEDULE_BYTES(32) / 4];
} narae_aes_key;

/* Expands a key of 16, 24 or 32 bytes.  Returns NARAE_OK, NARAE_ERROR_NULL
 * or NARAE_ERROR_KEY_SIZE; the schedule is written on success only. */
NARAE_MUST_CHECK int narae_aes_set_key(narae_aes_key *schedule, const uint8_t *key, size_t key_bytes);

/* Encrypts or decrypts `nblocks` blocks of 16 bytes.  `out` may be `in`;
 * neither needs alignment; with nblocks == 0 nothing happens and the buffers
 * may be null.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH
 * (16 * nblocks exceeds SIZE_MAX), NARAE_ERROR_OVERLAP, or NARAE_ERROR_STATE:
 * the schedule was wiped, or never set with narae_aes_set_key. */
NARAE_MUST_CHECK int narae_aes_encrypt(const narae_aes_key *schedule, uint8_t *out, const uint8_t *in,
                                       size_t nblocks);
NARAE_MUST_CHECK int narae_aes_decrypt(const narae_aes_key *schedule, uint8_t *out, const uint8_t *in,
                                       size_t nblocks);

/* The cipher's descriptor, for modes. */
extern const narae_block_cipher narae_aes;

#ifdef __cplusplus
}
#endif
#endif
