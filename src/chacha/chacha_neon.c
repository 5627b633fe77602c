/* ChaCha for ARMv8-A: 8 blocks at a time, in three ways at once.
 *
 * A quarter round is 4 additions, 4 XORs, one REV32 and three rotations of two
 * shifts (SHL, SRI), which only one of a Cortex-A72's two vector pipes does.
 * Each of these operations waits 3 cycles for the one before, 45 in all, so
 * that a vector for each word of four blocks does not fill the pipes, and two
 * such groups do not fit into the registers.  Therefore, side by side:
 *
 *     four blocks, a vector for each word     60 operations a round
 *     three blocks, a vector for each row     54, of which 9 turn the rows
 *     one block in integer registers          48
 *
 * 57 cycles of both vector pipes, in which 162 of the 171 instructions are
 * issued that the core can issue at all.  The vectors are 28, which leaves four
 * registers for what is being rotated.
 *
 *     cycles/byte               20 rounds    12 rounds    8 rounds
 *     rounds x 57 / 512         2.23         1.34         0.89
 *     pipeline model, 10 KiB    2.82-2.87    1.82-1.87    1.32-1.36
 *     llvm-mca, 10 KiB          2.59         1.68         1.23
 *
 * A round takes 64 cycles in the pipeline model and 58 in llvm-mca.  Some 160
 * cycles a run go to what comes before and after: 330 instructions.
 *
 * 2 to 4 blocks are one group; one block alone is faster in integer registers.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/for_each.h"
#    include "core/neon_order.h"
#    include "core/neon_transpose.h"

#    include "chacha_internal.h"

#    define KERNEL static inline __attribute__((always_inline))

typedef uint32x4_t V;

/* To the left, which takes two operations; the second has no turn. */
#    define ROTATE(to, x, n)          \
        do {                          \
            if (k % 2 == 0)           \
                NEON_ROL32(to, x, n); \
        } while (0)

/* Operation k of a round on four blocks, a vector for each word; d = 1 on
 * diagonals.  What is to be rotated waits in t; a rotation counts twice. */
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

/* Operation k of a round on three blocks, a vector for each row.  It begins
 * with what is left of the round before: row 1's last rotation, and turning
 * the rows, from columns to diagonals if d = 1, or back. */
KERNEL void
rows_op(V x[3][4], V t[3], const unsigned k, const unsigned d)
{
    const unsigned step = k / 3, twice = step < 2 || step == 10 || step == 11 || step == 14 || step == 15,
                   j = twice ? k % 6 / 2 : k % 3;

    if (step < 2) {
        ROTATE(x[j][1], t[j], 7);
    } else if (step == 10 || step == 11) {
        ROTATE(x[j][1], t[j], 12);
    } else if (step == 14 || step == 15) {
        ROTATE(x[j][3], t[j], 8);
    } else if (step == 3) {
        NEON_TURN128(x[j][2], x[j][2], 2);
    } else if (step == 2) {
        if (d == 1)
            NEON_TURN128(x[j][3], x[j][3], 3);
        else
            NEON_TURN128(x[j][3], x[j][3], 1);
    } else if (step == 4) {
        if (d == 1)
            NEON_TURN128(x[j][1], x[j][1], 1);
        else
            NEON_TURN128(x[j][1], x[j][1], 3);
    } else if (step == 5 || step == 12) {
        NEON_ADD32(x[j][0], x[j][0], x[j][1]);
    } else if (step == 6 || step == 13) {
        NEON_XOR(t[j], x[j][3], x[j][0]);
    } else if (step == 7) {
        NEON_TURN32(x[j][3], t[j]);
    } else if (step == 8 || step == 16) {
        NEON_ADD32(x[j][2], x[j][2], x[j][3]);
    } else if (step == 9 || step == 17) {
        NEON_XOR(t[j], x[j][1], x[j][2]);
    }
}

/* Operation k of a round on one block in integer registers. */
KERNEL void
words_op(uint32_t x[16], const unsigned k, const unsigned d)
{
    const unsigned i = k & 3, a = i, b = 4 + ((i + d) & 3), c = 8 + ((i + 2 * d) & 3),
                   e = 12 + ((i + 3 * d) & 3), step = k / 4;

    if (step % 6 == 0)
        ARM_ADD32(x[a], x[b]);
    else if (step % 6 == 1)
        ARM_XOR32(x[e], x[a]);
    else if (step == 2)
        ARM_ROL32(x[e], 16);
    else if (step % 6 == 3)
        ARM_ADD32(x[c], x[e]);
    else if (step % 6 == 4)
        ARM_XOR32(x[b], x[c]);
    else if (step == 5)
        ARM_ROL32(x[b], 12);
    else if (step == 8)
        ARM_ROL32(x[e], 8);
    else
        ARM_ROL32(x[b], 7);
}

/* A round on 8 blocks.  Columns: 5 operations, rows: 6, words: 4 or 5. */
#    define C_(k) columns_op(x, t, k, d)
#    define R_(k) rows_op(y, u, k, d)
#    define W_(k) words_op(z, k, d)
#    define FIVE(c, r, w) \
        C_(c);            \
        R_(r);            \
        R_(r + 1);        \
        W_(w);            \
        C_(c + 1);        \
        R_(r + 2);        \
        W_(w + 1);        \
        C_(c + 2);        \
        R_(r + 3);        \
        W_(w + 2);        \
        C_(c + 3);        \
        R_(r + 4);        \
        W_(w + 3);        \
        C_(c + 4);        \
        R_(r + 5)
/* Columns: 8, rows: 6, words: 6. */
#    define EIGHT(c, r, w) \
        C_(c);             \
        R_(r);             \
        W_(w);             \
        C_(c + 1);         \
        R_(r + 1);         \
        W_(w + 1);         \
        C_(c + 2);         \
        R_(r + 2);         \
        W_(w + 2);         \
        C_(c + 3);         \
        C_(c + 4);         \
        R_(r + 3);         \
        W_(w + 3);         \
        C_(c + 5);         \
        R_(r + 4);         \
        W_(w + 4);         \
        C_(c + 6);         \
        R_(r + 5);         \
        W_(w + 5);         \
        C_(c + 7)

KERNEL void
round_of_eight(V x[16], V y[3][4], V u[3], uint32_t z[16], const unsigned d)
{
    V t[4];

    FIVE(0, 0, 0);
    FIVE(5, 6, 4);
    W_(8);
    FIVE(10, 12, 9);
    FIVE(15, 18, 13);
    W_(17);
    EIGHT(20, 24, 18);
    EIGHT(28, 30, 24);
    EIGHT(36, 36, 30);
    EIGHT(44, 42, 36);
    EIGHT(52, 48, 42);
}

KERNEL void
round_of_four(V x[16], const unsigned d)
{
    V t[4];

    FOR_EACH(s, 8, C_(4 * s); C_(4 * s + 1); C_(4 * s + 2); C_(4 * s + 3););
    FOR_EACH(s, 7, C_(4 * s + 32); C_(4 * s + 33); C_(4 * s + 34); C_(4 * s + 35););
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

KERNEL V
row_of_counter(const uint32_t state[16], unsigned block)
{
    const uint64x2_t more = vcombine_u64(vcreate_u64(block), vcreate_u64(0));

    return vreinterpretq_u32_u64(vreinterpretq_u64_u32(vld1q_u32(state + 12)) + more);
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
#    undef PUT
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

KERNEL V
rol7(V x)
{
    return vsriq_n_u32(vshlq_n_u32(x, 7), x, 25);
}

KERNEL V
ror7(V x)
{
    return vsriq_n_u32(vshlq_n_u32(x, 25), x, 7);
}

static void
eight_blocks(const uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    V x[16], y[8][4], u[8];
    uint32_t z[16];

    start_columns(x, state);
    FOR_EACH(j, 3, y[j][0] = vld1q_u32(state); u[j] = ror7(vld1q_u32(state + 4));
             u[j] = vextq_u32(u[j], u[j], 1); y[j][2] = vld1q_u32(state + 8);
             y[j][2] = vextq_u32(y[j][2], y[j][2], 2); y[j][3] = row_of_counter(state, 4 + j);
             y[j][3] = vextq_u32(y[j][3], y[j][3], 3););
    FOR_EACH(i, 4, z[i] = state[i]; z[4 + i] = state[4 + i]; z[8 + i] = state[8 + i];
             z[12 + i] = state[12 + i];);
    z[12] += 7;
    z[13] += z[12] < 7;
    for (; rounds != 0; rounds -= 2) {
        round_of_eight(x, y, u, z, 0);
        round_of_eight(x, y, u, z, 1);
    }
    finish_columns(state, out, in, 4, x);
#    define PUT(j)                                                                      \
        if (4 + j < nblocks) {                                                          \
            y[j][1] = rol7(u[j]);                                                       \
            put_row(out + 256 + 64 * j, in + 256 + 64 * j, y[j][0] + vld1q_u32(state)); \
            put_row(out + 272 + 64 * j, in + 272 + 64 * j,                              \
                    vextq_u32(y[j][1], y[j][1], 3) + vld1q_u32(state + 4));             \
            put_row(out + 288 + 64 * j, in + 288 + 64 * j,                              \
                    vextq_u32(y[j][2], y[j][2], 2) + vld1q_u32(state + 8));             \
            put_row(out + 304 + 64 * j, in + 304 + 64 * j,                              \
                    vextq_u32(y[j][3], y[j][3], 1) + row_of_counter(state, 4 + j));     \
        }
    PUT(0);
    PUT(1);
    PUT(2);
    if (nblocks == 8) {
        const uint64_t count = ((uint64_t)state[13] << 32 | state[12]) + 7;

#    define PUT_PAIR(i, w0, w1)       \
        store64_le(out + 448 + 4 * i, \
                   load64_le(in + 448 + 4 * i) ^ ((uint64_t)(z[i + 1] + (w1)) << 32 | (z[i] + (w0))))
        PUT_PAIR(0, state[0], state[1]);
        PUT_PAIR(2, state[2], state[3]);
        PUT_PAIR(4, state[4], state[5]);
        PUT_PAIR(6, state[6], state[7]);
        PUT_PAIR(8, state[8], state[9]);
        PUT_PAIR(10, state[10], state[11]);
        PUT_PAIR(12, (uint32_t)count, (uint32_t)(count >> 32));
        PUT_PAIR(14, state[14], state[15]);
    }
}

void
narae_chacha_blocks_neon(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    while (nblocks > 1) {
        const size_t n = nblocks < 8 ? nblocks : 8;

        if (n > 4)
            eight_blocks(state, out, in, n, rounds);
        else
            four_blocks(state, out, in, n, rounds);
        state[12] += (uint32_t)n;
        state[13] += state[12] < n;
        nblocks -= n;
        in += 64 * n;
        out += 64 * n;
    }
    narae_chacha_blocks_portable(state, out, in, nblocks, rounds);
}

#endif
