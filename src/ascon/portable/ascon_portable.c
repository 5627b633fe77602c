/* SPDX-License-Identifier: MIT */
/* The Ascon permutation, portable C on 64-bit words.  SP 800-232, 3;
 * Ascon v1.2, 2.6.
 *
 * One round: a constant into x2; the 5-bit S-box on each of the 64 columns at
 * once, bit by bit; then each word is XORed with two rotations of itself.
 * Round constants run from 0xf0 down to 0x4b in steps of 0x0f; fewer rounds
 * leave out the first ones.
 *
 * Most 32-bit chips do better with ascon_interleaved.c, but not for a single
 * permutation, which would have to convert the state there and back.
 *
 * Time depends on the number of rounds alone. */

#include "ascon/ascon_internal.h"

#include "core/bytes.h"

void
narae_ascon_permute_portable(uint64_t state[5], unsigned rounds)
{
    uint64_t x0 = state[0], x1 = state[1], x2 = state[2], x3 = state[3], x4 = state[4];

    for (unsigned constant = 0x3c + 0x0f * rounds; constant != 0x3c; constant -= 0x0f) {
        uint64_t t0, t1, t2, t3, t4;

        x2 ^= constant;

        x0 ^= x4;
        x4 ^= x3;
        x2 ^= x1;
        t0 = x0 ^ (~x1 & x2);
        t1 = x1 ^ (~x2 & x3);
        t2 = x2 ^ (~x3 & x4);
        t3 = x3 ^ (~x4 & x0);
        t4 = x4 ^ (~x0 & x1);
        t1 ^= t0;
        t0 ^= t4;
        t3 ^= t2;
        t2 = ~t2;

        x0 = t0 ^ ror64(t0, 19) ^ ror64(t0, 28);
        x1 = t1 ^ ror64(t1, 61) ^ ror64(t1, 39);
        x2 = t2 ^ ror64(t2, 1) ^ ror64(t2, 6);
        x3 = t3 ^ ror64(t3, 10) ^ ror64(t3, 17);
        x4 = t4 ^ ror64(t4, 7) ^ ror64(t4, 41);
    }
    state[0] = x0, state[1] = x1, state[2] = x2, state[3] = x3, state[4] = x4;
}
