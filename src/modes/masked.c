/* SPDX-License-Identifier: MIT */
/* Values in two shares, and the key of modes over masked block ciphers.
 *
 * A first-order attacker averages over many calls.  A key whose masks stayed the same
 * would be a constant in that average, so each message begins with new ones. */

#include "masked_internal.h"

void
narae_masked_share(uint8_t *shares, const uint8_t *value, const uint8_t *random, size_t bytes)
{
    narae_xor(shares, value, random, bytes);
    OTHER_SHARE();
    for (size_t i = 0; i < bytes; i++)
        shares[bytes + i] = random[i];
}

void
narae_masked_refresh(uint8_t *shares, const uint8_t *random, size_t bytes)
{
    narae_xor(shares, shares, random, bytes);
    OTHER_SHARE();
    narae_xor(shares + bytes, shares + bytes, random, bytes);
}

void
narae_masked_unshare(uint8_t *value, const uint8_t *shares, size_t bytes)
{
    narae_xor(value, shares, shares + bytes, bytes);
}

int
narae_masked_check(const narae_masked *masked)
{
    if (masked == NULL || masked->cipher == NULL || masked->key == NULL || masked->random == NULL ||
        masked->work == NULL)
        return NARAE_ERROR_NULL;

    const narae_masked_cipher *c = masked->cipher;
    const size_t needed =
        NARAE_MASKED_WORK_BYTES((size_t)c->schedule_bytes, c->block_bytes, c->blocks, c->random_bytes);

    return masked->work_bytes < needed ? NARAE_ERROR_LENGTH : NARAE_OK;
}

int
narae_masked_begin(const narae_masked *masked, masked_work *work)
{
    const narae_masked_cipher *c = masked->cipher;
    int status;

    work->schedule = (uint8_t *)masked->work;
    work->group = work->schedule + c->schedule_bytes;
    work->subkey = work->group + 2u * c->block_bytes * c->blocks;
    work->random = work->subkey + 2u * c->block_bytes;

    status = masked->random(masked->random_context, work->schedule, c->key_bytes);
    if (status == NARAE_OK) {
        narae_masked_refresh(masked->key, work->schedule, c->key_bytes);
        if (c->key_random_bytes != 0)
            status = masked->random(masked->random_context, work->schedule, c->key_random_bytes);
    }
    if (status == NARAE_OK)
        c->set_key(work->schedule, masked->key);
    return status;
}

int
narae_masked_encrypt_group(const narae_masked *masked, const masked_work *work)
{
    const narae_masked_cipher *c = masked->cipher;
    int status = NARAE_OK;

    if (c->random_bytes != 0)
        status = masked->random(masked->random_context, work->random, c->random_bytes);
    if (status == NARAE_OK)
        c->encrypt(work->schedule, work->group, work->group, c->random_bytes != 0 ? work->random : NULL);
    return status;
}
