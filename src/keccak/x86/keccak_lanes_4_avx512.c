/* SPDX-License-Identifier: MIT */
/* SHA-3 and SHAKE for x86-64 with AVX-512: four messages side by side, with the rounds
 * of keccak_4_avx512.S.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_4_avx512
#    define permute narae_keccak_f1600_4_avx512

#    include "lanes_4.inc"

#endif
