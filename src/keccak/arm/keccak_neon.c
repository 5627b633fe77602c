/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600] for AArch64.  It uses integer registers; "neon" in the file's
 * name is only the name of this chip's kernels.  FIPS 202, 3.2; rows are
 * computed as in keccak/words.inc.
 *
 * A Cortex-A72 has two pipes for plain integer instructions, and a third
 * (multi-cycle) that alone executes those with shifted operands.  So two of the
 * five lanes of a row are not rotated by rho: each of their three uses in chi
 * rotates them, b1 & ~b0 as the complement of b0 | ~b1.  Of 125 instructions
 * this saves ten ROR and moves thirty to the third pipe, which also has the
 * five of theta:
 *
 *     80 on two pipes, 35 on the third, and some 20 loads and stores: 45
 *     cycles a round, as three instructions start in each.
 *
 * The pipeline model of the lab gives 51 to 53, llvm-mca 55: with the call 7.5
 * cycles for each byte of SHAKE128, where the portable code takes 11.1.
 *
 * Time is constant. */

#include "keccak/keccak_internal.h"

#ifdef NARAE_NEON_KERNELS

/* Instructions whose second operand is rotated right by n. */
#    define TURNED(instruction, x, y, n)                                                        \
        __extension__({                                                                         \
            uint64_t result;                                                                    \
            __asm__(instruction " %0, %1, %2, ror %3" : "=r"(result) : "r"(x), "r"(y), "i"(n)); \
            result;                                                                             \
        })

#    define ROL(x, n) ((x) << (n) | (x) >> (64 - (n)))

/* A row of chi; b1 and b3 are still to be rotated left by n1 and n3. */
#    define CHI_ROW(e, b0, b1, n1, b2, b3, n3, b4)                                                       \
        do {                                                                                             \
            const uint64_t c0 = b0, c1 = b1, c2 = b2, c3 = b3, c4 = b4;                                  \
            const uint64_t t0 = TURNED("bic", c2, c1, 64 - (n1)), t1 = TURNED("orn", c2, c3, 64 - (n3)), \
                           t2 = TURNED("bic", c4, c3, 64 - (n3)), t3 = c0 & ~c4,                         \
                           t4 = TURNED("orn", c0, c1, 64 - (n1));                                        \
            (e)[0] = c0 ^ t0;                                                                            \
            (e)[1] = TURNED("eon", t1, c1, 64 - (n1));                                                   \
            (e)[2] = c2 ^ t2;                                                                            \
            (e)[3] = TURNED("eor", t3, c3, 64 - (n3));                                                   \
            (e)[4] = c4 ^ ~t4;                                                                           \
        } while (0)

#    define COLUMN(a, x) ((a)[x] ^ (a)[(x) + 5] ^ (a)[(x) + 10] ^ (a)[(x) + 15] ^ (a)[(x) + 20])

#    define ROUND(e, a, constant)                                                                           \
        do {                                                                                                \
            const uint64_t s0 = COLUMN(a, 0), s1 = COLUMN(a, 1), s2 = COLUMN(a, 2), s3 = COLUMN(a, 3),      \
                           s4 = COLUMN(a, 4);                                                               \
            const uint64_t d0 = TURNED("eor", s4, s1, 63), d1 = TURNED("eor", s0, s2, 63),                  \
                           d2 = TURNED("eor", s1, s3, 63), d3 = TURNED("eor", s2, s4, 63),                  \
                           d4 = TURNED("eor", s3, s0, 63);                                                  \
                                                                                                            \
            CHI_ROW(e, (a)[0] ^ d0, (a)[6] ^ d1, 44, ROL((a)[12] ^ d2, 43), (a)[18] ^ d3, 21,               \
                    ROL((a)[24] ^ d4, 14));                                                                 \
            (e)[0] ^= constant;                                                                             \
            CHI_ROW((e) + 5, ROL((a)[3] ^ d3, 28), (a)[9] ^ d4, 20, ROL((a)[10] ^ d0, 3), (a)[16] ^ d1, 45, \
                    ROL((a)[22] ^ d2, 61));                                                                 \
            CHI_ROW((e) + 10, ROL((a)[1] ^ d1, 1), (a)[7] ^ d2, 6, ROL((a)[13] ^ d3, 25), (a)[19] ^ d4, 8,  \
                    ROL((a)[20] ^ d0, 18));                                                                 \
            CHI_ROW((e) + 15, ROL((a)[4] ^ d4, 27), (a)[5] ^ d0, 36, ROL((a)[11] ^ d1, 10), (a)[17] ^ d2,   \
                    15, ROL((a)[23] ^ d3, 56));                                                             \
            CHI_ROW((e) + 20, ROL((a)[2] ^ d2, 62), (a)[8] ^ d3, 55, ROL((a)[14] ^ d4, 39), (a)[15] ^ d0,   \
                    41, ROL((a)[21] ^ d1, 2));                                                              \
        } while (0)

static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

void
narae_keccak_f1600_neon(uint64_t state[25])
{
    uint64_t e[25];

    for (unsigned r = 0; r < 24; r += 2) {
        ROUND(e, state, constants[r]);
        ROUND(state, e, constants[r + 1]);
    }
}

#endif
