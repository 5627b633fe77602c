/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX2: eight messages side by side.
 *
 * A step is 86 operations and 44 more for rotations of two shifts: 130, 32.5 cycles on four pipes;
 * 26 steps, and 224 operations to load and transpose a block, take 900 cycles for 1,024 bytes, 0.88
 * cycles/byte.  Measured on Zen 4 with eight messages of 4 KiB: 1,160, 1.29 of the count.  The
 * state alone fills the 16 registers: with some 140 loads and stores a step is 270 instructions, of
 * which six a cycle can start: 45 cycles.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) narae_lsh256_##f##_avx2
#    define LANES 8
#    define WORD u32x8

#    define v_load(in, at, l) (WORD) simd256_load((in)[l] + (at))
#    define v_low(a, b) (WORD) _mm256_unpacklo_epi32(simd256(a), simd256(b))
#    define v_high(a, b) (WORD) _mm256_unpackhi_epi32(simd256(a), simd256(b))
#    define v_low64(a, b) (WORD) _mm256_unpacklo_epi64(simd256(a), simd256(b))
#    define v_high64(a, b) (WORD) _mm256_unpackhi_epi64(simd256(a), simd256(b))
#    define v_first(a, b) (WORD) _mm256_permute2x128_si256(simd256(a), simd256(b), 0x20)
#    define v_second(a, b) (WORD) _mm256_permute2x128_si256(simd256(a), simd256(b), 0x31)

#    include "lsh/family256.inc"

#    include "lanes.inc"

#endif
