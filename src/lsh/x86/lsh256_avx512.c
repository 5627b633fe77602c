/* SPDX-License-Identifier: MIT */
/* LSH-256 for x86-64 with AVX-512, whose vectors of four words have rotations. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("avx512f,avx512vl")))
#    define NAME(f) f##_avx512
#    define V_ROL(x, n) (u32x4) _mm_rol_epi32(simd128(x), n)
#    define V_ROL_XOR(x, n, constant) \
        (u32x4)                       \
            _mm_ternarylogic_epi32(simd128((x) << (n)), simd128((x) >> (32 - (n))), simd128(constant), 0x96)

#    include "lsh256.inc"

#endif
