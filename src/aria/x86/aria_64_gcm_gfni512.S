/* SPDX-License-Identifier: MIT */
/* ARIA-GCM for x86-64 with GFNI, VPCLMULQDQ and AVX-512: 64 blocks are encrypted while
 * 64 blocks are hashed (wide_gfni512.inc).  SP 800-38D.
 *
 * 64 blocks of ARIA-128 are 870 operations in counter mode, and hashing them 16 shuffles,
 * 48 products with 32 operations that exchange halves and add them, 24 sums of three and
 * two reductions of 11: 142.  At four a cycle (Zen 5) that is 253 cycles for 1024 bytes,
 * 0.247 cycles/byte; one after the other, where a product starts every other cycle,
 * 0.314.  Emerald Rapids starts two, and one of the 64 shuffles of the transposition,
 * with little else to execute: 0.526; measured 0.55 to 0.58 in long messages, and
 * 0.575 to 0.59 one after the other.
 *
 * GFNI's matrices are memory operands, which leaves their registers to the hash.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "aria_64_gcm_gfni512.S"

#define VECTOR(n) %zmm##n
#define TO_ALL    {1to16}
#define LANES     4
#define GCM_ALL   narae_aria_64_gcm_gfni512

#include "wide_gfni512.inc"

#endif
