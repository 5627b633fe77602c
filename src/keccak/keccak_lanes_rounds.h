/* Keccak-f[1600] on LANES states side by side, and their blocks, in C.  FIPS 202.
 *
 *     CODE               attributes of a function
 *     V, LANES           vector of LANES x 64 bits, with ^
 *     v_load(p), v_store(p, x)   from and to aligned memory
 *     v_get(x, y, in, at)    two words of each lane from in[lane] + at
 *     v_word(in, at)     one of them
 *     v_set1(word)       a word in every lane
 *     v_rol(x, n)        turns each word left by a constant; or, where the CPU
 *     v_rol_sum(a, b, n), v_add_rol1(a, b)   has them, rol(a ^ b, n), a ^ rol(b, 1)
 *     v_sum3(a, b, c), v_chi(a, b, c)   a ^ b ^ c, a ^ (~b & c)
 *
 * Time depends on the number of blocks and their size alone. */

#include <stdint.h>

#include "core/for_each.h"

static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* A round in place: the five words that make a row of the result make room for
 * it.  Lane (x, y) is at x, a x + b y (mod 5) of the array: at first a = 0, b = 1.
 * Row Y comes from the lanes (X + 3 Y, X), and lane (Z, Y) of it goes where of
 * these five x = Z, which is the same map with a + b and 2 b.  After four rounds
 * each word is back. */
#define AT(x, y, a, b) ((x) % 5 + 5 * (((a) * ((x) % 5) + (b) * (y)) % 5))
#define PICK(x, n0, n1, n2, n3, n4) \
    ((x) == 0 ? (n0) : (x) == 1 ? (n1) : (x) == 2 ? (n2) : (x) == 3 ? (n3) : (n4))
#define RHO(x, y)                                                                              \
    PICK(y, PICK(x, 0, 1, 62, 28, 27), PICK(x, 36, 44, 6, 55, 20), PICK(x, 3, 10, 43, 25, 39), \
         PICK(x, 41, 45, 15, 21, 8), PICK(x, 18, 2, 61, 56, 14))
#ifndef v_rol_sum
#    define v_rol_sum(a, b, n) v_rol((a) ^ (b), n)
#    define v_add_rol1(a, b) ((a) ^ v_rol(b, 1))
#endif
#define TURN(X, Y, a, b) \
    v_rol_sum(s[AT((X) + 3 * (Y), X, a, b)], d[((X) + 3 * (Y)) % 5], RHO(((X) + 3 * (Y)) % 5, X))
#define COLUMN(x) v_sum3(v_sum3(s[x], s[(x) + 5], s[(x) + 10]), s[(x) + 15], s[(x) + 20])
#define ROUND(a, b, constant)                                                                           \
    do {                                                                                                \
        const V c0 = COLUMN(0), c1 = COLUMN(1), c2 = COLUMN(2), c3 = COLUMN(3), c4 = COLUMN(4);         \
        const V d[5] = {v_add_rol1(c4, c1), v_add_rol1(c0, c2), v_add_rol1(c1, c3), v_add_rol1(c2, c4), \
                        v_add_rol1(c3, c0)};                                                            \
                                                                                                        \
        FOR_EACH(Y, 5, const V t0 = TURN(0, Y, a, b); const V t1 = TURN(1, Y, a, b);                    \
                 const V t2 = TURN(2, Y, a, b); const V t3 = TURN(3, Y, a, b);                          \
                 const V t4 = TURN(4, Y, a, b); s[AT(0, Y, (a) + (b), 2 * (b))] = v_chi(t0, t1, t2);    \
                 s[AT(1, Y, (a) + (b), 2 * (b))] = v_chi(t1, t2, t3);                                   \
                 s[AT(2, Y, (a) + (b), 2 * (b))] = v_chi(t2, t3, t4);                                   \
                 s[AT(3, Y, (a) + (b), 2 * (b))] = v_chi(t3, t4, t0);                                   \
                 s[AT(4, Y, (a) + (b), 2 * (b))] = v_chi(t4, t0, t1););                                 \
        s[0] ^= v_set1(constant);                                                                       \
    } while (0)

CODE static void
permute_lanes(uint64_t state[25][LANES])
{
    V s[25];

    FOR_EACH(y, 5, FOR_EACH(x, 5, s[(x + 5 * y) % 25] = v_load(state[(x + 5 * y) % 25]);););
    for (unsigned i = 0; i < 24; i += 4) {
        ROUND(0, 1, constants[i]);
        ROUND(1, 2, constants[i + 1]);
        ROUND(3, 4, constants[i + 2]);
        ROUND(2, 3, constants[i + 3]);
    }
    FOR_EACH(y, 5, FOR_EACH(x, 5, v_store(state[(x + 5 * y) % 25], s[(x + 5 * y) % 25]);););
}

/* Blocks of so many words, an odd number, in every lane, each of them with a
 * permutation. */
CODE static void
absorb_blocks(uint64_t state[25][LANES], const uint8_t *in[LANES], unsigned words, size_t nblocks)
{
    for (; nblocks != 0; nblocks--) {
        for (unsigned i = 0; i + 2 <= words; i += 2) {
            V x, y;

            v_get(&x, &y, in, 8 * i);
            v_store(state[i], v_load(state[i]) ^ x);
            v_store(state[i + 1], v_load(state[i + 1]) ^ y);
        }
        v_store(state[words - 1], v_load(state[words - 1]) ^ v_word(in, 8 * (words - 1)));
        for (unsigned l = 0; l < LANES; l++)
            in[l] += 8 * words;
        permute(state);
    }
}
