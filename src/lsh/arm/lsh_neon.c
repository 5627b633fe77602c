/* SPDX-License-Identifier: MIT */
/* LSH-256 for ARMv8-A with NEON: vectors of four words.  KS X 3262.
 *
 * Words move only within a vector or together with it; a table shuffle (TBL) also rotates words by
 * whole bytes.
 *
 * On a Cortex-A72 a step is 32 operations, 16 cycles on its two pipes.  But the limit is latency, 3
 * cycles an operation and 7 a rotation: XOR, addition, rotation, XOR, addition, rotation, addition,
 * shuffle are 32 cycles, 832 a block.  The core has a small out-of-order window, so operations off
 * the critical path, the message expansion for the step after the next, are spread between those.
 * By the pipeline model of the lab a message of one block takes 1,170 cycles in all, with the
 * portable code 1,514.
 *
 * For LSH-512, with vectors of two words, a step is 66 operations; the same model gives 1,916
 * cycles, and 1,762 for integer registers, which are therefore used.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/arm/order.h"

#    include "lsh/lsh_internal.h"

/* Indices of TBL: for the message, for x, and for y, which also rotate by gamma. */
static const uint8_t places[5][16] = {{12, 13, 14, 15, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7},
                                      {12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                      {8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15},
                                      {0, 1, 2, 3, 13, 14, 15, 12, 10, 11, 8, 9, 7, 4, 5, 6},
                                      {1, 2, 3, 0, 12, 13, 14, 15, 11, 8, 9, 10, 6, 7, 4, 5}};

/* clang-format off */
#    define SHUFFLE(to, a, at) \
        __asm__ volatile("tbl %0.16b, {%1.16b}, %2.16b" : "=w"(to) : "w"(a), "w"(at))

/* x and y are the lower half of the state and the upper.  m is the message of this step and is
 * replaced by that of the step after the next; `next` is that of the next step.  The rotations are
 * constants. */
#    define STEP(m, next, constants, alpha, beta)            \
        do {                                                 \
            const uint32x4_t c0 = vld1q_u32(constants), c1 = vld1q_u32((constants) + 4); \
            uint32x4_t t0, t1, t2, t3, u0, u1;               \
                                                             \
            NEON_XOR(x[0], x[0], m[0]);                      \
            NEON_XOR(y[0], y[0], m[2]);                      \
            NEON_XOR(x[1], x[1], m[1]);                      \
            NEON_XOR(y[1], y[1], m[3]);                      \
            SHUFFLE(t0, m[0], at[0]);                        \
            NEON_ADD32(x[0], x[0], y[0]);                    \
            NEON_ADD32(x[1], x[1], y[1]);                    \
            SHUFFLE(t1, m[1], at[1]);                        \
            SHUFFLE(t2, m[2], at[0]);                        \
            NEON_SHL32(u0, x[0], alpha);                     \
            NEON_SHL32(u1, x[1], alpha);                     \
            SHUFFLE(t3, m[3], at[1]);                        \
            NEON_ADD32(m[0], next[0], t0);                   \
            NEON_SRA32(u0, x[0], 32 - (alpha));              \
            NEON_SRA32(u1, x[1], 32 - (alpha));              \
            NEON_ADD32(m[1], next[1], t1);                   \
            NEON_ADD32(m[2], next[2], t2);                   \
            NEON_XOR(x[0], u0, c0);                          \
            NEON_XOR(x[1], u1, c1);                          \
            NEON_ADD32(m[3], next[3], t3);                   \
            NEON_ADD32(y[0], y[0], x[0]);                    \
            NEON_ADD32(y[1], y[1], x[1]);                    \
            NEON_SHL32(u0, y[0], beta);                      \
            NEON_SHL32(u1, y[1], beta);                      \
            NEON_SRA32(u0, y[0], 32 - (beta));               \
            NEON_SRA32(u1, y[1], 32 - (beta));               \
            NEON_ADD32(t0, x[0], u0);                        \
            NEON_ADD32(t1, x[1], u1);                        \
            SHUFFLE(y[1], u0, at[3]);                        \
            SHUFFLE(x[1], u1, at[4]);                        \
            SHUFFLE(y[0], t0, at[2]);                        \
            SHUFFLE(x[0], t1, at[2]);                        \
        } while (0)
/* clang-format on */

void
narae_lsh256_blocks_neon(uint32_t chain[16], const uint8_t *in, size_t nblocks)
{
    uint32x4_t x[2], y[2], m[4], next[4];
    uint8x16_t at[5];

    for (unsigned i = 0; i < 5; i++)
        at[i] = vld1q_u8(places[i]);
    for (unsigned i = 0; i < 2; i++) {
        x[i] = vld1q_u32(chain + 4 * i);
        y[i] = vld1q_u32(chain + 8 + 4 * i);
    }
    for (; nblocks != 0; nblocks--, in += 128) {
        for (unsigned i = 0; i < 4; i++) {
            m[i] = vreinterpretq_u32_u8(vld1q_u8(in + 16 * i));
            next[i] = vreinterpretq_u32_u8(vld1q_u8(in + 64 + 16 * i));
        }
        for (const uint32_t *c = narae_lsh256_constants; c != narae_lsh256_constants + 8 * LSH256_STEPS;
             c += 16) {
            STEP(m, next, c, 29, 1);
            STEP(next, m, c + 8, 5, 17);
        }
        x[0] = veorq_u32(x[0], m[0]), x[1] = veorq_u32(x[1], m[1]);
        y[0] = veorq_u32(y[0], m[2]), y[1] = veorq_u32(y[1], m[3]);
    }
    for (unsigned i = 0; i < 2; i++) {
        vst1q_u32(chain + 4 * i, x[i]);
        vst1q_u32(chain + 8 + 4 * i, y[i]);
    }
}

#endif
