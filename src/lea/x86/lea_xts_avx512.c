/* SPDX-License-Identifier: MIT */
/* LEA-XTS for x86-64 with AVX-512 and VPCLMULQDQ: 64 blocks at a time, with tweaks added at loads
 * and stores.  IEEE 1619-2018, clause 5.
 *
 * A vector of four blocks takes three operations for the next tweaks and two XORs, besides
 * those of encryption (lea_avx512.c): 1.14 of counter mode's for LEA-128, 1.11 for LEA-256.
 * Measured on Zen 4, alternating with counter mode, the least of 3000 windows: 16 KiB 1.16 and 1.14
 * times its time; 4 KiB 1.22 and 1.18, because the tweak is encrypted first, 105 cycles of 2430 for
 * LEA-128; 1.18 and 1.15 for one of eight sectors.  Decryption 1.29 and 1.26; it takes longer than
 * encryption without XTS, too.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    define TARGET __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) TARGET
#    define NAME(f) f##_lea_xts512
#    define GROUPS 4
#    include "core/x86/words512.inc"

#    include "lea/vector.inc"

#    define XTS_NAME narae_lea_xts_avx512
#    define BLOCKS 4
#    define TWEAKS 16

#    include "xts.inc"

#endif
