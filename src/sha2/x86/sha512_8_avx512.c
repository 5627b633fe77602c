/* SPDX-License-Identifier: MIT */
/* SHA-512 for x86-64 with AVX-512, 8 messages side by side.
 *
 * A round is 17 operations, 6 of them rotations, a word of the schedule 11.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define BITS 64
#    define BATCH narae_sha512_batch_8_avx512

#    include "lanes_avx512.inc"

#endif
