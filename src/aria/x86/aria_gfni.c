/* SPDX-License-Identifier: MIT */
/* ARIA for x86-64 with GFNI and AVX2: 32 blocks at a time.
 *
 * The rounds are in aria_rounds_gfni.S.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "kernels.h"

#    define CODE __attribute__((target("gfni,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_gfni
#    define FEW 1

#    include "ymm.inc"

#    define encrypt_rounds narae_aria_encrypt_rounds_gfni
#    define decrypt_rounds narae_aria_decrypt_rounds_gfni

void narae_aria_encrypt_rounds_gfni(V state[16], const aria_byte *keys, unsigned rounds);
void narae_aria_decrypt_rounds_gfni(V state[16], const aria_byte *keys, unsigned rounds);

#    include "rounds.inc"
#    include "aria/vector.inc"

#endif
