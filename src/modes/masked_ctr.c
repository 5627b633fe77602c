/* SPDX-License-Identifier: MIT */
/* Counter mode over a masked block cipher.  SP 800-38A, clause 6.5.
 *
 * The key stream never exists as itself: out = (in ^ share 0) ^ share 1.
 *
 * Time depends on lengths alone. */

#include "masked_internal.h"

#include "core/check.h"

/* The next counter block, big-endian. */
static void
count(uint8_t *counter, unsigned size)
{
    unsigned carry = 1;

    while (size-- != 0) {
        carry += counter[size];
        counter[size] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* Fills the group with counter blocks in shares. */
static int
next_counters(const narae_masked *masked, const masked_work *work, uint8_t *counter)
{
    const unsigned size = masked->cipher->block_bytes;
    uint8_t *block = work->group;

    for (unsigned i = masked->cipher->blocks; i != 0; i--, block += 2 * size) {
        int status = masked->random(masked->random_context, block + size, size);

        if (status != NARAE_OK)
            return status;
        narae_masked_share(block, counter, block + size, size);
        count(counter, size);
    }
    return NARAE_OK;
}

/* The text of one group: at most `bytes` bytes; returns their number. */
static size_t
add_group(const narae_masked *masked, const masked_work *work, uint8_t *out, const uint8_t *in, size_t bytes)
{
    const size_t size = masked->cipher->block_bytes;
    const uint8_t *block = work->group;
    size_t done = 0;

    for (unsigned i = masked->cipher->blocks; i != 0 && done != bytes; i--, block += 2 * size) {
        const size_t n = bytes - done < size ? bytes - done : size;

        narae_xor(out + done, in + done, block, n);
        OTHER_SHARE();
        narae_xor(out + done, out + done, block + size, n);
        done += n;
    }
    return done;
}

int
narae_masked_ctr_crypt(const narae_masked *masked, uint8_t *out, const uint8_t *counter, size_t counter_bytes,
                       const uint8_t *in, size_t bytes)
{
    uint8_t next[16];
    masked_work work;
    int status = narae_masked_check(masked);

    if (status == NARAE_OK && counter == NULL)
        status = NARAE_ERROR_NULL;
    if (status == NARAE_OK && counter_bytes != masked->cipher->block_bytes)
        status = NARAE_ERROR_NONCE_SIZE;
    if (status == NARAE_OK)
        status = check_stream(out, in, bytes);
    if (status != NARAE_OK)
        return status;

    for (size_t i = 0; i < counter_bytes; i++)
        next[i] = counter[i];
    status = narae_masked_begin(masked, &work);
    while (status == NARAE_OK && bytes != 0) {
        status = next_counters(masked, &work, next);
        if (status == NARAE_OK)
            status = narae_masked_encrypt_group(masked, &work);
        if (status == NARAE_OK) {
            const size_t done = add_group(masked, &work, out, in, bytes);

            out += done;
            in += done;
            bytes -= done;
        }
    }
    narae_wipe(masked->work, masked->work_bytes);
    return status;
}
