/* SPDX-License-Identifier: MIT */
/* HIGHT for ARMv8-A: 8 blocks are 4 vectors, four such groups at a time.  TTAS.KO-12.0040/R1;
 * ISO/IEC 18033-3.
 *
 * F0 and F1 of 16 bytes are two PMULL: the lower byte of a product has the bits that stay in the
 * byte, the upper one those that wrap.  TRN1 and TRN2 collect the bytes of each kind, and XOR adds
 * them: 5 operations, and with the key and the target byte a step of 7.  TRN interleaves the two
 * products, by which the highest bit of a byte's place becomes the lowest one.  Vector i therefore
 * has bytes i and i + 4 of a group, whose steps change vector i + 1, in these places, where h is bit
 * 2 of the byte's number and b that of the block:
 *
 *     vector      0              1              2              3
 *     place       b2 b1 b0 h     b1 b0 h b2     b0 h b2 b1     h b2 b1 b0
 *
 * Byte 3 changes byte 4, and byte 7 byte 0: after vector 3, TRN has its operands exchanged.
 *
 * A round of four groups is 8 steps, and four rounds have 6 LD1R of keys: 28.75 cycles of two vector
 * pipes, of which one alone multiplies.
 *
 *     cycles for 256 bytes
 *     32 rounds x 28.75                          920
 *     two transpositions of 15 or 16 a group      62
 *     whitening                                   10
 *     cycles/byte                               3.87
 *
 *                          ECB      decryption    CTR
 *     pipeline model       4.30     4.29          4.35
 *     llvm-mca             3.96     3.96          4.01
 *
 * at 5 KiB and 10 KiB.  The loop takes 30.5 cycles a round: LD1R takes a vector pipe when its word
 * arrives.  Beginning and end wait for results, of which a step's takes 17 cycles.
 *
 * Up to 2 blocks are faster in general registers.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>
#    include <stdbool.h>

#    include "core/arm/order.h"
#    include "core/bytes.h"
#    include "core/for_each.h"

#    include "kernels.h"

#    define KERNEL static inline __attribute__((always_inline))

typedef uint8x16_t V;

enum { GROUP = 8, GROUPS = 4, ALL = GROUPS * GROUP, FEW = 2 };

/* clang-format off */
#    define PRODUCT_LOW(to, a, b) __asm__ volatile("pmull %0.8h, %1.8b, %2.8b" : "=w"(to) : "w"(a), "w"(b))
#    define PRODUCT_HIGH(to, a, b) __asm__ volatile("pmull2 %0.8h, %1.16b, %2.16b" : "=w"(to) : "w"(a), "w"(b))
#    define EVEN(to, a, b) __asm__ volatile("trn1 %0.16b, %1.16b, %2.16b" : "=w"(to) : "w"(a), "w"(b))
#    define ODD(to, a, b) __asm__ volatile("trn2 %0.16b, %1.16b, %2.16b" : "=w"(to) : "w"(a), "w"(b))
#    define ADD8(to, a, b) __asm__ volatile("add %0.16b, %1.16b, %2.16b" : "=w"(to) : "w"(a), "w"(b))
#    define SUB8(to, a, b) __asm__ volatile("sub %0.16b, %1.16b, %2.16b" : "=w"(to) : "w"(a), "w"(b))
#    define LOAD_EACH64(to, p) __asm__ volatile("ld1r {%0.2d}, %1" : "=w"(to) : "Q"(*(p)))
/* clang-format on */

/* F0 or F1 of a vector, and how it changes the next one. */
typedef struct step {
    unsigned group, from, to, chain, place;
    bool f1, first, last;
} step;

/* Step n of four rounds.  A round changes two vectors, each by one that the round before changed, in the same
 * order: a step's input is of 2 x groups steps before. */
KERNEL step
step_of(unsigned n, unsigned groups, bool decrypt)
{
    const unsigned before = n / (2 * groups) & 3, r = decrypt ? 3 - before : before;
    const unsigned chain = (n / groups & 1) ^ (decrypt ? r & 1 : 0), from = (r + 2 * chain) & 3;

    return (step){
        .group = n % groups,
        .from = from,
        .to = (from + 1) & 3,
        .chain = chain,
        .place = n & 7,
        .f1 = ((r + chain) & 1) == 0,
        .first = n % (8 * groups) == 0,
        .last = n % groups == groups - 1,
    };
}

/* The groups, what steps in progress have so far, the constants, the key, and where it came from. */
typedef struct work {
    V (*x)[4];
    V low[8], high[8], even[8], odd[8], sum[8], part[8];
    V f0, f1, key;
    const uint32_t (*rows)[2][8], (*last)[2][8];
    bool decrypt;
} work;

KERNEL V
load_key(const uint32_t row[8], unsigned vector)
{
    V k;

    if (vector == 3)
        NEON_LOAD(k, (const uint32_t (*)[4])row);
    else if (vector == 2)
        LOAD_EACH64(k, (const uint32_t (*)[2])(row + 4));
    else
        NEON_LOAD_EACH32(k, row + 7 - vector);
    return k;
}

KERNEL void
multiply_low(work *w, step s)
{
    PRODUCT_LOW(w->low[s.place], w->x[s.group][s.from], s.f1 ? w->f1 : w->f0);
}

KERNEL void
multiply_high(work *w, step s)
{
    PRODUCT_HIGH(w->high[s.place], w->x[s.group][s.from], s.f1 ? w->f1 : w->f0);
}

KERNEL void
take_even(work *w, step s)
{
    if (s.from == 3)
        EVEN(w->even[s.place], w->high[s.place], w->low[s.place]);
    else
        EVEN(w->even[s.place], w->low[s.place], w->high[s.place]);
}

KERNEL void
take_odd(work *w, step s)
{
    if (s.from == 3)
        ODD(w->odd[s.place], w->high[s.place], w->low[s.place]);
    else
        ODD(w->odd[s.place], w->low[s.place], w->high[s.place]);
}

KERNEL void
add_up(work *w, step s)
{
    NEON_XOR(w->sum[s.place], w->even[s.place], w->odd[s.place]);
}

KERNEL void
use_key(work *w, step s)
{
    if (s.f1)
        NEON_XOR(w->part[s.place], w->sum[s.place], w->key);
    else
        ADD8(w->part[s.place], w->sum[s.place], w->key);
}

KERNEL void
change(work *w, step s)
{
    V *const y = &w->x[s.group][s.to];

    if (!s.f1)
        NEON_XOR(*y, *y, w->part[s.place]);
    else if (w->decrypt)
        SUB8(*y, *y, w->part[s.place]);
    else
        ADD8(*y, *y, w->part[s.place]);
}

/* The key of a step; after the last round one of the last four again, unused. */
KERNEL void
next_key(work *w, step s)
{
    if (s.first && w->rows != w->last)
        w->rows += w->decrypt ? -1 : 1;
    w->key = load_key((*w->rows)[s.chain], s.to);
}

/* In a slot one step begins, and those that began 2, 3 and 5 slots before continue: no operation waits for a
 * result.  Fewer groups have fewer steps at a time. */
KERNEL void
rounds(V x[][4], unsigned groups, const hight_neon_schedule *schedule, bool decrypt)
{
    const unsigned summed = groups > 1 ? 2 : 1, keyed = groups == 4 ? 3 : groups,
                   done = groups > 1 ? groups + 1 : 1;
    work w = {
        .x = x,
        .f0 = vdupq_n_u8(0x86),
        .f1 = vdupq_n_u8(0x58),
        .rows = schedule->rk + (decrypt ? 7 : 0),
        .last = schedule->rk + (decrypt ? 0 : 7),
        .decrypt = decrypt,
    };

    w.key = load_key((*w.rows)[step_of(0, groups, decrypt).chain], step_of(0, groups, decrypt).to);

#    define OF(n, operation) operation(&w, step_of(n, groups, decrypt))
#    define BEFORE(n, lag, operation)   \
        if ((n) >= (lag)) {             \
            OF((n) - (lag), operation); \
        }
#    define SLOT(n)                                                         \
        do {                                                                \
            OF(n, multiply_low);                                            \
            BEFORE(n, summed, take_even)                                    \
            OF(n, multiply_high);                                           \
            BEFORE(n, summed, take_odd)                                     \
            BEFORE(n, summed, add_up)                                       \
            BEFORE(n, keyed, use_key)                                       \
            if ((n) >= keyed && step_of((n) - keyed, groups, decrypt).last) \
                next_key(&w, step_of((n) - keyed + 1, groups, decrypt));    \
            BEFORE(n, done, change)                                         \
        } while (0)

    FOR_EACH_OF_5(n, done, SLOT(n););
    for (unsigned i = 0; i < HIGHT_ROUNDS; i += 4) {
        FOR_EACH_OF_16(n, groups == 4 ? 16 : 8 * groups, SLOT(n + done););
        if (groups == 4)
            FOR_EACH_OF_16(n, 16, SLOT(n + 16 + done););
    }
}

/* Loaded for each run: no register is left to keep a constant during the rounds. */
KERNEL V
load(const uint8_t constant[16])
{
    V x;

    NEON_LOAD(x, (const uint8_t (*)[16])constant);
    return x;
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == 2)
        return vld1q_u8(p);
    return vcombine_u8(nblocks != 0 ? vld1_u8(p) : vdup_n_u8(0), vdup_n_u8(0));
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == 2)
        vst1q_u8(p, x);
    else if (nblocks != 0)
        vst1_u8(p, vget_low_u8(x));
}

#    define TRN(type, suffix, a, b)                  \
        do {                                         \
            const type t = (type)(a), u = (type)(b); \
            a = (V)vtrn1q_##suffix(t, u);            \
            b = (V)vtrn2q_##suffix(t, u);            \
        } while (0)

/* The highest bit of a byte's place becomes the lowest one. */
KERNEL V
left(V x)
{
    return (V)vaddw_u8(vshll_high_n_u8(x, 8), vget_low_u8(x));
}

/* And the lowest one the highest. */
KERNEL V
right(V x)
{
    return vshrn_high_n_u16(vmovn_u16((uint16x8_t)x), (uint16x8_t)x, 8);
}

/* The upper two bits change places with the lower two; bytes come from places with bit 0 or 2 turned over or
 * as they are. */
KERNEL V
across(V x, unsigned turned)
{
    static const uint8_t places[3][16] = {
        {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15},
        {1, 5, 9, 13, 0, 4, 8, 12, 3, 7, 11, 15, 2, 6, 10, 14},
        {4, 0, 12, 8, 5, 1, 13, 9, 6, 2, 14, 10, 7, 3, 15, 11},
    };
    return vqtbl1q_u8(x, load(places[turned]));
}

/* From vectors of two blocks.  Two exchanges leave places b0 h b2 b1 in all of them.  Byte 0 goes to vector 0
 * or, as decryption begins, byte 7 goes there, byte 0 to vector 1. */
KERNEL void
to_rows(V x[4], unsigned byte0)
{
    FOR_EACH_OF_2(i, 2, TRN(uint8x16_t, u8, x[2 * i], x[2 * i + 1]););
    FOR_EACH_OF_2(i, 2, TRN(uint16x8_t, u16, x[i], x[i + 2]););
    if (byte0 == 0) {
        x[0] = across(x[0], 0);
        x[1] = right(x[1]);
        x[3] = left(x[3]);
    } else {
        const V y = x[0];

        x[0] = across(x[3], 2);
        x[3] = left(x[2]);
        x[2] = x[1];
        x[1] = right(y);
    }
}

KERNEL void
to_blocks(V x[4], unsigned byte0)
{
    if (byte0 == 0) {
        x[0] = across(x[0], 0);
        x[1] = left(x[1]);
        x[3] = right(x[3]);
    } else {
        const V y = x[0];

        x[0] = left(x[1]);
        x[1] = x[2];
        x[2] = right(x[3]);
        x[3] = across(y, 1);
    }
    FOR_EACH_OF_2(i, 2, TRN(uint16x8_t, u16, x[i], x[i + 2]););
    FOR_EACH_OF_2(i, 2, TRN(uint8x16_t, u8, x[2 * i], x[2 * i + 1]););
}

KERNEL size_t
share(size_t nblocks, size_t before)
{
    return nblocks <= before ? 0 : nblocks - before < 2 ? nblocks - before : 2;
}

#    define AT (GROUP * g + 2 * i)
#    define LOAD(n) v_load(in + 8 * AT, share(n, AT))
#    define STORE(x, n) v_store(out + 8 * AT, x, share(n, AT))

KERNEL void
encrypt_rows(V x[][4], unsigned groups, const hight_neon_schedule *s)
{
    const V k0 = load_key(s->whitening, 0), k2 = load_key(s->whitening, 2);

    FOR_EACH_OF_4(g, groups, x[g][0] = x[g][0] + k0; x[g][2] ^= k2;);
    rounds(x, groups, s, false);
    const V k1 = load_key(s->whitening, 1), k3 = load_key(s->whitening, 3);
    FOR_EACH_OF_4(g, groups, x[g][1] = x[g][1] + k1; x[g][3] ^= k3;);
}

KERNEL void
encrypt_some(const hight_neon_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    V x[4][4];

    FOR_EACH_OF_4(g, groups, FOR_EACH_OF_4(i, 4, x[g][i] = LOAD(n);); to_rows(x[g], 0););
    encrypt_rows(x, groups, s);
    FOR_EACH_OF_4(g, groups, to_blocks(x[g], 1); FOR_EACH_OF_4(i, 4, STORE(x[g][i], n);););
}

KERNEL void
decrypt_some(const hight_neon_schedule *s, uint8_t *out, const uint8_t *in, size_t n, unsigned groups)
{
    V x[4][4];
    const V k1 = load_key(s->whitening, 1), k3 = load_key(s->whitening, 3);

    FOR_EACH_OF_4(g, groups, FOR_EACH_OF_4(i, 4, x[g][i] = LOAD(n);); to_rows(x[g], 1);
                  x[g][1] = x[g][1] - k1; x[g][3] ^= k3;);
    rounds(x, groups, s, true);
    const V k0 = load_key(s->whitening, 0), k2 = load_key(s->whitening, 2);
    FOR_EACH_OF_4(g, groups, x[g][0] = x[g][0] - k0; x[g][2] ^= k2; to_blocks(x[g], 0);
                  FOR_EACH_OF_4(i, 4, STORE(x[g][i], n);););
}

/* A byte in every place of byte i, another one in those of byte i + 4. */
KERNEL V
pair(unsigned i, uint32_t first, uint32_t second)
{
    const uint64_t each = UINT64_C(0x0101010101010101);

    if (i == 0)
        return (V)vdupq_n_u16((uint16_t)(first | second << 8));
    if (i == 1)
        return (V)vdupq_n_u32(0x0101 * first | 0x01010000 * second);
    if (i == 2)
        return (V)vdupq_n_u64((each >> 32) * (first | (uint64_t)second << 32));
    return (V)vcombine_u64(vcreate_u64(each * first), vcreate_u64(each * second));
}

/* Counters low, low + 1, ...: bytes 4 to 6 are those of the first counter or, after a carry, of that 256
 * further. */
KERNEL void
count(V x[][4], unsigned groups, uint32_t fixed, uint32_t low)
{
    static const uint8_t number[4][16] = {
        /* of the block, from 1 on, in the places of bytes 4 to 7 */
        {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8},
        {0, 0, 1, 5, 0, 0, 2, 6, 0, 0, 3, 7, 0, 0, 4, 8},
        {0, 0, 0, 0, 1, 3, 5, 7, 0, 0, 0, 0, 2, 4, 6, 8},
        {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8},
    };
    static const uint8_t eight[2][16] = {
        {0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8},
        {8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8},
    };
    const V more = load(eight[0]), less = load(eight[1]);

    __asm__ volatile("" : "+r"(fixed)); /* nor is one left for vectors made of it */

    const uint32_t least = low & 0xff;
    V uncarried = vdupq_n_u8((uint8_t)(least != 0 ? 256 - least : 255)); /* the last number without a carry */
    V last = pair(3, fixed >> 24, (least - 1) & 0xff) + load(number[3]);
    V before[3], after[3], numbers[3];

    FOR_EACH_OF_3(i, 3, const uint32_t same = fixed >> 8 * i & 0xff; const unsigned at = 24 - 8 * i;
                  before[i] = pair(i, same, low >> at & 0xff);
                  after[i] = pair(i, same, (low + 256) >> at & 0xff); numbers[i] = load(number[i]););
    FOR_EACH_OF_4(
        g, groups,
        FOR_EACH_OF_3(i, 3, x[g][i] = vbslq_u8(vcgtq_u8(numbers[i], uncarried), after[i], before[i]););
        x[g][3] = last; last += more; uncarried = vqsubq_u8(uncarried, less););
}

KERNEL void
ctr_some(const hight_neon_schedule *s, uint32_t fixed, uint32_t low, uint8_t *out, const uint8_t *in,
         size_t n, unsigned groups)
{
    V x[4][4];

    count(x, groups, fixed, low);
    encrypt_rows(x, groups, s);
    FOR_EACH_OF_4(g, groups, to_blocks(x[g], 1); FOR_EACH_OF_4(i, 4, STORE(x[g][i] ^ LOAD(n), n);););
}

/* some() for four groups at a time; then with as many as the rest needs. */
#    define RUNS(some)                                                        \
        for (; nblocks >= ALL; nblocks -= ALL, in += 8 * ALL, out += 8 * ALL) \
        some(ALL, GROUPS)
#    define REST(some)                \
        do {                          \
            if (nblocks > 2 * GROUP)  \
                some(nblocks, 4);     \
            else if (nblocks > GROUP) \
                some(nblocks, 2);     \
            else                      \
                some(nblocks, 1);     \
        } while (0)

void
narae_hight_encrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
#    define ENCRYPT(n, groups) encrypt_some(schedule, out, in, n, groups)
    if (nblocks > FEW)
        RUNS(ENCRYPT);
    if (nblocks > FEW)
        REST(ENCRYPT);
    else
        narae_hight_encrypt_portable(schedule, out, in, nblocks);
}

void
narae_hight_decrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
#    define DECRYPT(n, groups) decrypt_some(schedule, out, in, n, groups)
    if (nblocks > FEW)
        RUNS(DECRYPT);
    if (nblocks > FEW)
        REST(DECRYPT);
    else
        narae_hight_decrypt_portable(schedule, out, in, nblocks);
}

void
narae_hight_ctr_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const uint32_t fixed = load32_le(counter);
    uint32_t low = load32_be(counter + 4);

#    define CTR(n, groups) (ctr_some(schedule, fixed, low, out, in, n, groups), low += (uint32_t)(n))
    RUNS(CTR);
    store32_be(counter + 4, low);
    if (nblocks <= FEW) {
        hight_ctr_portable(schedule, out, in, nblocks, counter);
        return;
    }
    REST(CTR);
    store32_be(counter + 4, low);
}

/* A row of keys: bytes of `k` for steps to vectors 3, 2, 1 and 0, each key in all places of its byte. */
KERNEL void
spread(uint32_t row[8], V k, const uint8_t from[32])
{
    vst1q_u32(row, (uint32x4_t)vqtbl1q_u8(k, vld1q_u8(from)));
    vst1q_u32(row + 4, (uint32x4_t)vqtbl1q_u8(k, vld1q_u8(from + 16)));
}

void
narae_hight_set_key_neon(void *schedule, const uint8_t *key, size_t key_bytes)
{
    static const uint8_t whitening[32] = {
        1,  1,  1,  1,  1,  1,  1,  1,  3, 3, 3, 3, 3,  3,  3,  3,
        13, 13, 13, 13, 15, 15, 15, 15, 0, 0, 2, 2, 12, 14, 12, 14,
    };
    static const uint8_t four[2][2][32] = {
        /* rounds by chain; in the next four, bytes i and i + 4 have changed places */
        {
            {10, 10, 10, 10, 10, 10, 10, 10, 8, 8, 8, 8, 8,  8,  8,  8,
             5,  5,  5,  5,  7,  7,  7,  7,  0, 0, 2, 2, 13, 15, 13, 15},
            {1,  1,  1,  1,  1,  1,  1,  1,  3, 3, 3,  3,  3, 3, 3, 3,
             14, 14, 14, 14, 12, 12, 12, 12, 9, 9, 11, 11, 4, 6, 4, 6},
        },
        {
            {8, 8, 8, 8, 8, 8, 8, 8, 10, 10, 10, 10, 10, 10, 10, 10,
             7, 7, 7, 7, 5, 5, 5, 5, 2,  2,  0,  0,  15, 13, 15, 13},
            {3,  3,  3,  3,  3,  3,  3,  3,  1,  1,  1, 1, 1, 1, 1, 1,
             12, 12, 12, 12, 14, 14, 14, 14, 11, 11, 9, 9, 6, 4, 6, 4},
        },
    };
    hight_neon_schedule *s = (hight_neon_schedule *)schedule;

    narae_hight_set_key_portable(&s->narrow, key, key_bytes);
    spread(s->whitening, vld1q_u8(key), whitening);
    for (unsigned r = 0; r < HIGHT_ROUNDS / 4; r++) {
        const V k = (V)vld1q_u32(s->narrow.rk + 4 * r);

        FOR_EACH_OF_2(chain, 2, spread(s->rk[r][chain], k, four[r & 1][chain]););
    }
}

#endif
