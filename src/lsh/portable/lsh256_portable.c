/* SPDX-License-Identifier: MIT */
/* LSH-256 in portable C. */

#define WORD uint32_t
#define STEPS LSH256_STEPS
#define ROL rol32
#define LOAD load32_le
#define ALPHA0 29
#define BETA0 1
#define ALPHA1 5
#define BETA1 17
#define GAMMA(l) (8 * ((l) < 4 ? (l) : 7 - (l)))
#define BLOCKS narae_lsh256_blocks_portable
#define CONSTANTS narae_lsh256_constants

#ifndef __AVR__
#    include "words.inc"
#endif
