/* SPDX-License-Identifier: MIT */
/* The tables of the RV32 kernels with look-ups, and their key schedule.  FIPS
 * 197, clauses 5.1 to 5.3.
 *
 * narae_aes_te[k][x] is the column 2 S(x), S(x), S(x), 3 S(x), lowest byte
 * first, rotated by k bytes: the contribution of a byte of row k to SubBytes
 * and MixColumns.  narae_aes_td[x] is likewise e, 9, d, b times the inverse
 * S-box of x, for row 0; the kernel rotates it.
 *
 * Addresses depend on key and data: the tables must be where every load
 * takes the same time (core/family.h). */

#include "kernels.h"

#ifdef NARAE_RV32_TABLES

#    define set_key narae_aes_set_key_rv32_tables
#    define SUB(x) (narae_aes_te[0][x] >> 8 & 0xff)
#    define INV_COLUMN(x) narae_aes_td[x]
#    include "aes/lookup.inc"

const uint32_t narae_aes_te[4][256] = {{SBOX_S1(TE0)}, {SBOX_S1(TE1)}, {SBOX_S1(TE2)}, {SBOX_S1(TE3)}};
const uint32_t narae_aes_td[256] = {SBOX_INV_S1(TD0)};
const uint8_t narae_aes_td_last[256] = {SBOX_INV_S1(BYTE)};

#endif
