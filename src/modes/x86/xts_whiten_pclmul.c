/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS for x86-64 with PCLMULQDQ: a block a vector.
 *
 * A tweak takes two shifts, a product, an XOR and one more into the text; Zen 4 starts a
 * product every two cycles.  16 KiB of LEA-128-XTS with AVX2 take 1.44 times as long as
 * counter mode there, and 1.58 times with the portable code.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd128.h"

#    include "kernels.h"

#    define CODE __attribute__((target("pclmul")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_pclmul
#    define BLOCKS 1

#    define v_load(p) ((tweaks)simd128_load(p))
#    define v_store(p, x) simd128_store(p, x)

#    include "whiten.inc"

#endif
