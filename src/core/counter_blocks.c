/* See counter_blocks.h. */

#include "counter_blocks.h"

#include "narae/wipe.h"

#include "bytes.h"
#include "kernels.h"
#include "xor.h"

#ifdef NARAE_RV32_KERNELS

/* Counter blocks from `low` on, word by word: C libraries for small RISC-V
 * chips copy bytes. */
static uint32_t
fill(uint8_t *blocks, size_t n, const uint8_t *counter, size_t size, uint32_t low)
{
    uint8_t *p = (uint8_t *)__builtin_assume_aligned(blocks, 4);
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

void
narae_counter_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out, const uint8_t *in,
                     size_t nblocks, uint8_t *counter, size_t block_bytes)
{
    const size_t most = nblocks < CIPHER_BATCH ? nblocks : CIPHER_BATCH;
    uint32_t low = load32_be(counter + block_bytes - 4);
    uint32_t words[CIPHER_BATCH * 4]; /* aligned */
    uint8_t *const blocks = (uint8_t *)words;

    while (nblocks != 0) {
        size_t n = nblocks < CIPHER_BATCH ? nblocks : CIPHER_BATCH;

        low = fill(blocks, n, counter, block_bytes, low);
        encrypt(schedule, blocks, blocks, n);
        narae_xor(out, in, blocks, n * block_bytes);
        nblocks -= n;
        in += n * block_bytes;
        out += n * block_bytes;
    }
    store32_be(counter + block_bytes - 4, low);
    narae_wipe(blocks, most * block_bytes);
}
