/* SPDX-License-Identifier: MIT */
/* ChaCha for x86-64 with AVX2: eight blocks at a time with a word of each in a vector
 * (chacha_8_avx2.S); for the tail rows of two blocks in a vector, up to six blocks at a
 * time.
 *
 * Rotations by 16 and 8 are shuffles of bytes, the others two shifts and an
 * OR: 19 operations a round for 128 bytes in rows, 16 in words.  In rows the chain of a
 * round is 14 operations, 280 cycles for ChaCha20.  Measured on Zen 3, with a call: 1 block
 * 290 cycles in general registers; in rows 2 blocks 337, 4 blocks 410, 6 blocks 440, 8
 * blocks 610; in words 7 or 8 blocks 510, and 497 for each 8 more.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/for_each.h"
#    include "core/x86/simd256.h"

#    include "chacha/chacha_internal.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_rows_avx2
#    define BLOCKS 2
#    define GROUPS 4

typedef u32x8 V;

#    define v_turn(x, n) \
        ((V)_mm256_shuffle_epi32(simd256(x), (0xe4 >> (2 * (n)) | 0xe4 << (8 - 2 * (n))) & 0xff))

KERNEL V
v_rol(V x, unsigned n)
{
    const __m256i by16 = simd256_repeat(_mm_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302));
    const __m256i by8 = simd256_repeat(_mm_set_epi64x(0x0e0d0c0f0a09080b, 0x0605040702010003));

    if (n == 16 || n == 8)
        return (V)_mm256_shuffle_epi8(simd256(x), n == 16 ? by16 : by8);
    return x << n | x >> (32 - n);
}

KERNEL V
v_row(const uint32_t *words)
{
    return (V)simd256_load_repeat(words);
}

KERNEL V
v_count(V row3, unsigned n)
{
    return (V)_mm256_add_epi64(simd256(row3), _mm256_set_epi64x(0, n + 1, 0, n));
}

KERNEL void
v_xor_half(uint8_t *out, const uint8_t *in, V x, V y, int which)
{
    __m256i z = which == 0 ? _mm256_permute2x128_si256(simd256(x), simd256(y), 0x20)
                           : _mm256_permute2x128_si256(simd256(x), simd256(y), 0x31);

    simd256_store(out, z ^ simd256_load(in));
}

KERNEL void
v_xor_out(uint8_t *out, const uint8_t *in, V x[4], size_t nblocks)
{
    v_xor_half(out, in, x[0], x[1], 0);
    v_xor_half(out + 32, in + 32, x[2], x[3], 0);
    if (nblocks > 1) {
        v_xor_half(out + 64, in + 64, x[0], x[1], 1);
        v_xor_half(out + 96, in + 96, x[2], x[3], 1);
    }
}

#    include "chacha/rows.inc"

void
narae_chacha_blocks_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    size_t rest = nblocks % 8, n = rest < 7 ? nblocks - rest : nblocks;

    if (n > UINT32_MAX - state[12])
        n = 0;
    if (n != 0)
        narae_chacha_8_avx2(state, out, in, n, rounds, NULL);
    nblocks -= n;
    out += 64 * n;
    in += 64 * n;
    if (nblocks == 1)
        narae_chacha_1_x86(state, out, in, rounds);
    else if (nblocks != 0)
        narae_chacha_blocks_rows_avx2(state, out, in, nblocks, rounds);
}

#endif
