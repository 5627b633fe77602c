/* SPDX-License-Identifier: MIT */
/* PIPO for ARMv8-A: 16 blocks are 8 vectors, two such groups at a time.  Kim et
 * al., ICISC 2020.
 *
 * Bytes 2 j and 2 j + 1 of vector i hold bit j of byte i of the 16 blocks, so
 * that rotating a row is one EXT.  The transposition takes two steps:
 *
 *     place of a bit            vector      byte in it     bit in it
 *     as loaded                 b3 b2 b1    b0 i2 i1 i0    j2 j1 j0
 *     bits <-> vectors          j2 j1 j0    b0 i2 i1 i0    b3 b2 b1
 *     TRN of 8, 4, 2, 1 bytes   i0 i2 i1    j2 j1 j0 b0    b3 b2 b1
 *
 * for bit j of byte i of block b, with 44 and 32 operations; a TRN exchanges one
 * bit of a vector's number with one of a byte's, and is one operation on a
 * Cortex-A72 where ZIP is three.
 *
 * A round of a group is 33 operations for the S-box, whose one NOT is moved
 * into the keys of rows 1, 2 and 6, 7 for the rotations and 8 for the key: 24
 * cycles on two vector pipes.
 *
 *     cycles/byte                    PIPO-64/128    PIPO-64/256
 *     13 or 17 rounds x 24 / 128     2.44           3.19
 *     two transpositions             0.60           0.60
 *     ECB, pipeline model            3.42-3.54      4.22-4.40
 *     ECB, llvm-mca                  3.48           4.27
 *     CTR, pipeline model            3.28-3.36      4.08-4.22
 *     CTR, llvm-mca                  3.17           3.98
 *
 * at 5 KiB and 10 KiB.  Counter mode computes the rows of its blocks directly,
 * without the first transposition.
 *
 * Up to 8 blocks are faster in integer registers.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "narae/wipe.h"

#    include "core/bytes.h"
#    include "core/encrypt_only.h"
#    include "core/for_each.h"

#    include "pipo/pipo_internal.h"

#    define KERNEL static inline __attribute__((always_inline))
#    define PIPO_ROW uint8x16_t
#    define PIPO_INLINE KERNEL
#    include "pipo/sbox.h"

#    define GROUPS 2

typedef uint8x16_t V;

/* The parts of the key, and row 0 of each round key, which includes the round
 * number. */
typedef struct spread_keys {
    unsigned rounds, last_part;
    V rows[4][8], row0[18];
} spread_keys;

enum { GROUP = 16, ALL = GROUPS * GROUP };

/* Exchanges the bit of a bit's index that corresponds to `shift` with that bit of
 * the vectors' number; mask holds the lower places. */
KERNEL void
swap_bits(V *a, V *b, const unsigned shift, uint8_t mask)
{
    const V low = vdupq_n_u8(mask), up = shift == 1   ? vshlq_n_u8(*b, 1)
                                         : shift == 2 ? vshlq_n_u8(*b, 2)
                                                      : vshlq_n_u8(*b, 4);
    const V down = shift == 1 ? vshrq_n_u8(*a, 1) : shift == 2 ? vshrq_n_u8(*a, 2) : vshrq_n_u8(*a, 4);

    *a = vbslq_u8(low, *a, up);
    *b = vbslq_u8(low, down, *b);
}

KERNEL void
transpose_bits(V x[8])
{
    FOR_EACH(i, 4, swap_bits(&x[2 * i], &x[2 * i + 1], 1, 0x55););
    FOR_EACH(i, 4, swap_bits(&x[i + i / 2 * 2], &x[i + i / 2 * 2 + 2], 2, 0x33););
    FOR_EACH(i, 4, swap_bits(&x[i], &x[i + 4], 4, 0x0f););
}

#    define TRN(a, b, size)                                                                \
        do {                                                                               \
            const V t = a;                                                                 \
            __asm__("trn1 %0." size ", %1." size ", %2." size : "=w"(a) : "w"(t), "w"(b)); \
            __asm__("trn2 %0." size ", %1." size ", %2." size : "=w"(b) : "w"(t), "w"(b)); \
        } while (0)

KERNEL void
to_rows(V x[8])
{
    V y[8];

    transpose_bits(x);
    FOR_EACH(i, 4, TRN(x[i], x[i + 4], "2d"););
    FOR_EACH(i, 4, TRN(x[i + i / 2 * 2], x[i + i / 2 * 2 + 2], "4s"););
    FOR_EACH(i, 4, TRN(x[2 * i], x[2 * i + 1], "8h"););
    FOR_EACH(i, 4, TRN(x[i], x[i + 4], "16b"););
    FOR_EACH(i, 8, y[i] = x[i >> 1 | (i & 1) << 2];);
    FOR_EACH(i, 8, x[i] = y[i];);
}

KERNEL void
to_blocks(V x[8])
{
    V y[8];

    FOR_EACH(i, 8, y[i >> 1 | (i & 1) << 2] = x[i];);
    FOR_EACH(i, 8, x[i] = y[i];);
    FOR_EACH(i, 4, TRN(x[i], x[i + 4], "16b"););
    FOR_EACH(i, 4, TRN(x[2 * i], x[2 * i + 1], "8h"););
    FOR_EACH(i, 4, TRN(x[i + i / 2 * 2], x[i + i / 2 * 2 + 2], "4s"););
    FOR_EACH(i, 4, TRN(x[i], x[i + 4], "2d"););
    transpose_bits(x);
}

/* Bit j of the number in bytes 2 j and 2 j + 1. */
KERNEL V
of_number(unsigned number)
{
    static const uint8_t bits[16] = {1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 128, 128};

    return vtstq_u8(vdupq_n_u8((uint8_t)number), vld1q_u8(bits));
}

/* flipped: the NOT of the S-box is moved into the keys. */
KERNEL void
spread(spread_keys *to, const pipo_schedule *s, const V flipped)
{
    const V none = vdupq_n_u8(0);

    to->rounds = (unsigned)s->rounds;
    to->last_part = s->rounds == 13 ? 1 : 3;
    for (unsigned i = 0; i <= to->last_part; i++)
        FOR_EACH(
            k, 8,
            const V row = vreinterpretq_u8_u64(vcombine_u64(
                vcreate_u64(s->rows[8 * i + k][0] | (uint64_t)s->rows[8 * i + k][1] << 32), vcreate_u64(0)));
            to->rows[i][k] = vzip1q_u8(row, row) ^ (k == 1 || k == 2 || k == 6 ? flipped : none););
    for (unsigned r = 0; r <= to->rounds; r++)
        to->row0[r] = to->rows[r & to->last_part][0] ^ of_number(r);
}

/* The S-box, except that three rows of the output are complemented. */
KERNEL void
sboxes(V x[][8], unsigned groups)
{
    V t[GROUPS], u[GROUPS], a[GROUPS], b[GROUPS];

#    define EACH(...) FOR_EACH_OF(GROUPS, g, groups, __VA_ARGS__;)
    EACH(t[g] = x[g][7] & x[g][6]);
    EACH(u[g] = x[g][1] & x[g][0]);
    EACH(x[g][5] ^= t[g]);
    EACH(x[g][2] ^= u[g]);
    EACH(t[g] = x[g][3] & x[g][5]);
    EACH(u[g] = x[g][2] | x[g][1]);
    EACH(x[g][4] ^= t[g]);
    EACH(x[g][0] ^= u[g]);
    EACH(x[g][6] ^= x[g][3]);
    EACH(t[g] = x[g][4] | x[g][5]);
    EACH(u[g] = x[g][2] | x[g][0]);
    EACH(x[g][7] ^= x[g][4]);
    EACH(x[g][3] ^= t[g]);
    EACH(x[g][1] ^= u[g]);
    EACH(x[g][5] ^= x[g][7]);
    EACH(b[g] = x[g][3] ^ x[g][2]);
    EACH(a[g] = x[g][7] ^ x[g][1]);
    EACH(t[g] = x[g][5] & x[g][6]);
    EACH(u[g] = a[g] & x[g][5]);
    EACH(x[g][4] ^= t[g]);
    EACH(x[g][6] ^= u[g]);
    EACH(x[g][7] = b[g] ^ x[g][5]);
    EACH(x[g][3] = x[g][4] ^ x[g][0]);
    EACH(t[g] = x[g][6] ^ a[g]);
    EACH(u[g] = vornq_u8(x[g][3], b[g]));
    EACH(x[g][4] = x[g][1] ^ x[g][3]);
    EACH(x[g][1] = x[g][0] ^ x[g][7]);
    EACH(x[g][6] ^= u[g]);
    EACH(x[g][2] ^= t[g]);
    EACH(u[g] = x[g][6] | x[g][3]);
    EACH(x[g][7] = x[g][4] ^ vbicq_u8(t[g], x[g][7]));
    EACH(x[g][4] = x[g][5] ^ u[g]; x[g][5] = x[g][3]; x[g][3] = x[g][6]; x[g][6] = b[g]; x[g][0] = a[g]);
}

#    define TURN(x, n) vextq_u8(x, x, 16 - 2 * (n))

KERNEL void
add_key(V x[8], const V *row0, const V *rows)
{
    x[0] ^= *row0;
    FOR_EACH(i, 7, x[i + 1] ^= rows[i + 1];);
}

KERNEL void
encrypt_rows(V x[][8], unsigned groups, const spread_keys *s)
{
    FOR_EACH_OF(GROUPS, g, groups, add_key(x[g], &s->row0[0], s->rows[0]); x[g][1] = ~x[g][1];
                x[g][2] = ~x[g][2]; x[g][6] = ~x[g][6];);
    for (unsigned r = 1; r <= s->rounds; r++) {
        const V *rows = s->rows[r & s->last_part];

        sboxes(x, groups);
        FOR_EACH_OF(GROUPS, g, groups, x[g][1] = TURN(x[g][1], 7); x[g][2] = TURN(x[g][2], 4);
                    x[g][3] = TURN(x[g][3], 3); x[g][4] = TURN(x[g][4], 6); x[g][5] = TURN(x[g][5], 5);
                    x[g][6] = TURN(x[g][6], 1); x[g][7] = TURN(x[g][7], 2);
                    add_key(x[g], &s->row0[r], rows););
    }
}

KERNEL void
decrypt_rows(V x[][8], unsigned groups, const spread_keys *s)
{
    for (unsigned r = s->rounds; r != 0; r--) {
        const V *rows = s->rows[r & s->last_part];

        FOR_EACH_OF(GROUPS, g, groups, add_key(x[g], &s->row0[r], rows); x[g][1] = TURN(x[g][1], 1);
                    x[g][2] = TURN(x[g][2], 4); x[g][3] = TURN(x[g][3], 5); x[g][4] = TURN(x[g][4], 2);
                    x[g][5] = TURN(x[g][5], 3); x[g][6] = TURN(x[g][6], 7); x[g][7] = TURN(x[g][7], 6);
                    pipo_sbox_inverse(x[g]););
    }
    FOR_EACH_OF(GROUPS, g, groups, add_key(x[g], &s->row0[0], s->rows[0]););
}

/* Two blocks, or one if there are no more. */
KERNEL V
load(const uint8_t *p, size_t nblocks)
{
    if (nblocks >= 2)
        return vld1q_u8(p);
    return vcombine_u8(nblocks != 0 ? vld1_u8(p) : vdup_n_u8(0), vdup_n_u8(0));
}

KERNEL void
store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks >= 2)
        vst1q_u8(p, x);
    else if (nblocks != 0)
        vst1_u8(p, vget_low_u8(x));
}

#    define BEFORE (GROUP * g + 2 * i)
#    define LEFT (nblocks > BEFORE ? nblocks - BEFORE : 0)

KERNEL void
encrypt_some(const spread_keys *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned groups)
{
    V x[GROUPS][8];

    FOR_EACH_OF(GROUPS, g, groups, FOR_EACH(i, 8, x[g][i] = load(in + 8 * BEFORE, LEFT);); to_rows(x[g]););
    encrypt_rows(x, groups, s);
    FOR_EACH_OF(GROUPS, g, groups, to_blocks(x[g]); FOR_EACH(i, 8, store(out + 8 * BEFORE, x[g][i], LEFT);););
}

KERNEL void
decrypt_some(const spread_keys *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned groups)
{
    V x[GROUPS][8];

    FOR_EACH_OF(GROUPS, g, groups, FOR_EACH(i, 8, x[g][i] = load(in + 8 * BEFORE, LEFT);); to_rows(x[g]););
    decrypt_rows(x, groups, s);
    FOR_EACH_OF(GROUPS, g, groups, to_blocks(x[g]); FOR_EACH(i, 8, store(out + 8 * BEFORE, x[g][i], LEFT);););
}

/* Rows of counter blocks, without a transposition.  In 16 consecutive counters
 * bytes 0 to 3 are equal, and all bits but the last four are those of `low` or,
 * after a carry, of `low` + 16. */
typedef struct counter_rows {
    V fixed[4], last_four, carry;
} counter_rows;

/* Adds 0 to 15 to the last four bits of low, a bit of a word for each block. */
KERNEL void
start_counter(counter_rows *to, const uint8_t counter[8])
{
    static const uint16_t numbers[4] = {0xff00, 0xaaaa, 0xcccc, 0xf0f0};
    uint64_t sums = 0;
    uint16_t carry = 0;

    FOR_EACH(i, 4, to->fixed[i] = of_number(counter[i]););
    for (unsigned i = 0; i < 4; i++) {
        const uint16_t bit = (uint16_t)-(counter[7] >> i & 1), sum = bit ^ numbers[i];

        sums |= (uint64_t)(uint16_t)(sum ^ carry) << 16 * i;
        carry = (uint16_t)((bit & numbers[i]) | (sum & carry));
    }
    to->last_four = vcombine_u8(vcreate_u8(sums), vdup_n_u8(0));
    to->carry = vreinterpretq_u8_u16(vdupq_n_u16(carry));
}

KERNEL void
count(V x[8], const counter_rows *c, uint32_t low)
{
    const uint32_t before = __builtin_bswap32(low & ~15u), after = __builtin_bswap32((low & ~15u) + 16);

    FOR_EACH(i, 4, const unsigned at = 8 * (i & 3); x[i] = c->fixed[i];
             x[4 + i] = vbslq_u8(c->carry, of_number(after >> at), of_number(before >> at)););
    x[7] |= c->last_four;
}

KERNEL void
ctr_some(const spread_keys *s, const counter_rows *c, uint32_t low, uint8_t *out, const uint8_t *in,
         size_t nblocks, unsigned groups)
{
    V x[GROUPS][8];

    FOR_EACH_OF(GROUPS, g, groups, count(x[g], c, low + GROUP * g););
    encrypt_rows(x, groups, s);
    FOR_EACH_OF(GROUPS, g, groups, to_blocks(x[g]);
                FOR_EACH(i, 8, store(out + 8 * BEFORE, x[g][i] ^ load(in + 8 * BEFORE, LEFT), LEFT);););
}

void
narae_pipo_encrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    spread_keys s;

    spread(&s, schedule, vdupq_n_u8(0xff));
    for (; nblocks >= ALL; nblocks -= ALL, in += 8 * ALL, out += 8 * ALL)
        encrypt_some(&s, out, in, ALL, GROUPS);
    if (nblocks > GROUP)
        encrypt_some(&s, out, in, nblocks, GROUPS);
    else if (nblocks != 0)
        encrypt_some(&s, out, in, nblocks, 1);
    narae_wipe(&s, sizeof s);
}

void
narae_pipo_decrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    spread_keys s;

    spread(&s, schedule, vdupq_n_u8(0));
    for (; nblocks >= ALL; nblocks -= ALL, in += 8 * ALL, out += 8 * ALL)
        decrypt_some(&s, out, in, ALL, GROUPS);
    if (nblocks > GROUP)
        decrypt_some(&s, out, in, nblocks, GROUPS);
    else if (nblocks != 0)
        decrypt_some(&s, out, in, nblocks, 1);
    narae_wipe(&s, sizeof s);
}

void
narae_pipo_ctr_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    uint32_t low = load32_be(counter + 4);
    counter_rows c;
    spread_keys s;

    start_counter(&c, counter);
    store32_be(counter + 4, low + (uint32_t)nblocks);
    spread(&s, schedule, vdupq_n_u8(0xff));
    for (; nblocks >= ALL; nblocks -= ALL, in += 8 * ALL, out += 8 * ALL, low += ALL)
        ctr_some(&s, &c, low, out, in, ALL, GROUPS);
    if (nblocks > GROUP)
        ctr_some(&s, &c, low, out, in, nblocks, GROUPS);
    else if (nblocks != 0)
        ctr_some(&s, &c, low, out, in, nblocks, 1);
    narae_wipe(&s, sizeof s);
}

#endif
