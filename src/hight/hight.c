/* SPDX-License-Identifier: MIT */
/* HIGHT: the public functions, their checks, and the choice of kernel. */

#include "hight_internal.h"

#include "core/check.h"

int
narae_hight_set_key(narae_hight_key *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (key_bytes != 16)
        return NARAE_ERROR_KEY_SIZE;
    narae_hight_set_key_kernel((hight_schedule *)schedule, key, key_bytes);
    return NARAE_OK;
}

static int
check(const void *schedule, const uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check_blocks(schedule, out, in, nblocks, NARAE_HIGHT_BLOCK_BYTES);

    return status == NARAE_OK ? check_schedule(schedule, HIGHT_ROUNDS, 0, 1) : status;
}

int
narae_hight_encrypt(const narae_hight_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_hight_encrypt_kernel(schedule, out, in, nblocks);
    return status;
}

int
narae_hight_decrypt(const narae_hight_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_hight_decrypt_kernel(schedule, out, in, nblocks);
    return status;
}

/* narae_set_key_fn; with null pointers it returns the size of the schedule. */
static int
hight_set_key_or_size(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL && key == NULL)
        return (int)NARAE_HIGHT_SCHEDULE_BYTES(key_bytes);
    return narae_hight_set_key((narae_hight_key *)schedule, key, key_bytes);
}

const narae_block_cipher narae_hight = {
    "hight",
    NARAE_HIGHT_BLOCK_BYTES,
    {16},
    SCHEDULE_FACTS(NARAE_HIGHT_SCHEDULE_BYTES(16), HIGHT_ROUNDS, 0),
    hight_set_key_or_size,
    narae_hight_encrypt_kernel,
    narae_hight_decrypt_kernel,
    narae_hight_ctr_kernel,
    NULL,
    NULL,
#if UINTPTR_MAX > 0xffffffffu
    NULL,
    BATCH_BYTES,
    NULL,
    NULL,
#endif
};
