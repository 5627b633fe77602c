/* SPDX-License-Identifier: MIT */
/* LEA for x86-64 with AVX2: 8 blocks a group, three groups at a time.
 *
 * AVX2 has no rotation: a round of a group is 6 XORs, 3 additions, 6 shifts and
 * 3 ORs.  With four vector operations a cycle (Zen 5) that is 4.5 cycles for
 * 128 bytes: 108 cycles for LEA-128, 0.844 cycles/byte; with three (Intel)
 * 1.125.  Loading, transposing and storing add 0.03 to 0.05.  Measured on Zen
 * 5: counter mode 0.90, encryption 0.89 with gcc 12 and 0.94 with clang 14.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "kernels.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2
#    define GROUPS 3
#    define ENCRYPT_GROUPS 3
#    define DECRYPT_GROUPS 3

#    include "core/x86/words256.inc"

#    define v_rol(x, n) ((x) << (n) | (x) >> (32 - (n)))
#    define v_opaque(x) __asm__("" : "+x"(x))

#    include "lea/vector.inc"

#    include "lea/blocks.inc"

#endif
