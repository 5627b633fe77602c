/* SPDX-License-Identifier: MIT */
/* Keccak-f[1600], portable C for 32-bit chips: each lane as its even and its
 * odd bits.  FIPS 202, 3.2; steps and order are those of keccak/words.inc.
 *
 * Rotating a lane left by 2k rotates both halves by k; by 2k + 1 also swaps
 * them, and the odd half rotates by k + 1.  That is at most one instruction for
 * each half if the chip rotates 32 bits; rotating a 64-bit word takes four.
 * All even halves of the new state are computed before the odd ones.
 *
 * On chips without and-not six lanes are complemented during a permutation
 * (Keccak implementation overview, 2.2): of the five NOTs of a row one is left.
 *
 * Instructions, gcc 12 -O2, 64-bit lanes -> halves; during a hash the state
 * stays interleaved, so a block converts only its own lanes:
 *
 *                       SHA3-256 of         SHAKE128, 1680      one permutation
 *                       1632 bytes          bytes to 1680
 *     ARMv7              174839 -> 146807   268778 -> 227612    13085 ->  11908
 *     ARMv7, Thumb-2     176767 -> 151015   271715 -> 234075    13228 ->  12228
 *     Cortex-M3          174242 -> 153487   267825 -> 237897    13034 ->  12368
 *     Cortex-M0          339722 -> 247358   531792 -> 393774    25324 ->  20708
 *     i386               290647 -> 181722   447141 -> 282888    22056 ->  15210
 *     RV32IMAC, Zbb      196175 -> 161535   302171 -> 251710    14451 ->  13110
 *     RV32IMAC           212400 -> 195232   327140 -> 303559    15699 ->  15702
 *     PowerPC            163695 -> 148413   254064 -> 233350    12262 ->  12360
 *
 * Cycles of the i386 code on a 64-bit x86, SHA3-256: 39494 -> 19318 (gcc 12),
 * 32162 -> 19188 (clang 14).
 *
 * Time is constant. */

#include "keccak/keccak_internal.h"

#include "core/bytes.h"

#ifdef NARAE_NO_AND_NOT
enum { HAS_AND_NOT = 0 };
#else
enum { HAS_AND_NOT = 1 };
#endif

/* The state's 64-bit words are read as halves: the low one has the even
 * bits. */
typedef uint32_t half __attribute__((may_alias));

enum { LOW = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

static void
complement_six_lanes(uint64_t state[25])
{
    state[1] = ~state[1];
    state[2] = ~state[2];
    state[8] = ~state[8];
    state[12] = ~state[12];
    state[17] = ~state[17];
    state[20] = ~state[20];
}

/* b, complemented if bit x of `which` is set */
static inline uint32_t
complement(uint32_t b, unsigned which, unsigned x)
{
    return !HAS_AND_NOT && which >> x & 1 ? ~b : b;
}

/* `in` and `out` say which lanes of the row are complemented before and after.
 * The compiler merges these NOTs with those of chi. */
static inline __attribute__((always_inline)) void
chi_row(half *e, unsigned in, unsigned out, uint32_t b0, uint32_t b1, uint32_t b2, uint32_t b3, uint32_t b4)
{
    b0 = complement(b0, in, 0);
    b1 = complement(b1, in, 1);
    b2 = complement(b2, in, 2);
    b3 = complement(b3, in, 3);
    b4 = complement(b4, in, 4);
    e[0] = complement(b0 ^ (~b1 & b2), out, 0);
    e[2] = complement(b1 ^ (~b2 & b3), out, 1);
    e[4] = complement(b2 ^ (~b3 & b4), out, 2);
    e[6] = complement(b3 ^ (~b4 & b0), out, 3);
    e[8] = complement(b4 ^ (~b0 & b1), out, 4);
}

static inline uint32_t
column(const half *a)
{
    return a[0] ^ a[10] ^ a[20] ^ a[30] ^ a[40];
}

/* theta, then rho, for the even or the odd half of a lane */
static inline uint32_t
turn(const half *a, const uint32_t d[5][2], unsigned lane, unsigned n, unsigned odd)
{
    unsigned from = (odd ^ n) & 1;

    return rol32(a[2 * lane + (from ^ LOW)] ^ d[lane % 5][from], (n + 1 - odd) / 2);
}

/* All even or all odd halves of the new state. */
static inline __attribute__((always_inline)) void
rows(half *e, const half *a, const uint32_t d[5][2], unsigned odd)
{
#define TURN(lane, n) turn(a, d, lane, n, odd)
    e += odd ^ LOW;
    chi_row(e, 0x0d, 0x06, TURN(0, 0), TURN(6, 44), TURN(12, 43), TURN(18, 21), TURN(24, 14));
    chi_row(e + 10, 0x05, 0x08, TURN(3, 28), TURN(9, 20), TURN(10, 3), TURN(16, 45), TURN(22, 61));
    chi_row(e + 20, 0x05, 0x04, TURN(1, 1), TURN(7, 6), TURN(13, 25), TURN(19, 8), TURN(20, 18));
    chi_row(e + 30, 0x1a, 0x04, TURN(4, 27), TURN(5, 36), TURN(11, 10), TURN(17, 15), TURN(23, 56));
    chi_row(e + 40, 0x09, 0x01, TURN(2, 62), TURN(8, 55), TURN(14, 39), TURN(15, 41), TURN(21, 2));
}

static inline void
keccak_round(half *e, const half *a, const uint32_t constant[2])
{
    const half *even = a + LOW, *odd = a + !LOW;
    const uint32_t c0 = column(even), c1 = column(even + 2), c2 = column(even + 4), c3 = column(even + 6),
                   c4 = column(even + 8);
    const uint32_t o0 = column(odd), o1 = column(odd + 2), o2 = column(odd + 4), o3 = column(odd + 6),
                   o4 = column(odd + 8);
    const uint32_t d[5][2] = {{c4 ^ rol32(o1, 1), o4 ^ c1},
                              {c0 ^ rol32(o2, 1), o0 ^ c2},
                              {c1 ^ rol32(o3, 1), o1 ^ c3},
                              {c2 ^ rol32(o4, 1), o2 ^ c4},
                              {c3 ^ rol32(o0, 1), o3 ^ c0}};

    rows(e, a, d, 0);
    rows(e, a, d, 1);
    e[LOW] ^= constant[0];
    e[!LOW] ^= constant[1];
}

/* Even and odd bits of the round constants. */
static const uint32_t constants[24][2] = {
    {0x00000001, 0x00000000}, {0x00000000, 0x00000089}, {0x00000000, 0x8000008b}, {0x00000000, 0x80008080},
    {0x00000001, 0x0000008b}, {0x00000001, 0x00008000}, {0x00000001, 0x80008088}, {0x00000001, 0x80000082},
    {0x00000000, 0x0000000b}, {0x00000000, 0x0000000a}, {0x00000001, 0x00008082}, {0x00000000, 0x00008003},
    {0x00000001, 0x0000808b}, {0x00000001, 0x8000000b}, {0x00000001, 0x8000008a}, {0x00000001, 0x80000081},
    {0x00000000, 0x80000081}, {0x00000000, 0x80000008}, {0x00000000, 0x00000083}, {0x00000000, 0x80008003},
    {0x00000001, 0x80008088}, {0x00000000, 0x80000088}, {0x00000001, 0x00008000}, {0x00000000, 0x80008082},
};

void
narae_keccak_f1600_interleaved(uint64_t state[25])
{
    half e[50], *a = (half *)state;

    if (!HAS_AND_NOT)
        complement_six_lanes(state);
    for (unsigned r = 0; r < 24; r += 2) {
        keccak_round(e, a, constants[r]);
        keccak_round(a, e, constants[r + 1]);
    }
    if (!HAS_AND_NOT)
        complement_six_lanes(state);
}
