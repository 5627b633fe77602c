/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX2. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("avx2")))
#    define NAME(f) f##_avx2
#    define V_ROL(x, n) ((x) << (n) | (x) >> (64 - (n)))

#    include "lsh512.inc"

#endif
