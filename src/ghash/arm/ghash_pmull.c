/* SPDX-License-Identifier: MIT */
/* GHASH for ARMv8-A with the 64-bit PMULL: eight blocks a step.
 *
 * 26 multiplications a step, three for each block and two to reduce; 14
 * instructions a block with all that is around them.  They are
 * assembly because clang 14 has the intrinsic only if every function may use it.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "kernels.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_pmull
#    define BLOCKS 1
#    define VECTORS 8

typedef uint64x2_t V;

#    define v_halves(x) vextq_u64(x, x, 1)
#    define v_up(x) vextq_u64(vdupq_n_u64(0), x, 1)
#    define v_down(x) vextq_u64(x, vdupq_n_u64(0), 1)
#    define v_low(word) ((V){word, 0})
#    define v_load(p, n) v_first(p)
#    define v_broadcast(p) v_first(p)

KERNEL V
v_multiply(V x, V y)
{
    V z;

    __asm__(".arch_extension aes\n\tpmull %0.1q, %1.1d, %2.1d" : "=w"(z) : "w"(x), "w"(y));
    return z;
}

KERNEL V
v_multiply_high(V x, V y)
{
    V z;

    __asm__(".arch_extension aes\n\tpmull2 %0.1q, %1.2d, %2.2d" : "=w"(z) : "w"(x), "w"(y));
    return z;
}

KERNEL V
v_first(const uint8_t *p)
{
    return vreinterpretq_u64_u8(vld1q_u8(p));
}

KERNEL V
v_bytes(V x)
{
    return v_halves(vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(x))));
}

KERNEL void
v_sum(uint8_t *p, V x)
{
    vst1q_u8(p, vreinterpretq_u8_u64(v_bytes(x)));
}

#    include "ghash/clmul.inc"

#    include "ghash/clmul_blocks.inc"

void
narae_ghash_powers_pmull(narae_ghash_key *key)
{
    const V h = v_bytes(v_first(key->h));
    V power = h;

    for (unsigned i = 1;; i++) {
        sums_pmull s = {0};

        vst1q_u8(key->powers + 16 * (NARAE_GHASH_POWERS - i), vreinterpretq_u8_u64(power));
        if (i == VECTORS)
            return;
        multiply_add_pmull(&s, power, h);
        power = reduce_pmull(s);
    }
}

#endif
