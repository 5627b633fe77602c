/* SPDX-License-Identifier: MIT */
/* SEED for x86-64 with GFNI and AVX2, up to 8 blocks at once.
 *
 *     16 rounds x 37: 592 cycles
 *
 * Measured on Zen 4: 745 a block of a chain, 46 a round; 780 a call of one to four blocks,
 * which are also loaded, transposed and stored; 1050 of eight.  The instructions of a pair
 * sometimes compete for the same port: a chain of two GFNI instructions, a shuffle and a
 * sum takes 9 cycles, with two inversions and two shuffles in parallel 9.9.  16 registers
 * are too few for the constants.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "kernels.h"

#    define CODE __attribute__((target("gfni,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_few_gfni
#    define v_sum(a, b, c, d) ((((a) ^ (b)) ^ SUM_CONSTANT) ^ ((c) ^ (d)))
#    define v_known(x) __asm__("" : "+x"(x))

#    include "few.inc"

#endif
