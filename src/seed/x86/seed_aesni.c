/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with AES-NI and SSE4.1: 4 blocks a group, four groups at a time.
 *
 *     G of a group    map into AES's field 6, its rows and S-box 2, two maps out 3 + 6
 *                     and a blend, seed_mix() 9: 27 operations
 *
 * A round is three of these, 2 for the keys, 3 additions and 2 XORs: 88.  16 rounds, and 17
 * for loads, transpositions and stores, are 1425 operations for 64 bytes: at four a cycle
 * 5.6 cycles/byte.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd128.h"

#    include "kernels.h"

#    define CODE __attribute__((target("aes,sse4.1")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_aesni
#    define GROUPS 4

#    include "core/x86/words128.inc"

#    define v_shuffle(x, high, low) ((V)_mm_shuffle_epi8(simd128(x), _mm_set_epi64x(high, low)))
#    define v_blend_odd(x, y) ((V)_mm_blendv_epi8(simd128(x), simd128(y), _mm_set1_epi16((short)0xff00)))
#    define v_aes(x) ((V)_mm_aesenclast_si128(simd128(x), _mm_setzero_si128()))
#    define v_look_up(high, low, x) \
        ((V)_mm_shuffle_epi8(_mm_set_epi64x((long long)(high), (long long)(low)), simd128(x)))
#    define v_low4(x) ((x) & 0x0f0f0f0f)
#    define v_down4(x) v_low4((x) >> 4)

#    include "seed/aes.inc"
#    include "seed/each.inc"

#    include "seed/vector.inc"

#endif
