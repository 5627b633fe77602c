/* SPDX-License-Identifier: MIT */
/* The tables of SEED for MSP430: what bytes 0 and 1 of a word contribute to the lower and the
 * upper half of G, or the S-boxes.  RFC 4269, appendix A. */

#include "core/family.h"

#ifdef NARAE_MSP430_KERNELS

#    include "core/portable/sboxes.h"

#    include "kernels.h"

#    ifdef NARAE_SMALL

const uint8_t narae_seed_s0[256] = {SBOX_SEED_0(SBOX_BYTE)};
const uint8_t narae_seed_s1[256] = {SBOX_SEED_1(SBOX_BYTE)};

#    else

#        define LOWER_0(s) ((s) * 0x0101u & 0xf3fcu),
#        define UPPER_0(s) ((s) * 0x0101u & 0x3fcfu),
#        define LOWER_1(s) ((s) * 0x0101u & 0xcff3u),
#        define UPPER_1(s) ((s) * 0x0101u & 0xfc3fu),

const uint16_t narae_seed_lower0[256] = {SBOX_SEED_0(LOWER_0)};
const uint16_t narae_seed_upper0[256] = {SBOX_SEED_0(UPPER_0)};
const uint16_t narae_seed_lower1[256] = {SBOX_SEED_1(LOWER_1)};
const uint16_t narae_seed_upper1[256] = {SBOX_SEED_1(UPPER_1)};

#    endif

#endif
