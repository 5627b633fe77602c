/* The Ascon permutation for AArch64, on the integer registers in spite of the
 * file's name, which is that of the chip's kernels.  SP 800-232, 3.
 *
 * XOR takes a rotated operand, so x ^ ror(x, a) ^ ror(x, b) is two
 * instructions; gcc 12 makes three of it.  The complement of x2 is in an
 * exclusive NOR.  A round is then
 *
 *     constant 2, S-box 3 + 5 BIC + 5 + 3, diffusion 10: 28 instructions.
 *
 * On a Cortex-A72 the ten with a rotation want its only multi-cycle pipe, and
 * the chain from round to round is nine cycles long: eight rounds cannot take
 * less than 80.  With the state in registers from block to block, both models
 * of the lab give 107 cycles for the eight rounds and the block between them,
 * 6.7 cycles/byte: pipe and chain wait for each other.  Other mixes of one and
 * two shifted operands a word were no faster.
 *
 * Time depends on the number of rounds alone. */

#include "ascon_internal.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/bytes.h"

/* x ^ ror(y, n) */
#    define XOR_ROR(x, y, n)                                                          \
        __extension__({                                                               \
            uint64_t xored;                                                           \
            __asm__("eor %0, %1, %2, ror %3" : "=r"(xored) : "r"(x), "r"(y), "i"(n)); \
            xored;                                                                    \
        })

#    define DIFFUSE(x, t, a, b) \
        x = XOR_ROR(t, t, a);   \
        x = XOR_ROR(x, t, b)

#    define ROUND(constant)      \
        x2 ^= constant;          \
        x0 ^= x4;                \
        x4 ^= x3;                \
        x2 ^= x1;                \
        t0 = x0 ^ (x2 & ~x1);    \
        t1 = x1 ^ (x3 & ~x2);    \
        t2 = ~(x2 ^ (x4 & ~x3)); \
        t3 = x3 ^ (x0 & ~x4);    \
        t4 = x4 ^ (x1 & ~x0);    \
        t1 ^= t0;                \
        t0 ^= t4;                \
        t3 ^= ~t2;               \
        DIFFUSE(x0, t0, 19, 28); \
        DIFFUSE(x1, t1, 61, 39); \
        DIFFUSE(x2, t2, 1, 6);   \
        DIFFUSE(x3, t3, 10, 17); \
        DIFFUSE(x4, t4, 7, 41)

#    define ROUNDS_8 \
        ROUND(0xb4); \
        ROUND(0xa5); \
        ROUNDS_6
#    define ROUNDS_6 \
        ROUND(0x96); \
        ROUND(0x87); \
        ROUND(0x78); \
        ROUND(0x69); \
        ROUND(0x5a); \
        ROUND(0x4b)

void
narae_ascon_permute_neon(uint64_t state[5], unsigned rounds)
{
    uint64_t x0 = state[0], x1 = state[1], x2 = state[2], x3 = state[3], x4 = state[4], t0, t1, t2, t3, t4;

    if (rounds == 6) {
        ROUNDS_6;
    } else {
        if (rounds == 12) {
            ROUND(0xf0);
            ROUND(0xe1);
            ROUND(0xd2);
            ROUND(0xc3);
        }
        ROUNDS_8;
    }
    state[0] = x0, state[1] = x1, state[2] = x2, state[3] = x3, state[4] = x4;
}

void
narae_ascon_aead128_blocks_neon(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks,
                                unsigned what)
{
    uint64_t x0 = state[0], x1 = state[1], x2 = state[2], x3 = state[3], x4 = state[4], t0, t1, t2, t3, t4;

    for (; nblocks != 0; nblocks--, in += 16) {
        const uint64_t in0 = load64_le(in), in1 = load64_le(in + 8);

        x0 ^= in0;
        x1 ^= in1;
        if (what != ASCON_AD) {
            store64_le(out, x0);
            store64_le(out + 8, x1);
            out += 16;
        }
        if (what == ASCON_DECRYPT) {
            x0 = in0;
            x1 = in1;
        }
        ROUNDS_8;
    }
    state[0] = x0, state[1] = x1, state[2] = x2, state[3] = x3, state[4] = x4;
}

#endif
