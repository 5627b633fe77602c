/* AES on the CPU's own round instructions, for vectors of 1, 2 or 4 blocks:
 * FIPS 197, 5.1 and 5.3.5.  The including file says what a vector is:
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, BLOCKS          vector of BLOCKS x 4 words, with ^ +
 *     v_key(words)       a round key in every block
 *     v_encrypt, v_encrypt_last, v_decrypt, v_decrypt_last (x, key), which add
 *                        the key last; without them NAME(encrypt_vectors),
 *                        NAME(encrypt_and_xor) and NAME(decrypt_vectors)
 *                        must be there
 *     v_load(p, n), v_store(p, x, n)   the first n <= BLOCKS blocks of a
 *                        vector, the rest zero or left alone
 *     v_last(n), v_numbers   n, or the block's number, in the last word of
 *                        each block; the rest zero
 *     v_swap(x)          bytes of the last words in the other order
 *
 *     VECTORS            8, or 16, at a time
 *     MASKS              parts of a vector are loaded and stored without a branch
 *
 * Eight vectors hide the latency of a round and share the load of its key; 16
 * leave room for what else there is to do.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/bytes.h"
#include "core/for_each.h"

#if VECTORS == 16
#    define EACH FOR_EACH_OF_16
#else
#    define EACH FOR_EACH
#endif

/* How many of `nblocks` blocks are in vector i of a run. */
static inline size_t
NAME(share)(size_t nblocks, unsigned i)
{
    const size_t whole = BLOCKS, before = whole * i;

    return nblocks <= before ? 0 : nblocks - before < whole ? nblocks - before : whole;
}

#ifdef v_encrypt

/* Written out: loops make gcc move every vector once in each turn. */
#    define ONE_ROUND(turn)                                     \
        do {                                                    \
            const V key_of_round = v_key(k);                    \
                                                                \
            k += 4;                                             \
            EACH(i, vectors, x[i] = turn(x[i], key_of_round);); \
        } while (0)

#    define TWO_ROUNDS(turn) \
        ONE_ROUND(turn);     \
        ONE_ROUND(turn)

#    define ADD_KEY(x, key) ((x) ^ (key))

/* All rounds but the first key and the last round, whose key is then at k. */
#    define MIDDLE_ROUNDS(turn)    \
        if (s->rounds != 10) {     \
            TWO_ROUNDS(turn);      \
            if (s->rounds != 12) { \
                TWO_ROUNDS(turn);  \
            }                      \
        }                          \
        TWO_ROUNDS(turn);          \
        TWO_ROUNDS(turn);          \
        TWO_ROUNDS(turn);          \
        TWO_ROUNDS(turn);          \
        ONE_ROUND(turn)

#    define ROUNDS(turn)    \
        ONE_ROUND(ADD_KEY); \
        MIDDLE_ROUNDS(turn)

KERNEL void
NAME(encrypt_vectors)(V x[VECTORS], unsigned vectors, const aes_schedule *s)
{
    const uint32_t *k = s->rk;

    ROUNDS(v_encrypt);
    ONE_ROUND(v_encrypt_last);
}

/* out = in ^ encrypted blocks.  What is at `in` is added to the last key, where
 * nothing waits for it. */
KERNEL void
NAME(encrypt_and_xor)(V x[VECTORS], unsigned vectors, const aes_schedule *s, uint8_t *out, const uint8_t *in,
                      size_t nblocks)
{
    const uint32_t *k = s->rk;

    ROUNDS(v_encrypt);

    const V key = v_key(k);

    EACH(i, vectors, const size_t n = NAME(share)(nblocks, i), at = 16 * BLOCKS * i;
         v_store(out + at, v_encrypt_last(x[i], key ^ v_load(in + at, n)), n););
}

/* The keys of the equivalent inverse cipher, from last to first. */
KERNEL void
NAME(decrypt_vectors)(V x[VECTORS], unsigned vectors, const aes_schedule *s)
{
    const uint32_t *k = aes_inverse_keys(s);

    ROUNDS(v_decrypt);
    ONE_ROUND(v_decrypt_last);
}

#endif

/* Where vector i is in a run, and how many of its blocks. */
#ifdef MASKS
#    define PLACE(i) (BLOCKS * (i))
#    define PART(i) NAME(share)(nblocks, i)
#else
/* Behind the last whole vector the last blocks stand again, as often as needed: no
 * branch decides what is loaded, and what is stored twice is the same. */
#    define PLACE(i) (vectors == 1 ? 0 : NAME(place)(nblocks, i))
#    define PART(i) (vectors == 1 ? nblocks : BLOCKS)

static inline size_t
NAME(place)(size_t nblocks, unsigned i)
{
    const size_t last = nblocks - BLOCKS, place = BLOCKS * i;

    return place < last ? place : last;
}
#endif

KERNEL void
NAME(encrypt_some)(const aes_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned vectors)
{
    V x[VECTORS];

    EACH(i, vectors, x[i] = v_load(in + 16 * PLACE(i), PART(i)););
    NAME(encrypt_vectors)(x, vectors, s);
    EACH(i, vectors, v_store(out + 16 * PLACE(i), x[i], PART(i)););
}

KERNEL void
NAME(decrypt_some)(const aes_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned vectors)
{
    V x[VECTORS];

    EACH(i, vectors, x[i] = v_load(in + 16 * PLACE(i), PART(i)););
    NAME(decrypt_vectors)(x, vectors, s);
    EACH(i, vectors, v_store(out + 16 * PLACE(i), x[i], PART(i)););
}

/* `counter` has its last word in the CPU's byte order. */
KERNEL void
NAME(ctr_some)(const aes_schedule *s, V counter, uint8_t *out, const uint8_t *in, size_t nblocks,
               unsigned vectors)
{
    V x[VECTORS];

    EACH(i, vectors, x[i] = v_swap(counter + v_last(BLOCKS * i)););
    NAME(encrypt_and_xor)(x, vectors, s, out, in, nblocks);
}

#define RUN_OF(vectors, some, after)       \
    do {                                   \
        some(BLOCKS * (vectors), vectors); \
        after(BLOCKS * (vectors));         \
        in += 16 * BLOCKS * (vectors);     \
        out += 16 * BLOCKS * (vectors);    \
        nblocks -= BLOCKS * (vectors);     \
    } while (0)

/* Whole runs, then one of as many vectors as are left, or a few more. */
#define RUN(some, after)                          \
    do {                                          \
        while (nblocks >= VECTORS * BLOCKS)       \
            RUN_OF(VECTORS, some, after);         \
        if (VECTORS > 8 && nblocks >= 8 * BLOCKS) \
            RUN_OF(8, some, after);               \
        if (nblocks > 4 * BLOCKS)                 \
            some(nblocks, 8);                     \
        else if (nblocks > 2 * BLOCKS)            \
            some(nblocks, 4);                     \
        else if (nblocks > BLOCKS)                \
            some(nblocks, 2);                     \
        else if (nblocks != 0)                    \
            some(nblocks, 1);                     \
    } while (0)

#define ENCRYPT(n, vectors) NAME(encrypt_some)(schedule, out, in, n, vectors)
#define DECRYPT(n, vectors) NAME(decrypt_some)(schedule, out, in, n, vectors)
#define CTR(n, vectors) NAME(ctr_some)(schedule, first, out, in, n, vectors)

#define NOTHING(n) (void)0
#define COUNT(n) first += v_last(n)

CODE void
NAME(narae_aes_encrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    RUN(ENCRYPT, NOTHING);
}

CODE void
NAME(narae_aes_decrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    RUN(DECRYPT, NOTHING);
}

CODE void
NAME(narae_aes_ctr)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    V first = v_swap(v_key((const uint32_t *)(const void *)counter)) + v_numbers;

    store32_be(counter + 12, load32_be(counter + 12) + (uint32_t)nblocks);
    RUN(CTR, COUNT);
}
