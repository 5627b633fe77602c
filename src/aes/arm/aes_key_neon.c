/* SPDX-License-Identifier: MIT */
/* AES key expansion for ARMv8-A without its AES instructions.  FIPS 197, clause
 * 5.2.
 *
 * SubWord is a chain of look-ups: some 45 cycles, moves to the vector registers
 * and back included.  AES-128 has ten, AES-256 thirteen.  Storing the bits of
 * the round keys, 16 bytes each, takes 176 and 240 cycles.  The pipeline model
 * of the lab gives 750 to 860 and 950 to 1160, llvm-mca 830 and 1030.
 *
 * Time depends on the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/bytes.h"

#    include "kernels.h"
#    include "look_up.h"

#    define KERNEL static inline __attribute__((always_inline))

KERNEL uint32_t
sub_word(uint32_t x)
{
    const half y = to_field(vreinterpret_u8_u32(vset_lane_u32(x, vdup_n_u32(0), 0)));

    return vget_lane_u32(vreinterpret_u32_u8(way_out(y)), 0) ^ 0x63636363;
}

/* Returns the number of rounds. */
KERNEL unsigned
expand(uint32_t w[60], const uint8_t *key, size_t key_bytes)
{
    const unsigned nk = (unsigned)key_bytes / 4, rounds = nk + 6;
    uint32_t rcon = 1, x;

    memcpy(w, key, 4 * nk);
    x = w[nk - 1];
    for (unsigned i = nk, place = 0; i < 4 * (rounds + 1); i++) {
        if (place == 0) {
            x = sub_word(ror32(x, 8)) ^ rcon;
            rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
        } else if (nk == 8 && place == 4) {
            x = sub_word(x);
        }
        w[i] = x ^= w[i - nk];
        place = place + 1 == nk ? 0 : place + 1;
    }
    return rounds;
}

#    define NAME(f) f##_neon

#    include "aes/eight_key.inc"

#endif
