/* ChaCha for short messages: a vector holds the same row of the 4 x 4 state
 * of several blocks, a lane of 128 bits for each.  A round works on the rows,
 * then turns three of them so that diagonals become columns: all but the second,
 * for which the next round waits.
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, BLOCKS          vector of BLOCKS x 4 words, with ^ +
 *     GROUPS             how many vectors a row may have, 1 to 4
 *     v_row(words)       four words in every lane
 *     v_rol(x, n), v_turn(x, n)   rotates each word; the words of each lane
 *     v_count(row3, n)   adds n, n + 1, ... to the counters of the lanes
 *     v_xor_out(out, in, x, n)   the first n blocks, or all, of the rows x[4]
 *
 * Several groups of blocks side by side hide the latency: up to GROUPS of
 * them take hardly longer than one.
 *
 * Time depends on the number of blocks and rounds alone. */

KERNEL void
NAME(quarter_rounds)(V x[][4], unsigned groups)
{
    FOR_EACH(g, groups, x[g][0] += x[g][1]; x[g][3] = v_rol(x[g][3] ^ x[g][0], 16););
    FOR_EACH(g, groups, x[g][2] += x[g][3]; x[g][1] = v_rol(x[g][1] ^ x[g][2], 12););
    FOR_EACH(g, groups, x[g][0] += x[g][1]; x[g][3] = v_rol(x[g][3] ^ x[g][0], 8););
    FOR_EACH(g, groups, x[g][2] += x[g][3]; x[g][1] = v_rol(x[g][1] ^ x[g][2], 7););
}

KERNEL void
NAME(some_rows)(const uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned groups,
                unsigned rounds)
{
    const V row0 = v_row(state), row1 = v_row(state + 4), row2 = v_row(state + 8), row3 = v_row(state + 12);
    V x[8][4];

    FOR_EACH(g, groups, x[g][0] = row0; x[g][1] = row1; x[g][2] = row2; x[g][3] = v_count(row3, BLOCKS * g););
    for (; rounds != 0; rounds -= 2) {
        NAME(quarter_rounds)(x, groups);
        FOR_EACH(g, groups, x[g][0] = v_turn(x[g][0], 3); x[g][2] = v_turn(x[g][2], 1);
                 x[g][3] = v_turn(x[g][3], 2););
        NAME(quarter_rounds)(x, groups);
        FOR_EACH(g, groups, x[g][0] = v_turn(x[g][0], 1); x[g][2] = v_turn(x[g][2], 3);
                 x[g][3] = v_turn(x[g][3], 2););
    }
    FOR_EACH(g, groups, x[g][0] += row0; x[g][1] += row1; x[g][2] += row2;
             x[g][3] += v_count(row3, BLOCKS * g);
             v_xor_out(out + 64 * BLOCKS * g, in + 64 * BLOCKS * g, x[g], nblocks - BLOCKS * g););
}

/* void narae_chacha_blocks_*(uint32_t state[16], uint8_t *out,
 *                            const uint8_t *in, size_t nblocks, unsigned rounds) */
CODE void
NAME(narae_chacha_blocks)(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                          unsigned rounds)
{
    const uint64_t next = ((uint64_t)state[13] << 32 | state[12]) + nblocks;

    for (; nblocks >= BLOCKS * GROUPS; nblocks -= BLOCKS * GROUPS) {
        NAME(some_rows)(state, out, in, BLOCKS * GROUPS, GROUPS, rounds);
        state[12] += BLOCKS * GROUPS;
        state[13] += state[12] < BLOCKS * GROUPS;
        in += 64 * BLOCKS * GROUPS;
        out += 64 * BLOCKS * GROUPS;
    }
    if (GROUPS > 3 && nblocks > 3 * BLOCKS)
        NAME(some_rows)(state, out, in, nblocks, GROUPS > 3 ? 4 : 1, rounds);
    else if (GROUPS > 2 && nblocks > 2 * BLOCKS)
        NAME(some_rows)(state, out, in, nblocks, GROUPS > 2 ? 3 : 1, rounds);
    else if (nblocks > BLOCKS)
        NAME(some_rows)(state, out, in, nblocks, 2, rounds);
    else if (nblocks != 0)
        NAME(some_rows)(state, out, in, nblocks, 1, rounds);
    state[12] = (uint32_t)next;
    state[13] = (uint32_t)(next >> 32);
}
