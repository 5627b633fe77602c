/* SPDX-License-Identifier: MIT */
/* x^128 to x^135 for the RV32 kernel of GHASH with tables. */

#include "ghash/ghash_internal.h"

#ifdef NARAE_RV32_TABLES

/* b x^128 = b (1 + x + x^2 + x^7), the lower powers in the lower byte. */
#    define PRODUCT(b) ((b) << 8 ^ (b) << 7 ^ (b) << 6 ^ (b) << 1)
#    define FALLEN(b) (uint16_t)(PRODUCT(b) >> 8 | (PRODUCT(b) & 0xff) << 8),
#    define FOUR(b) FALLEN(b) FALLEN((b) + 1) FALLEN((b) + 2) FALLEN((b) + 3)
#    define SIXTEEN(b) FOUR(b) FOUR((b) + 4) FOUR((b) + 8) FOUR((b) + 12)
#    define SIXTY_FOUR(b) SIXTEEN(b) SIXTEEN((b) + 16) SIXTEEN((b) + 32) SIXTEEN((b) + 48)

const uint16_t narae_ghash_fallen[256] = {SIXTY_FOUR(0) SIXTY_FOUR(64) SIXTY_FOUR(128) SIXTY_FOUR(192)};

#endif
