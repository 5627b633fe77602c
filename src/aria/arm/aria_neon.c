/* SPDX-License-Identifier: MIT */
/* ARIA for ARMv8-A: 128 blocks, bit-sliced, in 16 x 8 vectors.  KS X 1213;
 * RFC 5794.
 *
 * Vector x[p][i] holds bit i of byte p of 128 blocks; bit g of its byte n is
 * block 16 g + n.  The diffusion layer then moves nothing: it is XOR of whole
 * vectors, and an S-box is computed where it belongs and nowhere else.  The 2
 * KiB of state are in memory: S-boxes take eight vectors at a time, the
 * diffusion with the next round key sixteen.
 *
 * All four S-boxes share the inversion of aes/sbox_shallow.h.  S1 is AES's;
 * S2(x) = B (x^-1)^8 + 0xe2 has a last layer of its own, its inverse a first
 * one, both found by Paar's greedy search among its ties.  The constants go
 * into the round keys, as does the difference of decryption, which adds keys
 * before the diffusion (aria_internal.h): A is linear, so it adds A of them.
 *
 * Vector micro-operations a round for 128 blocks, of which a Cortex-A72 does
 * two a cycle:
 *
 *     S-boxes      4 x (116 + 124 + 117 + 114) = 1884
 *     diffusion    8 x 84                      =  672
 *     round key    8 x (1 + 2 x 16)            =  264
 *
 * Counters differ in little, so that their first round is 840: byte 15 of each,
 * and the rest once before and once after its carry.  With 16 x (48 + 16) to
 * gather the bits of the last round, 8 x 64 to order its bytes and 128 XORs,
 * ARIA-128 in counter mode is 11 x 1884 + 10 x 936 + 2504 = 32588, 8.0
 * cycles/byte.  The pipeline model of the lab gives 9.9 to 10.4, llvm-mca 9.5: a
 * circuit is too deep to keep both pipes busy, and 32 registers do not hold two.
 *
 * A batch costs as much as 64 blocks of aria_bytes_neon.c.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/arm/bits.h"
#    include "core/bytes.h"
#    include "narae/wipe.h"

#    include "block.inc"

typedef uint8x16_t word;

#    define choose(mask, a, b) vbslq_u8(mask, a, b)

#    include "aes/sbox_shallow.h"

#    define EIGHT(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)

enum { BATCH = 128, MOST_ROUNDS = 16 };

typedef struct state {
    word x[16][8];
} state;

/* q = S2 of q, without 0xe2 */
KERNEL void
sub_second(word q[8])
{
    word y[22], z[18];

    aes_sub_bytes_first_layer(y, q);
    aes_inversion(z, y);

    word t0 = z[3] ^ z[7];
    word t1 = z[6] ^ z[10];
    word t2 = z[0] ^ z[8];
    word t3 = z[13] ^ t0;
    word t4 = z[2] ^ t1;
    word t5 = z[4] ^ z[16];
    word t6 = z[9] ^ z[14];
    word t7 = z[12] ^ t2;
    word t8 = z[1] ^ z[5];
    word t9 = z[17] ^ t6;
    word t10 = t3 ^ t8;
    word t11 = z[11] ^ t4;
    word t12 = t0 ^ t9;
    word t13 = z[10] ^ t7;
    word t14 = z[2] ^ t5;
    word t15 = z[15] ^ t4;
    word t16 = z[9] ^ t13;
    word t17 = t5 ^ t12;
    word t18 = t13 ^ t14;
    word t19 = z[3] ^ z[8];
    word t20 = t7 ^ t14;
    word t21 = z[1] ^ z[17];
    word t22 = z[16] ^ t2;
    word t23 = t15 ^ t22;
    word t24 = z[12] ^ t1;
    word t25 = z[15] ^ t3;
    word t26 = t5 ^ t11;
    word t27 = t17 ^ t24;
    word t28 = t19 ^ t21;
    word t29 = z[9] ^ t23;
    word t30 = z[14] ^ t11;
    word t31 = t12 ^ t18;
    word t32 = t9 ^ t15;
    word t33 = t10 ^ t16;
    word t34 = t20 ^ t25;
    word t35 = t26 ^ t28;
    word t36 = t10 ^ t32;
    word t37 = t10 ^ t30;
    q[0] = t29;
    q[1] = t33;
    q[2] = t27;
    q[3] = t37;
    q[4] = t36;
    q[5] = t34;
    q[6] = t31;
    q[7] = t35;
}

/* q = inverse of S2 of q ^ 0xe2 */
KERNEL void
inv_sub_second(word q[8])
{
    word y[22], z[18];

    word t0 = q[1] ^ q[5];
    word t1 = q[0] ^ q[6];
    word t2 = q[3] ^ q[7];
    word t3 = q[2] ^ t0;
    word t4 = q[4] ^ t1;
    word t5 = q[0] ^ q[7];
    word t6 = q[2] ^ t2;
    word t7 = q[3] ^ t1;
    word t8 = t2 ^ t3;
    word t9 = t0 ^ t5;
    word t10 = q[7] ^ t1;
    word t11 = q[1] ^ q[2];
    word t12 = q[1] ^ q[4];
    word t13 = q[5] ^ t6;
    word t14 = t0 ^ t10;
    word t15 = q[4] ^ t9;
    word t16 = q[1] ^ t10;
    word t17 = t3 ^ t7;
    word t18 = q[7] ^ t3;
    word t19 = q[7] ^ t4;
    word t20 = t1 ^ t8;
    word t21 = t2 ^ t4;
    word t22 = q[6] ^ t0;
    word t23 = q[6] ^ t6;
    word t24 = q[1] ^ t2;
    word t25 = t3 ^ t4;
    word t26 = t4 ^ t13;
    y[0] = t26;
    y[1] = t18;
    y[2] = t8;
    y[3] = t9;
    y[4] = t0;
    y[5] = t23;
    y[6] = t20;
    y[7] = t25;
    y[8] = t17;
    y[9] = t6;
    y[10] = t7;
    y[11] = t24;
    y[12] = t5;
    y[13] = t22;
    y[14] = t14;
    y[15] = t12;
    y[16] = t19;
    y[17] = t16;
    y[18] = t21;
    y[19] = t3;
    y[20] = t11;
    y[21] = t15;

    aes_inversion(z, y);
    aes_inv_sub_bytes_last_layer(q, z);
}

/* One S-box on byte `place` of all four words. */
#    define SUBSTITUTE(name, sbox)                     \
        static void name(state *s, unsigned place)     \
        {                                              \
            for (unsigned p = place; p < 16; p += 4) { \
                word q[8];                             \
                                                       \
                memcpy(q, s->x[p], sizeof q);          \
                sbox(q);                               \
                memcpy(s->x[p], q, sizeof q);          \
            }                                          \
        }
SUBSTITUTE(substitute_s1, aes_sub_bytes)
SUBSTITUTE(substitute_s2, sub_second)
SUBSTITUTE(substitute_s1_inverse, aes_inv_sub_bytes)
SUBSTITUTE(substitute_s2_inverse, inv_sub_second)

static void
substitute(state *s, unsigned even)
{
    substitute_s1(s, even ? 2 : 0);
    substitute_s2(s, even ? 3 : 1);
    substitute_s1_inverse(s, even ? 0 : 2);
    substitute_s2_inverse(s, even ? 1 : 3);
}

/* A, and the next round key.  With C, P and J as in aria_portable.c, C J C is
 * J, so A = C P C + J. */
static void
diffuse(state *s, word key)
{
    for (unsigned i = 0; i < 8; i++, key = vshrq_n_u8(key, 1)) {
        const word bits = vtstq_u8(key, vdupq_n_u8(1));
#    define X(t, b) const word x##t##b = s->x[4 * t + b][i]
#    define WORDS(b) const word u##b = (x0##b ^ x1##b) ^ (x2##b ^ x3##b)
#    define OTHERS(t, b) const word z##t##b = x##t##b ^ u##b
#    define BYTES(t) const word j##t = (x##t##0 ^ x##t##1) ^ (x##t##2 ^ x##t##3)
#    define PERMUTED(b, b0, b1, b2) const word w##b = (z0##b0 ^ z1##b1) ^ (z2##b2 ^ z3##b)
#    define OUT(t, b, from) \
        s->x[4 * t + b][i] = (z##t##from ^ j##t) ^ (w##b ^ vdupq_laneq_u8(bits, 4 * t + b))
#    define ALL(f, t) \
        f(t, 0);      \
        f(t, 1);      \
        f(t, 2);      \
        f(t, 3)

        ALL(X, 0);
        ALL(X, 1);
        ALL(X, 2);
        ALL(X, 3);
        WORDS(0);
        WORDS(1);
        WORDS(2);
        WORDS(3);
        ALL(OTHERS, 0);
        ALL(OTHERS, 1);
        ALL(OTHERS, 2);
        ALL(OTHERS, 3);
        BYTES(0);
        BYTES(1);
        BYTES(2);
        BYTES(3);
        PERMUTED(0, 3, 1, 2);
        PERMUTED(1, 2, 0, 3);
        PERMUTED(2, 1, 3, 0);
        PERMUTED(3, 0, 2, 1);
        OUT(0, 0, 3);
        OUT(0, 1, 2);
        OUT(0, 2, 1);
        OUT(0, 3, 0);
        OUT(1, 0, 1);
        OUT(1, 1, 0);
        OUT(1, 2, 3);
        OUT(1, 3, 2);
        OUT(2, 0, 2);
        OUT(2, 1, 3);
        OUT(2, 2, 0);
        OUT(2, 3, 1);
        OUT(3, 0, 0);
        OUT(3, 1, 1);
        OUT(3, 2, 2);
        OUT(3, 3, 3);
    }
}

/* The keys that the sliced rounds add, with the constants of the S-boxes:
 * those of S1 and S2, added after, in bytes 0 and 1 in odd rounds, those of the
 * inverses, added before, in bytes 2 and 3. */
static void
sliced_keys(word k[MOST_ROUNDS + 1], const aria_schedule *s, int decrypt)
{
    const word first = vreinterpretq_u8_u32(vdupq_n_u32(0x0000e263)),
               second = vreinterpretq_u8_u32(vdupq_n_u32(0xe2630000));
    const uint8_t *rk = (const uint8_t *)aria_plain_keys(s);
    const unsigned n = (unsigned)s->rounds;

    for (unsigned r = 0; r <= n; r++) {
        const word key = vld1q_u8(rk + 16 * (decrypt ? n - r : r)), constants = r % 2 == 0 ? second : first;

        if (r == 0 || r == n)
            k[r] = key ^ constants;
        else if (decrypt)
            k[r] = aria_diffused(key ^ constants) ^ constants;
        else
            k[r] = key ^ aria_diffused(constants) ^ constants;
    }
}

/* Rows of a 16 x 16 matrix of bytes become its columns.  Macros, because
 * compilers leave an array in memory if a loop has its index. */
#    define TRN(r, s, size)                                                                   \
        t = vreinterpretq_u8_##size(                                                          \
            vtrn1q_##size(vreinterpretq_##size##_u8(x[r]), vreinterpretq_##size##_u8(x[s]))), \
        x[s] = vreinterpretq_u8_##size(                                                       \
            vtrn2q_##size(vreinterpretq_##size##_u8(x[r]), vreinterpretq_##size##_u8(x[s]))), \
        x[r] = t
#    define TRN1(r) t = vtrn1q_u8(x[r], x[r + 1]), x[r + 1] = vtrn2q_u8(x[r], x[r + 1]), x[r] = t
#    define TRN2(r) TRN(r, r + 2, u16)
#    define TRN4(r) TRN(r, r + 4, u32)
#    define TRN8(r) TRN(r, r + 8, u64)
#    define SIXTEEN(f) EIGHT(f), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)

KERNEL void
transpose_bytes(word x[16])
{
    word t;

    TRN1(0), TRN1(2), TRN1(4), TRN1(6), TRN1(8), TRN1(10), TRN1(12), TRN1(14);
    TRN2(0), TRN2(1), TRN2(4), TRN2(5), TRN2(8), TRN2(9), TRN2(12), TRN2(13);
    TRN4(0), TRN4(1), TRN4(2), TRN4(3), TRN4(8), TRN4(9), TRN4(10), TRN4(11);
    EIGHT(TRN8);
}

#    define ADD_BIT(i) q[i] ^= vtstq_u8(k, vdupq_n_u8(1 << i))

/* Bytes to bits, and the first round key. */
static void
slice(state *s, word key)
{
    uint8_t bytes[16];

    vst1q_u8(bytes, key);
    for (unsigned p = 0; p < 16; p++) {
        const word k = vdupq_n_u8(bytes[p]);
        word q[8];

        memcpy(q, s->x[p], sizeof q);
        transpose_bits_neon(q);
        EIGHT(ADD_BIT);
        memcpy(s->x[p], q, sizeof q);
    }
    narae_wipe(bytes, sizeof bytes);
}

/* The last round key, and bits to bytes. */
static void
unslice(state *s, word key)
{
    uint8_t bytes[16];

    vst1q_u8(bytes, key);
    for (unsigned p = 0; p < 16; p++) {
        const word k = vdupq_n_u8(bytes[p]);
        word q[8];

        memcpy(q, s->x[p], sizeof q);
        EIGHT(ADD_BIT);
        transpose_bits_neon(q);
        memcpy(s->x[p], q, sizeof q);
    }
    narae_wipe(bytes, sizeof bytes);
}

/* Round r and those after it, without the last key. */
static void
crypt_sliced(state *s, const word k[MOST_ROUNDS + 1], unsigned r, unsigned rounds)
{
    for (;; r++) {
        substitute(s, r % 2 == 0);
        if (r == rounds)
            break;
        diffuse(s, k[r]);
    }
}

/* Sixteen blocks to bytes by place. */
static void
put_blocks(state *s, unsigned g, const uint8_t in[256])
{
    word x[16];

#    define LOAD(i) x[i] = vld1q_u8(in + 16 * i)
#    define PUT(p) s->x[p][g] = x[p]
    SIXTEEN(LOAD);
    transpose_bytes(x);
    SIXTEEN(PUT);
}

/* out = sixteen blocks, or what they make of `in`. */
static void
get_blocks(const state *s, unsigned g, uint8_t out[256], const uint8_t *in)
{
    word x[16];

#    define GET(p) x[p] = s->x[p][g]
#    define STORE(i) vst1q_u8(out + 16 * i, x[i])
#    define XOR_STORE(i) vst1q_u8(out + 16 * i, x[i] ^ vld1q_u8(in + 16 * i))
    SIXTEEN(GET);
    transpose_bytes(x);
    if (in != NULL)
        SIXTEEN(XOR_STORE);
    else
        SIXTEEN(STORE);
}

/* A counter block after the first round, but for what comes from byte 15.  The
 * key of the round has the constants of S1 and S2, so they are taken off. */
KERNEL word
after_first_round(word counter, const word k[MOST_ROUNDS + 1])
{
    const word constants = vreinterpretq_u8_u32(vdupq_n_u32(0x0000e263)),
               inverses = vreinterpretq_u8_u32(vdupq_n_u32(0xe2630000));
    const word x = substitute_block(counter ^ k[0] ^ inverses, 0) ^ constants;

    return aria_diffused(vsetq_lane_u8(0, x, 15)) ^ k[1];
}

/* Counters after the first round, sliced.  Byte 15 is computed for each; the
 * others have one of two values, until it has counted up to 255 and after that.
 * Which is chosen by masks: a counter may be secret (GCM makes it of a long
 * nonce and the key). */
static void
put_counters(state *s, const uint8_t counter[16], uint32_t low, const word k[MOST_ROUNDS + 1])
{
    static const uint8_t fed_by_15[7] = {1, 2, 4, 5, 8, 10, 15};
    uint8_t block[16], before[16], after[16];
    const word first = vdupq_n_u8((uint8_t)low);
    word q[8], carried = vdupq_n_u8(0), key;

    memcpy(block, counter, 12);
    store32_be(block + 12, low);
    vst1q_u8(before, after_first_round(vld1q_u8(block), k));
    store32_be(block + 12, low + 256);
    vst1q_u8(after, after_first_round(vld1q_u8(block), k));

#    define NUMBER(g)                                  \
        q[g] = first + v_numbers + vdupq_n_u8(16 * g), \
        carried = vbslq_u8(vdupq_n_u8(1 << g), vcltq_u8(q[g], first), carried)
    EIGHT(NUMBER);
    transpose_bits_neon(q);
    key = vdupq_laneq_u8(k[0], 15);
#    define ADD_BIT_15(i) q[i] ^= vtstq_u8(key, vdupq_n_u8(1 << i))
    EIGHT(ADD_BIT_15);
    inv_sub_second(q);

    for (unsigned p = 0; p < 16; p++) {
        const word a = vdupq_n_u8(before[p]), b = vdupq_n_u8(after[p]);

#    define ONE_OF_TWO(i) \
        s->x[p][i] = vbslq_u8(carried, vtstq_u8(b, vdupq_n_u8(1 << i)), vtstq_u8(a, vdupq_n_u8(1 << i)))
        EIGHT(ONE_OF_TWO);
    }
    for (unsigned j = 0; j < 7; j++) {
        word *x = s->x[fed_by_15[j]];

#    define FEED(i) x[i] ^= q[i]
        EIGHT(FEED);
    }
    narae_wipe(before, sizeof before);
    narae_wipe(after, sizeof after);
}

/* 1 to 128 blocks; counter is null, or blocks are what it counts from `low` on. */
static void
batch(const word k[MOST_ROUNDS + 1], unsigned rounds, uint8_t *out, const uint8_t *in, size_t nblocks,
      const uint8_t *counter, uint32_t low)
{
    const unsigned whole = (unsigned)nblocks / 16;
    const size_t rest = nblocks % 16 * 16;
    uint8_t tail[256] = {0};
    state s;

    memcpy(tail, in + 256 * whole, rest);
    if (counter != NULL) {
        put_counters(&s, counter, low, k);
    } else {
        for (unsigned g = 0; g < 8; g++)
            put_blocks(&s, g, g < whole ? in + 256 * g : tail);
        slice(&s, k[0]);
    }
    crypt_sliced(&s, k, counter != NULL ? 2 : 1, rounds);
    unslice(&s, k[rounds]);
    for (unsigned g = 0; g < whole; g++)
        get_blocks(&s, g, out + 256 * g, counter != NULL ? in + 256 * g : NULL);
    if (rest != 0) {
        get_blocks(&s, whole, tail, counter != NULL ? tail : NULL);
        memcpy(out + 256 * whole, tail, rest);
    }
}

void
narae_aria_encrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aria_schedule *s = schedule;
    word k[MOST_ROUNDS + 1];

    sliced_keys(k, s, 0);
    for (size_t n; nblocks != 0; nblocks -= n, in += 16 * n, out += 16 * n) {
        n = nblocks < BATCH ? nblocks : BATCH;
        batch(k, (unsigned)s->rounds, out, in, n, NULL, 0);
    }
    narae_wipe(k, sizeof k);
}

void
narae_aria_decrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aria_schedule *s = schedule;
    word k[MOST_ROUNDS + 1];

    sliced_keys(k, s, 1);
    for (size_t n; nblocks != 0; nblocks -= n, in += 16 * n, out += 16 * n) {
        n = nblocks < BATCH ? nblocks : BATCH;
        batch(k, (unsigned)s->rounds, out, in, n, NULL, 0);
    }
    narae_wipe(k, sizeof k);
}

void
narae_aria_ctr_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const aria_schedule *s = schedule;
    uint32_t low = load32_be(counter + 12);
    word k[MOST_ROUNDS + 1];

    sliced_keys(k, s, 0);
    for (size_t n; nblocks != 0; nblocks -= n, in += 16 * n, out += 16 * n, low += (uint32_t)n) {
        n = nblocks < BATCH ? nblocks : BATCH;
        batch(k, (unsigned)s->rounds, out, in, n, counter, low);
    }
    store32_be(counter + 12, low);
    narae_wipe(k, sizeof k);
}

#endif
