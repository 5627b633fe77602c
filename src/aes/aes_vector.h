/* AES on the CPU's own round instructions, for vectors of 1, 2 or 4 blocks:
 * FIPS 197, 5.1 and 5.3.5.  The including file says what a vector is:
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, BLOCKS          vector of BLOCKS x 4 words, with ^ +
 *     v_key(words)       a round key in every block
 *     v_encrypt, v_encrypt_last, v_decrypt, v_decrypt_last (x, key), which add
 *                        the key last; without them NAME(encrypt_vectors) and
 *                        NAME(decrypt_vectors) must be there
 *     v_load(p, n), v_store(p, x, n)   the first n <= BLOCKS blocks of a
 *                        vector, the rest zero or left alone
 *     v_last(n), v_numbers   n, or the block's number, in the last word of
 *                        each block; the rest zero
 *     v_swap(x)          bytes of the last words in the other order
 *
 * Eight vectors at a time hide the latency of a round and share the load of
 * its key.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/bytes.h"
#include "core/for_each.h"

/* How many of `nblocks` blocks are in vector i of a run. */
static inline size_t
NAME(share)(size_t nblocks, unsigned i)
{
    const size_t whole = BLOCKS, before = whole * i;

    return nblocks <= before ? 0 : nblocks - before < whole ? nblocks - before : whole;
}

#ifdef v_encrypt

KERNEL void
NAME(encrypt_vectors)(V x[8], unsigned vectors, const aes_schedule *s)
{
    const uint32_t *k = s->rk, *last = k + 4 * s->rounds;
    V key = v_key(k);

    FOR_EACH(i, vectors, x[i] ^= key;);
    key = v_key(k + 4);
    FOR_EACH(i, vectors, x[i] = v_encrypt(x[i], key););
    for (k += 8; k != last; k += 8) {
        key = v_key(k);
        FOR_EACH(i, vectors, x[i] = v_encrypt(x[i], key););
        key = v_key(k + 4);
        FOR_EACH(i, vectors, x[i] = v_encrypt(x[i], key););
    }
    key = v_key(k);
    FOR_EACH(i, vectors, x[i] = v_encrypt_last(x[i], key););
}

/* The keys of the equivalent inverse cipher, from last to first. */
KERNEL void
NAME(decrypt_vectors)(V x[8], unsigned vectors, const aes_schedule *s)
{
    const uint32_t *k = aes_inverse_keys(s), *last = k + 4 * s->rounds;
    V key = v_key(k);

    FOR_EACH(i, vectors, x[i] ^= key;);
    key = v_key(k + 4);
    FOR_EACH(i, vectors, x[i] = v_decrypt(x[i], key););
    for (k += 8; k != last; k += 8) {
        key = v_key(k);
        FOR_EACH(i, vectors, x[i] = v_decrypt(x[i], key););
        key = v_key(k + 4);
        FOR_EACH(i, vectors, x[i] = v_decrypt(x[i], key););
    }
    key = v_key(k);
    FOR_EACH(i, vectors, x[i] = v_decrypt_last(x[i], key););
}

#endif

KERNEL void
NAME(encrypt_some)(const aes_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned vectors)
{
    V x[8];

    FOR_EACH(i, vectors, x[i] = v_load(in + 16 * BLOCKS * i, NAME(share)(nblocks, i)););
    NAME(encrypt_vectors)(x, vectors, s);
    FOR_EACH(i, vectors, v_store(out + 16 * BLOCKS * i, x[i], NAME(share)(nblocks, i)););
}

KERNEL void
NAME(decrypt_some)(const aes_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned vectors)
{
    V x[8];

    FOR_EACH(i, vectors, x[i] = v_load(in + 16 * BLOCKS * i, NAME(share)(nblocks, i)););
    NAME(decrypt_vectors)(x, vectors, s);
    FOR_EACH(i, vectors, v_store(out + 16 * BLOCKS * i, x[i], NAME(share)(nblocks, i)););
}

/* `counter` has its last word in the CPU's byte order. */
KERNEL void
NAME(ctr_some)(const aes_schedule *s, V counter, uint8_t *out, const uint8_t *in, size_t nblocks,
               unsigned vectors)
{
    V x[8];

    FOR_EACH(i, vectors, x[i] = v_swap(counter + v_last(BLOCKS * i)););
    NAME(encrypt_vectors)(x, vectors, s);
    FOR_EACH(i, vectors, const size_t n = NAME(share)(nblocks, i); const uint8_t *p = in + 16 * BLOCKS * i;
             v_store(out + 16 * BLOCKS * i, x[i] ^ v_load(p, n), n););
}

/* Runs of eight vectors, then one of as many as are left, or a few more. */
#define RUN(some, after)                                       \
    do {                                                       \
        for (; nblocks >= 8 * BLOCKS; nblocks -= 8 * BLOCKS) { \
            some(8 * BLOCKS, 8);                               \
            after;                                             \
            in += 16 * 8 * BLOCKS;                             \
            out += 16 * 8 * BLOCKS;                            \
        }                                                      \
        if (nblocks > 4 * BLOCKS)                              \
            some(nblocks, 8);                                  \
        else if (nblocks > 2 * BLOCKS)                         \
            some(nblocks, 4);                                  \
        else if (nblocks > BLOCKS)                             \
            some(nblocks, 2);                                  \
        else if (nblocks != 0)                                 \
            some(nblocks, 1);                                  \
    } while (0)

#define ENCRYPT(n, vectors) NAME(encrypt_some)(schedule, out, in, n, vectors)
#define DECRYPT(n, vectors) NAME(decrypt_some)(schedule, out, in, n, vectors)
#define CTR(n, vectors) NAME(ctr_some)(schedule, first, out, in, n, vectors)

CODE void
NAME(narae_aes_encrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    RUN(ENCRYPT, (void)0);
}

CODE void
NAME(narae_aes_decrypt)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    RUN(DECRYPT, (void)0);
}

CODE void
NAME(narae_aes_ctr)(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    V first = v_swap(v_key((const uint32_t *)(const void *)counter)) + v_numbers;

    store32_be(counter + 12, load32_be(counter + 12) + (uint32_t)nblocks);
    RUN(CTR, first += v_last(8 * BLOCKS));
}
