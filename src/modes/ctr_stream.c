/* SPDX-License-Identifier: MIT */
/* Counter blocks and their keystream, for CTR, GCM and CCM.
 * SP 800-38A, clause 6.5 and appendix B.1.
 *
 * A kernel counts in the last 32 bits of the block and does not carry.  A
 * call is cut into runs within which the low 32 bits of the counter field, or
 * all of it if it is narrower, do not wrap; between runs the carry is done
 * here.
 *
 * Time depends on lengths, and on counters that are public.  GCM derives its
 * counter from a long nonce and the key: a field of exactly 32 bits, which no
 * other mode has to split into runs, is never tested. */

#include "mode_internal.h"

#include "core/bytes.h"
#include "core/short.h"

static uint32_t
low_mask(unsigned bits)
{
    return bits < 32 ? ((uint32_t)1 << bits) - 1 : UINT32_MAX;
}

/* Carries into the `high` bits of a counter above its low word, which began at
 * p and has just wrapped if it is less than n.  Never inlined: a compiler may
 * compare before it tests whether there are any bits above. */
__attribute__((noinline)) static void
carry(uint8_t *p, unsigned high, size_t n)
{
    uint32_t low = load32_be(p);

    HIDE_BIT(low);
    if (low >= n)
        return;
    for (; high != 0; high = high < 8 ? 0 : high - 8) {
        uint8_t field = (uint8_t)(high < 8 ? (1 << high) - 1 : 0xff);

        p--;
        *p = (uint8_t)((*p & ~field) | ((*p + 1) & field));
        if ((*p & field) != 0)
            return;
    }
}

void
narae_mode_count(uint8_t *counter, unsigned block_bytes, unsigned bits, size_t n)
{
    uint8_t *p = counter + block_bytes - 4;
    uint32_t low = load32_be(p), mask = low_mask(bits);

    store32_be(p, (low & ~mask) | ((low + (uint32_t)n) & mask));
    if (bits > 32)
        carry(p, bits - 32, n);
}

/* out = in ^ keystream for whole blocks. */
static void
xor_blocks(mode_cipher c, uint8_t *counter, unsigned counter_bits, uint8_t *out, const uint8_t *in,
           size_t nblocks)
{
    const narae_block_kernels *const kernels = narae_kernels_of(c.cipher);
    const unsigned size = c.cipher->block_bytes;
    const uint32_t mask = low_mask(counter_bits);
    uint8_t scratch[16] __attribute__((aligned(4)));

    while (nblocks != 0) {
        uint32_t room = counter_bits == 32 ? UINT32_MAX : mask - (load32_be(counter + size - 4) & mask);
        size_t run = room < nblocks - 1 ? (size_t)room + 1 : nblocks;

        copy_block(scratch, counter, size);
        if (kernels->ctr != NULL)
            kernels->ctr(c.schedule, out, in, run, scratch);
        else
            narae_counter_blocks(kernels->encrypt, c.schedule, out, in, run, scratch, size);
        narae_mode_count(counter, size, counter_bits, run);
        nblocks -= run;
        in += run * size;
        out += run * size;
    }
}

#if BATCH_BYTES != 0

/* Whole blocks and a partial one, in one run of a kernel. */
static void
finish_short(mode_cipher c, narae_mode_stream *stream, unsigned counter_bits, uint8_t *out, const uint8_t *in,
             size_t bytes)
{
    const size_t size = c.cipher->block_bytes;
    short_message m;

    short_load(&m, 0, in, bytes);
    xor_blocks(c, stream->counter, counter_bits, m.bytes, m.bytes, (size == 16 ? bytes / 16 : bytes / 8) + 1);
    if (size == 16)
        short_store(&m, out, bytes, stream->keystream, 16);
    else
        short_store(&m, out, bytes, stream->keystream, 8);
    stream->left = (uint8_t)(size - (bytes & (size - 1)));
}

#endif

void
narae_mode_stream_xor(mode_cipher c, narae_mode_stream *stream, unsigned counter_bits, uint8_t *out,
                      const uint8_t *in, size_t bytes)
{
    const size_t size = c.cipher->block_bytes;
    size_t n = stream->left < bytes ? stream->left : bytes;

    if (bytes == 0)
        return;
    narae_xor(out, in, stream->keystream + size - stream->left, n);
    stream->left = (uint8_t)(stream->left - n);
    in += n;
    out += n;
    bytes -= n;

    /* blocks have 8 or 16 bytes; an AVR divides in hundreds of cycles */
    n = bytes & ~(size - 1);
#if BATCH_BYTES != 0
    const size_t rest = n % BATCH_BYTES;

    if (n != bytes && rest != 0 && rest + size <= c.cipher->batch_bytes) {
        n -= rest;
        xor_blocks(c, stream->counter, counter_bits, out, in, size == 16 ? n / 16 : n / 8);
        finish_short(c, stream, counter_bits, out + n, in + n, bytes - n);
        return;
    }
#endif
    xor_blocks(c, stream->counter, counter_bits, out, in, size == 16 ? n / 16 : n / 8);
    in += n;
    out += n;
    bytes -= n;

    if (bytes != 0) {
        narae_zero(stream->keystream, size);
        xor_blocks(c, stream->counter, counter_bits, stream->keystream, stream->keystream, 1);
        narae_xor(out, in, stream->keystream, bytes);
        stream->left = (uint8_t)(size - bytes);
    }
}
