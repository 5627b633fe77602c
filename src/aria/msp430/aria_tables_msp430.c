/* SPDX-License-Identifier: MIT */
/* The S-boxes of ARIA for MSP430, in the order of the bytes of an odd round: S1, S2 and their
 * inverses.  RFC 5794, section 2.4.2. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

#    include "core/portable/sboxes.h"

#    include "kernels.h"

const uint8_t narae_aria_boxes_msp430[4][256] = {
    {SBOX_S1(SBOX_BYTE)}, {SBOX_S2(SBOX_BYTE)}, {SBOX_INV_S1(SBOX_BYTE)}, {SBOX_INV_S2(SBOX_BYTE)}};

#endif
