/* SPDX-License-Identifier: MIT */
/* ARIA for x86-64 with GFNI and AVX-512: 64 blocks at a time (wide_gfni512.inc).
 *
 * On Zen 5, four operations a cycle of which two are GFNI, ARIA-128 takes 244 cycles
 * for 1024 bytes, 0.238 cycles/byte, and in counter mode 0.212.  Measured: 0.28;
 * decryption 0.31, where the key between S-box and diffusion adds latency; counter mode
 * 0.267.  Zen 4 splits each operation in two: 0.425 in counter mode, measured 0.50.
 *
 * Emerald Rapids starts two, of which one is GFNI and one shuffles: a transposition
 * takes 64 cycles and not 32, 0.539, and 0.456 in counter mode; measured 0.538 and
 * 0.485.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

    .file   "aria_64_gfni512.S"

#define VECTOR(n)        %zmm##n
#define TO_ALL           {1to16}
#define LANES            4
#define ENCRYPT_ALL      narae_aria_64_encrypt_gfni512
#define DECRYPT_ALL      narae_aria_64_decrypt_gfni512
#define CTR_ALL          narae_aria_64_ctr_gfni512
#define XTS_ENCRYPT_RUNS narae_aria_64_xts_encrypt_gfni512
#define XTS_DECRYPT_RUNS narae_aria_64_xts_decrypt_gfni512

#include "wide_gfni512.inc"

#endif
