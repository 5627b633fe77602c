/* SPDX-License-Identifier: MIT */
/* SHA-512 for x86-64 with AVX-512VL and BMI2: sha512_pairs.inc.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("avx512f,avx512vl,avx2,bmi,bmi2")))
#    define BLOCKS narae_sha512_blocks_avx512
#    define v_ror(x, n) _mm256_ror_epi64(x, n)
#    define v_sum3(a, b, c) _mm256_ternarylogic_epi64(a, b, c, 0x96)

#    include "sha512_pairs.inc"

#endif
