/* SPDX-License-Identifier: MIT */
/* ARIA for ARMv8-A without AES instructions: eight blocks, or fewer.  KS X 1213;
 * RFC 5794.
 *
 * The method is that of aria_bytes_neon.c, with half a vector for each byte.
 * On a Cortex-A72 a look-up of eight bytes is one micro-operation, of sixteen
 * three:
 *
 *     S-box: 9 look-ups, 4 to halve bytes, 7 XORs: 20
 *     round of 8 blocks: 16 x 20, constants 8, diffusion 72, keys 16 x 2
 *     12 rounds, and 2 x 32 to transpose bytes: 5250 / 2 = 2625 cycles
 *
 * The pipeline model of the lab gives 3440 to 3460 for ARIA-128, llvm-mca 2780:
 * with the loads of tables and the spills there are 7971 instructions, three a
 * cycle.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "kernels.h"

typedef uint8x8_t V;

#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_eight
#    define v_byte(p) vdup_n_u8(*(p))
#    define v_find(table, x) vqtbl1_u8(table, x)
#    define v_each(byte) vdup_n_u8(byte)
#    define v_down4(x) vshr_n_u8(x, 4)

#    include "look_up.inc"
#    include "columns.inc"

#    define EIGHT(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)

/* Two 8 x 8 matrices of bytes side by side: rows become columns. */
#    define TRN(r, s, size)                                                                   \
        t = vreinterpretq_u8_##size(                                                          \
            vtrn1q_##size(vreinterpretq_##size##_u8(q[r]), vreinterpretq_##size##_u8(q[s]))), \
        q[s] = vreinterpretq_u8_##size(                                                       \
            vtrn2q_##size(vreinterpretq_##size##_u8(q[r]), vreinterpretq_##size##_u8(q[s]))), \
        q[r] = t
#    define TRN1(r) t = vtrn1q_u8(q[r], q[r + 1]), q[r + 1] = vtrn2q_u8(q[r], q[r + 1]), q[r] = t
#    define TRN2(r) TRN(r, r + 2, u16)
#    define TRN4(r) TRN(r, r + 4, u32)

KERNEL void
transpose(uint8x16_t q[8])
{
    uint8x16_t t;

    TRN1(0), TRN1(2), TRN1(4), TRN1(6);
    TRN2(0), TRN2(1), TRN2(4), TRN2(5);
    TRN4(0), TRN4(1), TRN4(2), TRN4(3);
}

/* Bytes 0 to 7 of a block are in the lower half of a vector, as are those of all blocks. */
KERNEL void
load(V x[16], const uint8_t *in, size_t nblocks)
{
    uint8x16_t q[8];

#    define LOAD(i) q[i] = i < nblocks ? vld1q_u8(in + 16 * i) : vdupq_n_u8(0)
#    define DIVIDE(i) x[i] = vget_low_u8(q[i]), x[i + 8] = vget_high_u8(q[i])
    EIGHT(LOAD);
    transpose(q);
    EIGHT(DIVIDE);
}

KERNEL void
store(uint8_t *out, const V x[16], size_t nblocks)
{
    uint8x16_t q[8];

#    define JOIN(i) q[i] = vcombine_u8(x[i], x[i + 8])
    EIGHT(JOIN);
    transpose(q);
    for (size_t i = 0; i < nblocks; i++)
        vst1q_u8(out + 16 * i, q[i]);
}

/* 1 to 8 blocks. */
void
narae_aria_encrypt_eight_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    V x[16];

    load(x, in, nblocks);
    encrypt_bytes_eight(x, schedule);
    store(out, x, nblocks);
}

void
narae_aria_decrypt_eight_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    V x[16];

    load(x, in, nblocks);
    decrypt_bytes_eight(x, schedule);
    store(out, x, nblocks);
}

#endif
