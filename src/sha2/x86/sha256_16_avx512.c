/* SPDX-License-Identifier: MIT */
/* SHA-256 for x86-64 with AVX-512, 16 messages side by side.
 *
 * A round is 17 operations, 6 of them rotations, a word of the schedule 11.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define BITS 32
#    define BATCH narae_sha256_batch_16_avx512

#    include "lanes_avx512.inc"

#endif
