/* SPDX-License-Identifier: MIT */
/* LEA-XTS for x86-64 with AVX2 and VPCLMULQDQ: 24 blocks at a time (xts.inc).
 *
 * A group of 8 blocks of LEA-128 takes 24 x 18 operations, 16 for two transpositions, and six for
 * each of its four vectors of tweaks, four of them for the next tweaks: 472.  Counter mode takes
 * about 447, so the ratio is 1.06.  Measured on Zen 4, alternating with counter mode, the least of
 * 1000 windows: 16 KiB 1.11 and 4 KiB 1.14 times its time; 1.19 and 1.21 with separate passes for
 * tweaks and encryption.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define TARGET __attribute__((target("vpclmulqdq,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) TARGET
#    define NAME(f) f##_lea_xts256
#    define GROUPS 3

#    include "core/x86/words256.inc"

#    define v_rol(x, n) ((x) << (n) | (x) >> (32 - (n)))
#    define v_opaque(x) __asm__("" : "+x"(x))

#    include "lea/vector.inc"

#    define XTS_NAME narae_lea_xts_avx2
#    define BLOCKS 2
#    define TWEAKS 12

#    include "xts.inc"

#endif
