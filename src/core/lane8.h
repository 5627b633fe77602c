/* A 64-bit number as eight little-endian bytes, for chips that have no more:
 * compilers for 8-bit chips turn a 64-bit rotation into a loop of single
 * steps. */
#ifndef NARAE_CORE_LANE8_H
#define NARAE_CORE_LANE8_H

#include <stdint.h>

/* out = in turned left by `n` bits, 0 to 63; not in place.  Whole bytes move
 * by index, the remaining 0 to 7 bits by a multiplication: the low half of
 * byte * 2^bits stays in its byte, the high half belongs to the next. */
static inline void
rol_lane8(uint8_t out[8], const uint8_t in[8], uint8_t n)
{
    uint8_t factor = (uint8_t)(1u << (n & 7)), to = n / 8;
    uint8_t carry = (uint8_t)((uint16_t)(in[7] * factor) >> 8);

    for (uint8_t i = 0; i < 8; i++) {
        uint16_t product = (uint16_t)(in[i] * factor);

        out[to++ & 7] = (uint8_t)(product | carry);
        carry = (uint8_t)(product >> 8);
    }
}

#endif
