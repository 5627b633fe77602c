/* SPDX-License-Identifier: MIT */
/* CMAC over a masked block cipher.  SP 800-38B, clause 6.2; modes/cmac.c.
 *
 * All but the cipher is linear, so each share is doubled, padded and chained by itself,
 * and the message is added to share 0.  The chain is the first block of the group.
 *
 * Time depends on lengths alone. */

#include "masked_internal.h"

#include "core/check.h"
#include "core/copy.h"

#include "twice.inc"

static void
twice_in_shares(uint8_t *shares, unsigned size)
{
    twice(shares, size);
    OTHER_SHARE();
    twice(shares + size, size);
}

static void
add_in_shares(uint8_t *to, const uint8_t *from, unsigned size)
{
    narae_xor(to, to, from, size);
    OTHER_SHARE();
    narae_xor(to + size, to + size, from + size, size);
}

/* Encrypts the chain; the other blocks of its group are random. */
static int
encrypt_chain(const narae_masked *masked, const masked_work *work)
{
    const size_t size = 2u * masked->cipher->block_bytes;
    const size_t others = size * (masked->cipher->blocks - 1u);
    int status = NARAE_OK;

    if (others != 0)
        status = masked->random(masked->random_context, work->group + size, others);
    return status == NARAE_OK ? narae_masked_encrypt_group(masked, work) : status;
}

/* The block of zeros in shares. */
static int
share_zero(const narae_masked *masked, uint8_t *shares)
{
    const unsigned size = masked->cipher->block_bytes;
    int status = masked->random(masked->random_context, shares, size);

    if (status == NARAE_OK)
        narae_copy(shares + size, shares, size);
    return status;
}

/* The chain over the message, without the last encryption. */
static int
absorb(const narae_masked *masked, const masked_work *work, const uint8_t *in, size_t bytes)
{
    const unsigned size = masked->cipher->block_bytes;
    int status = share_zero(masked, work->group);

    if (status == NARAE_OK)
        status = encrypt_chain(masked, work);
    if (status != NARAE_OK)
        return status;
    narae_copy(work->subkey, work->group, size);
    narae_copy(work->subkey + size, work->group + size, size);
    twice_in_shares(work->subkey, size);

    status = share_zero(masked, work->group);
    for (; status == NARAE_OK && bytes > size; bytes -= size, in += size) {
        narae_xor(work->group, work->group, in, size);
        status = encrypt_chain(masked, work);
    }
    if (status != NARAE_OK)
        return status;
    narae_xor(work->group, work->group, in, bytes);
    if (bytes != size) {
        work->group[bytes] ^= 0x80;
        twice_in_shares(work->subkey, size);
    }
    add_in_shares(work->group, work->subkey, size);
    return NARAE_OK;
}

int
narae_masked_cmac_tag(const narae_masked *masked, uint8_t *tag, size_t tag_bytes, const uint8_t *in,
                      size_t bytes)
{
    masked_work work;
    int status = narae_masked_check(masked);

    if (status != NARAE_OK)
        return status;
    if (tag == NULL || missing(in, bytes))
        return NARAE_ERROR_NULL;
    if (tag_bytes == 0 || tag_bytes > masked->cipher->block_bytes)
        return NARAE_ERROR_TAG_SIZE;

    status = narae_masked_begin(masked, &work);
    if (status == NARAE_OK)
        status = absorb(masked, &work, in, bytes);
    if (status == NARAE_OK)
        status = encrypt_chain(masked, &work);
    if (status == NARAE_OK) {
        const uint8_t *const other = work.group + masked->cipher->block_bytes;

        narae_xor(tag, work.group, other, tag_bytes);
    }
    narae_wipe(masked->work, masked->work_bytes);
    return status;
}
