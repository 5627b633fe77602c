/* AES-GCM for x86-64 with VAES, VPCLMULQDQ and AVX-512: 32 blocks are encrypted
 * while the 32 before them are hashed.  SP 800-38D.
 *
 * 32 blocks are 80 AES rounds of four blocks, 26 products and some 80 other
 * vector operations.  A product every two cycles is what Zen 5 waits for, 52
 * cycles: 0.102 cycles/byte for AES-128, 0.109 for AES-256, whose rounds take
 * longer.  But 186 operations in 52 cycles are 3.6 of the four that can start in
 * one, and those of chains rarely come to more than 3: measured 65 and 79 cycles,
 * 0.127 and 0.154, and with what is before and behind them in a message of 16 KiB
 * 0.150 and 0.178.  Opening a message in one call cannot come here: it decrypts
 * nothing before the tag is verified, and pays for hashing and counter mode, 0.20.
 * On Zen 4 ten rounds of four blocks and three products take 13 cycles, with ten
 * XORs 14.5, 0.227; measured 0.27.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("vaes,vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))

#    include "ghash/ghash_x86.h"

#    include "ghash/ghash_vpclmul.h"

#    include "aes_x86.h"

#    define AES(x, round, key) ((V)_mm512_aes##round##_epi128((__m512i)(x), (__m512i)(key)))

KERNEL V
v_key(const uint32_t *words)
{
    return v_broadcast((const uint8_t *)words);
}

/* n in the last word of each block. */
#    define v_last(n) \
        ((V){0, (uint64_t)(n) << 32, 0, (uint64_t)(n) << 32, 0, (uint64_t)(n) << 32, 0, (uint64_t)(n) << 32})

KERNEL V
v_swap(V x)
{
    const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f0b0a0908, 0x0706050403020100);

    return (V)_mm512_shuffle_epi8((__m512i)x, _mm512_broadcast_i32x4(bytes));
}

/* h^32, h^28, ..., h^4 in all lanes, and the sums of their halves. */
typedef struct powers {
    V power[8], both[8];
} powers;

#    define ROUND                                        \
        do {                                             \
            const V key = v_key(k);                      \
                                                         \
            FOR_EACH(j, 8, x[j] = AES(x[j], enc, key);); \
            k += 4;                                      \
        } while (0)

/* x ^ y ^ z */
KERNEL V
v_sum3(V x, V y, V z)
{
    return (V)_mm512_ternarylogic_epi64((__m512i)x, (__m512i)y, (__m512i)z, 0x96);
}

/* Two rounds, and two vectors into the hash. */
#    define ROUNDS_AND_HASH(i, j)                                                                            \
        do {                                                                                                 \
            const V a = v_bytes(v_load(hashed + 64 * (i), 4));                                               \
            const V text = v_bytes(v_load(hashed + 64 * (j), 4)), b = j == 0 ? text ^ sum : text;            \
                                                                                                             \
            ROUND;                                                                                           \
            sums.low = v_sum3(sums.low, v_multiply(a, h->power[i]), v_multiply(b, h->power[j]));             \
            sums.high = v_sum3(sums.high, v_multiply_high(a, h->power[i]), v_multiply_high(b, h->power[j])); \
            ROUND;                                                                                           \
            sums.both = v_sum3(sums.both, v_multiply(a ^ v_halves(a), h->both[i]),                           \
                               v_multiply(b ^ v_halves(b), h->both[j]));                                     \
            KEEP_ORDER();                                                                                    \
        } while (0)

/* Compilers would do all products first and then all rounds, too far apart for
 * the CPU to bring them together again. */
#    define KEEP_ORDER()                                                                              \
        __asm__(""                                                                                    \
                : "+v"(x[0]), "+v"(x[1]), "+v"(x[2]), "+v"(x[3]), "+v"(x[4]), "+v"(x[5]), "+v"(x[6]), \
                  "+v"(x[7]), "+v"(sums.low), "+v"(sums.high), "+v"(sums.both))

/* out = in ^ key stream for 32 blocks; `counter` is of the first four, its last
 * words in the CPU's byte order.  Meanwhile adds 32 blocks at `hashed`, if any, to
 * the hash: those first that do not wait for the sum so far. */
KERNEL V
crypt_and_hash(const aes_schedule *s, V counter, uint8_t *out, const uint8_t *in, V sum, const powers *h,
               const uint8_t *hashed)
{
    const uint32_t *k = s->rk;
    V x[8], key = v_key(k);

    FOR_EACH(i, 8, x[i] = v_swap((V)_mm512_add_epi32((__m512i)counter, (__m512i)v_last(4 * i))) ^ key;);
    k += 4;
    if (hashed != NULL) {
        sums_vpclmul sums = {0};

        ROUNDS_AND_HASH(1, 2);
        ROUNDS_AND_HASH(3, 4);
        ROUNDS_AND_HASH(5, 6);
        ROUNDS_AND_HASH(7, 0);
        sum = reduce_vpclmul(sums);
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
    key = v_key(k);
    FOR_EACH(i, 8, x[i] = AES(x[i], enclast, key ^ v_load(in + 64 * i, 4));
             _mm512_storeu_si512(out + 64 * i, (__m512i)x[i]););
    return sum;
}

CODE void
narae_aes_gcm_vaes512(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                      size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt)
{
    const uint8_t *const of_h = ((const narae_ghash_key *)hash_key)->powers;
    uint32_t words[4];
    V first, sum = v_bytes(v_first(y));
    powers h;

    FOR_EACH(i, 8, h.power[i] = v_broadcast(of_h + 64 * i); h.both[i] = h.power[i] ^ v_halves(h.power[i]););

    memcpy(words, counter, 12);
    words[3] = load32_be(counter + 12);
    first = (V)_mm512_add_epi32((__m512i)v_key(words),
                                _mm512_set_epi32(3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0));
    store32_be(counter + 12, words[3] + (uint32_t)nblocks);
    if (decrypt) {
        for (; nblocks != 32; nblocks -= 32, in += 512, out += 512) {
            sum = crypt_and_hash(schedule, first, out, in, sum, &h, in);
            first = (V)_mm512_add_epi32((__m512i)first, (__m512i)v_last(32));
        }
        last_step_vpclmul(y, sum, hash_key, in, 32);
        crypt_and_hash(schedule, first, out, in, sum, &h, NULL);
    } else {
        crypt_and_hash(schedule, first, out, in, sum, &h, NULL);
        for (; nblocks != 32; nblocks -= 32) {
            in += 512;
            out += 512;
            first = (V)_mm512_add_epi32((__m512i)first, (__m512i)v_last(32));
            sum = crypt_and_hash(schedule, first, out, in, sum, &h, out - 512);
        }
        last_step_vpclmul(y, sum, hash_key, out, 32);
    }
}

#endif
