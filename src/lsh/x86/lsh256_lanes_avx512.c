/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX-512: eight messages side by side.
 *
 * A step is 86 operations, 21.5 cycles on four pipes; 26 steps, and 224 operations to load and
 * transpose a block, take 615 cycles for 1,024 bytes, 0.60 cycles/byte.  Measured on Zen 4 with
 * eight messages of 4 KiB: 750, 1.22 of the count.  A step also has 32 loads and 16 stores, which
 * take 16 cycles on two load pipes and one store pipe, and gcc 12 adds some 50 spills.  Vectors of
 * 512 bits would be faster on pipes of that width, but need sixteen messages.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) narae_lsh256_##f##_avx512
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
