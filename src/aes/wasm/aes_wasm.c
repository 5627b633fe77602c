/* SPDX-License-Identifier: MIT */
/* AES for WebAssembly with vectors: eight blocks, bit-sliced, and one.  FIPS 197.
 *
 * Eight are the kernel for NEON without what would make the code half as long again for a tenth
 * of the time.  One, of which modes that chain blocks have no more, is looked up in registers, as
 * aes_few_neon.c does.  Operations of x86-64, where a look-up is two, and what a round waits for:
 *
 *     two elements of GF(16), their inverses   5 look-ups, 10 others
 *     M(S(x)), M(3 S(x))                       4 look-ups, 2
 *     the three other rows                     3 look-ups, 5
 *     the key                                  16, for which nobody waits
 *     a round                                  57, 22 in a row
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_WASM_KERNELS

#    define NAME(f) f##_wasm
#    define ROUNDS static __attribute__((noinline))
#    define FEW 1
#    define encrypt_few encrypt_one
#    define expand narae_aes_expand_key

#    include "narae/descriptor.h"

static narae_blocks_fn encrypt_one;

#    include "aes/eight.inc"
#    include "aes/eight_key.inc"

#    include "aes/arm/field.h"

#    define v_find vqtbl1q_u8
#    define v_each(byte) vdupq_n_u8(byte)
#    define v_down4(x) ((V)((uint64x2_t)(x) >> 4) & v_each(15))

typedef uint8x16_t V;

static const uint8_t rows_below[4][48] = ROWS_BELOW;

/* The two elements of GF(16) whose inverses add up to that of M(x). */
KERNEL void
invert_one(V *a, V *b, V x)
{
    const V k = x & v_each(15), i = v_down4(x), j = i ^ k, ratio = v_find(RATIOS, k);

    *a = v_find(INVERSES, v_find(INVERSES, i) ^ ratio) ^ j;
    *b = v_find(INVERSES, v_find(INVERSES, j) ^ ratio) ^ i;
}

static void
encrypt_one(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    enum { KEY_BYTES = NARAE_AES_ROUND_KEY_BYTES };
    const aes_schedule *s = schedule;
    const uint8_t *rk = (const uint8_t *)s->rk;
    const V y = v_find(vld1q_u8(in), vld1q_u8(to_columns[0]));
    V x = v_find(M_LOW, y & v_each(15)) ^ v_find(M_HIGH, v_down4(y)) ^ SUM(rk, M_OF_BIT), a, b;

    (void)nblocks; /* 1 */
    for (unsigned r = 1; r < s->rounds; r++) {
        const uint8_t *rows = rows_below[r % 4];

        rk += KEY_BYTES;
        invert_one(&a, &b, x);

        const V one = v_find(ONE_A, a) ^ v_find(ONE_B, b), three = v_find(THREE_A, a) ^ v_find(THREE_B, b);

        x = one ^ three ^ SUM(rk, M_OF_BIT) ^ v_find(three, vld1q_u8(rows)) ^
            (v_find(one, vld1q_u8(rows + 16)) ^ v_find(one, vld1q_u8(rows + 32)));
    }
    invert_one(&a, &b, x);
    x = v_find(S_A, a) ^ v_find(S_B, b) ^ SUM(rk + KEY_BYTES, BIT);
    vst1q_u8(out, v_find(x, vld1q_u8(to_columns[s->rounds % 4])));
}

#endif
