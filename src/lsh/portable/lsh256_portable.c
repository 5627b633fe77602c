/* SPDX-License-Identifier: MIT */
/* LSH-256 in portable C. */

#define WORD uint32_t
#define ROL rol32
#define LOAD load32_le
#define BLOCKS narae_lsh256_blocks_portable

#include "core/family.h"

#ifndef NARAE_WORDS8
#    include "lsh/family256.inc"

#    include "words.inc"
#endif
