/* See counter_blocks.h. */

#include "counter_blocks.h"

#include "narae/wipe.h"

#include "bytes.h"
#include "xor.h"

/* Blocks for one call of the kernel: as many as wide kernels like, as few as
 * the stack of the chip allows. */
#ifdef __AVR__
#    define BATCH 1
#elif UINTPTR_MAX > 0xffffffffu
#    define BATCH 32
#else
#    define BATCH 8
#endif

void
narae_counter_blocks(narae_blocks_fn *encrypt, const void *schedule, uint8_t *out, const uint8_t *in,
                     size_t nblocks, uint8_t *counter, size_t block_bytes)
{
    const size_t most = nblocks < BATCH ? nblocks : BATCH;
    uint32_t low = load32_be(counter + block_bytes - 4);
    uint8_t blocks[BATCH * 16];

    while (nblocks != 0) {
        size_t n = nblocks < BATCH ? nblocks : BATCH;

        for (uint8_t *p = blocks; p != blocks + n * block_bytes; p += block_bytes) {
            memcpy(p, counter, block_bytes == 16 ? 12 : 4);
            store32_be(p + block_bytes - 4, low++);
        }
        encrypt(schedule, blocks, blocks, n);
        narae_xor(out, in, blocks, n * block_bytes);
        nblocks -= n;
        in += n * block_bytes;
        out += n * block_bytes;
    }
    store32_be(counter + block_bytes - 4, low);
    narae_wipe(blocks, most * block_bytes);
}
