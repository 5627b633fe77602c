/* SPDX-License-Identifier: MIT */
/* The Ascon permutation, portable C for 32-bit chips: each word as its even
 * and its odd bits.  The round is that of ascon_portable.c.
 *
 * The S-box takes the even bits of all words, then the odd ones.  Rotating a
 * word right by 2k rotates both halves by k; by 2k + 1 also swaps them, and the
 * even half rotates by k + 1.  Of a word's two rotations by m and n, the second
 * reuses the first: x ^ ror(x ^ ror(x, n - m), m), which needs fewer registers.
 *
 * Instructions, gcc 12 -O2, 64-bit words -> halves.  During a message the state
 * stays interleaved, so a block converts only its text, in and out:
 *
 *                       Ascon-Hash256 of    Ascon-AEAD128,      Ascon-AEAD128,
 *                       1024 bytes          64 bytes            1024 bytes
 *     ARMv7              166179 -> 123723     6623 ->   5683    58943 ->  51463
 *     ARMv7, Thumb-2     166842 -> 120938     6622 ->   5539    58882 ->  50119
 *     Cortex-M3          169699 -> 127658     6646 ->   5703    59266 ->  51963
 *     Cortex-M0          354721 -> 283542    14229 ->  12645   133209 -> 119565
 *     i386               344182 -> 262193    13033 ->  11101   118873 -> 103021
 *     RV32IMAC, Zbb      219054 -> 152718     8892 ->   7311    80952 ->  67371
 *     RV32IMAC           235280 -> 250610     9464 ->  10767    86444 -> 100587
 *     PowerPC            166190 -> 149439     6741 ->   6870    61581 ->  63990
 *
 * The last two keep 64-bit words, see ascon_internal.h.  Cycles of the i386
 * code on a 64-bit x86, Ascon-AEAD128 with 1024 bytes: 18928 -> 11128 (gcc 12),
 * 16276 -> 10634 (clang 14, whose code for 64-bit words has fewer but slower
 * instructions).
 *
 * Time depends on the number of rounds alone. */

#include "ascon/ascon_internal.h"

#include "core/bytes.h"

/* The round constants, even and odd bits. */
static const uint8_t constants[12][2] = {{0xc, 0xc}, {0x9, 0xc}, {0xc, 0x9}, {0x9, 0x9},
                                         {0x6, 0xc}, {0x3, 0xc}, {0x6, 0x9}, {0x3, 0x9},
                                         {0xc, 0x6}, {0x9, 0x6}, {0xc, 0x3}, {0x9, 0x3}};

static inline void
substitute(uint32_t x[5][2], unsigned half, uint32_t constant)
{
    uint32_t x0 = x[0][half], x1 = x[1][half], x2 = x[2][half], x3 = x[3][half], x4 = x[4][half];
    uint32_t t0, t1, t2, t3, t4;

    x2 ^= constant;

    x0 ^= x4;
    x4 ^= x3;
    x2 ^= x1;
    t0 = x0 ^ (~x1 & x2);
    t1 = x1 ^ (~x2 & x3);
    t2 = x2 ^ (~x3 & x4);
    t3 = x3 ^ (~x4 & x0);
    t4 = x4 ^ (~x0 & x1);
    x[0][half] = t0 ^ t4;
    x[1][half] = t1 ^ t0;
    x[2][half] = ~t2;
    x[3][half] = t3 ^ t2;
    x[4][half] = t4;
}

/* One half of y = x ^ ror(z, n): half 0 is the even bits. */
static inline uint32_t
xor_ror(const uint32_t x[2], const uint32_t z[2], unsigned n, unsigned half)
{
    return x[half] ^ ror32(z[(half ^ n) & 1], (n + half) / 2);
}

static inline void
diffuse(uint32_t x[2], unsigned m, unsigned n)
{
    const uint32_t t[2] = {xor_ror(x, x, n - m, 0), xor_ror(x, x, n - m, 1)};
    const uint32_t even = xor_ror(x, t, m, 0);

    x[1] = xor_ror(x, t, m, 1);
    x[0] = even;
}

void
narae_ascon_permute_interleaved(uint64_t state[5], unsigned rounds)
{
    uint32_t x[5][2];

    for (unsigned i = 0; i < 5; i++) {
        x[i][0] = (uint32_t)state[i];
        x[i][1] = (uint32_t)(state[i] >> 32);
    }
    for (unsigned r = 12 - rounds; r < 12; r++) {
        substitute(x, 0, constants[r][0]);
        substitute(x, 1, constants[r][1]);
        diffuse(x[0], 19, 28);
        diffuse(x[1], 39, 61);
        diffuse(x[2], 1, 6);
        diffuse(x[3], 10, 17);
        diffuse(x[4], 7, 41);
    }
    for (unsigned i = 0; i < 5; i++)
        state[i] = (uint64_t)x[i][1] << 32 | x[i][0];
}
