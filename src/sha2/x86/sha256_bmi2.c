/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 for x86-64 with BMI2: the portable code, whose rotations RORX
 * makes without copies.  FIPS 180-4, 6.2.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("bmi,bmi2")))
#    define BLOCKS narae_sha256_blocks_bmi2

#    include "sha2/sha256.inc"

#endif
