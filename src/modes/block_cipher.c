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
    int known = 0;

    for (unsigned i = 0; i < 3; i++)
        known |= key_bytes != 0 && cipher->key_bytes[i] == key_bytes;
    if (!known)
        return 0;
    /* A descriptor without rounds is not checked. */
    return cipher->schedule.rounds != 0 ? (size_t)cipher->set_key(NULL, NULL, key_bytes)
                                        : cipher->schedule_bytes;
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
    return cipher->set_key(schedule, key, key_bytes);
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
        cipher->encrypt(schedule, out, in, nblocks);
    return status;
}

int
narae_block_cipher_decrypt(const narae_block_cipher *cipher, const void *schedule, uint8_t *out,
                           const uint8_t *in, size_t nblocks)
{
    int status = check(cipher, schedule, out, in, nblocks);

    if (status == NARAE_OK)
        cipher->decrypt(schedule, out, in, nblocks);
    return status;
}
