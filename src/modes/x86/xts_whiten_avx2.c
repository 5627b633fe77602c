/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS for x86-64 with VPCLMULQDQ and AVX2: two blocks a vector.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "kernels.h"

#    define CODE __attribute__((target("vpclmulqdq,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2
#    define BLOCKS 2

#    define v_load(p) ((tweaks)simd256_load(p))
#    define v_store(p, x) simd256_store(p, x)

#    include "whiten.inc"

#endif
