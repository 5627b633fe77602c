/* SPDX-License-Identifier: MIT */
/* AES for ARMv8-A without its AES instructions: one block, or two.  FIPS 197.
 *
 * Tables are looked up in registers (TBL), as in aria_bytes_neon.c, which
 * explains the map M from a byte x to k and i with x = k + i t.  Here the state
 * stays in the form M(x), and only the round keys have to be mapped: M is
 * linear, and so is MixColumns.  After the inversion the sum of two look-ups is
 * M(S(x)), that of two more M(3 S(x)).
 *
 * The state and ShiftRows are as in aes_neon.c, and so is the schedule: each
 * bit of a key is a byte 0x00 or 0xff there, and M of a key is the sum of M(1
 * << i) over the bits i that are set.
 *
 * On a Cortex-A72 a look-up of eight bytes is one micro-operation with a
 * latency of three cycles; of sixteen bytes, three micro-operations and six
 * cycles.  So vectors have eight bytes.  An encryption round is 52
 * micro-operations for a block and 15 for its key, with a latency of 33 cycles;
 * in decryption 75 and 48 cycles.  With 50 cycles for the first and the last
 * look-ups, AES-128 takes at least
 *
 *     cycles             by counting    pipeline model    llvm-mca
 *     encryption, 1      390            547-560           626
 *     encryption, 2      640            801-809           740
 *     decryption, 1      510            671-708           673
 *     decryption, 2      880            1057              1001
 *
 * The rest is slots that dependency chains leave unused.  Eight blocks in
 * aes_neon.c take 1100 and 1250.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "kernels.h"
#    include "columns.h"
#    include "look_up.h"

#    define KERNEL static inline __attribute__((always_inline))

enum { KEY_BYTES = NARAE_AES_ROUND_KEY_BYTES };

typedef struct block {
    half low, high;
} block;

KERNEL block
halves(uint8x16_t x)
{
    return (block){vget_low_u8(x), vget_high_u8(x)};
}

KERNEL uint8x16_t
whole(block x)
{
    return vcombine_u8(x.low, x.high);
}

/* M(x) and the key. */
KERNEL block
way_in(uint8x16_t x, uint8x16_t key)
{
    const block y = halves(x), k = halves(key);

    return (block){to_field(y.low) ^ k.low, to_field(y.high) ^ k.high};
}

/* MixColumns of S(x), and the key, all in M. */
KERNEL block
round_of(block x, uint8x16_t key, const uint8_t rows[48])
{
    block a, b, one, three;

    invert(&a.low, &b.low, x.low);
    invert(&a.high, &b.high, x.high);
    one.low = vqtbl1_u8(ONE_A, a.low) ^ vqtbl1_u8(ONE_B, b.low);
    one.high = vqtbl1_u8(ONE_A, a.high) ^ vqtbl1_u8(ONE_B, b.high);
    three.low = vqtbl1_u8(THREE_A, a.low) ^ vqtbl1_u8(THREE_B, b.low);
    three.high = vqtbl1_u8(THREE_A, a.high) ^ vqtbl1_u8(THREE_B, b.high);

    const uint8x16_t ones = whole(one), threes = whole(three);

#    define ROW(n, half, from) vqtbl1_u8(from, vld1_u8(rows + 16 * (n) + 8 * (half)))
    const block k = halves(key);

    return (block){
        ((one.low ^ three.low) ^ k.low) ^ (ROW(0, 0, threes) ^ (ROW(1, 0, ones) ^ ROW(2, 0, ones))),
        ((one.high ^ three.high) ^ k.high) ^ (ROW(0, 1, threes) ^ (ROW(1, 1, ones) ^ ROW(2, 1, ones))),
    };
}

/* S(x). */
KERNEL uint8x16_t
last_round_of(block x)
{
    return whole((block){way_out(x.low), way_out(x.high)});
}

static const uint8_t rows_below[4][48] = ROWS_BELOW;

/* Two blocks, or one. */
KERNEL void
encrypt(const aes_schedule *s, uint8_t *out, const uint8_t *in, const int two)
{
    const uint8x16_t order = vld1q_u8(to_columns[0]), back = vld1q_u8(to_columns[s->rounds % 4]);
    const uint8_t *rk = (const uint8_t *)s->rk;
    uint8x16_t key = SUM(rk, M_OF_BIT), y = vdupq_n_u8(0);
    block x = way_in(vqtbl1q_u8(vld1q_u8(in), order), key), z = x;

    if (two)
        z = way_in(vqtbl1q_u8(vld1q_u8(in + 16), order), key);
    for (unsigned r = 1; r < s->rounds; r++) {
        rk += KEY_BYTES;
        key = SUM(rk, M_OF_BIT);
        x = round_of(x, key, rows_below[r % 4]);
        if (two)
            z = round_of(z, key, rows_below[r % 4]);
    }
    key = SUM(rk + KEY_BYTES, BIT);
    if (two)
        y = last_round_of(z) ^ key;
    vst1q_u8(out, vqtbl1q_u8(last_round_of(x) ^ key, back));
    if (two)
        vst1q_u8(out + 16, vqtbl1q_u8(y, back));
}

/* Decryption keeps N(x), the form in which the inverse S-box is the inversion
 * alone.  The key is added between the inverse S-box and InvMixColumns, so once
 * in each round the state is plain bytes, which are then mapped to N(14 x),
 * N(11 x), N(13 x) and N(9 x). */

/* x and the key, of N(S(x) + 0x63). */
KERNEL half
bytes_of(half x, half key)
{
    half a, b;

    invert(&a, &b, x);
    return (vqtbl1_u8(TABLE(0x172c1403c8e43b00, 0xdfcbe72fdc38f0f3), a) ^ key) ^
           vqtbl1_u8(TABLE(0xac888f2319912400, 0xb53ab2ab96071e3d), b);
}

KERNEL block
mapped(block x, uint8x16_t low, uint8x16_t high)
{
    const half mask = vdup_n_u8(15);

    return (block){vqtbl1_u8(low, x.low & mask) ^ vqtbl1_u8(high, vshr_n_u8(x.low, 4)),
                   vqtbl1_u8(low, x.high & mask) ^ vqtbl1_u8(high, vshr_n_u8(x.high, 4))};
}

KERNEL block
inverse_round_of(block x, uint8x16_t key, const uint8_t rows[48])
{
    const block k = halves(key), y = {bytes_of(x.low, k.low), bytes_of(x.high, k.high)};
    const block by14 = mapped(y, TABLE(0x6073081b7b681300, 0x8291eaf9998af1e2),
                              TABLE(0x71e5970372e69400, 0x29bdcf5b2abecc58));
    const uint8x16_t by11 = whole(mapped(y, TABLE(0xbac71a67dda07d00, 0xe499443983fe235e),
                                         TABLE(0x75abea34419fde00, 0xf42a6bb5c01e5f81))),
                     by13 = whole(mapped(y, TABLE(0xc1bbaed4156f7a00, 0x90eaff85443e2b51),
                                         TABLE(0x079ca43f38a39b00, 0x54cff76c6bf0c853))),
                     by9 = whole(mapped(y, TABLE(0xa908d273da7ba100, 0x50f12b8a238258f9),
                                        TABLE(0xe19793e504727600, 0xbaccc8be5f292d5b)));

    return (block){
        (by14.low ^ ROW(0, 0, by11)) ^ (ROW(1, 0, by13) ^ ROW(2, 0, by9)),
        (by14.high ^ ROW(0, 1, by11)) ^ (ROW(1, 1, by13) ^ ROW(2, 1, by9)),
    };
}

KERNEL void
decrypt(const aes_schedule *s, uint8_t *out, const uint8_t *in, const int two)
{
    const uint8x16_t order = vld1q_u8(to_rows[s->rounds % 4]), back = vld1q_u8(to_columns[0]),
                     low = TABLE(0xb2076edb69dcb500, 0xa6137acf7dc8a114),
                     high = TABLE(0xe2454aed0fa8a700, 0x33949b3cde7976d1);
    const uint8_t *rk = (const uint8_t *)s->rk + KEY_BYTES * s->rounds;
    uint8x16_t key = SUM(rk, BIT);
    block x = mapped(halves(vqtbl1q_u8(vld1q_u8(in), order) ^ key), low, high), z = x, k;

    if (two)
        z = mapped(halves(vqtbl1q_u8(vld1q_u8(in + 16), order) ^ key), low, high);
    for (unsigned r = s->rounds - 1; r != 0; r--) {
        rk -= KEY_BYTES;
        key = SUM(rk, BIT);
        x = inverse_round_of(x, key, rows_below[r % 4]);
        if (two)
            z = inverse_round_of(z, key, rows_below[r % 4]);
    }
    k = halves(SUM(rk - KEY_BYTES, BIT));
    x = (block){bytes_of(x.low, k.low), bytes_of(x.high, k.high)};
    vst1q_u8(out, vqtbl1q_u8(whole(x), back));
    if (two) {
        z = (block){bytes_of(z.low, k.low), bytes_of(z.high, k.high)};
        vst1q_u8(out + 16, vqtbl1q_u8(whole(z), back));
    }
}

void
narae_aes_encrypt_few_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        encrypt(schedule, out, in, 0);
    else
        encrypt(schedule, out, in, 1);
}

void
narae_aes_decrypt_few_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1)
        decrypt(schedule, out, in, 0);
    else
        decrypt(schedule, out, in, 1);
}

#endif
