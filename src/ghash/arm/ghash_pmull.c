/* SPDX-License-Identifier: MIT */
/* GHASH for ARMv8-A with the 64-bit PMULL: eight blocks a step.
 *
 * A step has 26 multiplications, three for each block and two to reduce; in all
 * 14 instructions a block.  Multiplications are assembly, because clang 14 has
 * the intrinsic only if every function may use it.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "ghash/ghash_internal.h"

#    define HASH_CODE
#    define HASH_KERNEL static inline __attribute__((always_inline))
#    define HASH_NAME(f) f##_pmull
#    define HASH_BLOCKS 1
#    define HASH_VECTORS 8

typedef uint64x2_t H;

#    define h_halves(x) vextq_u64(x, x, 1)
#    define h_up(x) vextq_u64(vdupq_n_u64(0), x, 1)
#    define h_down(x) vextq_u64(x, vdupq_n_u64(0), 1)
#    define h_low(word) ((H){word, 0})
#    define h_load(p, n) h_first(p)
#    define h_broadcast(p) h_first(p)

HASH_KERNEL H
h_multiply(H x, H y)
{
    H z;

    __asm__(".arch_extension aes\n\tpmull %0.1q, %1.1d, %2.1d" : "=w"(z) : "w"(x), "w"(y));
    return z;
}

HASH_KERNEL H
h_multiply_high(H x, H y)
{
    H z;

    __asm__(".arch_extension aes\n\tpmull2 %0.1q, %1.2d, %2.2d" : "=w"(z) : "w"(x), "w"(y));
    return z;
}

HASH_KERNEL H
h_first(const uint8_t *p)
{
    return vreinterpretq_u64_u8(vld1q_u8(p));
}

HASH_KERNEL H
h_bytes(H x)
{
    return h_halves(vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(x))));
}

HASH_KERNEL void
h_sum(uint8_t *p, H x)
{
    vst1q_u8(p, vreinterpretq_u8_u64(h_bytes(x)));
}

#    include "ghash/clmul.inc"

#    include "ghash/clmul_blocks.inc"

void
narae_ghash_powers_pmull(narae_ghash_key *key)
{
    ghash_contents *const contents = (ghash_contents *)key;
    const H h = h_bytes(h_first(contents->h));
    H power = h;

    for (unsigned i = 1;; i++) {
        sums_pmull s = {0};

        vst1q_u8(contents->powers + 16 * (GHASH_POWERS - i), vreinterpretq_u8_u64(power));
        if (i == HASH_VECTORS)
            return;
        multiply_add_pmull(&s, power, h);
        power = reduce_pmull(s);
    }
}

#endif
