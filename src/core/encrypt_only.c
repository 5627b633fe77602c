/* SPDX-License-Identifier: MIT */
/* See encrypt_only.h. */

#include "encrypt_only.h"

#include "narae/wipe.h"

#include "bytes.h"
#include "family.h"
#include "xor.h"

#ifndef NARAE_THUMB_V7M /* core/thumb/counter_v7m.S */

#    ifdef NARAE_MOVES_WORDS

static inline void
put(uint8_t *p, uint32_t x)
{
    memcpy(__builtin_assume_aligned(p, 4), &x, 4);
}

static inline uint32_t
big_endian(uint32_t x)
{
    const uint32_t even = 0x00ff00ff;

    x = (x & even) << 8 | (x >> 8 & even);
    return x << 16 | x >> 16;
}

/* Counter blocks from `low` on.  Words are named: compilers turn a loop over them into
 * memcpy, and C libraries for small RISC-V chips copy bytes. */
static uint32_t
fill(uint8_t *p, size_t n, const uint8_t *counter, size_t size, uint32_t low)
{
    uint32_t first = load32_le(counter);

    if (size == 8) {
        for (; n != 0; n--, p += 8) {
            put(p, first);
            put(p + 4, big_endian(low++));
        }
    } else {
        uint32_t second = load32_le(counter + 4), third = load32_le(counter + 8);

        for (; n != 0; n--, p += 16) {
            put(p, first);
            put(p + 4, second);
            put(p + 8, third);
            put(p + 12, big_endian(low++));
        }
    }
    return low;
}

#    else

static inline uint32_t
fill(uint8_t *blocks, size_t n, const uint8_t *counter, size_t size, uint32_t low)
{
    for (uint8_t *p = blocks; p != blocks + n * size; p += size) {
        memcpy(p, counter, size == 16 ? 12 : 4);
        store32_be(p + size - 4, low++);
    }
    return low;
}

#    endif

void
narae_counter_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out, const uint8_t *in,
                     size_t nblocks, uint8_t *counter, size_t block_bytes)
{
    const size_t limit = nblocks < CIPHER_BATCH ? nblocks : (size_t)CIPHER_BATCH;
    uint32_t low = load32_be(counter + block_bytes - 4);
    uint32_t words[CIPHER_BATCH * 4]; /* aligned */
    uint8_t *const blocks = (uint8_t *)words;

    while (nblocks != 0) {
        size_t n = nblocks < CIPHER_BATCH ? nblocks : (size_t)CIPHER_BATCH;

        low = fill(blocks, n, counter, block_bytes, low);
        encrypt(schedule, blocks, blocks, n);
        narae_xor(out, in, blocks, n * block_bytes);
        nblocks -= n;
        in += n * block_bytes;
        out += n * block_bytes;
    }
    store32_be(counter + block_bytes - 4, low);
    narae_wipe(blocks, limit * block_bytes);
}

#endif

#ifdef NARAE_PAIRS_CCM

/* A word in the chip's byte order, as the chain's are. */
static inline uint32_t
load_word(const uint8_t *p)
{
    uint32_t x;

    memcpy(&x, p, sizeof x);
    return x;
}

/* A word of a text.  Its key stream is four words after the word of the chain, to which the
 * plaintext is added. */
static inline void
pass_word(uint8_t *out, uint32_t *chain, uint32_t text, uint32_t decrypt)
{
    const uint32_t sum = text ^ chain[4];

    memcpy(out, &sum, sizeof sum);
    *chain ^= text ^ (chain[4] & decrypt);
}

void
narae_ccm_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *chain, uint8_t *out,
                 const uint8_t *in, size_t nblocks, const uint8_t *counter, int decrypt)
{
    const uint32_t all = 0 - (uint32_t)(decrypt != 0);
    uint32_t pair[8], low = load32_be(counter + 12);
    uint8_t *const bytes = (uint8_t *)pair;

    memcpy(bytes, chain, 16);
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        memcpy(bytes + 16, counter, 12);
        store32_be(bytes + 28, low++);
        encrypt(schedule, bytes, bytes, 2);

        const uint32_t first = load_word(in), second = load_word(in + 4), third = load_word(in + 8),
                       fourth = load_word(in + 12);

        pass_word(out, pair, first, all);
        pass_word(out + 4, pair + 1, second, all);
        pass_word(out + 8, pair + 2, third, all);
        pass_word(out + 12, pair + 3, fourth, all);
    }
    memcpy(chain, bytes, 16);
    narae_wipe(pair, sizeof pair);
}

#endif
