/* SPDX-License-Identifier: MIT */
/* SHA-256 for x86-64 with AVX2, 8 messages side by side.
 *
 * A rotation is two shifts and a sum: a round is 31 operations, a word of the schedule 21.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define BITS 32
#    define BATCH narae_sha256_batch_8_avx2

#    include "lanes_avx2.inc"

#endif
