/* SPDX-License-Identifier: MIT */
/* ARIA: the public functions, their checks, and the choice of kernel. */

#include "aria_internal.h"

#include "core/check.h"

int
narae_aria_set_key(narae_aria_key *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL || key == NULL)
        return NARAE_ERROR_NULL;
    if (key_bytes != 16 && key_bytes != 24 && key_bytes != 32)
        return NARAE_ERROR_KEY_SIZE;
    narae_aria_set_key_kernel((aria_schedule *)schedule, key, key_bytes);
    return NARAE_OK;
}

static int
check(const void *schedule, const uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check_blocks(schedule, out, in, nblocks, NARAE_ARIA_BLOCK_BYTES);

    return status == NARAE_OK ? check_schedule(schedule, ARIA_ROUNDS, ARIA_ROUNDS_APART, 3) : status;
}

int
narae_aria_encrypt(const narae_aria_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_aria_encrypt_kernel(schedule, out, in, nblocks);
    return status;
}

int
narae_aria_decrypt(const narae_aria_key *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    int status = check(schedule, out, in, nblocks);

    if (status == NARAE_OK)
        narae_aria_decrypt_kernel(schedule, out, in, nblocks);
    return status;
}

/* narae_set_key_fn; with null pointers it returns the size of the schedule. */
static int
aria_set_key_or_size(void *schedule, const uint8_t *key, size_t key_bytes)
{
    if (schedule == NULL && key == NULL)
        return (int)NARAE_ARIA_SCHEDULE_BYTES(key_bytes);
    return narae_aria_set_key((narae_aria_key *)schedule, key, key_bytes);
}

const narae_block_cipher narae_aria = {
    "aria",
    NARAE_ARIA_BLOCK_BYTES,
    {16, 24, 32},
    SCHEDULE_FACTS(NARAE_ARIA_SCHEDULE_BYTES(32), ARIA_ROUNDS, ARIA_ROUNDS_APART),
    aria_set_key_or_size,
    narae_aria_encrypt_kernel,
    narae_aria_decrypt_kernel,
    narae_aria_ctr_kernel,
    narae_aria_gcm_kernel,
    NULL,
#if UINTPTR_MAX > 0xffffffffu
    NULL,
    BATCH_BYTES,
    narae_aria_xts_kernel,
    NULL,
#endif
};
