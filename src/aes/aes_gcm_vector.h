/* AES-GCM whose rounds and products go side by side, for vectors of 2 or 4 blocks.
 * SP 800-38D.  Behind ghash_clmul.h, the including file says:
 *
 *     AES_GCM              the name of the kernel
 *     AES(x, round, key)   one of the CPU's rounds: enc, enclast
 *     v_key(words)         a round key in every block
 *     v_add32, v_numbers, v_last, v_swap, v_choose, v_differ   as aes_counters.h
 *                          wants them
 *     v_sum3(x, y, z)      x ^ y ^ z
 *     v_store(p, x)
 *     IN_REGISTER          what an asm statement calls a vector's register
 *
 * While one run of eight vectors is encrypted, the one before it is hashed.
 *
 * Time depends on the number of blocks and the key size alone. */

#define RUN_BLOCKS NAME(STEP)

#include "aes_counters.h"

enum { RUN_BYTES = 16 * RUN_BLOCKS };

/* h^STEP down to h^BLOCKS in all lanes, and the sums of their halves. */
typedef struct powers {
    V power[8], both[8];
} powers;

#define ROUND                                        \
    do {                                             \
        const V key = v_key(k);                      \
                                                     \
        FOR_EACH(j, 8, x[j] = AES(x[j], enc, key);); \
        k += 4;                                      \
    } while (0)

/* Two rounds, and two vectors into the hash. */
#define ROUNDS_AND_HASH(i, j)                                                                               \
    do {                                                                                                    \
        const V a = v_bytes(v_load(hashed + 16 * BLOCKS * (i), BLOCKS));                                    \
        const V text = v_bytes(v_load(hashed + 16 * BLOCKS * (j), BLOCKS)), b = j == 0 ? text ^ sum : text; \
                                                                                                            \
        ROUND;                                                                                              \
        sums.low = v_sum3(sums.low, v_multiply(a, h->power[i]), v_multiply(b, h->power[j]));                \
        sums.high = v_sum3(sums.high, v_multiply_high(a, h->power[i]), v_multiply_high(b, h->power[j]));    \
        ROUND;                                                                                              \
        sums.both = v_sum3(sums.both, v_multiply(a ^ v_halves(a), h->both[i]),                              \
                           v_multiply(b ^ v_halves(b), h->both[j]));                                        \
        KEEP_ORDER();                                                                                       \
    } while (0)

/* Compilers would do all products first and then all rounds, too far apart for
 * the CPU to bring them together again. */
#define KEEP_ORDER()                                                                                         \
    __asm__(""                                                                                               \
            : IN_REGISTER(x[0]), IN_REGISTER(x[1]), IN_REGISTER(x[2]), IN_REGISTER(x[3]), IN_REGISTER(x[4]), \
              IN_REGISTER(x[5]), IN_REGISTER(x[6]), IN_REGISTER(x[7]), IN_REGISTER(sums.low),                \
              IN_REGISTER(sums.high), IN_REGISTER(sums.both))

/* out = in ^ key stream for a run.  Meanwhile adds the run at `hashed`, if any, to the
 * hash: that first which does not wait for the sum so far. */
KERNEL V
crypt_and_hash(const aes_schedule *s, NAME(counters) * c, uint8_t *out, const uint8_t *in, V sum,
               const powers *h, const uint8_t *hashed)
{
    const uint32_t *k = s->rk + 4;
    V x[8];

    NAME(counters_next)(c, x, v_key(s->rk));
    if (hashed != NULL) {
        NAME(sums) sums = {0};

        ROUNDS_AND_HASH(1, 2);
        ROUNDS_AND_HASH(3, 4);
        ROUNDS_AND_HASH(5, 6);
        ROUNDS_AND_HASH(7, 0);
        sum = NAME(reduce)(sums);
    } else {
        ROUND;
        ROUND;
        ROUND;
        ROUND;
        ROUND;
        ROUND;
        ROUND;
        ROUND;
    }
    if (s->rounds != 10) {
        ROUND;
        ROUND;
        if (s->rounds != 12) {
            ROUND;
            ROUND;
        }
    }
    ROUND;

    const V key = v_key(k);

    FOR_EACH(i, 8, x[i] = AES(x[i], enclast, key ^ v_load(in + 16 * BLOCKS * i, BLOCKS));
             v_store(out + 16 * BLOCKS * i, x[i]););
    return sum;
}

CODE void
AES_GCM(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in, size_t nblocks,
        uint8_t *counter, uint8_t *y, int decrypt)
{
    const uint8_t *const of_h =
        ((const narae_ghash_key *)hash_key)->powers + 16 * (NARAE_GHASH_POWERS - NAME(STEP));
    const uint32_t low = load32_be(counter + 12);
    uint32_t words[4] = {[3] = low};
    NAME(counters) c;
    V sum = v_bytes(v_first(y));
    powers h;

    FOR_EACH(i, 8, h.power[i] = v_broadcast(of_h + 16 * BLOCKS * i);
             h.both[i] = h.power[i] ^ v_halves(h.power[i]););

    memcpy(words, counter, 12);
    NAME(counters_start)(&c, v_key(words), low, v_key(((const aes_schedule *)schedule)->rk));
    store32_be(counter + 12, low + (uint32_t)nblocks);
    if (decrypt) {
        for (; nblocks != NAME(STEP); nblocks -= NAME(STEP), in += RUN_BYTES, out += RUN_BYTES)
            sum = crypt_and_hash(schedule, &c, out, in, sum, &h, in);
        NAME(last_step)(y, sum, hash_key, in, NAME(STEP));
        crypt_and_hash(schedule, &c, out, in, sum, &h, NULL);
    } else {
        crypt_and_hash(schedule, &c, out, in, sum, &h, NULL);
        for (; nblocks != NAME(STEP); nblocks -= NAME(STEP)) {
            in += RUN_BYTES;
            out += RUN_BYTES;
            sum = crypt_and_hash(schedule, &c, out, in, sum, &h, out - RUN_BYTES);
        }
        NAME(last_step)(y, sum, hash_key, out, NAME(STEP));
    }
}
