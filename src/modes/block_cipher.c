/* SPDX-License-Identifier: MIT */
/* narae/block_cipher.h: any block cipher by its descriptor.
 *
 * Time depends on the number of blocks and on the key size alone. */

#include "mode_internal.h"

size_t
narae_block_cipher_block_bytes(const narae_block_cipher *cipher)
{
    return cipher->block_bytes;
}

size_t
narae_block_cipher_schedule_bytes(const narae_block_cipher *cipher, size_t key_bytes)
{
    return schedule_bytes_of(cipher, key_bytes);
}

int
narae_block_cipher_set_key(const narae_block_cipher *cipher, void *schedule, size_t schedule_bytes,
                           const uint8_t *key, size_t key_bytes)
{
    size_t needed;

    if (cipher == NULL || schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    needed = narae_block_cipher_schedule_bytes(cipher, key_bytes);
    if (needed == 0 || needed > schedule_bytes)
        return NARAE_ERROR_KEY_SIZE;
    narae_kernels_of(cipher)->set_key(schedule, key, key_bytes);
    return NARAE_OK;
}

static int
check(const narae_block_cipher *cipher, const void *schedule, const uint8_t *out, const uint8_t *in,
      size_t nblocks)
{
    int status =
        cipher == NULL ? NARAE_ERROR_NULL : check_blocks(schedule, out, in, nblocks, cipher->block_bytes);

    return status == NARAE_OK ? check_cipher((mode_cipher){cipher, schedule}) : status;
}

int
narae_block_cipher_encrypt(const narae_block_cipher *cipher, const void *schedule, uint8_t *out,
                           const uint8_t *in, size_t nblocks)
{
    int status = check(cipher, schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_kernels_of(cipher)->encrypt(schedule, out, in, nblocks);
    return status;
}

int
narae_block_cipher_decrypt(const narae_block_cipher *cipher, const void *schedule, uint8_t *out,
                           const uint8_t *in, size_t nblocks)
{
    int status = check(cipher, schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_kernels_of(cipher)->decrypt(schedule, out, in, nblocks);
    return status;
}
