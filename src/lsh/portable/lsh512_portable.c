/* SPDX-License-Identifier: MIT */
/* LSH-512 in portable C. */

#define WORD uint64_t
#define STEPS LSH512_STEPS
#define ROL rol64
#define LOAD load64_le
#define ALPHA0 23
#define BETA0 59
#define ALPHA1 7
#define BETA1 3
#define GAMMA(l) (16 * ((l) % 4) + 8 * ((l) / 4))
#define BLOCKS narae_lsh512_blocks_portable
#define CONSTANTS narae_lsh512_constants

#ifndef __AVR__
#    include "words.inc"
#endif
