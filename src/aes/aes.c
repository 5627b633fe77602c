/* AES: the public functions, their checks, and the choice of kernel. */

#include "aes_internal.h"

#include "core/check.h"

#ifndef NARAE_AVR_KERNELS
int
narae_aes_set_key(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (key_bytes != 16 && key_bytes != 24 && key_bytes != 32)
        return NARAE_ERROR_KEY_SIZE;
    narae_aes_set_key_kernel((aes_schedule *)schedule, key, key_bytes);
    return NARAE_OK;
}
#endif

static int
check(const void *schedule, const uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check_blocks(schedule, out, in, nblocks, NARAE_AES_BLOCK_BYTES);

    return status == NARAE_OK ? check_schedule(schedule, AES_ROUNDS, AES_ROUNDS_APART, 3) : status;
}

int
narae_aes_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_aes_encrypt_kernel(schedule, out, in, nblocks);
    return status;
}

int
narae_aes_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_aes_decrypt_kernel(schedule, out, in, nblocks);
    return status;
}

/* narae_set_key_fn, which also tells sizes. */
static int
aes_set_key_or_size(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule != NULL || key != NULL)
        return narae_aes_set_key(schedule, key, key_bytes);
    switch (key_bytes) {
    case 16:
        return NARAE_AES_SCHEDULE_BYTES(16);
    case 24:
        return NARAE_AES_SCHEDULE_BYTES(24);
    case 32:
        return NARAE_AES_SCHEDULE_BYTES(32);
    default:
        return NARAE_ERROR_KEY_SIZE;
    }
}

const narae_block_cipher narae_aes = {
    .name = "aes",
    .block_bytes = NARAE_AES_BLOCK_BYTES,
    .key_bytes = {16, 24, 32},
    .schedule_bytes = NARAE_AES_SCHEDULE_BYTES(32),
    .rounds = AES_ROUNDS,
    .rounds_apart = AES_ROUNDS_APART,
    .set_key = aes_set_key_or_size,
    .encrypt = narae_aes_encrypt_kernel,
    .decrypt = narae_aes_decrypt_kernel,
    .ctr = narae_aes_ctr_kernel,
    .gcm = narae_aes_gcm_kernel,
    .chain = narae_aes_chain_kernel,
#ifdef narae_aes_ccm_kernel
    .ccm = narae_aes_ccm_kernel,
#endif
};
