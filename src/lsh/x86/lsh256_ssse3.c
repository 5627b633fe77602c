/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with SSSE3. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("ssse3")))
#    define NAME(f) f##_ssse3
#    define V_ROL(x, n) ((x) << (n) | (x) >> (32 - (n)))

#    include "lsh256.inc"

#endif
