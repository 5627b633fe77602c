/* SPDX-License-Identifier: MIT */
/* ChaCha for ARMv8-A: nine blocks at a time.
 *
 * A quarter round is 4 additions, 4 XORs, one REV32 and three rotations of two
 * shifts (SHL, USRA), which execute on only one of a Cortex-A72's two vector
 * pipes.  SRI of 128 bits would take that pipe for two cycles.  Each operation
 * has a latency of 3 cycles, USRA of 4, 48 for the chain: it takes eight
 * interleaved quarter rounds to fill the pipes for the 60 cycles of a round.
 * That is two groups of four blocks, a vector for each word of a group, and all
 * 32 registers.  A ninth block in integer registers fills the decode slots that
 * are left at three instructions a cycle:
 *
 *     eight blocks                    120 operations a round
 *     one block in integer registers   48
 *     two spills and reloads of a word  4
 *
 * 172 of 180.  chacha_nine_neon.S has the rounds.  Here is the part that is
 * computed once for a message, three quarters of a round: round 0 except column
 * 0, and the operations of round 1 that depend only on that, are the same for
 * all blocks.
 *
 *     cycles/byte                     20 rounds    12 rounds    8 rounds
 *     (rounds - 0.8) x 60 / 576       2.00         1.17         0.75
 *     finish: 130 operations / 2      0.11         0.11         0.11
 *     pipeline model, 10 KiB          2.55         1.62         1.16
 *
 * A round takes 66 cycles in the pipeline model: (2.55 - 1.62) x 576 / 8.
 *
 * Runs of eight blocks use the same code and discard the ninth; a message is
 * split into runs of eight and nine if that leaves no tail.  2 to 4 blocks are
 * one group; a single block is faster in integer registers.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/for_each.h"
#    include "core/arm/order.h"
#    include "core/arm/transpose.h"

#    include "chacha/chacha_internal.h"

#    define KERNEL static inline __attribute__((always_inline))

typedef uint32x4_t V;

/* A rotation to the left takes two operations, the second of which is empty
 * here. */
#    define ROTATE(to, x, n)          \
        do {                          \
            if (k % 2 == 0)           \
                NEON_ROL32(to, x, n); \
        } while (0)

/* Operation k of a round on four blocks, a vector for each word; d = 1 on
 * diagonals.  The word to be rotated is kept in t; a rotation counts twice. */
KERNEL void
columns_op(V x[16], V t[4], const unsigned k, const unsigned d)
{
    const unsigned step = k / 4, twice = step >= 5 && step % 4 != 3 && step % 4 != 0,
                   i = twice ? (k - (step - step % 4 + 1) * 4) / 2 : k & 3, a = i, b = 4 + ((i + d) & 3),
                   c = 8 + ((i + 2 * d) & 3), e = 12 + ((i + 3 * d) & 3);

    if (twice) {
        if (step < 8)
            ROTATE(x[b], t[i], 12);
        else if (step < 12)
            ROTATE(x[e], t[i], 8);
        else
            ROTATE(x[b], t[i], 7);
    } else if (step == 0 || step == 7) {
        NEON_ADD32(x[a], x[a], x[b]);
    } else if (step == 1 || step == 8) {
        NEON_XOR(t[i], x[e], x[a]);
    } else if (step == 2) {
        NEON_TURN32(x[e], t[i]);
    } else if (step == 3 || step == 11) {
        NEON_ADD32(x[c], x[c], x[e]);
    } else {
        NEON_XOR(t[i], x[b], x[c]);
    }
}

KERNEL void
round_of_four(V x[16], const unsigned d)
{
    V t[4];

    FOR_EACH(s, 8, FOR_EACH(i, 4, columns_op(x, t, 4 * s + i, d);););
    FOR_EACH(s, 7, FOR_EACH(i, 4, columns_op(x, t, 4 * s + i + 32, d);););
}

/* Counters count + first .. count + first + 3, the low words and the high. */
KERNEL void
set_counters(V *low, V *high, const uint32_t state[16])
{
    static const uint32_t n[4] = {0, 1, 2, 3};
    const V from = vdupq_n_u32(state[12]);

    *low = from + vld1q_u32(n);
    *high = vdupq_n_u32(state[13]) - vcgtq_u32(from, *low);
}

KERNEL void
put_row(uint8_t *out, const uint8_t *in, V key)
{
    vst1q_u8(out, veorq_u8(vld1q_u8(in), vreinterpretq_u8_u32(key)));
}

/* The first blocks of a group, at most nblocks. */
KERNEL void
finish_columns(const uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, V x[16])
{
    V low, high, rows[8];

    set_counters(&low, &high, state);
    x[12] += low;
    x[13] += high;
    FOR_EACH(r, 4, neon_transpose32(x + 4 * r); rows[r] = vld1q_u32(state + 4 * r););
    rows[3] = vcombine_u32(vdup_n_u32(0), vget_high_u32(rows[3]));
#    define PUT(j)       \
        if (j < nblocks) \
        FOR_EACH(r, 4, put_row(out + 64 * j + 16 * r, in + 64 * j + 16 * r, x[4 * r + j] + rows[r]);)
    PUT(0);
    PUT(1);
    PUT(2);
    PUT(3);
}

KERNEL void
start_columns(V x[16], const uint32_t state[16])
{
    FOR_EACH(i, 4, x[i] = vdupq_n_u32(state[i]); x[4 + i] = vdupq_n_u32(state[4 + i]);
             x[8 + i] = vdupq_n_u32(state[8 + i]); x[12 + i] = vdupq_n_u32(state[12 + i]););
    set_counters(&x[12], &x[13], state);
}

static void
four_blocks(const uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    V x[16];

    start_columns(x, state);
    for (; rounds != 0; rounds -= 2) {
        round_of_four(x, 0);
        round_of_four(x, 1);
    }
    finish_columns(state, out, in, nblocks, x);
}

/* Parameters of chacha_nine_neon.S; its generator has the offsets. */
typedef struct chacha_nine {
    V rows[4];   /* of the state, word 12 left out */
    V first[16]; /* words after round 0 and the common part of round 1; word 12 as at the start */
    V counters;  /* of blocks 4 to 7 */
} chacha_nine;

void narae_chacha_nine_neon(chacha_nine *nine, uint8_t *out, const uint8_t *in, size_t runs, size_t nines,
                            size_t rounds);

KERNEL void
quarter_round(uint32_t x[16], unsigned a, unsigned b, unsigned c, unsigned d)
{
    x[a] += x[b];
    x[d] = rol32(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rol32(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rol32(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rol32(x[b] ^ x[c], 7);
}

/* Round 0 except column 0, and the beginning of round 1, are the same for all
 * blocks. */
static void
hold(chacha_nine *nine, const uint32_t state[16])
{
    uint32_t x[16];

    memcpy(x, state, sizeof x);
    quarter_round(x, 1, 5, 9, 13);
    quarter_round(x, 2, 6, 10, 14);
    quarter_round(x, 3, 7, 11, 15);
    x[0] += x[4];
    x[1] += x[6];
    x[2] += x[7];
    x[13] = rol32(x[13] ^ x[2], 16);
    FOR_EACH(i, 4, nine->first[i] = vdupq_n_u32(x[i]); nine->first[4 + i] = vdupq_n_u32(x[4 + i]);
             nine->first[8 + i] = vdupq_n_u32(x[8 + i]); nine->first[12 + i] = vdupq_n_u32(x[12 + i]);
             nine->rows[i] = vld1q_u32(state + 4 * i););
    nine->rows[3] = vsetq_lane_u32(0, nine->rows[3], 0);
}

/* Eight blocks in each run, nine in the last `nines` runs. */
static void
eights_and_nines(chacha_nine *nine, const uint32_t state[16], uint8_t *out, const uint8_t *in, size_t runs,
                 size_t nines, unsigned rounds)
{
    static const uint32_t n[4] = {0, 1, 2, 3};

    nine->first[12] = vdupq_n_u32(state[12]) + vld1q_u32(n);
    nine->counters = nine->first[12] + vdupq_n_u32(4);
    narae_chacha_nine_neon(nine, out, in, runs, nines, rounds);
}

/* Five to seven blocks. */
static void
as_eight(chacha_nine *nine, const uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
         unsigned rounds)
{
    uint8_t copy[512];

    memcpy(copy, in, 64 * nblocks);
    memset(copy + 64 * nblocks, 0, sizeof copy - 64 * nblocks);
    eights_and_nines(nine, state, copy, copy, 1, 0, rounds);
    memcpy(out, copy, 64 * nblocks);
}

/* Processes as many blocks as one method can; returns their number. */
static size_t
some_blocks(chacha_nine *nine, const uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
            unsigned rounds)
{
    if (nblocks >= 8) {
        const size_t over = nblocks % 9, limit = nblocks / 8, wanted = over > 4 ? 9 - over : 0;
        const size_t eights = wanted < limit ? wanted : limit, nines = (nblocks - 8 * eights) / 9;

        eights_and_nines(nine, state, out, in, eights + nines, nines, rounds);
        return 8 * eights + 9 * nines;
    }
    if (nblocks > 4)
        as_eight(nine, state, out, in, nblocks, rounds);
    else
        four_blocks(state, out, in, nblocks, rounds);
    return nblocks;
}

void
narae_chacha_blocks_neon(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    chacha_nine nine;

    if (nblocks > 4)
        hold(&nine, state);
    while (nblocks > 1) {
        const size_t left = ((uint64_t)1 << 32) - state[12]; /* before word 13 counts */
        const size_t n = some_blocks(&nine, state, out, in, nblocks < left ? nblocks : left, rounds);

        state[12] += (uint32_t)n;
        if (n == left) {
            state[13]++;
            if (nblocks - n > 4)
                hold(&nine, state);
        }
        nblocks -= n;
        in += 64 * n;
        out += 64 * n;
    }
    narae_chacha_blocks_portable(state, out, in, nblocks, rounds);
}

#endif
