/* SPDX-License-Identifier: MIT */
/* ARIA for ARMv8-A with its AES instructions: 16 blocks at a time.
 *
 * AESE and AESD with a key of zero are the last round of AES, as AES-NI has it:
 * see aria/aes.inc.  clang 14 has their intrinsics only if every function may use
 * them, hence assembly.
 *
 * A round of 16 blocks is 16 AES instructions, 48 operations for the affine
 * maps of half the S-boxes, 8 that shift rows back, 72 XORs and 32 for keys:
 * 176.  ARIA-128 is twelve rounds and a transposition of 64.  Counted under
 * QEMU in counter mode, spills included: 3058 instructions, 11.9 a byte; 982
 * for one block.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "neon.inc"

#    define NAME(f) f##_ce
#    define FEW 4

KERNEL V
v_aes(V x)
{
    __asm__(".arch_extension aes\n\taese %0.16b, %1.16b" : "+w"(x) : "w"(v_each(0)));
    return x;
}

KERNEL V
v_aes_inverse(V x)
{
    __asm__(".arch_extension aes\n\taesd %0.16b, %1.16b" : "+w"(x) : "w"(v_each(0)));
    return x;
}

#    define v_turned(x) v_shuffle(x, 0x070e050c030a0108, 0x0f060d040b020900)
#    define v_pick(x, y, mask) vbslq_u8(vreinterpretq_u8_u32(vdupq_n_u32((uint32_t)(mask))), y, x)

#    include "aria/aes.inc"

#    include "aria/few.inc"

#    include "columns.inc"
#    include "aria/vector.inc"

#endif
