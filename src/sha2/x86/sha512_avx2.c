/* SPDX-License-Identifier: MIT */
/* SHA-512 for x86-64 with AVX2 and BMI2: sha512_pairs.inc.
 *
 * Vectors have no rotation: two shifts each.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("avx2,bmi,bmi2")))
#    define BLOCKS narae_sha512_blocks_avx2
#    define v_ror(x, n) (_mm256_srli_epi64(x, n) ^ _mm256_slli_epi64(x, 64 - (n)))
#    define v_sum3(a, b, c) ((a) ^ (b) ^ (c))

#    include "sha512_pairs.inc"

#endif
