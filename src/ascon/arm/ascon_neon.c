/* SPDX-License-Identifier: MIT */
/* The Ascon permutation for AArch64.  It uses integer registers; "neon" in the
 * file's name is only the name of this chip's kernels.  SP 800-232, 3.
 *
 * XOR takes a rotated operand, so x ^ ror(x, a) ^ ror(x, b) is two
 * instructions.  On a Cortex-A72 they execute only on the multi-cycle pipe, one
 * a cycle, with a latency of two cycles.  x1, on which most of the round
 * depends, is therefore rotated by ROR, on the integer pipes.  EON includes the
 * complement of x2.  A round is then
 *
 *     constant 1, S-box 3 + 5 BIC + 5 + 3, diffusion 4 x 2 + 4: 29 instructions,
 *
 * 9.7 cycles at 3 a cycle; the latency from round to round is 9 cycles.  The
 * order of the instructions was found by a search with both models of the lab
 * and saves a tenth; compilers must not change it.  A block takes eight rounds
 * and 8 instructions more:
 *
 *     cycles a block            pipeline model    llvm-mca
 *     240 instructions / 3      80                80
 *     10 KiB                    95.7-97.8         93.4-94.3
 *     portable C                145-159           152
 *
 * The rest is latency: a round needs the result of the last rotation of the
 * round before, and the multi-cycle pipe is idle for two cycles of eleven.
 *
 * Time depends on the number of rounds alone. */

#include "ascon/ascon_internal.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/bytes.h"

/* clang-format off */
/* One instruction each, in the order in which they are written. */
#define OP(name, to, a, b) __asm__ volatile(name " %0, %1, %2" : "=r"(to) : "r"(a), "r"(b))
#define XOR_ROR(to, a, b, n) __asm__ volatile("eor %0, %1, %2, ror %3" : "=r"(to) : "r"(a), "r"(b), "i"(n))

#define ROUND(constant) \
    OP("eor", u, x1, constant); \
    OP("eor", t0, x0, x4); \
    OP("eor", t4, x4, x3); \
    OP("bic", t3, t0, t4); \
    OP("eor", t3, x3, t3); \
    OP("eor", t2, x2, u); \
    OP("bic", u, t4, x3); \
    OP("eon", x2, t2, u); \
    OP("eon", t3, t3, x2); \
    XOR_ROR(u, t3, t3, 10); \
    OP("bic", v, x1, t0); \
    OP("eor", t4, t4, v); \
    XOR_ROR(v, t4, t4, 7); \
    OP("bic", w, x3, t2); \
    OP("eor", w, x1, w); \
    OP("bic", t2, t2, x1); \
    OP("eor", t0, t0, t2); \
    OP("eor", t1, w, t0); \
    XOR_ROR(w, x2, x2, 1); \
    OP("eor", t0, t0, t4); \
    XOR_ROR(x0, t0, t0, 19); \
    OP("ror", x1, t1, by39); \
    XOR_ROR(x0, x0, t0, 28); \
    OP("ror", t2, t1, by61); \
    XOR_ROR(x4, v, t4, 41); \
    XOR_ROR(x3, u, t3, 17); \
    OP("eor", x1, t1, x1); \
    OP("eor", x1, x1, t2); \
    XOR_ROR(x2, w, x2, 6)

/* Kept in registers instead of being loaded again for each block. */
#define KEEP(name, value)                \
    uint64_t name = value;               \
    __asm__("" : "+r"(name))

/* All that ROUND names. */
#define TAKE_UP(state)                                                                  \
    uint64_t x0 = state[0], x1 = state[1], x2 = state[2], x3 = state[3], x4 = state[4]; \
    uint64_t t0, t1, t2, t3, t4, u, v, w;                                               \
    KEEP(by39, 39);                                                                     \
    KEEP(by61, 61);                                                                     \
    KEEP(cb4, 0xb4);                                                                    \
    KEEP(ca5, 0xa5);                                                                    \
    KEEP(c96, 0x96);                                                                    \
    KEEP(c87, 0x87);                                                                    \
    KEEP(c78, 0x78);                                                                    \
    KEEP(c69, 0x69);                                                                    \
    KEEP(c5a, 0x5a);                                                                    \
    KEEP(c4b, 0x4b)
#define PUT_DOWN(state) \
    state[0] = x0, state[1] = x1, state[2] = x2, state[3] = x3, state[4] = x4
/* clang-format on */

#    define ROUNDS_7 \
        ROUND(ca5);  \
        ROUNDS_6
#    define ROUNDS_6 \
        ROUND(c96);  \
        ROUND(c87);  \
        ROUND(c78);  \
        ROUND(c69);  \
        ROUND(c5a);  \
        ROUND(c4b)

void
narae_ascon_permute_neon(uint64_t state[5], unsigned rounds)
{
    TAKE_UP(state);

    if (rounds == 6) {
        ROUNDS_6;
    } else {
        if (rounds == 12) {
            ROUND((uint64_t)0xf0);
            ROUND((uint64_t)0xe1);
            ROUND((uint64_t)0xd2);
            ROUND((uint64_t)0xc3);
        }
        ROUND(cb4);
        ROUNDS_7;
    }
    PUT_DOWN(state);
}

/* `what` is constant. */
static inline __attribute__((always_inline)) void
blocks(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks, const unsigned what)
{
    TAKE_UP(state);

    for (; nblocks != 0; nblocks--, in += 16) {
        const uint64_t in0 = load64_le(in), in1 = load64_le(in + 8);
        uint64_t text[2];

        OP("eor", text[1], x1, in1);
        OP("eor", text[0], x0, in0);
        x0 = what == NARAE_DECRYPT ? in0 : text[0];
        x1 = what == NARAE_DECRYPT ? in1 : text[1];
        if (what != NARAE_AD) {
            memcpy(out, text, sizeof text);
            out += sizeof text;
        }
        ROUND(cb4);
        ROUNDS_7;
    }
    PUT_DOWN(state);
}

void
narae_ascon_aead128_blocks_neon(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                unsigned what)
{
    if (what == NARAE_ENCRYPT)
        blocks(state, out, in, nblocks, NARAE_ENCRYPT);
    else if (what == NARAE_DECRYPT)
        blocks(state, out, in, nblocks, NARAE_DECRYPT);
    else
        blocks(state, out, in, nblocks, NARAE_AD);
}

#endif
