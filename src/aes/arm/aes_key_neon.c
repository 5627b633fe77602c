/* SPDX-License-Identifier: MIT */
/* AES key expansion for ARMv8-A without its AES instructions.  FIPS 197, clause
 * 5.2.
 *
 * SubWord is a chain of look-ups, some 45 cycles with the way to the vector
 * registers and back; AES-128 has ten, AES-256 thirteen.  Storing the bits of the
 * round keys, 16 bytes each, takes 176 and 240 cycles.  The pipeline model of the
 * lab gives 750 to 860 and 950 to 1160, llvm-mca 830 and 1030.
 *
 * Time depends on the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "core/bytes.h"
#    include "narae/wipe.h"

#    include "kernels.h"
#    include "columns.h"
#    include "look_up.h"

#    define KERNEL static inline __attribute__((always_inline))

KERNEL uint32_t
sub_word(uint32_t x)
{
    const half y = to_field(vreinterpret_u8_u32(vset_lane_u32(x, vdup_n_u32(0), 0)));

    return vget_lane_u32(vreinterpret_u32_u8(way_out(y)), 0) ^ 0x63636363;
}

/* Returns the number of rounds of a key of nk words. */
KERNEL unsigned
expand(uint32_t w[60], const uint8_t *key, unsigned nk)
{
    const unsigned rounds = nk + 6;
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

/* Each round key displaced as the state is when it is added, then every bit
 * of a byte in all its bits. */
void
narae_aes_set_key_neon(aes_schedule *s, const uint8_t *key, size_t key_bytes)
{
    const uint8x16_t sbox_constant = vdupq_n_u8(0x63);
    uint32_t w[60];
    uint8_t *rk = (uint8_t *)s->rk;

    s->rounds = expand(w, key, (unsigned)key_bytes / 4);
    for (unsigned r = 0; r <= s->rounds; r++, rk += NARAE_AES_ROUND_KEY_BYTES) {
        uint8x16_t k = vqtbl1q_u8(vreinterpretq_u8_u32(vld1q_u32(w + 4 * r)), vld1q_u8(to_rows[r % 4]));

        if (r != 0)
            k ^= sbox_constant;
#    define STORE_BIT(i) vst1q_u8(rk + 16 * i, vtstq_u8(k, vdupq_n_u8(1 << i)))
        STORE_BIT(0), STORE_BIT(1), STORE_BIT(2), STORE_BIT(3);
        STORE_BIT(4), STORE_BIT(5), STORE_BIT(6), STORE_BIT(7);
    }
    narae_wipe(w, sizeof w);
}

#endif
