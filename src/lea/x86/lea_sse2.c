/* SPDX-License-Identifier: MIT */
/* LEA for any x86-64: 4 blocks a group, three groups at a time.
 *
 * A round of a group is 6 XORs, 3 additions, 6 shifts, 3 ORs and, because
 * SSE2 overwrites one operand, up to 9 moves, which modern CPUs rename away.
 * With four vector operations a cycle that is 4.5 cycles for 64 bytes: 108
 * cycles for LEA-128, 1.69 cycles/byte.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd128.h"

#    include "kernels.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_sse2
#    define GROUPS 3
#    define ENCRYPT_GROUPS 3
#    define DECRYPT_GROUPS 3

#    include "core/x86/words128.inc"

#    define v_rol(x, n) ((x) << (n) | (x) >> (32 - (n)))
#    define v_opaque(x) __asm__("" : "+x"(x))

#    include "lea/vector.inc"

#    include "lea/blocks.inc"

#endif
