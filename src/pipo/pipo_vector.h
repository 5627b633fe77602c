/* PIPO on rows of bits, in vectors.  Kim et al., ICISC 2020.
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, LANES           vector of LANES x 64 bits, with ^ & | ~ << >>
 *     GROUPS             how many groups are worked on side by side, 2 or 3
 *     v_set1(word)       a 64-bit word in every lane
 *     v_load(p, n), v_store(p, x, n)   the first n <= LANES blocks of a vector,
 *                        the rest zero or left alone
 *     v_low8, v_high8, v_low64, v_high64 (x, y)   interleaves the bytes, or
 *                        words, of the halves of each 128 bits
 *     v_rotate(x, n)     turns each word left by n bytes
 *     v_counters(fixed, low)   blocks that end with low, low + 1, ...
 *
 * The layout is that of pipo_portable.c in every word, and so is the schedule:
 * bit 8 j + k of row i is bit j of byte i of a block k.  A group of 8 vectors is
 * 8 x LANES blocks.  Between two layouts lie 72 operations on bits and 32 on
 * bytes.
 *
 * A round of a group is 34 operations for the S-box, 7 rotations and 8 for the
 * key.  They do not fill the machine, so groups take turns, and the registers
 * that they lack are memory.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/bytes.h"
#include "core/for_each.h"

#define PIPO_ROW V
#define PIPO_INLINE KERNEL
#include "pipo_sbox.h"

enum { NAME(BLOCKS) = 8 * LANES };

/* Exchanges bit `shift` of a bit's place with that bit of a register's number. */
KERNEL void
NAME(swap_bits)(V *a, V *b, unsigned shift, uint64_t mask)
{
    V t = (*a >> shift ^ *b) & v_set1(mask);

    *a ^= t << shift;
    *b ^= t;
}

KERNEL void
NAME(transpose_bits)(V x[8])
{
    FOR_EACH(i, 4, NAME(swap_bits)(&x[2 * i], &x[2 * i + 1], 1, 0x5555555555555555););
    FOR_EACH(i, 4, NAME(swap_bits)(&x[i + i / 2 * 2], &x[i + i / 2 * 2 + 2], 2, 0x3333333333333333););
    FOR_EACH(i, 4, NAME(swap_bits)(&x[i], &x[i + 4], 4, 0x0f0f0f0f0f0f0f0f););
}

/* Exchanges the number of a register with that of a byte in its word: with the
 * bit that says which half of 128 bits it is, seven bits are turned. */
KERNEL void
NAME(transpose_bytes)(V x[8])
{
    V y[8];

    FOR_EACH(i, 4, y[2 * i] = v_low8(x[i], x[i + 4]); y[2 * i + 1] = v_high8(x[i], x[i + 4]););
    FOR_EACH(i, 4, x[2 * i] = v_low8(y[i], y[i + 4]); x[2 * i + 1] = v_high8(y[i], y[i + 4]););
    FOR_EACH(i, 4, y[2 * i] = v_low8(x[i], x[i + 4]); y[2 * i + 1] = v_high8(x[i], x[i + 4]););
    FOR_EACH(i, 4, x[2 * i] = v_low64(y[i], y[i + 4]); x[2 * i + 1] = v_high64(y[i], y[i + 4]););
}

KERNEL V
NAME(key_row)(const pipo_key_row k)
{
    return v_set1(k[0] | (uint64_t)k[1] << 32);
}

/* The key of row 0 with the number of the round, r < 32: its bit j in all bits
 * of byte j. */
KERNEL V
NAME(key_row0)(const pipo_key_row k, unsigned r)
{
    const uint64_t number = (r * 0x0002040810204081u & 0x0101010101010101u) * 0xff;

    return v_set1((k[0] | (uint64_t)k[1] << 32) ^ number);
}

KERNEL void
NAME(add_key)(V x[8], V key0, const pipo_key_row *key)
{
    x[0] ^= key0;
    FOR_EACH(i, 7, x[i + 1] ^= NAME(key_row)(key[i + 1]););
}

KERNEL void
NAME(encrypt_rows)(V x[][8], unsigned groups, const pipo_schedule *s)
{
    const unsigned last_part = s->rounds == 13 ? 1 : 3;

    FOR_EACH(g, groups, NAME(add_key)(x[g], NAME(key_row)(s->rows[0]), s->rows););
    for (unsigned r = 1; r <= s->rounds; r++) {
        const pipo_key_row *key = s->rows + 8 * (r & last_part);
        const V key0 = NAME(key_row0)(key[0], r);

        FOR_EACH(g, groups, pipo_sbox(x[g]); x[g][1] = v_rotate(x[g][1], 7); x[g][2] = v_rotate(x[g][2], 4);
                 x[g][3] = v_rotate(x[g][3], 3); x[g][4] = v_rotate(x[g][4], 6);
                 x[g][5] = v_rotate(x[g][5], 5); x[g][6] = v_rotate(x[g][6], 1);
                 x[g][7] = v_rotate(x[g][7], 2); NAME(add_key)(x[g], key0, key););
    }
}

KERNEL void
NAME(decrypt_rows)(V x[][8], unsigned groups, const pipo_schedule *s)
{
    const unsigned last_part = s->rounds == 13 ? 1 : 3;

    for (unsigned r = (unsigned)s->rounds; r != 0; r--) {
        const pipo_key_row *key = s->rows + 8 * (r & last_part);
        const V key0 = NAME(key_row0)(key[0], r);

        FOR_EACH(g, groups, NAME(add_key)(x[g], key0, key); x[g][1] = v_rotate(x[g][1], 1);
                 x[g][2] = v_rotate(x[g][2], 4); x[g][3] = v_rotate(x[g][3], 5);
                 x[g][4] = v_rotate(x[g][4], 2); x[g][5] = v_rotate(x[g][5], 3);
                 x[g][6] = v_rotate(x[g][6], 7); x[g][7] = v_rotate(x[g][7], 6); pipo_sbox_inverse(x[g]););
    }
    FOR_EACH(g, groups, NAME(add_key)(x[g], NAME(key_row)(s->rows[0]), s->rows););
}

static inline size_t
NAME(share)(size_t nblocks, size_t before)
{
    return nblocks <= before ? 0 : nblocks - before < LANES ? nblocks - before : LANES;
}

#define AT (LANES * (8 * g + i))
#define LOAD v_load(in + 8 * AT, NAME(share)(n, AT))
#define STORE(x) v_store(out + 8 * AT, x, NAME(share)(n, AT))

KERNEL void
NAME(encrypt_some)(const pipo_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    V x[8][8];

    FOR_EACH(g, groups, FOR_EACH(i, 8, x[g][i] = LOAD;); NAME(transpose_bits)(x[g]);
             NAME(transpose_bytes)(x[g]););
    NAME(encrypt_rows)(x, groups, s);
    FOR_EACH(g, groups, NAME(transpose_bytes)(x[g]); NAME(transpose_bits)(x[g]);
             FOR_EACH(i, 8, STORE(x[g][i]);););
}

KERNEL void
NAME(decrypt_some)(const pipo_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    V x[8][8];

    FOR_EACH(g, groups, FOR_EACH(i, 8, x[g][i] = LOAD;); NAME(transpose_bits)(x[g]);
             NAME(transpose_bytes)(x[g]););
    NAME(decrypt_rows)(x, groups, s);
    FOR_EACH(g, groups, NAME(transpose_bytes)(x[g]); NAME(transpose_bits)(x[g]);
             FOR_EACH(i, 8, STORE(x[g][i]);););
}

KERNEL void
NAME(ctr_some)(const pipo_schedule *s, uint32_t fixed, uint32_t low, uint8_t *out, const uint8_t *in,
               size_t n, unsigned groups)
{
    V x[8][8];

    FOR_EACH(g, groups, FOR_EACH(i, 8, x[g][i] = v_counters(fixed, low + (uint32_t)AT););
             NAME(transpose_bits)(x[g]); NAME(transpose_bytes)(x[g]););
    NAME(encrypt_rows)(x, groups, s);
    FOR_EACH(g, groups, NAME(transpose_bytes)(x[g]); NAME(transpose_bits)(x[g]);
             FOR_EACH(i, 8, STORE(x[g][i] ^ LOAD);););
}

/* One block waits less in general registers: on Zen 3 it takes 315 cycles there, a
 * group 353 with AVX2 and 386 with SSE2. */
enum { NAME(MOST) = GROUPS * NAME(BLOCKS), ALONE = 1 };

CODE void
NAME(narae_pipo_encrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 8 * NAME(MOST), out += 8 * NAME(MOST))
        NAME(encrypt_some)(schedule, out, in, NAME(MOST), GROUPS);
    if (GROUPS > 2 && nblocks > 2 * NAME(BLOCKS))
        NAME(encrypt_some)(schedule, out, in, nblocks, GROUPS);
    else if (nblocks > NAME(BLOCKS))
        NAME(encrypt_some)(schedule, out, in, nblocks, 2);
    else if (nblocks > ALONE)
        NAME(encrypt_some)(schedule, out, in, nblocks, 1);
    else
        narae_pipo_encrypt_portable(schedule, out, in, nblocks);
}

CODE void
NAME(narae_pipo_decrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 8 * NAME(MOST), out += 8 * NAME(MOST))
        NAME(decrypt_some)(schedule, out, in, NAME(MOST), GROUPS);
    if (GROUPS > 2 && nblocks > 2 * NAME(BLOCKS))
        NAME(decrypt_some)(schedule, out, in, nblocks, GROUPS);
    else if (nblocks > NAME(BLOCKS))
        NAME(decrypt_some)(schedule, out, in, nblocks, 2);
    else if (nblocks > ALONE)
        NAME(decrypt_some)(schedule, out, in, nblocks, 1);
    else
        narae_pipo_decrypt_portable(schedule, out, in, nblocks);
}

CODE void
NAME(narae_pipo_ctr)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const uint32_t fixed = load32_le(counter);
    uint32_t low = load32_be(counter + 4);

    for (; nblocks >= NAME(MOST); nblocks -= NAME(MOST), in += 8 * NAME(MOST), out += 8 * NAME(MOST)) {
        NAME(ctr_some)(schedule, fixed, low, out, in, NAME(MOST), GROUPS);
        low += NAME(MOST);
    }
    store32_be(counter + 4, low);
    if (nblocks <= ALONE) {
        narae_counter_blocks(narae_pipo_encrypt_portable, schedule, out, in, nblocks, counter, 8);
        return;
    }
    if (GROUPS > 2 && nblocks > 2 * NAME(BLOCKS))
        NAME(ctr_some)(schedule, fixed, low, out, in, nblocks, GROUPS);
    else if (nblocks > NAME(BLOCKS))
        NAME(ctr_some)(schedule, fixed, low, out, in, nblocks, 2);
    else
        NAME(ctr_some)(schedule, fixed, low, out, in, nblocks, 1);
    store32_be(counter + 4, low + (uint32_t)nblocks);
}
