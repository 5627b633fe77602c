/* SPDX-License-Identifier: MIT */
/* narae/block_cipher.h: generic interface to block ciphers, for modes and for
 * programs that select a cipher at run time.
 *
 * Each cipher is one const object of this type: narae_aes, narae_lea, ...
 * Only the ciphers that a program names are linked.
 *
 *     const narae_block_cipher *cipher = &narae_lea;
 *     uint32_t schedule[NARAE_LEA_SCHEDULE_BYTES(16) / 4];
 *
 *     int status = narae_block_cipher_set_key(cipher, schedule, sizeof schedule, key, 16);
 *     if (status == NARAE_OK)
 *         status = narae_block_cipher_encrypt(cipher, schedule, out, in, nblocks);
 *
 * A schedule is the expanded key.  The caller owns its memory, aligned for
 * uint32_t; once set it is read-only and can be shared between threads and
 * messages.  Wipe it with narae_wipe().
 *
 * narae/descriptor.h has the object's members, for adding your own cipher or
 * kernels.
 *
 * Side channels: time and every address depend on the number of blocks and
 * on the key size alone, never on key or data.  The one exception, tables in
 * the on-chip memory of chips without a data cache, changes addresses but
 * not time; a kernel that uses it documents it at its top. */
#ifndef NARAE_BLOCK_CIPHER_H
#define NARAE_BLOCK_CIPHER_H

#include <stddef.h>
#include <stdint.h>

#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct narae_block_cipher narae_block_cipher;

/* Block size in bytes: 16, or 8 for HIGHT and PIPO. */
size_t narae_block_cipher_block_bytes(const narae_block_cipher *cipher);

/* Bytes of the schedule for a key of `key_bytes` bytes; 0 if the cipher has no
 * such key size.  NARAE_LEA_SCHEDULE_BYTES(key_bytes) is the same as a constant. */
size_t narae_block_cipher_schedule_bytes(const narae_block_cipher *cipher, size_t key_bytes);

/* Expands a key into the `schedule_bytes` bytes of `schedule`.  Returns NARAE_OK,
 * NARAE_ERROR_NULL, or NARAE_ERROR_KEY_SIZE (not one of the cipher's, or its
 * schedule is larger than that); the schedule is written on success only. */
NARAE_MUST_CHECK int narae_block_cipher_set_key(const narae_block_cipher *cipher, void *schedule,
                                                size_t schedule_bytes, const uint8_t *key, size_t key_bytes);

/* Encrypts or decrypts `nblocks` blocks.  `out` may be `in`; neither needs
 * alignment; with nblocks == 0 nothing happens and the buffers may be null.
 * Returns NARAE_OK, NARAE_ERROR_NULL, NARAE_ERROR_LENGTH (their bytes exceed
 * SIZE_MAX), NARAE_ERROR_OVERLAP, or NARAE_ERROR_STATE: the schedule was wiped,
 * or belongs to another cipher. */
NARAE_MUST_CHECK int narae_block_cipher_encrypt(const narae_block_cipher *cipher, const void *schedule,
                                                uint8_t *out, const uint8_t *in, size_t nblocks);
NARAE_MUST_CHECK int narae_block_cipher_decrypt(const narae_block_cipher *cipher, const void *schedule,
                                                uint8_t *out, const uint8_t *in, size_t nblocks);

#ifdef __cplusplus
}
#endif

#endif
