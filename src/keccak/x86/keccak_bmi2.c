/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600] for x86-64 with BMI1 and BMI2: chi is ANDN and XOR, and RORX
 * needs no copy of its operand.
 *
 * A round is 20 + 10 + 25 operations of theta, 24 of rho, 50 of chi and 1 of iota.  25
 * lanes do not fit into 15 registers: most are loaded and stored at each use, 55 operations
 * more.  Zen 5 takes 38 cycles: 5.8 cycles/byte of SHAKE128, and 6.5 without BMI.  Two
 * rounds are forced inline, because gcc does not inline them at -O2: with a call for each
 * Zen 4 takes 6.65 instead of 5.78.  (On a Cortex-A72 inlining is slower.)
 *
 * Time is constant. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("bmi,bmi2")))
#    define NAME(f) f##_bmi2
#    define INLINE __attribute__((always_inline))

#    include "keccak/words.inc"

#endif
