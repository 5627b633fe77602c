/* SPDX-License-Identifier: MIT */
/* SEED for WebAssembly with vectors: 4 blocks a group, two groups at a time.  RFC 4269.
 *
 * Bytes are looked up in registers, as aria/arm/aria_bytes_neon.c explains.  Both S-boxes invert
 * in a field that is isomorphic to the one there: the way in is the same for both, two look-ups,
 * and the way out two for each.
 *
 *     S-box: 11 look-ups of two operations of x86-64, 11 others and 4 to halve bytes: 37
 *     the sums of G: 11;  three G and 8 more a round: 152 for four words of each half
 *     16 rounds: 2432 for 4 blocks, 38 operations a byte
 *
 * The portable code takes 145 of 64 bits.  Bit-sliced in vectors G is 45 operations a vector, too, but for
 * eight vectors at once, which V8 would keep in memory.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_WASM_KERNELS

#    include "core/arm/neon.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_wasm
#    define GROUPS 2
#    define ONE_GROUP

#    include "core/wasm/words128.inc"

#    define v_find(table, x) ((V)vqtbl1q_u8(table, (uint8x16_t)(x)))
#    define v_each(byte) v_set1(0x01010101u * (byte))
#    define v_down4(x) ((x) >> 4 & v_each(15))
#    define v_shuffle(x, high, low) v_find(x, ((uint64x2_t){low, high}))

#    include "aria/arm/look_up.inc"

/* S0 of bytes 0 and 2 of a word, S1 of the others. */
KERNEL V
v_substitute(V x)
{
    const V y = v_find(TABLE(0x92933233a1a00100, 0xdbda7b7ae8e94849), x & v_each(15)) ^
                v_find(TABLE(0x3798c46b5cf3af00, 0x06a9f55a6dc29e31), v_down4(x));
    V i = v_down4(y), k = y & v_each(15);

    invert(&i, &k);

    const V s0 = v_find(TABLE(0x48555d15bce91d00, 0xf4a9fc40e108b4a1), i) ^
                 v_find(TABLE(0xac0a7dd1e0eaa600, 0x4c313bdb9d779746), k);
    const V s1 = v_find(TABLE(0x8157a7261641d600, 0x97306771b1f0e6c0), i) ^
                 v_find(TABLE(0xbb799c272158c200, 0x9a067f5ebde5c4e3), k);

    return ((s0 ^ s1) & 0xff00ff00) ^ s0 ^ 0x38a938a9;
}

#    include "seed/each.inc"
#    include "seed/vector.inc"

#endif
