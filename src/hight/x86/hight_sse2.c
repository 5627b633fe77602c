/* SPDX-License-Identifier: MIT */
/* HIGHT for any x86-64: 16 blocks at a time.
 *
 * A rotation by one is x + x - (x < 0), of signed bytes; others are two shifts and two
 * masks.  With y = x ^ rol1(x), 4 operations,
 *
 *     F0 = rol1(y) ^ rol7(x)   F1 = rol3(y) ^ rol6(x)
 *
 * are 13 and 15 operations: a round is 64, 16 cycles on Zen 4, which is 4.2 cycles/byte
 * with both transpositions.  Measured: 5.0.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "kernels.h"

#    define CODE
#    define NAME(f) f##_sse2
#    define LANES 2
#    define GROUPS 1
#    define FEW 2 /* lower latency in general registers */
#    define ONE_BODY 1
#    define encrypt_few narae_hight_encrypt_few
#    define decrypt_few narae_hight_decrypt_few
#    define ctr_few narae_hight_ctr_few
#    define B u8x16
#    define v_word(w) ((V)_mm_set1_epi32((int)(w)))

#    include "core/x86/blocks64.inc"

KERNEL V
rotate1(V x)
{
    const __m128i y = simd128(x);

    return (V)_mm_sub_epi8(_mm_add_epi8(y, y), _mm_cmpgt_epi8(_mm_setzero_si128(), y));
}

KERNEL V
rotate(V x, unsigned n)
{
    const V left = v_set1((0xff << n & 0xff) * UINT64_C(0x0101010101010101));

    return (x << n & left) | (x >> (8 - n) & ~left);
}

KERNEL V
f0(V x)
{
    return rotate1(x ^ rotate1(x)) ^ rotate(x, 7);
}

KERNEL V
f1(V x)
{
    return rotate(x ^ rotate1(x), 3) ^ rotate(x, 6);
}

#    include "hight/vector.inc"

#endif
