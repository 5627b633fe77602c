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
 * These functions transform independent blocks (ECB): the building block of
 * a mode, not a way to encrypt a message.
 *
 * On RV32, NARAE_SMALL makes 1,974 bytes of flash of 8,770; AES-128 takes 247
 * cycles a byte in encryption and 619 in decryption.
 *
 * Side channels: no secret-dependent branch or address, unless the library was
 * compiled with NARAE_TABLES_IN_TIGHTLY_COUPLED_MEMORY for an RV32 chip: then
 * there are tables, in memory without a cache. */
#ifndef NARAE_AES_H
#define NARAE_AES_H

#include "narae/block_cipher.h"
#include "narae/configuration.h"
#include "narae/wipe.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NARAE_AES_BLOCK_BYTES 16

/* Bytes of the schedule for a key of `key_bytes` bytes.  The bit-sliced
 * kernels of 32- and 64-bit chips keep each round key as eight words that
 * hold it for two or four blocks at once, AArch64 as eight vectors; 8-bit chips keep its 16 bytes.  RV32
 * has 128 more for the kernel that encrypts eight blocks at once, unless the
 * library and the program define NARAE_SMALL. */
#ifdef __AVR__
#    define NARAE_AES_ROUND_KEY_BYTES 16
#elif defined(__aarch64__)
#    define NARAE_AES_ROUND_KEY_BYTES 128
#elif UINTPTR_MAX > 0xffffffffu
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

/* A schedule for any key size.  Where RAM is short, narae_block_cipher_set_key()
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
 * the schedule was wiped, or set by no narae_aes_set_key. */
NARAE_MUST_CHECK int narae_aes_encrypt(const narae_aes_key *schedule, uint8_t *out, const uint8_t *in,
                                       size_t nblocks);
NARAE_MUST_CHECK int narae_aes_decrypt(const narae_aes_key *schedule, uint8_t *out, const uint8_t *in,
                                       size_t nblocks);

/* The descriptor, for modes. */
extern const narae_block_cipher narae_aes;

#ifdef __cplusplus
}
#endif
#endif
