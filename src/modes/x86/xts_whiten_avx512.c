/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS for x86-64 with VPCLMULQDQ and AVX-512: four blocks a vector.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    include "kernels.h"

#    define CODE __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512
#    define BLOCKS 4

#    define v_load(p) ((tweaks)simd512_load(p))
#    define v_store(p, x) simd512_store(p, x)

#    include "whiten.inc"

#endif
