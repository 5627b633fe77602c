/* SPDX-License-Identifier: MIT */
/* The tables of AES for MSP430.  FIPS 197, clauses 5.1 to 5.3.
 *
 * A column is a lower half, rows 0 and 1, and an upper one, rows 2 and 3.  What a byte of
 * row 0 contributes to them in SubBytes and MixColumns is in tables 0 and 1, of row 1 in
 * tables 2 and 3; for rows 2 and 3 the halves are exchanged.  With NARAE_SMALL there are table 0
 * and the inverse S-box. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

#    include "core/portable/sboxes.h"

#    include "kernels.h"

#    define HALF(lower, upper) (uint16_t)((lower) | (upper) << 8),

#    define TE_0(s) HALF(MUL_2(s), s)
#    define TE_1(s) HALF(s, MUL_3(s))
#    define TE_2(s) HALF(MUL_3(s), MUL_2(s))
#    define TE_3(s) HALF(s, s)

#    define TD_0(s) HALF(MUL_14(s), MUL_9(s))
#    define TD_1(s) HALF(MUL_13(s), MUL_11(s))
#    define TD_2(s) HALF(MUL_11(s), MUL_14(s))
#    define TD_3(s) HALF(MUL_9(s), MUL_13(s))

const uint8_t narae_aes_inv_sbox_msp430[256] = {SBOX_INV_S1(SBOX_BYTE)};

#    ifdef NARAE_SMALL

const uint16_t narae_aes_te_msp430[1][256] = {{SBOX_S1(TE_0)}};

#    else

const uint8_t narae_aes_sbox_msp430[256] = {SBOX_S1(SBOX_BYTE)};

const uint16_t narae_aes_te_msp430[4][256] = {
    {SBOX_S1(TE_0)}, {SBOX_S1(TE_1)}, {SBOX_S1(TE_2)}, {SBOX_S1(TE_3)}};
const uint16_t narae_aes_td_msp430[4][256] = {
    {SBOX_INV_S1(TD_0)}, {SBOX_INV_S1(TD_1)}, {SBOX_INV_S1(TD_2)}, {SBOX_INV_S1(TD_3)}};

#    endif

#endif
