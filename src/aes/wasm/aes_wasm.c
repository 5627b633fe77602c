/* SPDX-License-Identifier: MIT */
/* AES for WebAssembly with vectors: eight blocks, bit-sliced, and one.  FIPS 197.
 *
 * Eight blocks use the kernel for NEON without the shared first round of counter mode, which would
 * add half the code to save a tenth of the time.  A single block, as in modes that chain blocks, is
 * looked up in registers, as in aes_few_neon.c.  Below are operations of x86-64, on which a look-up
 * is two, and the latency of a round on Zen 4, on which a look-up takes four cycles:
 *
 *     two elements of GF(16), their inverses   5 look-ups, 10 others
 *     M(S(x)), M(3 S(x))                       4 look-ups, 2
 *     the three other rows                     3 look-ups, 5
 *     the key                                  16, off the critical path
 *     a round                                  57; four look-ups and 8 others in a row, 24 cycles
 *
 * With V8 a round takes 34 cycles on Zen 4: V8 also loads the tables, and the constant that a
 * look-up adds to its indices so that those above 15 give 0.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    define NAME(f) f##_wasm
#    define ROUNDS static __attribute__((noinline))
#    define FEW 1
#    define encrypt_few encrypt_one
#    define expand narae_aes_expand_key

#    include "kernels.h"

static narae_blocks_fn encrypt_one;

#    include "aes/eight.inc"
#    include "aes/eight_key.inc"

#    include "aes/arm/field.h"

#    define OF(i) t->m_of_bit[i]
#    define v_find vqtbl1q_u8
#    define v_each(byte) vdupq_n_u8(byte)
#    define v_down4(x) ((V)((uint64x2_t)(x) >> 4) & v_each(15))

typedef uint8x16_t V;

static const uint8_t rows_below[4][48] = ROWS_BELOW;

/* Constants in memory: V8 builds an immediate in four instructions at each use. */
static const struct constants {
    V m_low, m_high, inverses, ratios, one_a, one_b, three_a, three_b, s_a, s_b;
    uint8_t m_of_bit[8];
} constants = {
    M_LOW,
    M_HIGH,
    INVERSES,
    RATIOS,
    ONE_A,
    ONE_B,
    THREE_A,
    THREE_B,
    S_A,
    S_B,
    {M_OF_BIT(0), M_OF_BIT(1), M_OF_BIT(2), M_OF_BIT(3), M_OF_BIT(4), M_OF_BIT(5), M_OF_BIT(6), M_OF_BIT(7)}};

/* The two elements of GF(16) whose inverses add up to that of M(x). */
KERNEL void
invert_one(const struct constants *t, V *a, V *b, V x)
{
    const V k = x & v_each(15), i = v_down4(x), j = i ^ k, ratio = v_find(t->ratios, k);

    *a = v_find(t->inverses, v_find(t->inverses, i) ^ ratio) ^ j;
    *b = v_find(t->inverses, v_find(t->inverses, j) ^ ratio) ^ i;
}

static void
encrypt_one(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    enum { KEY_BYTES = NARAE_AES_ROUND_KEY_BYTES };
    const aes_schedule *s = schedule;
    const uint8_t *rk = (const uint8_t *)s->rk;
    const struct constants *t = &constants;

    __asm__("" : "+r"(t));

    const V y = v_find(vld1q_u8(in), vld1q_u8(to_columns[0]));
    V x = v_find(t->m_low, y & v_each(15)) ^ v_find(t->m_high, v_down4(y)) ^ SUM(rk, OF), a, b;

    (void)nblocks; /* 1 */
    for (unsigned r = 1; r < s->rounds; r++) {
        const uint8_t *rows = rows_below[r % 4];

        rk += KEY_BYTES;
        invert_one(t, &a, &b, x);

        const V one = v_find(t->one_a, a) ^ v_find(t->one_b, b),
                three = v_find(t->three_a, a) ^ v_find(t->three_b, b);

        x = one ^ three ^ SUM(rk, OF) ^ v_find(three, vld1q_u8(rows)) ^
            (v_find(one, vld1q_u8(rows + 16)) ^ v_find(one, vld1q_u8(rows + 32)));
    }
    invert_one(t, &a, &b, x);
    x = v_find(t->s_a, a) ^ v_find(t->s_b, b) ^ SUM(rk + KEY_BYTES, BIT);
    vst1q_u8(out, v_find(x, vld1q_u8(to_columns[s->rounds % 4])));
}

#endif
