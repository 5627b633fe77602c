/* Counter blocks and their keystream, for CTR, GCM and CCM.
 * SP 800-38A, clause 6.5 and appendix B.1.
 *
 * A kernel counts in the last 32 bits of the block and does not carry.  A
 * call is cut into runs within which the low 32 bits of the counter field, or
 * all of it if it is narrower, do not wrap; between runs the carry is done
 * here.  A cipher without a counter kernel of its own gets one made of a
 * batch of counter blocks and its encryption kernel.
 *
 * Time depends on lengths, and on counters that are public.  GCM makes its
 * counter from a long nonce and the key: a field of exactly 32 bits, which no
 * other mode needs to cut, is never looked at. */

#include "mode_internal.h"

#include "core/bytes.h"
#include "core/kernels.h"

static uint32_t
low_mask(unsigned bits)
{
    return bits < 32 ? ((uint32_t)1 << bits) - 1 : UINT32_MAX;
}

void
narae_mode_count(uint8_t *counter, unsigned block_bytes, unsigned bits, size_t n)
{
    uint8_t *p = counter + block_bytes - 4;
    uint32_t low = load32_be(p), mask = low_mask(bits), room = mask - (low & mask);

    store32_be(p, (low & ~mask) | ((low + (uint32_t)n) & mask));
    if (bits <= 32 || n <= room)
        return;
    for (unsigned high = bits - 32; high != 0; high = high < 8 ? 0 : high - 8) {
        uint8_t field = (uint8_t)(high < 8 ? (1 << high) - 1 : 0xff);

        p--;
        *p = (uint8_t)((*p & ~field) | ((*p + 1) & field));
        if ((*p & field) != 0)
            return;
    }
}

#ifdef NARAE_RV32_KERNELS

/* Counter blocks from `low` on, word by word: C libraries for small RISC-V
 * chips copy bytes. */
static uint32_t
fill(uint8_t *blocks, size_t n, const uint8_t *counter, size_t size, uint32_t low)
{
    uint8_t *p = __builtin_assume_aligned(blocks, 4);
    uint32_t head[3];

    memcpy(head, counter, size - 4);
    for (; n != 0; n--, p += 4) {
        for (size_t i = 0; i < size / 4 - 1; i++, p += 4)
            memcpy(p, &head[i], 4);
        store32_be(p, low++);
    }
    return low;
}

#else

static inline uint32_t
fill(uint8_t *blocks, size_t n, const uint8_t *counter, size_t size, uint32_t low)
{
    for (uint8_t *p = blocks; p != blocks + n * size; p += size) {
        memcpy(p, counter, size == 16 ? 12 : 4);
        store32_be(p + size - 4, low++);
    }
    return low;
}

#endif

/* What a counter kernel does, for one that has none. */
static void
batch_ctr(mode_cipher c, uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *counter)
{
    const size_t size = c.cipher->block_bytes;
    const size_t most = nblocks < MODE_BATCH ? nblocks : MODE_BATCH;
    uint32_t low = load32_be(counter + size - 4);
    _Alignas(uint32_t) uint8_t blocks[MODE_BATCH * 16];

    while (nblocks != 0) {
        size_t n = nblocks < MODE_BATCH ? nblocks : MODE_BATCH;

        low = fill(blocks, n, counter, size, low);
        encrypt_blocks(c, blocks, blocks, n);
        narae_mode_xor(out, in, blocks, n * size);
        nblocks -= n;
        in += n * size;
        out += n * size;
    }
    narae_wipe(blocks, most * size);
}

/* out = in ^ keystream for whole blocks. */
static void
xor_blocks(mode_cipher c, uint8_t *counter, unsigned counter_bits, uint8_t *out, const uint8_t *in,
           size_t nblocks)
{
    const unsigned size = c.cipher->block_bytes;
    const uint32_t mask = low_mask(counter_bits);

    while (nblocks != 0) {
        uint32_t room = counter_bits == 32 ? UINT32_MAX : mask - (load32_be(counter + size - 4) & mask);
        size_t run = room < nblocks - 1 ? (size_t)room + 1 : nblocks;

        if (c.cipher->ctr != NULL) {
            uint8_t scratch[16];

            memcpy(scratch, counter, size);
            c.cipher->ctr(c.schedule, out, in, run, scratch);
        } else {
            batch_ctr(c, out, in, run, counter);
        }
        narae_mode_count(counter, size, counter_bits, run);
        nblocks -= run;
        in += run * size;
        out += run * size;
    }
}

void
narae_mode_stream_xor(mode_cipher c, narae_mode_stream *stream, unsigned counter_bits, uint8_t *out,
                      const uint8_t *in, size_t bytes)
{
    const size_t size = c.cipher->block_bytes;
    size_t n = stream->left < bytes ? stream->left : bytes;

    if (bytes == 0)
        return;
    narae_mode_xor(out, in, stream->keystream + size - stream->left, n);
    stream->left = (uint8_t)(stream->left - n);
    in += n;
    out += n;
    bytes -= n;

    /* blocks have 8 or 16 bytes; an AVR divides in hundreds of cycles */
    n = bytes & ~(size - 1);
    xor_blocks(c, stream->counter, counter_bits, out, in, size == 16 ? n / 16 : n / 8);
    in += n;
    out += n;
    bytes -= n;

    if (bytes != 0) {
        memset(stream->keystream, 0, size);
        xor_blocks(c, stream->counter, counter_bits, stream->keystream, stream->keystream, 1);
        narae_mode_xor(out, in, stream->keystream, bytes);
        stream->left = (uint8_t)(size - bytes);
    }
}
