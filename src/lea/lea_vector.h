/* LEA on vectors, 4 x LANES blocks' worth of words at a time: the body of
 * every SIMD kernel; lea_blocks.h has those of the descriptor.  The including
 * file says what a vector is:
 *
 *     KERNEL             attributes of a function that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, LANES           vector of LANES words of 32 bits, with ^ + -
 *     v_set1(word), v_rol(x, n)
 *     v_opaque(x)        keeps the compiler from taking apart how x was made
 *     v_load(p, n), v_store(p, x, n)   the first n <= LANES / 4 blocks of a
 *                        vector, the rest zero or left alone; a constant
 *                        n == LANES / 4 costs no test
 *     v_transpose(x)     within each 128 bits of V x[4]: 4 blocks <-> 4 words
 *     v_counters(low)    bytes swapped: low + n in the word that v_transpose
 *                        makes block n
 *     ENCRYPT_GROUPS, DECRYPT_GROUPS
 *     SCHEDULE, KEY, v_key(k)    only if not lea_schedule: a type with the
 *                        same members whose rk[] are of type KEY, and the
 *                        vector that such a key is
 *
 *     ROUNDS             a file with other encrypt_rounds() and
 *                        decrypt_rounds() than those below, if there is one
 *
 * A group is LANES blocks in four vectors x[0..3], one for each word of the
 * block.  Several groups side by side hide the latency of a round's chain
 * xor, add, rotate, and share the broadcast of its key words.  Decryption
 * needs more of them: its three words follow from each other.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/bytes.h"
#include "core/for_each.h"

#include "lea_internal.h"

#ifndef SCHEDULE
#    define SCHEDULE lea_schedule
#    define KEY uint32_t
#    define v_key(k) v_set1(k)
#endif

/* Key words of one round, in every lane. */
typedef struct NAME(keys) {
    V k0, k1, k2, k3, k4, k5;
} NAME(keys);

KERNEL
NAME(keys) NAME(load_keys)(const KEY *k, unsigned words)
{
    NAME(keys) r;

    r.k0 = v_key(k[0]);
    r.k1 = v_key(k[1]);
    r.k2 = v_key(k[2]);
    r.k3 = words == 4 ? r.k1 : v_key(k[3]);
    r.k4 = v_key(k[words == 4 ? 3 : 4]);
    r.k5 = words == 4 ? r.k1 : v_key(k[5]);
    return r;
}

#ifdef ROUNDS
#    include ROUNDS
#else

/* One round; the words are not moved but called x[r], x[r + 1], ... modulo 4. */
KERNEL void
NAME(encrypt_round)(V x[][4], unsigned groups, unsigned r, const KEY *k, unsigned words)
{
    const unsigned a = r & 3, b = (r + 1) & 3, c = (r + 2) & 3, d = (r + 3) & 3;
    V k0, k1 = v_key(k[words == 4 ? 1 : 5]);

    k0 = v_key(k[words == 4 ? 3 : 4]);
    FOR_EACH(g, groups, x[g][d] = v_rol((x[g][c] ^ k0) + (x[g][d] ^ k1), 29););
    k0 = v_key(k[2]);
    if (words != 4)
        k1 = v_key(k[3]);
    FOR_EACH(g, groups, x[g][c] = v_rol((x[g][b] ^ k0) + (x[g][c] ^ k1), 27););
    k0 = v_key(k[0]);
    if (words != 4)
        k1 = v_key(k[1]);
    FOR_EACH(g, groups, x[g][b] = v_rol((x[g][a] ^ k0) + (x[g][b] ^ k1), 9););
}

/* The words x[b], x[c], x[d] are computed from each other.  x1 ^ k2 is made from
 * x1 ^ k1 and k1 ^ k2, which shortens the chain by an XOR.  So does it to leave the
 * last key of a round, k5, to the next one, which adds it with its own k0: *last
 * is that of the round before and becomes this one's. */
KERNEL void
NAME(decrypt_round)(V x[][4], unsigned groups, unsigned r, NAME(keys) k, V *last)
{
    const unsigned a = r & 3, b = (r + 1) & 3, c = (r + 2) & 3, d = (r + 3) & 3;
    V k50 = *last ^ k.k0, k12 = k.k1 ^ k.k2, k34 = k.k3 ^ k.k4;

    v_opaque(k50);
    v_opaque(k12);
    v_opaque(k34);
    FOR_EACH(g, groups, V x1 = v_rol(x[g][b], 23) - (x[g][a] ^ k50); V x2 = v_rol(x[g][c], 5) - (x1 ^ k12);
             V x3 = v_rol(x[g][d], 3) - (x2 ^ k34);

             x[g][a] ^= *last; x[g][b] = x1 ^ k.k1; x[g][c] = x2 ^ k.k3; x[g][d] = x3;);
    *last = k.k5;
}

/* Four rounds at a time. */
KERNEL void
NAME(encrypt_rounds)(V x[][4], unsigned groups, const KEY *k, const KEY *end, unsigned words)
{
    for (; k != end; k += 4 * words)
        FOR_EACH(r, 4, NAME(encrypt_round)(x, groups, r, k + r * words, words););
}

KERNEL void
NAME(decrypt_rounds)(V x[][4], unsigned groups, const KEY *k, const KEY *end, unsigned words)
{
    V last = {0};

    while (end != k) {
        end -= 4 * words;
        FOR_EACH(
            r, 4,
            NAME(decrypt_round)(x, groups, ~r & 3, NAME(load_keys)(end + (~r & 3) * words, words), &last););
    }
    FOR_EACH(g, groups, x[g][3] ^= last;);
}

#endif

/* How many of `nblocks` blocks are in vector i of a run. */
static inline size_t
NAME(share)(size_t nblocks, unsigned i)
{
    const size_t whole = LANES / 4, before = whole * i;

    return nblocks <= before ? 0 : nblocks - before < whole ? nblocks - before : whole;
}

KERNEL void
NAME(load_group)(V x[4], const uint8_t *in, size_t nblocks)
{
    FOR_EACH(i, 4, x[i] = v_load(in + 4 * LANES * i, NAME(share)(nblocks, i)););
    v_transpose(x);
}

/* Stores a group's blocks, XORed with `with` unless that is null. */
KERNEL void
NAME(store_group)(uint8_t *out, V x[4], const uint8_t *with, size_t nblocks)
{
    v_transpose(x);
    FOR_EACH(i, 4, const size_t n = NAME(share)(nblocks, i), at = 4 * LANES * i;
             v_store(out + at, with == NULL ? x[i] : x[i] ^ v_load(with + at, n), n););
}

KERNEL void
NAME(load)(V x[][4], unsigned groups, const uint8_t *in, size_t nblocks)
{
    FOR_EACH(g, groups, NAME(load_group)(x[g], in + 16 * LANES * g, nblocks - LANES * g););
}

KERNEL void
NAME(store)(uint8_t *out, V x[][4], unsigned groups, const uint8_t *with, size_t nblocks)
{
    FOR_EACH(g, groups,
             NAME(store_group)(out + 16 * LANES * g, x[g], with == NULL ? NULL : with + 16 * LANES * g,
                               nblocks - LANES * g););
}

KERNEL void
NAME(encrypt_some)(const SCHEDULE *s, unsigned words, unsigned groups, uint8_t *out, const uint8_t *in,
                   size_t nblocks)
{
    V x[8][4];

    NAME(load)(x, groups, in, nblocks);
    NAME(encrypt_rounds)(x, groups, s->rk, s->rk + s->rounds * words, words);
    NAME(store)(out, x, groups, NULL, nblocks);
}

KERNEL void
NAME(decrypt_some)(const SCHEDULE *s, unsigned words, unsigned groups, uint8_t *out, const uint8_t *in,
                   size_t nblocks)
{
    V x[8][4];

    NAME(load)(x, groups, in, nblocks);
    NAME(decrypt_rounds)(x, groups, s->rk, s->rk + s->rounds * words, words);
    NAME(store)(out, x, groups, NULL, nblocks);
}

/* What counter mode knows of the first four rounds: words 0..2 of all blocks
 * are equal, so that 18 of their 48 operations have one result for all: c1 is
 * word 2 XORed with its key word of round 1, and so on. */
typedef struct NAME(fixed) {
    uint32_t c1, b2, d2, a3, d3, d4;
} NAME(fixed);

static inline NAME(fixed) NAME(fix)(const uint32_t *k, unsigned words, const uint8_t *counter)
{
    const unsigned k3 = words == 4 ? 1 : 3, k4 = words == 4 ? 3 : 4, k5 = words == 4 ? 1 : 5;
    const uint32_t a = load32_le(counter), b = load32_le(counter + 4), c = load32_le(counter + 8);
    const uint32_t *l = k + words, *m = l + words, *n = m + words;
    const uint32_t a1 = rol32((a ^ k[0]) + (b ^ k[1]), 9), b1 = ror32((b ^ k[2]) + (c ^ k[k3]), 5);
    const uint32_t a2 = rol32((a1 ^ l[0]) + (b1 ^ l[1]), 9);

    return (NAME(fixed)){
        .c1 = c ^ k[k4],
        .b2 = b1 ^ l[2],
        .d2 = a ^ l[k5],
        .a3 = a2 ^ m[0],
        .d3 = a1 ^ m[k5],
        .d4 = a2 ^ n[k5],
    };
}

#ifdef CTR_ROUNDS
#    include CTR_ROUNDS
#else

/* Four rounds of counters from `low` on. */
KERNEL void
NAME(ctr_first_rounds)(V x[][4], unsigned groups, const KEY *k, NAME(fixed) f, unsigned words, uint32_t low)
{
    NAME(keys) key = NAME(load_keys)(k, words);
    const V c1 = v_set1(f.c1), b2 = v_set1(f.b2), d2 = v_set1(f.d2);

    FOR_EACH(g, groups, x[g][3] = v_rol(c1 + (v_counters(low + LANES * g) ^ key.k5), 29););
    key = NAME(load_keys)(k + words, words);
    FOR_EACH(g, groups, x[g][0] = v_rol((x[g][3] ^ key.k4) + d2, 29);
             x[g][3] = v_rol(b2 + (x[g][3] ^ key.k3), 27););
    key = NAME(load_keys)(k + 2 * words, words);
    FOR_EACH(g, groups, x[g][1] = v_rol((x[g][0] ^ key.k4) + v_set1(f.d3), 29);
             x[g][0] = v_rol((x[g][3] ^ key.k2) + (x[g][0] ^ key.k3), 27);
             x[g][3] = v_rol(v_set1(f.a3) + (x[g][3] ^ key.k1), 9););
    key = NAME(load_keys)(k + 3 * words, words);
    FOR_EACH(g, groups, x[g][2] = v_rol((x[g][1] ^ key.k4) + v_set1(f.d4), 29);
             x[g][1] = v_rol((x[g][0] ^ key.k2) + (x[g][1] ^ key.k3), 27);
             x[g][0] = v_rol((x[g][3] ^ key.k0) + (x[g][0] ^ key.k1), 9););
}

/* All of them. */
KERNEL void
NAME(ctr_rounds)(V x[][4], unsigned groups, const KEY *k, const KEY *end, NAME(fixed) f, unsigned words,
                 uint32_t low)
{
    NAME(ctr_first_rounds)(x, groups, k, f, words, low);
    NAME(encrypt_rounds)(x, groups, k + 4 * words, end, words);
}

#endif

KERNEL void
NAME(ctr_some)(const SCHEDULE *s, NAME(fixed) f, unsigned words, unsigned groups, uint8_t *out,
               const uint8_t *in, size_t nblocks, uint32_t low)
{
    V x[8][4];

    NAME(ctr_rounds)(x, groups, s->rk, s->rk + s->rounds * words, f, words, low);
    NAME(store)(out, x, groups, in, nblocks);
}
