/* What the RV32 kernel of GHASH with tables leaves to C: x^128 to x^135, and
 * blocks that are not aligned. */

#include "ghash_internal.h"

#include "narae/wipe.h"

#include <string.h>

#ifdef NARAE_RV32_TABLES

/* b x^128 = b (1 + x + x^2 + x^7), the lower powers in the lower byte. */
#    define PRODUCT(b) ((b) << 8 ^ (b) << 7 ^ (b) << 6 ^ (b) << 1)
#    define FALLEN(b) (uint16_t)(PRODUCT(b) >> 8 | (PRODUCT(b) & 0xff) << 8),
#    define FOUR(b) FALLEN(b) FALLEN((b) + 1) FALLEN((b) + 2) FALLEN((b) + 3)
#    define SIXTEEN(b) FOUR(b) FOUR((b) + 4) FOUR((b) + 8) FOUR((b) + 12)
#    define SIXTY_FOUR(b) SIXTEEN(b) SIXTEEN((b) + 16) SIXTEEN((b) + 32) SIXTEEN((b) + 48)

const uint16_t narae_ghash_fallen[256] = {SIXTY_FOUR(0) SIXTY_FOUR(64) SIXTY_FOUR(128) SIXTY_FOUR(192)};

void
narae_ghash_blocks_rv32(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    uint32_t sum[4], block[4];

    if ((((uintptr_t)y | (uintptr_t)in) & 3) == 0) {
        narae_ghash_aligned_lookup_rv32(__builtin_assume_aligned(y, 4), key->multiples,
                                        __builtin_assume_aligned(in, 4), nblocks);
        return;
    }
    memcpy(sum, y, 16);
    for (; nblocks != 0; nblocks--, in += 16) {
        memcpy(block, in, 16);
        narae_ghash_aligned_lookup_rv32(sum, key->multiples, block, 1);
    }
    memcpy(y, sum, 16);
    narae_wipe(sum, sizeof sum);
}

#endif
