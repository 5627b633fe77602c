/* SPDX-License-Identifier: MIT */
/* AES, portable C for 32- and 64-bit chips.  FIPS 197.
 *
 * Bit-sliced: word q[i] holds bit i of every byte of two blocks (32-bit
 * words) or four (64-bit words), and the S-box is a circuit of XOR and AND.
 * A word is four rows, a row four columns, a column one bit of each block:
 *
 *     bit position = ROW * row + COLUMN * column + block
 *
 * so the byte below is a rotation of the word away.  Loops over the eight
 * words are unrolled by pragma: they must stay in registers.
 *
 * Fixsliced: ShiftRows is never done.  After k rounds k mod 4 of them are
 * pending, so the byte that MixColumns needs from the row below is also k
 * columns to the right; the round keys are stored with the same displacement.
 * Adomnicai and Peyrin, "Fixslicing AES-like Ciphers", TCHES 2021(1).  With 10
 * and 14 rounds two ShiftRows remain at the end, which swap the halves of the
 * odd rows; with 12 none.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "aes/aes_internal.h"

#include "core/bytes.h"

#ifndef NARAE_WORDS8

/* All that depends on the width of a word: its type, a word of round key, and
 * the columns of one block that share a word before the transposition. */
#    ifdef NARAE_WORDS64

typedef uint64_t word;

static inline word
load_key_word(const uint32_t *rk, unsigned i)
{
    return (word)rk[2 * i + 1] << 32 | rk[2 * i];
}

static inline void
store_key_word(uint32_t *rk, unsigned i, word x)
{
    rk[2 * i] = (uint32_t)x;
    rk[2 * i + 1] = (uint32_t)(x >> 32);
}

static inline word
spread(uint32_t x)
{
    word y = (x | (word)x << 16) & 0x0000ffff0000ffff;

    return (y | y << 8) & 0x00ff00ff00ff00ff;
}

static inline uint32_t
gather(word x)
{
    x &= 0x00ff00ff00ff00ff;
    x = (x | x >> 8) & 0x0000ffff0000ffff;
    return (uint32_t)(x | x >> 16);
}

/* Column c in the even bytes, column c + 2 in the odd ones. */
static inline word
load_columns(const uint8_t *p)
{
    return spread(load32_le(p)) | spread(load32_le(p + 8)) << 8;
}

static inline void
store_columns(uint8_t *p, word x)
{
    store32_le(p, gather(x));
    store32_le(p + 8, gather(x >> 8));
}

#    else

typedef uint32_t word;

static inline word
load_key_word(const uint32_t *rk, unsigned i)
{
    return rk[i];
}

static inline void
store_key_word(uint32_t *rk, unsigned i, word x)
{
    rk[i] = x;
}

static inline word
load_columns(const uint8_t *p)
{
    return load32_le(p);
}

static inline void
store_columns(uint8_t *p, word x)
{
    store32_le(p, x);
}

#    endif

__extension__ _Static_assert(NARAE_AES_ROUND_KEY_BYTES >= 8 * sizeof(word), "a round key is eight words");

enum {
    WORD_BITS = 8 * sizeof(word),
    BLOCKS = WORD_BITS / 16,
    COLUMN = BLOCKS,
    ROW = 4 * COLUMN,
    KEY_WORDS = 8 * sizeof(word) / 4
};

#    include "aes/sbox.h"

static inline word
ror(word x, unsigned n)
{
    return x >> (n % WORD_BITS) | x << (-n % WORD_BITS);
}

/* `pattern`, one row long, in each row */
static inline word
in_each_row(word pattern)
{
    return ~(word)0 / (((word)1 << ROW) - 1) * pattern;
}

/* Moves each byte up by `rows` and left by `columns`, both cyclically. */
static inline word
moved(word x, unsigned rows, unsigned columns)
{
    unsigned n = ROW * rows + COLUMN * columns;
    word inside = in_each_row(((word)1 << (ROW - COLUMN * columns)) - 1);

    if (columns == 0)
        return ror(x, n);
    return (ror(x, n) & inside) | (ror(x, n - ROW) & ~inside);
}

/* MixColumns of a state with k pending ShiftRows.  With a the column, b the one
 * below: 2 a0 + 3 a1 + a2 + a3 = 2 (a0 + b0) + b0 + (a2 + b2). */
static inline void
mix_columns_pending(word q[8], unsigned k)
{
    word below[8], sum[8];

#    pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++) {
        below[i] = moved(q[i], 1, k);
        sum[i] = q[i] ^ below[i];
    }
#    pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++)
        q[i] = below[i] ^ moved(sum[i], 2, 2 * k % 4) ^ sum[(i + 7) % 8];
    q[1] ^= sum[7];
    q[3] ^= sum[7];
    q[4] ^= sum[7];
}

/* InvMixColumns = MixColumns of a0 + 4 (a0 + a2). */
static inline void
inv_mix_columns_pending(word q[8], unsigned k)
{
    word sum[8];

#    pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++)
        sum[i] = q[i] ^ moved(q[i], 2, 2 * k % 4);
    q[0] ^= sum[6];
    q[1] ^= sum[6] ^ sum[7];
    q[2] ^= sum[0] ^ sum[7];
    q[3] ^= sum[1] ^ sum[6];
    q[4] ^= sum[2] ^ sum[6] ^ sum[7];
    q[5] ^= sum[3] ^ sum[7];
    q[6] ^= sum[4];
    q[7] ^= sum[5];
    mix_columns_pending(q, k);
}

/* The same for a k known only at run time: shifts and masks stay constants. */
static inline void
mix_columns(word q[8], unsigned k)
{
    switch (k) {
    case 0:
        mix_columns_pending(q, 0);
        break;
    case 1:
        mix_columns_pending(q, 1);
        break;
    case 2:
        mix_columns_pending(q, 2);
        break;
    default:
        mix_columns_pending(q, 3);
        break;
    }
}

static inline void
inv_mix_columns(word q[8], unsigned k)
{
    switch (k) {
    case 0:
        inv_mix_columns_pending(q, 0);
        break;
    case 1:
        inv_mix_columns_pending(q, 1);
        break;
    case 2:
        inv_mix_columns_pending(q, 2);
        break;
    default:
        inv_mix_columns_pending(q, 3);
        break;
    }
}

/* Two ShiftRows: the odd rows are rotated by half their length. */
static inline void
shift_rows_twice(word q[8])
{
    word odd_rows = ~(word)0 / (((word)1 << 2 * ROW) - 1) * ((((word)1 << ROW) - 1) << ROW);

#    pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++)
        q[i] = (q[i] & ~odd_rows) | (moved(q[i], 0, 2) & odd_rows);
}

static inline void
add_round_key(word q[8], const uint32_t *rk)
{
#    pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i++)
        q[i] ^= load_key_word(rk, i);
}

static inline void
swap_bits(word *a, word *b, unsigned n, word mask)
{
    word t = (*a >> n ^ *b) & mask;

    *a ^= t << n;
    *b ^= t;
}

/* Eight 8x8 bit matrices, one in each byte of the words: its own inverse. */
static inline void
transpose(word q[8])
{
    const word every_byte = ~(word)0 / 0xff;

#    pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i += 2)
        swap_bits(&q[i], &q[i + 1], 1, every_byte * 0x55);
#    pragma GCC unroll 8
    for (unsigned i = 0; i < 8; i += (i & 1) ? 3 : 1)
        swap_bits(&q[i], &q[i + 2], 2, every_byte * 0x33);
#    pragma GCC unroll 8
    for (unsigned i = 0; i < 4; i++)
        swap_bits(&q[i], &q[i + 4], 4, every_byte * 0x0f);
}

/* Blocks to words.  A stride of 0 repeats one block. */
static inline void
pack(word q[8], const uint8_t *in, unsigned stride)
{
    for (unsigned i = 0; i < 8; i++)
        q[i] = load_columns(in + stride * (i % BLOCKS) + 4 * (i / BLOCKS));
    transpose(q);
}

static inline void
unpack(uint8_t *out, word q[8])
{
    transpose(q);
    for (unsigned i = 0; i < 8; i++)
        store_columns(out + 16 * (i % BLOCKS) + 4 * (i / BLOCKS), q[i]);
}

static void
encrypt_batch(const aes_schedule *schedule, uint8_t *out, const uint8_t *in)
{
    const uint32_t *rk = schedule->rk;
    unsigned rounds = (unsigned)schedule->rounds;
    word q[8];

    pack(q, in, 16);
    add_round_key(q, rk);
    for (unsigned r = 1;; r++) {
        rk += KEY_WORDS;
        aes_sub_bytes(q);
        if (r == rounds)
            break;
        mix_columns(q, r % 4);
        add_round_key(q, rk);
    }
    add_round_key(q, rk);
    if (rounds % 4 != 0)
        shift_rows_twice(q);
    unpack(out, q);
}

static void
decrypt_batch(const aes_schedule *schedule, uint8_t *out, const uint8_t *in)
{
    unsigned rounds = (unsigned)schedule->rounds;
    const uint32_t *rk = schedule->rk + rounds * KEY_WORDS;
    word q[8];

    pack(q, in, 16);
    if (rounds % 4 != 0)
        shift_rows_twice(q);
    add_round_key(q, rk);
    for (unsigned r = rounds - 1;; r--) {
        rk -= KEY_WORDS;
        aes_inv_sub_bytes(q);
        add_round_key(q, rk);
        if (r == 0)
            break;
        inv_mix_columns(q, r % 4);
    }
    unpack(out, q);
}

typedef void batch_fn(const aes_schedule *schedule, uint8_t *out, const uint8_t *in);

static inline void
run(batch_fn *batch, const aes_schedule *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    for (; nblocks >= BLOCKS; nblocks -= BLOCKS, in += 16 * BLOCKS, out += 16 * BLOCKS)
        batch(schedule, out, in);
    if (nblocks != 0) {
        uint8_t tail[16 * BLOCKS] = {0};

        for (size_t i = 0; i < 16 * nblocks; i++)
            tail[i] = in[i];
        batch(schedule, tail, tail);
        for (size_t i = 0; i < 16 * nblocks; i++)
            out[i] = tail[i];
    }
}

void
narae_aes_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(encrypt_batch, (const aes_schedule *)schedule, out, in, nblocks);
}

void
narae_aes_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    run(decrypt_batch, (const aes_schedule *)schedule, out, in, nblocks);
}

/* SubWord, FIPS 197, clause 5.2: the circuit treats all bytes alike, so the
 * four stay where they are. */
static uint32_t
sub_word(uint32_t x)
{
    word q[8];
    uint32_t y = 0x63636363;

    for (unsigned i = 0; i < 8; i++)
        q[i] = x >> i & 0x01010101;
    aes_sub_bytes(q);
    for (unsigned i = 0; i < 8; i++)
        y ^= (uint32_t)q[i] << i;
    return y;
}

unsigned
narae_aes_expand_key(uint32_t w[60], const uint8_t *key, size_t key_bytes)
{
    unsigned nk = (unsigned)key_bytes / 4, rounds = nk + 6, rcon = 1;

    for (unsigned i = 0; i < nk; i++)
        w[i] = load32_le(key + 4 * i);
    for (unsigned i = nk; i < 4 * (rounds + 1); i++) {
        uint32_t x = w[i - 1];

        if (i % nk == 0) {
            x = sub_word(ror32(x, 8)) ^ rcon;
            rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
        } else if (nk == 8 && i % nk == 4) {
            x = sub_word(x);
        }
        w[i] = w[i - nk] ^ x;
    }
    return rounds;
}

void
narae_aes_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aes_schedule *s = (aes_schedule *)schedule;
    uint32_t w[60], *rk = s->rk;
    unsigned rounds = narae_aes_expand_key(w, key, key_bytes);

    s->rounds = rounds;
    for (unsigned r = 0; r <= rounds; r++, rk += KEY_WORDS) {
        uint8_t bytes[16];
        word q[8];

        for (unsigned i = 0; i < 16; i++) {
            unsigned row = i % 4, column = (i / 4 - r * row) % 4;

            bytes[i] = (uint8_t)(w[4 * r + column] >> 8 * row);
        }
        pack(q, bytes, 0);
        for (unsigned i = 0; i < 8; i++) {
            if (r != 0 && (0x63 >> i & 1) != 0)
                q[i] = ~q[i];
            store_key_word(rk, i, q[i]);
        }
    }
}

#endif
