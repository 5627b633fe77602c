/* SPDX-License-Identifier: MIT */
/* LSH-512 in portable C. */

#define WORD uint64_t
#define ROL rol64
#define LOAD load64_le
#define BLOCKS narae_lsh512_blocks_portable

#include "core/family.h"

#ifndef NARAE_WORDS8
#    include "lsh/family512.inc"

#    include "words.inc"
#endif
