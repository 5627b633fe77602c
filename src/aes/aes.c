/* SPDX-License-Identifier: MIT */
/* AES: the public functions, their checks, and the choice of kernel. */

#include "aes_internal.h"

#include "core/check.h"

int
narae_aes_set_key(narae_aes_key *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
#ifdef NARAE_AVR_KERNELS
    return narae_aes_set_key_or_size(schedule, key, key_bytes);
#else
    if (key_bytes != 16 && key_bytes != 24 && key_bytes != 32)
        return NARAE_ERROR_KEY_SIZE;
    narae_aes_set_key_kernel((aes_schedule *)schedule, key, key_bytes);
    return NARAE_OK;
#endif
}

static int
check(const void *schedule, const uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check_blocks(schedule, out, in, nblocks, NARAE_AES_BLOCK_BYTES);

    return status == NARAE_OK ? check_schedule(schedule, AES_ROUNDS, AES_ROUNDS_APART, 3) : status;
}

int
narae_aes_encrypt(const narae_aes_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_aes_encrypt_kernel(schedule, out, in, nblocks);
    return status;
}

int
narae_aes_decrypt(const narae_aes_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_aes_decrypt_kernel(schedule, out, in, nblocks);
    return status;
}

/* What set_key of the descriptor returns where a pointer is null: narae_set_key_fn. */
int
narae_aes_size_or_error(const void *schedule, const uint8_t *key, size_t key_bytes)
{
    return schedule == NULL && key == NULL ? (int)NARAE_AES_SCHEDULE_BYTES(key_bytes) : NARAE_ERROR_NULL;
}

#ifndef NARAE_AVR_KERNELS
int
narae_aes_set_key_or_size(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return narae_aes_size_or_error(schedule, key, key_bytes);
    return narae_aes_set_key((narae_aes_key *)schedule, key, key_bytes);
}
#endif

const narae_block_cipher narae_aes = {
    "aes",
    NARAE_AES_BLOCK_BYTES,
    {16, 24, 32},
    SCHEDULE_FACTS(NARAE_AES_SCHEDULE_BYTES(32), AES_ROUNDS, AES_ROUNDS_APART),
    narae_aes_set_key_or_size,
    narae_aes_encrypt_kernel,
    narae_aes_decrypt_kernel,
    narae_aes_ctr_kernel,
    narae_aes_gcm_kernel,
    narae_aes_chain_kernel,
#if UINTPTR_MAX > 0xffffffffu
    narae_aes_ccm_kernel,
    BATCH_BYTES_OF_64_BLOCKS,
    narae_aes_xts_kernel,
    narae_aes_gcm_message_kernel,
#endif
};
