/* SPDX-License-Identifier: MIT */
/* The tables of the ARIA kernels with look-ups on RV32 and ARMv7-M, and the schedule for
 * RV32. RFC 5794, section 2.4.
 *
 * narae_aria_table[k][x] is the result of S1, S2, and their inverses, for k = 0 ... 3, on
 * byte k of a word, with the first step of the diffusion: the result stands in the word's
 * three other bytes.
 *
 * Addresses depend on key and data: the tables must be where every load
 * takes the same time (core/family.h). */

#include "aria/aria_internal.h"

#include "core/sboxes.h"

#if defined(NARAE_RV32_TABLES) || defined(NARAE_THUMB_TABLES)

#    define ALL_BUT_0(s) (s) * UINT32_C(0x01010100),
#    define ALL_BUT_1(s) (s) * UINT32_C(0x01010001),
#    define ALL_BUT_2(s) (s) * UINT32_C(0x01000101),
#    define ALL_BUT_3(s) (s) * UINT32_C(0x00010101),

const uint32_t narae_aria_table[4][256] = {
    {SBOX_S1(ALL_BUT_0)}, {SBOX_S2(ALL_BUT_1)}, {SBOX_INV_S1(ALL_BUT_2)}, {SBOX_INV_S2(ALL_BUT_3)}};

#endif

#ifdef NARAE_RV32_TABLES

void
narae_aria_set_key_rv32_tables(aria_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint8_t w[4][16];

    schedule->rounds = aria_rounds(key_bytes);
    narae_aria_expand(w, key, key_bytes);
    for (unsigned r = 0; r <= schedule->rounds; r++)
        narae_aria_round_key((uint8_t *)schedule->rk[r], (const uint8_t (*)[16])w, r);
}

#endif
