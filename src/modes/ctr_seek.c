/* SPDX-License-Identifier: MIT */
/* Counter mode from any byte of a message on.  SP 800-38A, clause 6.5.
 *
 * A message keeps not its first counter block, but the number of blocks left: the
 * difference of two positions is added to the counter, modulo the size of its field.
 *
 * Time depends on counters and offsets, which are public. */

#include "narae/ctr.h"

#include "mode_internal.h"

/* Adds `n`, of 64 bits with a sign, to the last `bits` bits of a counter block. */
static void
move(uint8_t *counter, unsigned size, unsigned bits, uint64_t n)
{
    const uint64_t sign = 0 - (n >> 63);
    unsigned carry = 0;

    for (uint8_t *p = counter + size; bits != 0; bits = bits < 8 ? 0 : bits - 8) {
        const unsigned field = bits < 8 ? (1u << bits) - 1 : 0xff;

        p--;
        carry += (unsigned)*p + (uint8_t)n;
        *p = (uint8_t)((*p & ~field) | (carry & field));
        carry >>= 8;
        n = n >> 8 | sign << 56;
    }
}

int
narae_ctr_seek(narae_ctr *ctx, uint64_t offset)
{
    if (ctx == NULL)
        return NARAE_ERROR_NULL;
    if (ctx->message.phase != PHASE_STARTED || check_cipher(MODE_CIPHER(ctx)) != NARAE_OK)
        return NARAE_ERROR_STATE;

    narae_ctr_message *const m = &ctx->message;
    const unsigned size = ctx->key.cipher->block_bytes;
    const uint64_t all = m->counter_bits < 64 ? UINT64_C(1) << m->counter_bits : UINT64_MAX,
                   at = size == 16 ? offset / 16 : offset / 8;
    const size_t within = (size_t)offset & (size - 1);
    uint8_t skipped[16] = {0};

    if (at > all || (at == all && within != 0))
        return NARAE_ERROR_LENGTH;
    move(m->stream.counter, size, m->counter_bits, at - (all - m->blocks_left));
    m->blocks_left = all - at - (within != 0);
    m->stream.left = 0;
    narae_mode_stream_xor(MODE_CIPHER(ctx), &m->stream, m->counter_bits, skipped, skipped, within);
    narae_wipe(skipped, sizeof skipped);
    return NARAE_OK;
}
