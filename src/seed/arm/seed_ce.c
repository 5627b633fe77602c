/* SPDX-License-Identifier: MIT */
/* SEED for ARMv8-A with its AES instructions: 4 blocks a group, four groups at a time.
 *
 * AESE with a key of zero is the last round of AES, as AES-NI has it: see seed/aes.inc.
 * clang 14 has its intrinsic only if every function may use it, hence assembly.
 *
 *     G of a group    map into AES's field 5, its rows and S-box 2, two maps out 2 + 6
 *                     and a select, seed_mix() 9: 25 operations
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/arm/transpose.h"

#    include "kernels.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_ce
#    define GROUPS 4

#    include "words.inc"

#    define v_find(table, x) vreinterpretq_u32_u8(vqtbl1q_u8(table, vreinterpretq_u8_u32(x)))
#    define v_shuffle(x, high, low) \
        vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), v_bytes(low, high)))
#    define v_blend_odd(x, y) vbslq_u32(vdupq_n_u32(0xff00ff00), y, x)
#    define v_look_up(high, low, x) v_find(v_bytes(low, high), x)
#    define v_low4(x) ((x) & 0x0f0f0f0f)
#    define v_down4(x) vreinterpretq_u32_u8(vshrq_n_u8(vreinterpretq_u8_u32(x), 4))

KERNEL V
v_aes(V x)
{
    __asm__(".arch_extension aes\n\taese %0.16b, %1.16b" : "+w"(x) : "w"(vdupq_n_u32(0)));
    return x;
}

#    include "seed/aes.inc"
#    include "seed/each.inc"

#    include "seed/vector.inc"

#endif
