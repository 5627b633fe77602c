/* SPDX-License-Identifier: MIT */
/* The tables of aes_lookup_v7m.S, and their schedule.  FIPS 197, clauses 5.1 to 5.3.
 *
 * narae_aes_te_v7m[x] is the column S(x), 3 S(x), 2 S(x), S(x), lowest byte first: the contribution
 * of a byte of row 2 to SubBytes and MixColumns.  narae_aes_td_v7m.column[x] is likewise d, b, e, 9
 * times the inverse S-box of x, and .last[x] that byte itself.
 *
 * Addresses depend on key and data: the tables must be where every load
 * takes the same time (core/family.h). */

#include "kernels.h"

#ifdef NARAE_THUMB_TABLES

#    define set_key narae_aes_set_key_v7m_tables
#    define SUB(x) (narae_aes_te_v7m[x] & 0xff)
#    define INV_COLUMN(x) ror32(narae_aes_td_v7m.column[x], 16)
#    include "aes/lookup.inc"

const uint32_t narae_aes_te_v7m[256] = {SBOX_S1(TE2)};
const aes_inverse_tables narae_aes_td_v7m = {{SBOX_INV_S1(TD2)}, {SBOX_INV_S1(BYTE)}};

#endif
