/* SPDX-License-Identifier: MIT */
/* ChaCha for WebAssembly with vectors.
 *
 * For four blocks at a time there is a vector for each word of the state, so that a double round is
 * eight quarter rounds without rotating rows: 4 additions, 4 XORs, a shuffle (two operations of
 * x86-64) for the rotation by 16, one for that by 8, two rotations of two shifts and an OR.
 * Operations of x86-64:
 *
 *     eight quarter rounds    136, of which 56 are shifts and shuffles
 *     10 double rounds        1,360
 *     the start, the end         16, 64
 *
 * At four a cycle, two of them shifts or shuffles, that is 360 cycles for 256 bytes, 1.4 a byte; V8
 * on a Zen 4 takes 556, since 16 vectors are one more than it has registers, and each double round
 * has about 20 spills and reloads.  The rotation by 8 as two shifts and an OR gives 577, rows of
 * three blocks 750.  The four quarter rounds of a half must stay interleaved; v_here() keeps clang
 * from reordering them.
 *
 * For up to three blocks a vector is a row of the state: rows.inc.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include <wasm_simd128.h>

#    include "core/for_each.h"

#    include "chacha/chacha_internal.h"

#    define CODE static
#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_few
#    define BLOCKS 1
#    define GROUPS 3

typedef uint32_t V __attribute__((vector_size(16)));
typedef uint16_t V16 __attribute__((vector_size(16)));

#    define v_row(words) ((V)wasm_v128_load(words))
#    define v_rol(x, n) ((x) << (n) | (x) >> (32 - (n)))
#    define v_swap(x) ((V)__builtin_shufflevector((V16)(x), (V16)(x), 1, 0, 3, 2, 5, 4, 7, 6))
#    define v_turn(x, n) __builtin_shufflevector(x, x, (n) % 4, ((n) + 1) % 4, ((n) + 2) % 4, ((n) + 3) % 4)
#    define v_count(row3, n) ((V)wasm_i64x2_add((v128_t)(row3), wasm_i64x2_make(n, 0)))
#    define v_set1(word) ((V)wasm_i32x4_splat((int32_t)(word)))
#    define v_here(x) __asm__ volatile("" : "+r"(x))

KERNEL void
v_xor_out(uint8_t *out, const uint8_t *in, V x[4], size_t nblocks)
{
    (void)nblocks;
    FOR_EACH(i, 4, wasm_v128_store(out + 16 * i, (v128_t)x[i] ^ wasm_v128_load(in + 16 * i)););
}

#    include "chacha/rows.inc"

/* Of four columns, d = 0, or diagonals, d = 1. */
KERNEL void
four_quarter_rounds(V x[16], const unsigned d)
{
#    define STEP(to, from, turned, rotate) \
        FOR_EACH(i, 4, V *a = &x[to], *b = &x[turned]; *a += x[from]; *b = rotate(*b ^ *a); v_here(*b);)
#    define A i
#    define B 4 + ((i + d) & 3)
#    define C 8 + ((i + 2 * d) & 3)
#    define D 12 + ((i + 3 * d) & 3)
#    define ROL12(x) v_rol(x, 12)
#    define ROL8(x)                         \
        ((V)wasm_i8x16_swizzle((v128_t)(x), \
                               wasm_i8x16_const(3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14)))
#    define ROL7(x) v_rol(x, 7)
    STEP(A, B, D, v_swap);
    STEP(C, D, B, ROL12);
    STEP(A, B, D, ROL8);
    STEP(C, D, B, ROL7);
}

/* Words 4 r to 4 r + 3 of all four blocks become a row of each. */
KERNEL void
finish_row(const V x[4], V row, uint8_t *out, const uint8_t *in, const unsigned r)
{
    const V a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5),
            b = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
    const V c = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5),
            d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
    const V y[4] = {__builtin_shufflevector(a, c, 0, 1, 4, 5), __builtin_shufflevector(a, c, 2, 3, 6, 7),
                    __builtin_shufflevector(b, d, 0, 1, 4, 5), __builtin_shufflevector(b, d, 2, 3, 6, 7)};

    FOR_EACH(j, 4, const unsigned at = 64 * j + 16 * r; wasm_v128_store(
                 out + at, (v128_t)(y[j] + (r == 3 ? v_count(row, j) : row)) ^ wasm_v128_load(in + at)););
}

static void
four_blocks(const uint32_t state[16], uint8_t *out, const uint8_t *in, unsigned rounds)
{
    V x[16];

    FOR_EACH(i, 8, x[i] = v_set1(state[i]); x[8 + i] = v_set1(state[8 + i]););
    x[12] += (V){0, 1, 2, 3};
    x[13] -= (V)(x[12] < v_set1(state[12]));
    for (; rounds != 0; rounds -= 2) {
        four_quarter_rounds(x, 0);
        four_quarter_rounds(x, 1);
    }
    FOR_EACH(r, 4, finish_row(x + 4 * r, v_row(state + 4 * r), out, in, r););
}

void
narae_chacha_blocks_wasm(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    for (; nblocks >= 4; nblocks -= 4, in += 256, out += 256) {
        four_blocks(state, out, in, rounds);
        state[12] += 4;
        state[13] += state[12] < 4;
    }
    narae_chacha_blocks_few(state, out, in, nblocks, rounds);
}

#endif
