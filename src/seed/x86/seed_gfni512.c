/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with GFNI and AVX-512: 16 blocks a group, eight groups at a time.
 * RFC 4269.
 *
 * Two groups share their S-boxes: even bytes take S0 and odd ones S1, so one vector
 * gets the even bytes of both and one the odd ones, a masked shuffle each, and back.
 * With (a, b) for those and (c, d) for the same two bytes on, seed_mix() of both
 * vectors is sums and choices of pairs of bits, a ternary operation each:
 *
 *     p = a or c by 0x0f,   q = b or d by 0x3c
 *     even = (p or q by 0x33) ^ (a ^ c ^ b) ^ d,   odd = even ^ p ^ q
 *
 *     G of two groups     6 shuffles, 4 GFNI, 6 ternary operations: 16
 *     a round of them     3 x 16, 4 for the keys, 6 additions, 4 XORs: 62
 *     counter mode        16 x 62, and 36 to count, transpose, swap bytes and XOR: 1028
 *
 * for 512 bytes, of which Zen 5 does four a cycle: 257 cycles, 0.502 cycles/byte; Zen 4
 * does two, 1.004.  The chain of a round is 54 cycles, which eight groups fill twice.
 *
 * Measured there 1.52, with 16 KiB; the same operations in any order, from registers and
 * independent of each other, take 1.08.  The state of eight groups alone fills the 32
 * registers: gcc 12 adds 205 moves and 72 loads and stores to the 496 operations of two
 * rounds.  Fewer groups wait for the chain: four take 1.93, six 1.76.  Their order is not the
 * reason: assembly by a list scheduler, with no loads and stores but those of the state and 29
 * moves a round of two groups, takes 1.53 to 1.6 at any distance between the groups, and
 * 1.56 where four groups have their state in registers.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/for_each.h"
#    include "core/x86/simd512.h"

#    include "gfni.inc"
#    include "kernels.h"

#    define CODE __attribute__((target("gfni,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_gfni512
#    define GROUPS 8

#    include "core/x86/words512.inc"

#    define v_repeated(high, low) simd512_repeat(_mm_set_epi64x((long long)(high), (long long)(low)))
#    define v_swap(x) ((V)_mm512_shuffle_epi8(simd512(x), v_repeated(0x0c0d0e0f08090a0b, 0x0405060700010203)))

/* A ternary operation by its truth table. */
#    define v_of3(x, y, z, table) ((V)_mm512_ternarylogic_epi32(simd512(x), simd512(y), simd512(z), table))
#    define v_xor3(x, y, z) v_of3(x, y, z, 0x96)
#    define v_choose(mask, x, y) v_of3(x, y, _mm512_set1_epi8(mask), 0xe4)

#    define v_across(x) \
        ((V)_mm512_shuffle_epi8(simd512(x), v_repeated(0x0d0c0f0e09080b0a, 0x0504070601000302)))
#    define v_into(x) _mm512_gf2p8affine_epi64_epi8(simd512(x), _mm512_set1_epi64(INTO_MATRIX), 0)
#    define v_from(x, matrix, constant) \
        ((V)_mm512_gf2p8affineinv_epi64_epi8(x, _mm512_set1_epi64((long long)(matrix)), constant))

/* The odd bytes of *x and the even ones of *y change places. */
KERNEL void
exchange(V *x, V *y)
{
    const __m512i up = v_repeated(0x0e0d0c0f0a09080b, 0x0605040702010003),
                  down = v_repeated(0x0c0f0e0d080b0a09, 0x0407060500030201);
    const V even = (V)_mm512_mask_shuffle_epi8(simd512(*x), 0xaaaaaaaaaaaaaaaa, simd512(*y), up);

    *y = (V)_mm512_mask_shuffle_epi8(simd512(*y), 0x5555555555555555, simd512(*x), down);
    *x = even;
}

KERNEL void
g_pair(V *x, V *y)
{
    exchange(x, y);
    const V a = v_from(v_into(*x), S0_MATRIX, 0xa9), b = v_from(v_into(*y), S1_MATRIX, 0x38);
    const V c = v_across(a), d = v_across(b), p = v_choose(0x0f, a, c), q = v_choose(0x3c, b, d);

    *x = v_xor3(v_choose(0x33, p, q), v_xor3(a, c, b), d);
    *y = v_xor3(*x, p, q);
    exchange(x, y);
}

KERNEL void
NAME(g)(V t[], unsigned n)
{
    FOR_EACH(i, n / 2, g_pair(t + 2 * i, t + 2 * i + 1););
}

#    include "seed/vector.inc"

#endif
