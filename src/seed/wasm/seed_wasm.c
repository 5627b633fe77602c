/* SPDX-License-Identifier: MIT */
/* SEED for WebAssembly with vectors: 4 blocks a group, two groups at a time.  RFC 4269.
 *
 * Bytes are looked up in registers, as aria/arm/aria_bytes_neon.c explains.  Both S-boxes invert
 * in a field that is isomorphic to the one there: the map into it is the same for both, two
 * look-ups, and the map out of it is two for each.
 *
 *     S-box: 11 look-ups of two operations of x86-64, 11 others and 4 to halve bytes: 37
 *     the sums of G: 11;  three G and 8 more a round: 152 for four words of each half
 *     16 rounds: 2432 for 4 blocks, 38 operations a byte
 *
 * The portable code takes 145 a byte, of 64 bits.  Bit-sliced in vectors G is 45 operations a
 * vector, too, but for eight vectors at once, which V8 would spill.
 *
 * A single block, as in a chain, is limited by the latency of its look-ups, four cycles each on Zen
 * 4.  Its words are in all four lanes.  G copies byte j of a word to all bytes of lane j, applies
 * there the mask of byte k of the result, and the sum of the lanes is the result.  Latency:
 *
 *     to the lanes 2, map in 7, inversion 13, map out 5, masks 2, sums 4: 33 cycles
 *     three G and 6 more a round: 105;  16 rounds: 1680 cycles;  V8 takes 1980
 *     with the sums as for a group, 40 for G: 2016;  V8 takes 2270
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include "core/arm/neon.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_wasm
#    define GROUPS 2
#    define ONE_GROUP
#    define ONE_BLOCK one_block

#    include "core/wasm/words128.inc"

#    define v_find(table, x) ((V)vqtbl1q_u8(table, (uint8x16_t)(x)))
#    define v_each(byte) v_set1(0x01010101u * (byte))
#    define v_down4(x) ((x) >> 4 & v_each(15))
#    define v_shuffle(x, high, low) v_find(x, ((uint64x2_t){low, high}))

#    include "aria/arm/look_up.inc"
#    include "kernels.h"

/* Both S-boxes of each byte, without their constants. */
KERNEL void
look_up_both(V x, V *s0, V *s1)
{
    const V y = v_find(TABLE(0x92933233a1a00100, 0xdbda7b7ae8e94849), x & v_each(15)) ^
                v_find(TABLE(0x3798c46b5cf3af00, 0x06a9f55a6dc29e31), v_down4(x));
    V i = v_down4(y), k = y & v_each(15);

    invert(&i, &k);
    *s0 = v_find(TABLE(0x48555d15bce91d00, 0xf4a9fc40e108b4a1), i) ^
          v_find(TABLE(0xac0a7dd1e0eaa600, 0x4c313bdb9d779746), k);
    *s1 = v_find(TABLE(0x8157a7261641d600, 0x97306771b1f0e6c0), i) ^
          v_find(TABLE(0xbb799c272158c200, 0x9a067f5ebde5c4e3), k);
}

/* S0 of bytes 0 and 2 of a word, S1 of the others. */
KERNEL V
v_substitute(V x)
{
    V s0, s1;

    look_up_both(x, &s0, &s1);
    return ((s0 ^ s1) & 0xff00ff00) ^ s0 ^ 0x38a938a9;
}

#    include "seed/each.inc"

/* G of a word that is in all lanes; the constant is the sum of those of the S-boxes. */
KERNEL V
g_of_one(V x)
{
    V s0, s1, z;

    look_up_both(v_shuffle(x, 0x0303030302020202, 0x0101010100000000), &s0, &s1);
    z = (s0 & (V){0x3fcff3fc, 0, 0xf3fc3fcf, 0}) ^ (s1 & (V){0, 0xfc3fcff3, 0, 0xcff3fc3f});
    z ^= __builtin_shufflevector(z, z, 2, 3, 0, 1);
    return (z ^ v_set1(0xb829b829)) ^ __builtin_shufflevector(z, z, 1, 0, 3, 2);
}

KERNEL void
round_of_one(V left[2], const V right[2], const uint32_t *k)
{
    V a = right[0] ^ v_set1(k[0]), b = g_of_one(right[1] ^ v_set1(k[1]) ^ a);

    a = g_of_one(a + b);
    b = g_of_one(b + a);
    left[0] ^= a + b;
    left[1] ^= b;
}

static void
one_block(const uint32_t *k, ptrdiff_t step, uint8_t *out, const uint8_t *in)
{
    const V block = v_load(in, 1);
    V left[2] = {v_shuffle(block, 0x0001020300010203, 0x0001020300010203),
                 v_shuffle(block, 0x0405060704050607, 0x0405060704050607)};
    V right[2] = {v_shuffle(block, 0x08090a0b08090a0b, 0x08090a0b08090a0b),
                  v_shuffle(block, 0x0c0d0e0f0c0d0e0f, 0x0c0d0e0f0c0d0e0f)};

    for (unsigned r = 0; r < SEED_ROUNDS; r += 2) {
        round_of_one(left, right, k);
        round_of_one(right, left, k + step);
        k += 2 * step;
    }

    const V first = __builtin_shufflevector(right[0], right[1], 0, 4, 0, 4);
    const V last = __builtin_shufflevector(left[0], left[1], 0, 4, 0, 4);

    v_store(out, v_swap(__builtin_shufflevector(first, last, 0, 1, 4, 5)), 1);
}

#    include "seed/vector.inc"

#endif
