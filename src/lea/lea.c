/* SPDX-License-Identifier: MIT */
/* LEA: the public functions, their checks, and the choice of kernel. */

#include "core/family.h"

#include NARAE_KERNELS(lea)
#include "lea/portable/kernels.h"

#include "core/check.h"

int
narae_lea_set_key(narae_lea_key *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (key_bytes != 16 && key_bytes != 24 && key_bytes != 32)
        return NARAE_ERROR_KEY_SIZE;
    narae_lea_set_key_kernel((lea_schedule *)schedule, key, key_bytes);
    return NARAE_OK;
}

static int
check(const void *schedule, const uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check_blocks(schedule, out, in, nblocks, NARAE_LEA_BLOCK_BYTES);

    return status == NARAE_OK ? check_schedule(schedule, LEA_ROUNDS, LEA_ROUNDS_APART, 3) : status;
}

int
narae_lea_encrypt(const narae_lea_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_lea_encrypt_kernel(schedule, out, in, nblocks);
    return status;
}

int
narae_lea_decrypt(const narae_lea_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_lea_decrypt_kernel(schedule, out, in, nblocks);
    return status;
}

/* narae_set_key_fn; with null pointers it returns the size of the schedule. */
static int
lea_set_key_or_size(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL && key == NULL)
        return (int)NARAE_LEA_SCHEDULE_BYTES(key_bytes);
    return narae_lea_set_key((narae_lea_key *)schedule, key, key_bytes);
}

const narae_block_cipher narae_lea = {
    "lea",
    NARAE_LEA_BLOCK_BYTES,
    {16, 24, 32},
    SCHEDULE_FACTS(NARAE_LEA_SCHEDULE_BYTES(32), LEA_ROUNDS, LEA_ROUNDS_APART),
    lea_set_key_or_size,
    narae_lea_encrypt_kernel,
    narae_lea_decrypt_kernel,
    narae_lea_ctr_kernel,
    narae_lea_gcm_kernel,
    narae_lea_chain_kernel,
#if UINTPTR_MAX > 0xffffffffu
    NULL,
    BATCH_BYTES_OF_64_BLOCKS,
    narae_lea_xts_kernel,
    NULL,
#endif
};
