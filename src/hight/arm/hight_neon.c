/* SPDX-License-Identifier: MIT */
/* HIGHT for ARMv8-A: 16 blocks are 8 vectors, two such groups at a time.
 *
 * F0 and F1 are the sum of the bits that stay in the byte, a product of polynomials, and those that
 * wrap, two or three shifts: 6 or 7 operations, of which the product takes two slots.  A look-up in
 * a register (TBL) would be three micro-operations on a Cortex-A72.  A round is 38 slots of two
 * vector pipes: 19 cycles, 32 x 19 / 128 = 4.8 cycles/byte, and 0.2 for 24 TRN each way.  512 bytes
 * by the pipeline model: 6.5; the difference is latency.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/for_each.h"

#    include "kernels.h"

#    define CODE
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_neon
#    define LANES 2
#    define GROUPS 2
#    define FEW 2 /* lower latency in general registers */
#    define ONE_BODY 0
#    define encrypt_few narae_hight_encrypt_portable
#    define decrypt_few narae_hight_decrypt_portable
#    define ctr_few hight_ctr_portable
#    define B uint8x16_t
#    define v_word(w) ((V)vdupq_n_u32(w))
#    define f0(x) f0_neon(x)
#    define f1(x) f1_neon(x)

typedef uint64x2_t V;

/* The bits that stay in the byte are a product of polynomials; those that wrap are added below. */
KERNEL V
f0_neon(V x)
{
    const uint8x16_t y = (uint8x16_t)x, by1 = vshrq_n_u8(y, 1);
    const uint8x16_t up = vreinterpretq_u8_p8(vmulq_p8(vreinterpretq_p8_u8(y), vdupq_n_p8(0x86)));

    return (V)(up ^ (by1 ^ vshrq_n_u8(y ^ by1, 6)));
}

KERNEL V
f1_neon(V x)
{
    const uint8x16_t y = (uint8x16_t)x, by1 = vshrq_n_u8(y, 1);
    const uint8x16_t up = vreinterpretq_u8_p8(vmulq_p8(vreinterpretq_p8_u8(y), vdupq_n_p8(0x58)));

    return (V)(up ^ (vshrq_n_u8(y, 2) ^ vshrq_n_u8(y ^ by1, 4)));
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == LANES)
        return (V)vld1q_u8(p);
    return (V)vcombine_u8(nblocks != 0 ? vld1_u8(p) : vdup_n_u8(0), vdup_n_u8(0));
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == LANES)
        vst1q_u8(p, (uint8x16_t)x);
    else if (nblocks != 0)
        vst1_u8(p, vget_low_u8((uint8x16_t)x));
}

#    define TRN(type, suffix, a, b)                  \
        do {                                         \
            const type t = (type)(a), u = (type)(b); \
            a = (V)vtrn1q_##suffix(t, u);            \
            b = (V)vtrn2q_##suffix(t, u);            \
        } while (0)

/* Exchanges the index of a register with that of a byte in its word. */
KERNEL void
NAME(transpose_bytes)(V x[8])
{
    FOR_EACH(i, 4, TRN(uint8x16_t, u8, x[2 * i], x[2 * i + 1]););
    FOR_EACH(i, 4, TRN(uint16x8_t, u16, x[i + i / 2 * 2], x[i + i / 2 * 2 + 2]););
    FOR_EACH(i, 4, TRN(uint32x4_t, u32, x[i], x[i + 4]););
}

static inline size_t
NAME(share)(size_t nblocks, size_t before)
{
    return nblocks <= before ? 0 : nblocks - before < LANES ? nblocks - before : LANES;
}

#    include "hight/vector.inc"

#endif
