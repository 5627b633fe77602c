/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX-512: eight messages side by side.
 *
 * A step is 87 operations, 43.5 cycles on Zen 4, which executes two a cycle; 28 steps, and 144
 * operations to load and transpose a block, take 1,290 cycles for 2,048 bytes, 0.63 cycles/byte.
 * Measured there with eight messages of 4 KiB: 1,650, 1.28 of the count.  The 16 stores of a step
 * take 32 cycles, its loads as many.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) narae_lsh512_##f##_avx512
#    define LANES 8
#    define WORD u64x8

#    define v_load(in, at, l)                                                           \
        (WORD) _mm512_inserti64x4(_mm512_castsi256_si512(simd256_load((in)[l] + (at))), \
                                  simd256_load((in)[(l) + LANES / 2] + (at)), 1)
#    define v_low(a, b) (WORD) _mm512_unpacklo_epi64(simd512(a), simd512(b))
#    define v_high(a, b) (WORD) _mm512_unpackhi_epi64(simd512(a), simd512(b))
#    define v_first(a, b) \
        (WORD) _mm512_permutex2var_epi64(simd512(a), _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), simd512(b))
#    define v_second(a, b) \
        (WORD)             \
            _mm512_permutex2var_epi64(simd512(a), _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), simd512(b))

#    include "lsh/family512.inc"

#    include "lanes.inc"

#endif
