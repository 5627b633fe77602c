/* SPDX-License-Identifier: MIT */
/* PIPO-64/128 and PIPO-64/256, portable C for 8-, 32- and 64-bit words.
 * Kim et al., ICISC 2020.
 *
 * A block is 8 rows of 8 bits, a group is 8 rows of 1, 4 or 8 blocks:
 *
 *     AVR       row i is byte i of one block
 *     32 bits   byte k of row i is byte i of block k; rotating the bytes of a
 *               word costs 5 operations
 *     64 bits   bit 8 j + k of row i is bit j of byte i of block k: the
 *               rotation of a row is a rotation of a word.  The conversion
 *               takes two transpositions of 72 operations each way; the cheaper
 *               rotations, seven in each of 13 or 17 rounds, make up for them.
 *
 * A round is 34 operations for the S-box, 7 rotations and 9 for the key.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "pipo/pipo_internal.h"

#include "core/bytes.h"
#include "core/opaque.h"
#include "pipo/sbox.h"

enum { BLOCKS = sizeof(row) };

/* Inlined even with -Os, where a call would take more time and more code. */
#define INLINE static inline __attribute__((always_inline))

typedef struct group {
    row x[8];
} group;

/* A public byte, the same in each byte of a word. */
static inline row
repeat(uint8_t byte)
{
    return (row)((row)-1 / 0xff * byte);
}

#ifdef NARAE_WORDS64

/* From bit j to bit 8 j, and back. */
static inline row
spread(uint8_t byte)
{
    return ((byte & 0x7fu) * 0x0002040810204081u & repeat(1)) | (row)(byte >> 7) << 56;
}

static inline uint8_t
collect(row x)
{
    return (uint8_t)((x & repeat(1)) * 0x0102040810204080u >> 56);
}

INLINE row
rotate(row x, unsigned n)
{
    return x << 8 * n | x >> (64 - 8 * n);
}

/* All blocks of the group get this byte. */
static inline row
key_row(uint8_t byte)
{
    return spread(byte) * 0xff;
}

INLINE row
load_key_row(const pipo_key_row k)
{
    return k[0] | (row)k[1] << 32;
}

static inline void
store_key_row(pipo_key_row k, row x)
{
    k[0] = (uint32_t)x;
    k[1] = (uint32_t)(x >> 32);
}

static inline void
load_group(group *g, const uint8_t *in, size_t nblocks)
{
    if (nblocks == 1) {
        for (unsigned i = 0; i < 8; i++)
            g->x[i] = spread(in[i]);
        return;
    }
    *g = (group){{0}};
    for (unsigned k = 0; k < nblocks; k++)
        g->x[k] = load32_le(in + 8 * k) | (row)load32_le(in + 8 * k + 4) << 32;
    transpose8(g->x, 1);
    transpose8(g->x, 8);
}

static inline void
store_group(group *g, uint8_t *out, size_t nblocks)
{
    if (nblocks == 1) {
        for (unsigned i = 0; i < 8; i++)
            out[i] = collect(g->x[i]);
        return;
    }
    transpose8(g->x, 8);
    transpose8(g->x, 1);
    for (unsigned k = 0; k < nblocks; k++) {
        store32_le(out + 8 * k, (uint32_t)g->x[k]);
        store32_le(out + 8 * k + 4, (uint32_t)(g->x[k] >> 32));
    }
}

#else

#    ifdef NARAE_WORDS8

/* AVR rotates by one or four bits; n is a constant in every call. */
INLINE row
rotate(row x, unsigned n)
{
    if (n >= 3 && n <= 6) {
        x = (row)(x << 4 | x >> 4);
        n = (n + 4) % 8;
    }
    if (n == 7)
        return (row)(x >> 1 | x << 7);
    if (n >= 1)
        x = (row)(x << 1 | x >> 7);
    if (n == 2)
        x = (row)(x << 1 | x >> 7);
    return x;
}

#    else

INLINE row
rotate(row x, unsigned n)
{
    row low = repeat((uint8_t)((1u << n) - 1));

    return (x << n & ~low) | (x >> (8 - n) & low);
}

#    endif

/* Repeats a byte for all blocks of the group.  Not by a product, which is not
 * constant-time on some chips without a multiplier. */
static inline row
key_row(uint8_t byte)
{
    row x = byte;

    for (unsigned n = 8; n < 8 * sizeof x; n *= 2)
        x = (row)(x | OWN_TERM((row)(x << n)));
    return x;
}

INLINE row
load_key_row(const pipo_key_row k)
{
    return k[0];
}

static inline void
store_key_row(pipo_key_row k, row x)
{
    k[0] = x;
}

static inline void
load_group(group *g, const uint8_t *in, size_t nblocks)
{
    for (unsigned i = 0; i < 8; i++) {
        row x = in[i];

        for (unsigned k = 1; k < BLOCKS && k < nblocks; k++)
            x = (row)(x | (row)in[8 * k + i] << 8 * k);
        g->x[i] = x;
    }
}

static inline void
store_group(group *g, uint8_t *out, size_t nblocks)
{
    for (unsigned i = 0; i < 8; i++)
        for (unsigned k = 0; k < BLOCKS && k < nblocks; k++)
            out[8 * k + i] = (uint8_t)(g->x[i] >> 8 * k);
}

#endif

static inline void
rotate_rows(group *g)
{
    g->x[1] = rotate(g->x[1], 7);
    g->x[2] = rotate(g->x[2], 4);
    g->x[3] = rotate(g->x[3], 3);
    g->x[4] = rotate(g->x[4], 6);
    g->x[5] = rotate(g->x[5], 5);
    g->x[6] = rotate(g->x[6], 1);
    g->x[7] = rotate(g->x[7], 2);
}

static inline void
rotate_rows_back(group *g)
{
    g->x[1] = rotate(g->x[1], 1);
    g->x[2] = rotate(g->x[2], 4);
    g->x[3] = rotate(g->x[3], 5);
    g->x[4] = rotate(g->x[4], 2);
    g->x[5] = rotate(g->x[5], 3);
    g->x[6] = rotate(g->x[6], 7);
    g->x[7] = rotate(g->x[7], 6);
}

INLINE void
add_round_key(group *g, const pipo_schedule *schedule, unsigned r)
{
    unsigned last_part = (uint8_t)schedule->rounds == 13 ? 1 : 3;
    const pipo_key_row *k = schedule->rows + 8 * (r & last_part);

    g->x[0] ^= key_row((uint8_t)r);
    g->x[0] ^= load_key_row(k[0]);
    g->x[1] ^= load_key_row(k[1]);
    g->x[2] ^= load_key_row(k[2]);
    g->x[3] ^= load_key_row(k[3]);
    g->x[4] ^= load_key_row(k[4]);
    g->x[5] ^= load_key_row(k[5]);
    g->x[6] ^= load_key_row(k[6]);
    g->x[7] ^= load_key_row(k[7]);
}

/* Passed by value, so that all indices are constant and the rows are in
 * registers. */
static group
encrypt_group(const pipo_schedule *schedule, group g)
{
    add_round_key(&g, schedule, 0);
    for (unsigned r = 1; r <= (uint8_t)schedule->rounds; r++) {
        pipo_sbox(g.x);
        rotate_rows(&g);
        add_round_key(&g, schedule, r);
    }
    return g;
}

static group
decrypt_group(const pipo_schedule *schedule, group g)
{
    for (unsigned r = (uint8_t)schedule->rounds; r != 0; r--) {
        add_round_key(&g, schedule, r);
        rotate_rows_back(&g);
        pipo_sbox_inverse(g.x);
    }
    add_round_key(&g, schedule, 0);
    return g;
}

void
narae_pipo_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    pipo_schedule *s = (pipo_schedule *)schedule;
    s->rounds = key_bytes == 16 ? 13 : 17;
    for (unsigned i = 0; i < key_bytes; i++)
        store_key_row(s->rows[i], key_row(key[i]));
}

void
narae_pipo_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    while (nblocks != 0) {
        size_t n = nblocks < BLOCKS ? nblocks : (size_t)BLOCKS;
        group g;

        load_group(&g, in, n);
        g = encrypt_group((const pipo_schedule *)schedule, g);
        store_group(&g, out, n);
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
}

void
narae_pipo_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    while (nblocks != 0) {
        size_t n = nblocks < BLOCKS ? nblocks : (size_t)BLOCKS;
        group g;

        load_group(&g, in, n);
        g = decrypt_group((const pipo_schedule *)schedule, g);
        store_group(&g, out, n);
        in += 8 * n;
        out += 8 * n;
        nblocks -= n;
    }
}
