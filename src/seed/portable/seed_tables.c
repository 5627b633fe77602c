/* SPDX-License-Identifier: MIT */
/* The tables of the SEED kernels with look-ups on RV32 and ARMv7-M, and their key schedule.
 * RFC 4269, appendix A.
 *
 * narae_seed_table[k][x] is the contribution of byte k of a word to G: its S-box, in all
 * four bytes under their masks.  Tables 2 and 3 are 0 and 1 with halves exchanged, a
 * rotation that is free on ARMv7-M.
 *
 * Addresses depend on key and data: the tables must be where every load
 * takes the same time (core/family.h). */

#include "seed/seed_internal.h"

#if defined(NARAE_RV32_TABLES) || defined(NARAE_THUMB_TABLES)

#    include "core/sboxes.h"

#    define BYTE_0(s) ((s) * UINT32_C(0x01010101) & 0x3fcff3fc),
#    define BYTE_1(s) ((s) * UINT32_C(0x01010101) & 0xfc3fcff3),
#    define BYTE_2(s) ((s) * UINT32_C(0x01010101) & 0xf3fc3fcf),
#    define BYTE_3(s) ((s) * UINT32_C(0x01010101) & 0xcff3fc3f),

const uint32_t narae_seed_table[SEED_TABLES][256] = {{SBOX_SEED_0(BYTE_0)},
                                                     {SBOX_SEED_1(BYTE_1)},
#    if SEED_TABLES == 4
                                                     {SBOX_SEED_0(BYTE_2)},
                                                     {SBOX_SEED_1(BYTE_3)}
#    endif
};

void
narae_seed_set_key_tables(seed_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint32_t *const rk = seed_prepare(schedule, key);

    (void)key_bytes;
    for (unsigned i = 0; i < 2 * SEED_ROUNDS; i++) {
        const uint32_t x = rk[i], low = narae_seed_table[0][x & 0xff] ^ narae_seed_table[1][x >> 8 & 0xff];

        rk[i] = low ^ ror32(narae_seed_table[0][x >> 16 & 0xff] ^ narae_seed_table[1][x >> 24], 16);
    }
}

#endif
