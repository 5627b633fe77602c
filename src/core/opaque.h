/* SPDX-License-Identifier: MIT */
/* A value of which the compiler knows nothing, so that it cannot turn a mask
 * made from it back into a branch. */
#ifndef NARAE_CORE_OPAQUE_H
#define NARAE_CORE_OPAQUE_H

#include <stdint.h>

#include "family.h"

static inline uint32_t
opaque(uint32_t x)
{
    __asm__("" : "+r"(x));
    return x;
}

/* For one of the terms of x | x << n, or (x << n) - x, which LLVM turns into a product. */
#ifndef NARAE_NO_MULTIPLIER
#    define OWN_TERM(x) (x)
#else
#    define OWN_TERM(x) opaque(x)
#endif

#endif
