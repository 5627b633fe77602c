/* SPDX-License-Identifier: MIT */
/* HIGHT for x86-64 with AVX2: 32 blocks a group, two groups at a time.
 *
 * F0 and F1 are linear: that of a byte is that of its halves, each looked up among 16,
 * 6 operations.  A round is 32, 8 cycles of Zen 4: 32 x 8 + 24 for 256 bytes, 1.09
 * cycles/byte.  Measured: 1.38; vectors that wait in memory cost the rest.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "kernels.h"

#    define CODE __attribute__((target("avx2")))
#    define NAME(f) f##_avx2
#    define LANES 4
#    define GROUPS 2
#    define FEW 0
#    define encrypt_few(schedule, out, in, nblocks) ((void)0)
#    define decrypt_few encrypt_few
#    define ctr_few(schedule, out, in, nblocks, counter) ((void)0)
#    define B u8x32
#    define v_word(w) ((V)_mm256_set1_epi32((int)(w)))
#    define f0(x) look_up(x, f0_low, f0_high)
#    define f1(x) look_up(x, f1_low, f1_high)

#    include "core/x86/blocks64.inc"

/* F0 and F1 of 0 to 15, and of 0, 16, ... 240. */
static const uint8_t f0_low[16] = {0x00, 0x86, 0x0d, 0x8b, 0x1a, 0x9c, 0x17, 0x91,
                                   0x34, 0xb2, 0x39, 0xbf, 0x2e, 0xa8, 0x23, 0xa5};
static const uint8_t f0_high[16] = {0x00, 0x68, 0xd0, 0xb8, 0xa1, 0xc9, 0x71, 0x19,
                                    0x43, 0x2b, 0x93, 0xfb, 0xe2, 0x8a, 0x32, 0x5a};
static const uint8_t f1_low[16] = {0x00, 0x58, 0xb0, 0xe8, 0x61, 0x39, 0xd1, 0x89,
                                   0xc2, 0x9a, 0x72, 0x2a, 0xa3, 0xfb, 0x13, 0x4b};
static const uint8_t f1_high[16] = {0x00, 0x85, 0x0b, 0x8e, 0x16, 0x93, 0x1d, 0x98,
                                    0x2c, 0xa9, 0x27, 0xa2, 0x3a, 0xbf, 0x31, 0xb4};

KERNEL V
look_up(V x, const uint8_t low[16], const uint8_t high[16])
{
    const V half = v_set1(0x0f0f0f0f0f0f0f0f);

    return (V)(_mm256_shuffle_epi8(simd256_load_repeat(low), simd256(x & half)) ^
               _mm256_shuffle_epi8(simd256_load_repeat(high), simd256(x >> 4 & half)));
}

#    include "hight/vector.inc"

#endif
