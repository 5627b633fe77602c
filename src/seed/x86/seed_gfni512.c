/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with GFNI and AVX-512: 16 blocks a group, eight groups at a time.
 * RFC 4269.
 *
 * Two groups share their S-boxes: in each 128 bits the even bytes of four words are put before the
 * odd ones, and one vector takes the even bytes of both groups for S0, one the odd ones for S1.
 * With (a, b) for those and (c, d) for the same rotated by two bytes, seed_mix() of both vectors is
 * sums and selections of pairs of bits, a ternary operation each; interleaving bytes then restores
 * the words:
 *
 *     p = a or c by 0x0f,   q = b or d by 0x3c
 *     even = (p or q by 0x33) ^ (a ^ c ^ b) ^ d,   odd = even ^ p ^ q
 *
 *     G of two groups     8 shuffles, 4 GFNI, 6 ternary operations: 18
 *     a round of them     3 x 18, 2 for the keys, 6 additions, 4 sums: 66
 *     counter mode        16 x 66, and 34 to count, transpose, swap bytes and XOR: 1090
 *
 * operations for 512 bytes.  Zen 5 executes four a cycle: 273 cycles, 0.532 cycles/byte; Zen 4 two,
 * 1.064.  With masked shuffles instead of interleaving G is 16 operations, but ten of them have
 * three inputs: interleaved with three other pairs that form takes 11.6 cycles on Zen 4, and these
 * 18 take 10.1.
 *
 * Measured with 16 KiB on Emerald Rapids, which also executes two: 1.18 to 1.24, 1.11 to 1.16 of
 * the count; on Zen 4 1.36, 1.28 of it, and 1.32 as the least of many runs.  If the operations of a
 * round are made independent, they take the 33 cycles of the count there.  But each occupies its
 * pipe for two cycles, so dependent chains collide: two chains of XORs take 1.7 cycles a step
 * instead of 1, eight take 4.2 instead of 4, and eight of alternating GFNI and shuffles 13.2
 * instead of 10.7.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/for_each.h"
#    include "core/x86/simd512.h"

#    include "gfni.inc"
#    include "kernels.h"

#    define CODE __attribute__((target("gfni,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_gfni512
#    define GROUPS 8
#    define ALL_ROUNDS narae_seed_rounds_gfni512

#    include "core/x86/words512.inc"

#    define v_repeated(high, low) simd512_repeat(_mm_set_epi64x((long long)(high), (long long)(low)))
#    define v_swap(x) ((V)_mm512_shuffle_epi8(simd512(x), v_repeated(0x0c0d0e0f08090a0b, 0x0405060700010203)))

/* A ternary operation by its truth table. */
#    define v_of3(x, y, z, table) ((V)_mm512_ternarylogic_epi32(simd512(x), simd512(y), simd512(z), table))
#    define v_xor3(x, y, z) v_of3(x, y, z, 0x96)
#    define v_choose(mask, x, y) v_of3(x, y, _mm512_set1_epi8(mask), 0xe4)

/* Shuffles in each 128 bits: the even bytes, then the odd ones; rotation by two bytes. */
#    define v_apart(x) _mm512_shuffle_epi8(simd512(x), v_repeated(0x0f0d0b0907050301, 0x0e0c0a0806040200))
#    define v_across(x) \
        ((V)_mm512_shuffle_epi8(simd512(x), v_repeated(0x0e0f0c0d0a0b0809, 0x0607040502030001)))
#    define v_into(x) _mm512_gf2p8affine_epi64_epi8(x, _mm512_set1_epi64(INTO_MATRIX), 0)
#    define v_from(x, matrix, constant) \
        ((V)_mm512_gf2p8affineinv_epi64_epi8(x, _mm512_set1_epi64((long long)(matrix)), constant))

KERNEL void
g_pair(V *x, V *y)
{
    const __m512i xs = v_apart(*x), ys = v_apart(*y);
    const V a = v_from(v_into(_mm512_unpacklo_epi64(xs, ys)), S0_MATRIX, 0xa9),
            b = v_from(v_into(_mm512_unpackhi_epi64(xs, ys)), S1_MATRIX, 0x38);
    const V c = v_across(a), d = v_across(b), p = v_choose(0x0f, a, c), q = v_choose(0x3c, b, d);
    const V even = v_xor3(v_choose(0x33, p, q), v_xor3(a, c, b), d), odd = v_xor3(even, p, q);

    *x = (V)_mm512_unpacklo_epi8(simd512(even), simd512(odd));
    *y = (V)_mm512_unpackhi_epi8(simd512(even), simd512(odd));
}

KERNEL void
NAME(g)(V t[], unsigned n)
{
    FOR_EACH(i, n / 2, g_pair(t + 2 * i, t + 2 * i + 1););
}

/* The input of runs of counter mode: the state, the initial words 0 to 2 of all blocks, and the
 * counters of the first 16. */
typedef struct seed_run {
    V state[GROUPS][4], first[3], numbers;
} seed_run;

void narae_seed_rounds_gfni512(V state[GROUPS][4], const uint32_t *keys, ptrdiff_t step);
void narae_seed_ctr_128_gfni512(seed_run *run, const uint32_t *keys, uint8_t *out, const uint8_t *in,
                                size_t runs);

#    include "seed/vector.inc"

CODE void
narae_seed_ctr_runs_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                            uint8_t *counter)
{
    const uint32_t low = load32_be(counter + 12);
    seed_run run;

    for (unsigned i = 0; i < 3; i++)
        run.first[i] = v_set1(load32_be(counter + 4 * i));
    run.numbers = v_swap(v_counters(low));
    narae_seed_ctr_128_gfni512(&run, ((const seed_schedule *)schedule)->rk[0], out, in, nblocks / 128);
    store32_be(counter + 12, low + (uint32_t)nblocks);
}

#endif
