/* SPDX-License-Identifier: MIT */
/* SHA-384, SHA-512, SHA-512/224 and SHA-512/256, portable C: rounds.inc.
 * FIPS 180-4, 6.4.
 *
 * Time depends on the number of blocks alone. */

#include "sha2_internal.h"

#include "core/bytes.h"

#define WORD uint64_t
#define ROUNDS 80
#define ADD ADD64
#define ADD_TO ADD64_TO
#define LOAD load64_be
#define CONSTANT(r) table_read64(narae_sha512_constants, &narae_sha512_constants[r])
#define SUM0(x) (ror64(x, 28) ^ ror64(x, 34) ^ ror64(x, 39))
#define SUM1(x) (ror64(x, 14) ^ ror64(x, 18) ^ ror64(x, 41))
#define SIGMA0(x) (ror64(x, 1) ^ ror64(x, 8) ^ (x) >> 7)
#define SIGMA1(x) (ror64(x, 19) ^ ror64(x, 61) ^ (x) >> 6)
#define BLOCKS narae_sha512_blocks_portable

#include "rounds.inc"
