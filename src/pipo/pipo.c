/* SPDX-License-Identifier: MIT */
/* PIPO: the public functions, their checks, and the choice of kernel. */

#include "pipo_internal.h"

#include "core/check.h"

int
narae_pipo_set_key(narae_pipo_key *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (key_bytes != 16 && key_bytes != 32)
        return NARAE_ERROR_KEY_SIZE;
    narae_pipo_set_key_kernel((pipo_schedule *)schedule, key, key_bytes);
    return NARAE_OK;
}

static int
check(const void *schedule, const uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check_blocks(schedule, out, in, nblocks, NARAE_PIPO_BLOCK_BYTES);

    return status == NARAE_OK ? check_schedule(schedule, PIPO_ROUNDS, PIPO_ROUNDS_APART, 2) : status;
}

int
narae_pipo_encrypt(const narae_pipo_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_pipo_encrypt_kernel(schedule, out, in, nblocks);
    return status;
}

int
narae_pipo_decrypt(const narae_pipo_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_pipo_decrypt_kernel(schedule, out, in, nblocks);
    return status;
}

/* narae_set_key_fn; with null pointers it returns the size of the schedule. */
static int
pipo_set_key_or_size(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL && key == NULL)
        return (int)NARAE_PIPO_SCHEDULE_BYTES(key_bytes);
    return narae_pipo_set_key((narae_pipo_key *)schedule, key, key_bytes);
}

const narae_block_cipher narae_pipo = {
    "pipo",
    NARAE_PIPO_BLOCK_BYTES,
    {16, 32},
    SCHEDULE_FACTS(NARAE_PIPO_SCHEDULE_BYTES(32), PIPO_ROUNDS, PIPO_ROUNDS_APART),
    pipo_set_key_or_size,
    narae_pipo_encrypt_kernel,
    narae_pipo_decrypt_kernel,
    narae_pipo_ctr_kernel,
    NULL,
    NULL,
#if UINTPTR_MAX > 0xffffffffu
    NULL,
    BATCH_BYTES,
    NULL,
    NULL,
#endif
};
