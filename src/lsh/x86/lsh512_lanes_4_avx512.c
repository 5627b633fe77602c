/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX-512: four messages side by side, in vectors of 256 bits.
 *
 * A step is 87 operations, 21.8 cycles on four pipes; 28 of them and the words of a block, 112
 * operations, 640 cycles for 1,024 bytes, 0.62 cycles/byte.  Measured on Zen 4 with
 * four messages of 4 KiB: 826, 1.29 of the count.
 *
 * Time depends on lengths alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) narae_lsh512_##f##_4_avx512
#    define LANES 4
#    define WORD u64x4

#    define v_load(in, at, l) (WORD) simd256_load((in)[l] + (at))
#    define v_low(a, b) (WORD) _mm256_unpacklo_epi64(simd256(a), simd256(b))
#    define v_high(a, b) (WORD) _mm256_unpackhi_epi64(simd256(a), simd256(b))
#    define v_first(a, b) (WORD) _mm256_permute2x128_si256(simd256(a), simd256(b), 0x20)
#    define v_second(a, b) (WORD) _mm256_permute2x128_si256(simd256(a), simd256(b), 0x31)

#    include "lsh/family512.inc"

#    include "lanes.inc"

#endif
