/* SPDX-License-Identifier: MIT */
/* SHA-512 for x86-64 with AVX2, 4 messages side by side.
 *
 * A rotation is two shifts and a sum: a round is 31 operations, a word of the schedule 21.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define BITS 64
#    define BATCH narae_sha512_batch_4_avx2

#    include "lanes_avx2.inc"

#endif
