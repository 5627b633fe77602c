/* SPDX-License-Identifier: MIT */
/* ARIA, portable C for 32- and 64-bit words.  KS X 1213; RFC 5794.
 *
 * Bit-sliced: a group of 4 or 8 blocks is 2 x 8 words.  Of each of the four
 * words t of a block, bytes 0 and 1, which take S1 and S2 in odd rounds, are
 * in x[0], bytes 2 and 3, which take the inverse S-boxes, in x[1]; in even
 * rounds the two change places.  Bit i of byte b is in x[.][i] at bit
 *
 *     W/4 place(t) + W/8 (b mod 2) + block,      W = 32 or 64,
 *
 * place = 0, 2, 1, 3, so that a rotation by W/4 or W/2 changes t alone, and
 * each S-box is computed only where it is used.
 *
 * The diffusion layer is A = C (P + J) C.  C replaces each byte by the sum
 * of the bytes in the same place of the other three words, P swaps bytes b
 * and b ^ v(t) of word t, v = 3, 1, 2, 0, and J replaces each byte by the sum
 * of its word.  That is 41 operations for the two words of a bit, so 328 a
 * round where rotations are one operation.  The S-boxes take 251, the round key
 * 80.
 *
 * The state is in the basis of bitslice.h from the first key to the last.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifndef NARAE_WORDS8

#    include "aria/aria_internal.h"

#    include "bitslice.h"
#    include "core/bytes.h"
#    include "core/opaque.h"

enum { WORD_BITS = 8 * sizeof(word), BLOCKS = WORD_BITS / 8 };

/* Masks of fields of BLOCKS bits, one bit for each block of the group. */
#    define ALL (~(word)0)
#    define FIRST_BLOCKS (ALL / (((word)1 << BLOCKS) - 1))
#    define FIRST_BYTES (ALL / (((word)1 << BLOCKS) + 1)) /* bytes 0 and 2 of each t */
#    define SECOND_BYTES (~FIRST_BYTES)                   /* bytes 1 and 3 */
#    define WORDS_0_1 (ALL / (((word)1 << 2 * BLOCKS) + 1))
#    define WORDS_0_2 (ALL >> WORD_BITS / 2)

typedef struct group {
    word x[2][8];
} group;

static inline word
rotate(word x, unsigned n)
{
    return x >> n | x << (WORD_BITS - n);
}

/* Row k of a group, before the transposition, is block k; with 32-bit words
 * rows k and k + 4 are its even and its odd bytes. */
static void
load_block(group *g, unsigned k, const uint8_t in[16])
{
#    ifdef NARAE_WORDS64
    word a = load32_le(in) | (word)load32_le(in + 4) << 32, b = load32_le(in + 8) | (word)load32_le(in + 12)
                                                                                        << 32;

    swap_bits(&a, &b, WORD_BITS / 4, WORDS_0_1);
    g->x[0][k] = a;
    g->x[1][k] = b;
#    else
    for (unsigned b = 0; b < 4; b++)
        g->x[b / 2][b % 2 * 4 + k] =
            in[b] | (word)in[b + 8] << 8 | (word)in[b + 4] << 16 | (word)in[b + 12] << 24;
#    endif
}

static void
store_block(const group *g, unsigned k, uint8_t out[16])
{
#    ifdef NARAE_WORDS64
    word a = g->x[0][k], b = g->x[1][k];

    swap_bits(&a, &b, WORD_BITS / 4, WORDS_0_1);
    store32_le(out, (uint32_t)a);
    store32_le(out + 4, (uint32_t)(a >> 32));
    store32_le(out + 8, (uint32_t)b);
    store32_le(out + 12, (uint32_t)(b >> 32));
#    else
    for (unsigned b = 0; b < 4; b++) {
        word row = g->x[b / 2][b % 2 * 4 + k];

        out[b] = (uint8_t)row;
        out[b + 8] = (uint8_t)(row >> 8);
        out[b + 4] = (uint8_t)(row >> 16);
        out[b + 12] = (uint8_t)(row >> 24);
    }
#    endif
}

static void
load_group(group *g, const uint8_t *in, size_t nblocks)
{
    memset(g, 0, sizeof *g);
    for (unsigned k = 0; k < nblocks; k++)
        load_block(g, k, in + 16 * k);
    for (unsigned s = 0; s < 2; s++) {
        transpose8(g->x[s], 1);
        to_tower(g->x[s]);
    }
}

static void
store_group(group *g, uint8_t *out, size_t nblocks)
{
    for (unsigned s = 0; s < 2; s++) {
        from_tower(g->x[s]);
        transpose8(g->x[s], 1);
    }
    for (unsigned k = 0; k < nblocks; k++)
        store_block(g, k, out + 16 * k);
}

static void
sub(word x[8])
{
    substitute(x, SECOND_BYTES);
}

static void
sub_inverse(word x[8])
{
    substitute_inverse(x, SECOND_BYTES);
}

/* C: the sum of the other three words t. */
static inline word
add_other_words(word x)
{
    word t = x ^ rotate(x, WORD_BITS / 2);

    return x ^ t ^ rotate(t, WORD_BITS / 4);
}

static void
diffuse(group *g)
{
    for (unsigned i = 0; i < 8; i++) {
        word x = add_other_words(g->x[0][i]), y = add_other_words(g->x[1][i]);
        word across = (x ^ y) & WORDS_0_2;

        x ^= across;
        y ^= across;

        word within_x = (x ^ x >> BLOCKS) & FIRST_BYTES, within_y = (y ^ y >> BLOCKS) & FIRST_BYTES;
        word sum = within_x ^ within_y;

        within_x = (within_x & WORDS_0_1) ^ sum;
        within_y = (within_y & WORDS_0_1) ^ sum;
        g->x[0][i] = add_other_words(x ^ within_x ^ OWN_TERM(within_x << BLOCKS));
        g->x[1][i] = add_other_words(y ^ within_y ^ OWN_TERM(within_y << BLOCKS));
    }
}

/* A round key in the schedule is 16 bytes, with the bits i of a byte in the
 * field that holds one bit of each block in the group: i = 0..7, or 0..3 and
 * 4..7 with 32-bit words.  Spreading them takes 64 operations a round, 0 to 10
 * % of the time; a round key ready for use would be 64 or 128 bytes. */
static inline word
spread(word bits)
{
    return OWN_TERM((bits & FIRST_BLOCKS) << BLOCKS) - (bits & FIRST_BLOCKS);
}

static inline word
packed_key(const uint32_t rk[4], unsigned i)
{
#    ifdef NARAE_WORDS64
    return rk[2 * i] | (word)rk[2 * i + 1] << 32;
#    else
    return rk[i];
#    endif
}

static inline void
add_round_key(group *g, const aria_schedule *schedule, unsigned r)
{
    word rk[16 / BLOCKS];

    for (unsigned i = 0; i < 16 / BLOCKS; i++)
        rk[i] = packed_key(schedule->rk[r], i);
    for (unsigned j = 0; j < 2; j++) {
        const word *low = rk + 8 * j / BLOCKS, *high = rk + (8 * j + 4) / BLOCKS;

        g->x[j][0] ^= spread(*low);
        g->x[j][1] ^= spread(*low >> 1);
        g->x[j][2] ^= spread(*low >> 2);
        g->x[j][3] ^= spread(*low >> 3);
        g->x[j][4] ^= spread(*high >> 4 % BLOCKS);
        g->x[j][5] ^= spread(*high >> 5 % BLOCKS);
        g->x[j][6] ^= spread(*high >> 6 % BLOCKS);
        g->x[j][7] ^= spread(*high >> 7 % BLOCKS);
    }
}

/* Adds the constants 0x63, 0xe2 of S1 and S2 to bytes 0 and 1 of each word,
 * or to bytes 2 and 3 if `upper`; with `diffused`, A of that. */
static void
add_constants(uint8_t x[16], unsigned upper, unsigned diffused)
{
    static const uint8_t constants[4] = {0x63, 0xe2, 0, 0}, v[4] = {3, 1, 2, 0};

    for (unsigned i = 0; i < 16; i++)
        x[i] ^= constants[(i ^ upper << 1 ^ (diffused ? v[i / 4] : 0u)) % 4];
}

/* S1 and S2 add their constants at the end, the inverses at the beginning: in
 * odd rounds to bytes 2 and 3 of the input and bytes 0 and 1 of the output. */
void
narae_aria_round_portable(uint8_t x[16], unsigned even)
{
    group g;

    add_constants(x, !even, 0);
    load_group(&g, x, 1);
    sub(g.x[even]);
    sub_inverse(g.x[!even]);
    diffuse(&g);
    store_group(&g, x, 1);
    add_constants(x, even, 1);
}

/* Each round key includes the constants of the inverses after it and, through
 * A, those of S1 and S2 before it.  In decryption these are the constants of
 * the same bytes, so one key serves both directions. */
void
narae_aria_set_words_portable(aria_schedule *schedule, const uint8_t w[4][16], unsigned rounds)
{
    uint8_t rk[BLOCKS][16];

    schedule->rounds = rounds;
    for (unsigned first = 0; first <= rounds; first += BLOCKS) {
        unsigned n = rounds + 1 - first < BLOCKS ? rounds + 1 - first : (unsigned)BLOCKS;
        group g;

        for (unsigned i = 0; i < n; i++) {
            unsigned r = first + i;

            narae_aria_round_key(rk[i], w, r);
            add_constants(rk[i], r % 2 == 0, 0);
            if (r != 0 && r != rounds)
                add_constants(rk[i], r % 2 == 0, 1);
        }
        load_group(&g, rk[0], n);
        for (unsigned i = 0; i < n; i++) {
            uint32_t *packed = schedule->rk[first + i];

            for (unsigned j = 0; j < 16; j += BLOCKS) {
                word bits = 0;

                for (unsigned k = 0; k < BLOCKS; k++)
                    bits |= (g.x[j / 8][(j + k) % 8] >> i & FIRST_BLOCKS) << k;
                for (unsigned k = 0; k < sizeof bits / 4; k++)
                    *packed++ = (uint32_t)(bits >> 32 * k);
            }
        }
    }
}

void
narae_aria_set_key_portable(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aria_schedule *s = (aria_schedule *)schedule;
    uint8_t w[4][16];

    narae_aria_expand(w, key, key_bytes);
    narae_aria_set_words_portable(s, (const uint8_t (*)[16])w, aria_rounds(key_bytes));
}

static void
encrypt_group(const aria_schedule *schedule, group *g)
{
    for (unsigned r = 0;; r += 2) {
        add_round_key(g, schedule, r);
        sub(g->x[0]);
        sub_inverse(g->x[1]);
        diffuse(g);
        add_round_key(g, schedule, r + 1);
        sub_inverse(g->x[0]);
        sub(g->x[1]);
        if (r + 2 == schedule->rounds)
            break;
        diffuse(g);
    }
    add_round_key(g, schedule, (unsigned)schedule->rounds);
}

static void
decrypt_group(const aria_schedule *schedule, group *g)
{
    add_round_key(g, schedule, (unsigned)schedule->rounds);
    for (unsigned r = (unsigned)schedule->rounds;; r -= 2) {
        sub(g->x[0]);
        sub_inverse(g->x[1]);
        add_round_key(g, schedule, r - 1);
        diffuse(g);
        sub_inverse(g->x[0]);
        sub(g->x[1]);
        add_round_key(g, schedule, r - 2);
        if (r == 2)
            break;
        diffuse(g);
    }
}

void
narae_aria_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    while (nblocks != 0) {
        size_t n = nblocks < BLOCKS ? nblocks : (size_t)BLOCKS;
        group g;

        load_group(&g, in, n);
        encrypt_group((const aria_schedule *)schedule, &g);
        store_group(&g, out, n);
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
}

void
narae_aria_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    while (nblocks != 0) {
        size_t n = nblocks < BLOCKS ? nblocks : (size_t)BLOCKS;
        group g;

        load_group(&g, in, n);
        decrypt_group((const aria_schedule *)schedule, &g);
        store_group(&g, out, n);
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
}

#endif
