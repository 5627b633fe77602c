/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256, portable C: rounds.inc.  FIPS 180-4, 6.2.
 *
 * Time depends on the number of blocks alone. */

#define BLOCKS narae_sha256_blocks_portable

#include "sha256.inc"
