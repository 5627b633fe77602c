/* Keccak-f[1600] on 64-bit words, in C.  FIPS 202, 3.2.
 *
 *     CODE       attributes of a function
 *     NAME(f)    the function's name for this instruction set
 *     INLINE     attributes of a round, besides
 *
 *     theta    d[x] = column[x-1] ^ rol(column[x+1], 1), XORed into column x
 *     rho, pi  lane (x, y) turns left and moves to (y, 2x + 3y)
 *     chi      a[x] ^= ~a[x+1] & a[x+2] along each row
 *     iota     the round's constant, into lane (0, 0)
 *
 * Each row of the result is made at once from the five lanes that pi brings
 * there, in another array: nothing is moved, and two rounds end where the
 * first began.
 *
 * Time depends on nothing. */

#include "keccak_internal.h"

#include "core/bytes.h"

CODE static inline void
chi_row(uint64_t e[5], uint64_t b0, uint64_t b1, uint64_t b2, uint64_t b3, uint64_t b4)
{
    e[0] = b0 ^ (~b1 & b2);
    e[1] = b1 ^ (~b2 & b3);
    e[2] = b2 ^ (~b3 & b4);
    e[3] = b3 ^ (~b4 & b0);
    e[4] = b4 ^ (~b0 & b1);
}

CODE static inline uint64_t
column(const uint64_t *a)
{
    return a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
}

/* theta, then rho, for one lane */
CODE static inline uint64_t
turn(uint64_t a, uint64_t d, unsigned n)
{
    return rol64(a ^ d, n);
}

INLINE CODE static inline void
keccak_round(uint64_t e[25], const uint64_t a[25], uint64_t constant)
{
    const uint64_t c0 = column(a), c1 = column(a + 1), c2 = column(a + 2), c3 = column(a + 3),
                   c4 = column(a + 4);
    const uint64_t d0 = c4 ^ rol64(c1, 1), d1 = c0 ^ rol64(c2, 1), d2 = c1 ^ rol64(c3, 1),
                   d3 = c2 ^ rol64(c4, 1), d4 = c3 ^ rol64(c0, 1);

    chi_row(e, a[0] ^ d0, turn(a[6], d1, 44), turn(a[12], d2, 43), turn(a[18], d3, 21), turn(a[24], d4, 14));
    chi_row(e + 5, turn(a[3], d3, 28), turn(a[9], d4, 20), turn(a[10], d0, 3), turn(a[16], d1, 45),
            turn(a[22], d2, 61));
    chi_row(e + 10, turn(a[1], d1, 1), turn(a[7], d2, 6), turn(a[13], d3, 25), turn(a[19], d4, 8),
            turn(a[20], d0, 18));
    chi_row(e + 15, turn(a[4], d4, 27), turn(a[5], d0, 36), turn(a[11], d1, 10), turn(a[17], d2, 15),
            turn(a[23], d3, 56));
    chi_row(e + 20, turn(a[2], d2, 62), turn(a[8], d3, 55), turn(a[14], d4, 39), turn(a[15], d0, 41),
            turn(a[21], d1, 2));
    e[0] ^= constant;
}

static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

CODE void
NAME(narae_keccak_f1600)(uint64_t state[25])
{
    uint64_t e[25];

    for (unsigned r = 0; r < 24; r += 2) {
        keccak_round(e, state, constants[r]);
        keccak_round(state, e, constants[r + 1]);
    }
}
