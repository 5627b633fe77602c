/* SPDX-License-Identifier: MIT */
/* LSH-256 for AVR. */

#include "core/family.h"

#ifdef NARAE_WORDS8

#    define WORD uint32_t
#    define STEPS LSH256_STEPS
#    define TURN_ALPHA(x, odd) ((odd) ? rol32(x, 5) : rol32(x, 29))
#    define TURN_BETA(x, odd) ((odd) ? rol32(x, 17) : rol32(x, 1))
#    define GAMMA_BYTES {0, 1, 2, 3, 3, 2, 1, 0}
#    define TABLE_READ table_read32
#    define BLOCK narae_lsh256_block_bytes
#    define CONSTANTS narae_lsh256_constants

#    include "bytes.inc"

#endif
