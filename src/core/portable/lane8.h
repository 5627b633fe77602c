/* SPDX-License-Identifier: MIT */
/* A 64-bit number as eight little-endian bytes, for chips that have no more:
 * compilers for 8-bit chips turn a 64-bit rotation into a loop of single
 * steps. */
#ifndef NARAE_CORE_PORTABLE_LANE8_H
#define NARAE_CORE_PORTABLE_LANE8_H

#include <stdint.h>

/* Writes `bytes` bytes of in * factor to `to`; returns the carry. */
static inline uint8_t
product8(uint8_t *to, const uint8_t *in, uint8_t bytes, uint8_t factor, uint8_t carry)
{
    for (; bytes != 0; bytes--) {
        uint16_t product = (uint16_t)(*in++ * factor);

        *to++ = (uint8_t)(product | carry);
        carry = (uint8_t)(product >> 8);
    }
    return carry;
}

/* out = in rotated left by `n` bits, 0 to 63; not in place.  Whole bytes move
 * by address, the remaining 0 to 7 bits by a multiplication: the low half of
 * byte * 2^bits stays in its byte, the high half belongs to the next. */
static void
rol_lane8(uint8_t out[8], const uint8_t in[8], uint8_t n)
{
    uint8_t bytes = n / 8, factor = 1, carry;

    for (n &= 7; n != 0; n--)
        factor = (uint8_t)(factor << 1);
    carry = (uint8_t)((uint16_t)(in[7] * factor) >> 8);
    carry = product8(out + bytes, in, (uint8_t)(8 - bytes), factor, carry);
    product8(out, in + 8 - bytes, bytes, factor, carry);
}

#endif
