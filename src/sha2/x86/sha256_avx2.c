/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 for x86-64 with AVX2 and BMI2, without the SHA extensions: as
 * sha512_avx2.c.  FIPS 180-4, 6.2.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "narae/wipe.h"

#    include "sha2/sha2_internal.h"

void
narae_sha256_blocks_avx2(uint32_t state[8], const uint8_t *in, size_t nblocks)
{
    uint32_t words[128] __attribute__((aligned(32)));

    if (nblocks == 0)
        return;
    for (; nblocks >= 2; nblocks -= 2, in += 128) {
        narae_sha256_two_avx2(state, words, narae_sha256_constants, in, in + 64);
        narae_sha256_rounds_avx2(state, words + 4);
    }
    if (nblocks != 0)
        narae_sha256_two_avx2(state, words, narae_sha256_constants, in, in);
    narae_wipe(words, sizeof words);
}

#endif
