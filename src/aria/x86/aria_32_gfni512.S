/* SPDX-License-Identifier: MIT */
/* ARIA for x86-64 with GFNI and AVX-512 on 256 bits: 32 blocks (wide_gfni512.inc).
 *
 * Emerald Rapids starts three operations on 256 bits a cycle and two on 512: the 976
 * operations of ARIA-128 take 325 cycles instead of 488.  Measured for 4 to 32 blocks, with
 * a call: 368 instead of 551, decryption 385 instead of 575, counter mode 415 instead of
 * 513.  The rest is the transpositions, whose shuffles are two a cycle.  Zen 5 starts four
 * of either width, so both kernels take as long there.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "aria_32_gfni512.S"

#define VECTOR(n)   %ymm##n
#define TO_ALL      {1to8}
#define LANES       2
#define ENCRYPT_ALL narae_aria_32_encrypt_gfni512
#define DECRYPT_ALL narae_aria_32_decrypt_gfni512
#define CTR_ALL     narae_aria_32_ctr_gfni512
#define XTS_ENCRYPT narae_aria_32_xts_encrypt_gfni512
#define XTS_DECRYPT narae_aria_32_xts_decrypt_gfni512

#include "wide_gfni512.inc"

#endif
