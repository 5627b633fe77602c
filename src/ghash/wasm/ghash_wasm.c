/* SPDX-License-Identifier: MIT */
/* GHASH for WebAssembly with vectors, which has no carry-less multiplication: 16 blocks at a
 * time by swizzles.  SP 800-38D, clause 6.3.
 *
 * Vector p holds byte p of 16 blocks.  All are multiplied by one constant, h^16: for each byte of
 * its multiples by the 16 values of a nibble there is a vector, in which a swizzle looks up that
 * byte for 16 blocks.  The table is the same for every byte of a block, 2 x 16 vectors for the two
 * nibbles; column c of the product is the sum over p of byte c - p of the multiples:
 *
 *     16 x 16 x 2 swizzles and as many XORs, and 4 x 15 for the reduction: 36 each a block
 *
 * Block j of a group is added to sum j.  At the end ghash_mul32.c hashes the 16 sums as blocks, and
 * the tail.
 *
 * Time depends on the number of blocks alone: tables are vectors, and look-ups are in registers. */

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS

#    include <wasm_simd128.h>

#    include "core/bytes.h"
#    include "narae/wipe.h"

#    include "ghash/ghash_internal.h"

typedef uint8_t V __attribute__((vector_size(16)));

#    define KERNEL static inline __attribute__((always_inline))

enum { LANES = 16, ENOUGH = 2 * LANES, COLUMNS = 31 };

#    define v_find(table, x) ((V)wasm_i8x16_swizzle((v128_t)(table), (v128_t)(x)))
#    define v_low(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#    define v_high(a, b) \
        __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

/* y / x: see ghash.c. */
static void
divide(uint8_t quotient[16], const uint8_t y[16])
{
    const uint64_t high = load64_be(y), low = load64_be(y + 8), out = high >> 63;

    store64_be(quotient, (high << 1 | low >> 63) ^ ((0 - out) & 0xc200000000000000));
    store64_be(quotient + 8, low << 1 | out);
}

/* v = x v */
static void
times_x(uint64_t v[2])
{
    const uint64_t out = v[1] & 1;

    v[1] = v[1] >> 1 | v[0] << 63;
    v[0] = v[0] >> 1 ^ ((0 - out) & 0xe100000000000000);
}

/* The multiples of h^16: vector i of the first 16 has byte i of all for the upper nibble,
 * whose coefficients are x^0 to x^3; the next 16 are for the lower. */
void
narae_ghash_powers_wasm(narae_ghash_key *key)
{
    const uint8_t zero[16] = {0};
    narae_ghash_key square;
    uint8_t y[16] = {0x80};
    uint64_t v[2], multiple[16][2];
    uint8_t *const powers = ((ghash_contents *)key)->powers;

    narae_ghash_blocks_mul32(y, key, zero, 1);
    for (unsigned n = 1; n < LANES; n *= 2) {
        divide(((ghash_contents *)&square)->h, y);
        narae_ghash_blocks_mul32(y, &square, zero, 1);
    }
    v[0] = load64_be(y);
    v[1] = load64_be(y + 8);
    multiple[0][0] = multiple[0][1] = 0;
    for (unsigned nibble = 0; nibble < 2; nibble++) {
        for (unsigned n = 8; n != 0; n /= 2) {
            multiple[n][0] = v[0];
            multiple[n][1] = v[1];
            times_x(v);
        }
        for (unsigned n = 1; n < 16; n++) {
            multiple[n][0] = multiple[n & (n - 1)][0] ^ multiple[n & -n][0];
            multiple[n][1] = multiple[n & (n - 1)][1] ^ multiple[n & -n][1];
        }
        for (unsigned i = 0; i < 16; i++)
            for (unsigned n = 0; n < 16; n++)
                powers[16 * (16 * nibble + i) + n] = (uint8_t)(multiple[n][i / 8] >> (56 - i % 8 * 8));
    }
    narae_wipe(&square, sizeof square);
    narae_wipe(y, sizeof y);
    narae_wipe(v, sizeof v);
    narae_wipe(multiple, sizeof multiple);
}

KERNEL void
transpose(V x[16])
{
    V y[16];

#    define TURN(to, from)                                       \
        _Pragma("GCC unroll 8") for (unsigned i = 0; i < 8; i++) \
        {                                                        \
            to[2 * i] = v_low(from[i], from[i + 8]);             \
            to[2 * i + 1] = v_high(from[i], from[i + 8]);        \
        }
    TURN(y, x)
    TURN(x, y)
    TURN(y, x)
    TURN(x, y)
}

/* z = h^16 z of all blocks. */
static void
multiply(V z[16], const V table[32])
{
    /* f x^128 = f (1 + x + x^2 + x^7): two bytes of the multiples of the upper nibble, and
     * of the lower. */
    const V first_upper = {0x00, 0x1c, 0x38, 0x24, 0x70, 0x6c, 0x48, 0x54,
                           0xe1, 0xfd, 0xd9, 0xc5, 0x91, 0x8d, 0xa9, 0xb5};
    const V first_lower = {0, 1, 3, 2, 7, 6, 4, 5, 14, 15, 13, 12, 9, 8, 10, 11};
    const V second_upper = {0x00, 0x20, 0x40, 0x60, 0x80, 0xa0, 0xc0, 0xe0,
                            0x00, 0x20, 0x40, 0x60, 0x80, 0xa0, 0xc0, 0xe0};
    const V second_lower = {0x00, 0xc2, 0x84, 0x46, 0x08, 0xca, 0x8c, 0x4e,
                            0x10, 0xd2, 0x94, 0x56, 0x18, 0xda, 0x9c, 0x5e};
    V upper[16], lower[16], column[COLUMNS];

    for (unsigned p = 0; p < 16; p++) {
        upper[p] = z[p] >> 4;
        lower[p] = z[p] & 15;
    }
    for (unsigned c = 0; c < COLUMNS; c++) {
        const unsigned end = c < 16 ? c : 15;
        V sum = {0};

#    pragma clang loop unroll_count(4)
        for (unsigned p = c < 16 ? 0 : c - 15; p <= end; p++)
            sum ^= v_find(table[c - p], upper[p]) ^ v_find(table[16 + c - p], lower[p]);
        column[c] = sum;
    }
    for (unsigned c = COLUMNS - 1; c >= 16; c--) {
        const V a = column[c] >> 4, b = column[c] & 15;

        column[c - 16] ^= v_find(first_upper, a) ^ v_find(first_lower, b);
        column[c - 15] ^= v_find(second_upper, a) ^ v_find(second_lower, b);
    }
    memcpy(z, column, 16 * sizeof *z);
}

void
narae_ghash_blocks_wasm(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in, size_t nblocks)
{
    if (nblocks >= ENOUGH) {
        uint8_t sums[16 * LANES];
        V z[16], x[16], table[32];

        memcpy(table, ((const ghash_contents *)key)->powers, sizeof table);
        for (size_t group = 0; nblocks >= LANES; group++, nblocks -= LANES, in += 16 * LANES) {
            for (unsigned i = 0; i < LANES; i++)
                x[i] = (V)wasm_v128_load(in + 16 * i);
            if (group == 0)
                x[0] ^= (V)wasm_v128_load(y);
            else
                multiply(z, table);
            transpose(x);
            for (unsigned i = 0; i < 16; i++)
                z[i] = group == 0 ? x[i] : z[i] ^ x[i];
        }
        transpose(z);
        memcpy(sums, z, sizeof sums);
        memset(y, 0, 16);
        narae_ghash_blocks_mul32(y, key, sums, LANES);
        narae_wipe(sums, sizeof sums);
        narae_wipe(table, sizeof table);
    }
    narae_ghash_blocks_mul32(y, key, in, nblocks);
}

#endif
