/* SPDX-License-Identifier: MIT */
/* HIGHT for ARMv8-A: 16 blocks are 8 vectors, two such groups at a time.
 *
 * F0 and F1 are linear: that of a byte is that of its halves, each looked up among 16,
 * 5 operations.  A round is 28: 14 cycles of two vector pipes, 32 x 14 / 128 = 3.5
 * cycles/byte.  Between the layouts are 24 TRN, 0.1 cycles/byte.
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
#    define FEW 2 /* in general registers they wait less */
#    define encrypt_few narae_hight_encrypt_portable
#    define decrypt_few narae_hight_decrypt_portable
#    define ctr_few hight_ctr_portable
#    define B uint8x16_t
#    define v_word(w) ((V)vdupq_n_u32(w))
#    define TABLE(low, high) vcombine_u8(vcreate_u8(low), vcreate_u8(high))
#    define f0(x)                                                 \
        look_up(x, TABLE(0x91179c1a8b0d8600, 0xa523a82ebf39b234), \
                TABLE(0x1971c9a1b8d06800, 0x5a328ae2fb932b43))
#    define f1(x)                                                 \
        look_up(x, TABLE(0x89d13961e8b05800, 0x4b13fba32a729ac2), \
                TABLE(0x981d93168e0b8500, 0xb431bf3aa227a92c))

typedef uint64x2_t V;

KERNEL V
look_up(V x, uint8x16_t low, uint8x16_t high)
{
    const uint8x16_t bytes = (uint8x16_t)x;

    return (V)(vqtbl1q_u8(low, bytes & vdupq_n_u8(15)) ^ vqtbl1q_u8(high, vshrq_n_u8(bytes, 4)));
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

/* Exchanges the number of a register with that of a byte in its word. */
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
