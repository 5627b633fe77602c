/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX-512 and VBMI, which moves bytes to any place of a vector. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("avx512f,avx512vl,avx512vbmi")))
#    define NAME(f) f##_vbmi
#    define V_ROL(x, n) (u64x4) _mm256_rol_epi64(simd256(x), n)
#    define V_BYTES(x, i) _mm256_permutexvar_epi8(i, x)

#    include "lsh512.inc"

#endif
