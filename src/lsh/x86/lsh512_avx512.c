/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX-512, whose vectors of four words have rotations. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("avx512f,avx512vl")))
#    define NAME(f) f##_avx512
#    define V_ROL(x, n) (u64x4) _mm256_rol_epi64(simd256(x), n)

#    include "lsh512.inc"

#endif
