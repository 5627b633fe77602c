/* SPDX-License-Identifier: MIT */
/* AES for ARMv8-A without its AES instructions: eight blocks, bit-sliced, in
 * 8 vectors.  FIPS 197.
 *
 * Vector q[i] holds bit i of every byte: byte 4 r + c of the vector is row r,
 * column c of the state, bit j of it is block j.  The byte one row below is 4
 * bytes further in the vector.  ShiftRows is never done, as in aes_portable.c:
 * after k rounds MixColumns finds what it needs k mod 4 columns to the right,
 * and the round keys are stored displaced.
 *
 * Look-ups by TBL would be as constant in time, but a TBL of a whole vector is
 * three micro-operations on a Cortex-A72, and an S-box takes nine of them for
 * 16 bytes: 216 for eight blocks instead of 116.
 *
 * Counters differ in little.  Of 128 in a row the first round is computed once,
 * for byte 15 of all of them and for the rest before and after its carry, and
 * each eight blocks are put together from that: see first_round.
 *
 * Vector micro-operations for eight blocks, of which an A72 does two a cycle:
 *
 *     S-box                        116
 *     MixColumns                    43, 51 or 67 for k = 0, 2 or odd
 *     round key                      8
 *     first round                   25, and a sixteenth of 533
 *     transposition 48, order of bytes 24, XOR 8
 *
 *     AES-128:  9 x 116 + 4 x 67 + 2 x 51 + 2 x 43 +  9 x 8 + 138 = 1710
 *     AES-256: 13 x 116 + 6 x 67 + 3 x 51 + 3 x 43 + 13 x 8 + 138 = 2434
 *
 * That is 6.7 and 9.5 cycles/byte.  The pipeline model of the lab gives 7.5 and
 * 10.5, llvm-mca 7.5 and 10.6: chains of gates leave a tenth unused.  Up to 32
 * blocks all rounds are computed.  Decryption has 117 gates and 30 more
 * operations in MixColumns.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/arm/bits.h"
#    include "core/bytes.h"
#    include "core/encrypt_only.h"
#    include "narae/wipe.h"

#    include "kernels.h"
#    include "columns.h"

typedef uint8x16_t word;

#    define choose(mask, a, b) vbslq_u8(mask, a, b)

#    include "aes/sbox_shallow.h"

#    define KERNEL static inline __attribute__((always_inline))

enum { BLOCKS = 8, GROUPS = 16, FEW = 2, SOME = 4 * BLOCKS, KEY_WORDS = NARAE_AES_ROUND_KEY_BYTES / 4 };

/* Halves of each row exchanged. */
KERNEL word
two_columns(word x)
{
    return vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(x)));
}

/* The bytes one row below and k columns to the right.  Within a row that is
 * 4 + k bytes further, and k where the row ends. */
KERNEL word
below(word x, unsigned k)
{
    const word last = vreinterpretq_u8_u32(vdupq_n_u32(0xff000000)),
               first = vreinterpretq_u8_u32(vdupq_n_u32(0x000000ff));

    switch (k) {
    case 0:
        return vextq_u8(x, x, 4);
    case 1:
        return vbslq_u8(last, vextq_u8(x, x, 1), vextq_u8(x, x, 5));
    case 2:
        return two_columns(vextq_u8(x, x, 4));
    default:
        return vbslq_u8(first, vextq_u8(x, x, 7), vextq_u8(x, x, 3));
    }
}

/* Two rows below and 2 k columns to the right. */
KERNEL word
opposite(word x, unsigned k)
{
    const word y = vextq_u8(x, x, 8);

    return k % 2 == 0 ? y : two_columns(y);
}

#    define EIGHT(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)

KERNEL void
add_round_key(word q[8], const uint32_t *rk)
{
    const uint8_t *p = (const uint8_t *)rk;

#    define ADD_KEY(i) q[i] ^= vld1q_u8(p + 16 * i)
    EIGHT(ADD_KEY);
}

/* With a the column, b the one below: 2 a0 + 3 a1 + a2 + a3 =
 * 2 (a0 + b0) + b0 + (a2 + b2).  What is there last is added last. */
KERNEL void
mix_columns(word q[8], unsigned k)
{
    word b[8], sum[8];

#    define BELOW(i) b[i] = below(q[i], k), sum[i] = q[i] ^ b[i]
    EIGHT(BELOW);
    b[1] ^= sum[7], b[3] ^= sum[7], b[4] ^= sum[7];
#    define MIX(i) q[i] = b[i] ^ sum[(i + 7) % 8] ^ opposite(sum[i], k)
    EIGHT(MIX);
}

KERNEL void
mix_columns_and_add(word q[8], unsigned k, const uint32_t *rk)
{
    const uint8_t *p = (const uint8_t *)rk;
    word b[8], sum[8];

    EIGHT(BELOW);
#    define ADD_TO_BELOW(i) b[i] ^= vld1q_u8(p + 16 * i)
    EIGHT(ADD_TO_BELOW);
    b[1] ^= sum[7], b[3] ^= sum[7], b[4] ^= sum[7];
    EIGHT(MIX);
}

/* MixColumns of a0 + 4 (a0 + a2). */
KERNEL void
inv_mix_columns(word q[8], unsigned k)
{
    word sum[8];

#    define SUM(i) sum[i] = q[i] ^ opposite(q[i], k)
    EIGHT(SUM);
    const word both = sum[6] ^ sum[7];

    q[0] ^= sum[6];
    q[1] ^= both;
    q[2] ^= sum[0] ^ sum[7];
    q[3] ^= sum[1] ^ sum[6];
    q[4] ^= sum[2] ^ both;
    q[5] ^= sum[3] ^ sum[7];
    q[6] ^= sum[4];
    q[7] ^= sum[5];
    mix_columns(q, k);
}

/* What is left of 10, 12 or 14 rounds after the first.  The last has no
 * MixColumns. */
KERNEL void
encrypt_on(word q[8], const aes_schedule *s)
{
    const uint32_t *k = s->rk + KEY_WORDS, *last = s->rk + KEY_WORDS * s->rounds;

    for (;;) {
        aes_sub_bytes(q);
        k += KEY_WORDS;
        if (k == last)
            break;
        mix_columns_and_add(q, 2, k);
        aes_sub_bytes(q);
        mix_columns_and_add(q, 3, k += KEY_WORDS);
        aes_sub_bytes(q);
        k += KEY_WORDS;
        if (k == last)
            break;
        mix_columns_and_add(q, 0, k);
        aes_sub_bytes(q);
        mix_columns_and_add(q, 1, k += KEY_WORDS);
    }
    add_round_key(q, last);
}

KERNEL void
encrypt_eight(word q[8], const aes_schedule *s)
{
    add_round_key(q, s->rk);
    aes_sub_bytes(q);
    mix_columns_and_add(q, 1, s->rk + KEY_WORDS);
    encrypt_on(q, s);
}

KERNEL void
decrypt_eight(word q[8], const aes_schedule *s)
{
    const uint32_t *k = s->rk + KEY_WORDS * s->rounds;

    transpose_bits_neon(q);
    add_round_key(q, k);
    aes_inv_sub_bytes(q);
    add_round_key(q, k -= KEY_WORDS);
    if (s->rounds % 4 == 0)
        goto three;
    for (;;) {
        inv_mix_columns(q, 1);
        aes_inv_sub_bytes(q);
        add_round_key(q, k -= KEY_WORDS);
        if (k == s->rk)
            break;
        inv_mix_columns(q, 0);
        aes_inv_sub_bytes(q);
        add_round_key(q, k -= KEY_WORDS);
    three:
        inv_mix_columns(q, 3);
        aes_inv_sub_bytes(q);
        add_round_key(q, k -= KEY_WORDS);
        inv_mix_columns(q, 2);
        aes_inv_sub_bytes(q);
        add_round_key(q, k -= KEY_WORDS);
    }
    transpose_bits_neon(q);
}

/* The bytes of a block in rows, and back. */
KERNEL word
load_rows(const uint8_t *p, word order)
{
    return vqtbl1q_u8(vld1q_u8(p), order);
}

/* Eight blocks of in or out; the last ones in a copy. */
#    define EACH_EIGHT(...)                                                       \
        for (size_t n; nblocks != 0; nblocks -= n, in += 16 * n, out += 16 * n) { \
            uint8_t copy[16 * BLOCKS], *to = out;                                 \
            const uint8_t *from = in;                                             \
                                                                                  \
            n = nblocks < BLOCKS ? nblocks : BLOCKS;                              \
            if (n < BLOCKS) {                                                     \
                memcpy(copy, in, 16 * n);                                         \
                memset(copy + 16 * n, 0, sizeof copy - 16 * n);                   \
                from = to = copy;                                                 \
            }                                                                     \
            __VA_ARGS__;                                                          \
            if (n < BLOCKS)                                                       \
                memcpy(out, copy, 16 * n);                                        \
        }

/* The blocks, of `nblocks`, that aes_few_neon.c is faster for. */
KERNEL size_t
few(size_t nblocks)
{
    return nblocks % BLOCKS <= FEW ? nblocks % BLOCKS : 0;
}

void
narae_aes_encrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *s = schedule;
    const word before = vld1q_u8(to_rows[0]), after = vld1q_u8(to_columns[s->rounds % 4]);
    const size_t rest = few(nblocks);
    word q[8];

    nblocks -= rest;
#    define LOAD(i) q[i] = load_rows(from + 16 * i, before)
#    define STORE(i) vst1q_u8(to + 16 * i, vqtbl1q_u8(q[i], after))
    EACH_EIGHT({
        EIGHT(LOAD);
        transpose_bits_neon(q);
        encrypt_eight(q, s);
        transpose_bits_neon(q);
        EIGHT(STORE);
    });
    if (rest != 0)
        narae_aes_encrypt_few_neon(s, out, in, rest);
}

void
narae_aes_decrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *s = schedule;
    const word before = vld1q_u8(to_rows[s->rounds % 4]), after = vld1q_u8(to_columns[0]);
    const size_t rest = few(nblocks);
    word q[8];

    nblocks -= rest;
    EACH_EIGHT({
        EIGHT(LOAD);
        decrypt_eight(q, s);
        EIGHT(STORE);
    });
    if (rest != 0)
        narae_aes_decrypt_few_neon(s, out, in, rest);
}

/* A counter block in rows: its last column is `low`, the rest as in `fixed`. */
KERNEL word
counter_rows(word fixed, uint32_t low)
{
    static const int32_t shifts[4] = {0, 8, 16, 24};
    const word last_column = vreinterpretq_u8_u32(vdupq_n_u32(0xff000000));

    return vbslq_u8(last_column, vreinterpretq_u8_u32(vshlq_u32(vdupq_n_u32(low), vld1q_s32(shifts))), fixed);
}

/* The counters low, ..., low + 7, sliced.  Without their three lowest bits
 * they are two: one until these have counted up to 7, and one after that. */
KERNEL void
count(word q[8], word fixed, uint32_t low)
{
    const uint32_t start = low % BLOCKS;
    const word before = counter_rows(fixed, low - start), after = counter_rows(fixed, low - start + BLOCKS),
               which = vdupq_n_u8((uint8_t)(0xff >> start));

#    define PLANE(i) \
        q[i] = vbslq_u8(which, vtstq_u8(before, vdupq_n_u8(1 << i)), vtstq_u8(after, vdupq_n_u8(1 << i)))
    EIGHT(PLANE);
    q[0] = vsetq_lane_u8((uint8_t)(0xaaaa >> start), q[0], 15);
    q[1] = vsetq_lane_u8((uint8_t)(0xcccc >> start), q[1], 15);
    q[2] = vsetq_lane_u8((uint8_t)(0xf0f0 >> start), q[2], 15);
}

/* The state after the first round of up to 16 groups of eight counters.  Byte 15
 * goes into a column of its own.  The other columns are one of two: until the
 * lowest byte has counted up to 255, and after that.  Which is chosen by masks,
 * because a counter may be secret (GCM makes it of a long nonce and the key). */
typedef struct first_round {
    word before[8], after[8];
    uint8_t after_carry[GROUPS]; /* which blocks of a group */
    uint32_t column[8][GROUPS];  /* a byte of each row */
} first_round;

/* fixed: the first three columns of the counters. */
KERNEL void
begin(first_round *f, const aes_schedule *s, word fixed, uint32_t low)
{
    const uint8_t *rk = (const uint8_t *)s->rk;
    const word before = counter_rows(fixed, low), after = counter_rows(fixed, low + 256);
    const word which = vdupq_n_u8(0x0f), places = {0, 5, 10, 15, 0, 5, 10, 15, 0, 5, 10, 15, 0, 5, 10, 15};
    word q[8];

#    define TWO_STATES(i) \
        q[i] = choose(which, vtstq_u8(before, vdupq_n_u8(1 << i)), vtstq_u8(after, vdupq_n_u8(1 << i)))
    EIGHT(TWO_STATES);
    add_round_key(q, s->rk);
#    define WITHOUT_BYTE_15(i) q[i] = vsetq_lane_u8(0, q[i], 15)
    EIGHT(WITHOUT_BYTE_15);
    aes_sub_bytes(q);
    mix_columns_and_add(q, 1, s->rk + KEY_WORDS);
#    define KEEP(i) \
        f->before[i] = vtstq_u8(q[i], vdupq_n_u8(1)), f->after[i] = vtstq_u8(q[i], vdupq_n_u8(0x80))
    EIGHT(KEEP);

    /* Byte 15 of all groups, one in each byte of the vectors. */
    static const uint8_t eights[GROUPS] = {0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120};
    const uint32_t start = low % BLOCKS;
    const word first = vdupq_n_u8((uint8_t)(low - start)), early = first + vld1q_u8(eights),
               late = early + vdupq_n_u8(BLOCKS), is_early = vdupq_n_u8((uint8_t)(0xff >> start));

    vst1q_u8(f->after_carry, choose(is_early, vcltq_u8(early, first), vcltq_u8(late, first)));
    q[0] = vdupq_n_u8((uint8_t)(0xaaaa >> start));
    q[1] = vdupq_n_u8((uint8_t)(0xcccc >> start));
    q[2] = vdupq_n_u8((uint8_t)(0xf0f0 >> start));
#    define BYTE_15(i) \
        q[i] = choose(is_early, vtstq_u8(early, vdupq_n_u8(1 << i)), vtstq_u8(late, vdupq_n_u8(1 << i)))
    BYTE_15(3), BYTE_15(4), BYTE_15(5), BYTE_15(6), BYTE_15(7);
#    define ADD_KEY_15(i) q[i] ^= vld1q_dup_u8(rk + 16 * i + 15)
    EIGHT(ADD_KEY_15);
    aes_sub_bytes(q);

    /* MixColumns adds 1, 1, 3 and 2 times it to the rows; what is there already
     * are the other bytes of the column and the key. */
    word twice[8] = {q[7], q[0] ^ q[7], q[1], q[2] ^ q[7], q[3] ^ q[7], q[4], q[5], q[6]};

#    define COLUMN(i)                                                                                 \
        do {                                                                                          \
            const word row = vqtbl1q_u8(f->before[i], places);                                        \
            const uint8x16x4_t rows = {{q[i] ^ vdupq_laneq_u8(row, 0), q[i] ^ vdupq_laneq_u8(row, 1), \
                                        q[i] ^ twice[i] ^ vdupq_laneq_u8(row, 2),                     \
                                        twice[i] ^ vdupq_laneq_u8(row, 3)}};                          \
                                                                                                      \
            vst4q_u8((uint8_t *)f->column[i], rows);                                                  \
        } while (0)
    COLUMN(0);
    COLUMN(1);
    COLUMN(2);
    COLUMN(3);
    COLUMN(4);
    COLUMN(5);
    COLUMN(6);
    COLUMN(7);
}

static void
ctr_some(const aes_schedule *s, word fixed, uint32_t low, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const word order = vld1q_u8(to_columns[s->rounds % 4]);
    word q[8];

#    define XOR_STORE(i) vst1q_u8(to + 16 * i, vqtbl1q_u8(q[i], order) ^ vld1q_u8(from + 16 * i))
    EACH_EIGHT({
        count(q, fixed, low);
        low += BLOCKS;
        encrypt_eight(q, s);
        transpose_bits_neon(q);
        EIGHT(XOR_STORE);
    });
}

/* 1 to 128 blocks. */
static void
ctr_many(const aes_schedule *s, word fixed, uint32_t low, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const word order = vld1q_u8(to_columns[s->rounds % 4]),
               ours = vreinterpretq_u8_u32((uint32x4_t){0x000000ff, 0x0000ff00, 0x00ff0000, 0xff000000});
    first_round f;
    word q[8];
    unsigned g = 0;

#    define RESUME(i)                                    \
        q[i] = choose(carried, f.after[i], f.before[i]), \
        q[i] = choose(ours, vreinterpretq_u8_u32(vld1q_dup_u32(&f.column[i][g])), q[i])
    begin(&f, s, fixed, low);
    EACH_EIGHT({
        const word carried = vld1q_dup_u8(&f.after_carry[g]);

        EIGHT(RESUME);
        encrypt_on(q, s);
        transpose_bits_neon(q);
        EIGHT(XOR_STORE);
        g++;
    });
    narae_wipe(&f, sizeof f);
}

void
narae_aes_ctr_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const word fixed = load_rows(counter, vld1q_u8(to_rows[0]));
    const size_t rest = few(nblocks);
    uint32_t low = load32_be(counter + 12);

    nblocks -= rest;
    store32_be(counter + 12, low + (uint32_t)nblocks);
    for (size_t n; nblocks > SOME; nblocks -= n, in += 16 * n, out += 16 * n, low += (uint32_t)n) {
        n = nblocks < BLOCKS * GROUPS ? nblocks : BLOCKS * GROUPS;
        ctr_many(schedule, fixed, low, out, in, n);
    }
    ctr_some(schedule, fixed, low, out, in, nblocks);
    if (rest != 0)
        narae_counter_blocks(narae_aes_encrypt_few_neon, schedule, out + 16 * nblocks, in + 16 * nblocks,
                             rest, counter, 16);
}

#endif
