/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with GFNI and AVX-512, up to 8 blocks at once: few.inc, with three-input
 * XORs and constants in registers.
 *
 *     16 rounds x 34: 544 cycles
 *
 * Measured on Zen 4: 637 a block of a chain, 40 a round, for the first reason of
 * seed_few_gfni.c; 670 a call of one to four blocks, 775 of eight.  Of 800 orders of the
 * instructions the best took 39 a round.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "kernels.h"

#    define CODE __attribute__((target("gfni,avx2,avx512f,avx512bw,avx512vl")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_few_gfni512
#    define v_xor3(x, y, z) ((V)_mm256_ternarylogic_epi32(simd256(x), simd256(y), simd256(z), 0x96))
#    define v_sum(a, b, c, d) v_xor3(v_xor3(a, b, SUM_CONSTANT), c, d)
#    define v_known(x) __asm__("" : "+v"(x))

#    include "few.inc"

#endif
