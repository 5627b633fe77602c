/* SPDX-License-Identifier: MIT */
/* LSH-256 in portable C. */

#define WORD uint32_t
#define ROL rol32
#define LOAD load32_le
#define BLOCKS narae_lsh256_blocks_portable

#ifndef __AVR__
#    include "lsh/family256.inc"

#    include "words.inc"
#endif
