/* SPDX-License-Identifier: MIT */
/* A value of which the compiler knows nothing, so that it cannot turn a mask
 * made from it back into a branch. */
#ifndef NARAE_CORE_OPAQUE_H
#define NARAE_CORE_OPAQUE_H

#include <stdint.h>

static inline uint32_t
opaque(uint32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

#endif
