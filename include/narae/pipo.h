/* SPDX-License-Identifier: MIT */
/* narae/pipo.h: the block ciphers PIPO-64/128 and PIPO-64/256.
 * Kim et al., "PIPO: A Lightweight Block Cipher with Efficient Higher-Order
 * Masking Software Implementations", ICISC 2020.
 *
 *     #include <narae/pipo.h>
 *
 *     narae_pipo_key schedule;
 *     if (narae_pipo_set_key(&schedule, key, sizeof key) != NARAE_OK)
 *         return -1;
 *     if (narae_pipo_encrypt(&schedule, block, block, 1) != NARAE_OK)
 *         return -1;
 *     narae_wipe(&schedule, sizeof schedule);
 *
 * These functions process independent blocks (ECB): a building block for
 * modes, not a way to encrypt messages.
 *
 * Blocks are 64 bits: in every mode, a collision between two blocks encrypted
 * under one key leaks plaintext, and is likely by 2^32 blocks (32 GiB).  Change
 * the key long before: at 2^20 blocks (8 MiB) its probability is 2^-25.
 *
 * Bytes: the paper writes a block and a key as numbers in hexadecimal, with the
 * most significant byte on the left; these functions take the least significant
 * byte first.  Byte i of a block is row x[i] of the paper's state, whose bit j is
 * in column j; bytes 8 k to 8 k + 7 of the key are the paper's K_k.  The paper's
 * plaintext 0x098552F61E270026 is the bytes 26 00 27 1E F6 52 85 09, its 128-bit
 * key 0x6DC416DD779428D27E1D20AD2E152297 the bytes 97 22 15 2E ... DD 16 C4 6D.
 *
 * On RV32, NARAE_SMALL cuts flash from 20,344 to 932 bytes; a block of
 * PIPO-64/128 takes 1,318 cycles instead of 888.
 *
 * Side channels: no secret-dependent branch or address on any chip. */
#ifndef NARAE_PIPO_H
#define NARAE_PIPO_H

#include "narae/block_cipher.h"
#include "narae/configuration.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_PIPO_BLOCK_BYTES 8

/* Bytes of the schedule for a key of `key_bytes` bytes: each byte is stored
 * once per block that fits in a machine word, by the kernels for MSP430 once.  Those
 * for RV32 and Cortex-M store the round keys in two forms: 228 or 372 bytes, on ARMv7-M
 * and later 356 or 372.
 * NARAE_SMALL, defined for both library and program, does without them. */
#ifdef __AVR__
#    define NARAE_PIPO_SCHEDULE_BYTES(key_bytes) (4 + (key_bytes))
#elif defined(__MSP430__) && !defined(__MSP430X_LARGE__) && !defined(NARAE_PORTABLE)
#    define NARAE_PIPO_SCHEDULE_BYTES(key_bytes) (4 + (key_bytes))
#elif defined(NARAE_WORDS64)
#    define NARAE_PIPO_SCHEDULE_BYTES(key_bytes) (4 + 8 * (key_bytes))
#elif defined(NARAE_PORTABLE) || defined(NARAE_SMALL)
#    define NARAE_PIPO_SCHEDULE_BYTES(key_bytes) (4 + 4 * (key_bytes))
#elif defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__)
#    define NARAE_PIPO_SCHEDULE_BYTES(key_bytes) ((key_bytes) == 16 ? 356 : 372)
#elif defined(__ARM_ARCH_6M__) || (defined(__riscv) && __riscv_xlen == 32)
#    define NARAE_PIPO_SCHEDULE_BYTES(key_bytes) ((key_bytes) == 16 ? 228 : 372)
#else
#    define NARAE_PIPO_SCHEDULE_BYTES(key_bytes) (4 + 4 * (key_bytes))
#endif

/* A schedule for either key size.  Where RAM is tight, narae_block_cipher_set_key()
 * takes an array of uint32_t with NARAE_PIPO_SCHEDULE_BYTES(key_bytes) bytes. */
typedef struct narae_pipo_key {
    uint32_t words[NARAE_PIPO_SCHEDULE_BYTES(32) / 4];
} narae_pipo_key;

/* Expands a key of 16 or 32 bytes.  Returns NARAE_OK, NARAE_ERROR_NULL
 * or NARAE_ERROR_KEY_SIZE; the schedule is written on success only. */
NARAE_MUST_CHECK int narae_pipo_set_key(narae_pipo_key *schedule, const uint8_t *key, size_t key_bytes);

/* Encrypts or decrypts `nblocks` blocks of 8 bytes.  `out` may be `in`;
 * neither needs alignment; with nblocks == 0 nothing happens and the buffers
 * may be null.  Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH
 * (8 * nblocks exceeds SIZE_MAX), NARAE_ERROR_OVERLAP, or NARAE_ERROR_STATE:
 * the schedule was wiped, or never set with narae_pipo_set_key. */
NARAE_MUST_CHECK int narae_pipo_encrypt(const narae_pipo_key *schedule, uint8_t *out, const uint8_t *in,
                                        size_t nblocks);
NARAE_MUST_CHECK int narae_pipo_decrypt(const narae_pipo_key *schedule, uint8_t *out, const uint8_t *in,
                                        size_t nblocks);

/* The cipher's descriptor, for modes. */
extern const narae_block_cipher narae_pipo;

#ifdef __cplusplus
}
#endif
#endif
