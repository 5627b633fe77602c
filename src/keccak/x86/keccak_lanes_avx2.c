/* SPDX-License-Identifier: MIT */
/* SHA-3 and SHAKE for x86-64 with AVX2: four messages side by side.
 *
 * A rotation is two shifts and an OR, and sums have two inputs: a round is 20 +
 * 15 + 5 + 25 operations for theta, 72 for rho, 50 for chi, 1 for iota, 188.  At
 * four a cycle (Zen 5) 24 rounds are 1130 cycles for 672 bytes of SHAKE128, 1.7
 * cycles/byte.  Measured: 2.1 with clang 14, 2.2 with gcc 12;
 * half of the words are spilled.  At three a cycle (Emerald Rapids) a round
 * takes 67 cycles instead of 63.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2

#    include "lanes_4.inc"

#endif
