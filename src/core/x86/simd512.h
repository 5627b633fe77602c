/* SPDX-License-Identifier: MIT */
/* Vectors of 512 bits, as in simd128.h.  AVX-512 with F, BW, DQ and VL. */
#ifndef NARAE_CORE_X86_SIMD512_H
#define NARAE_CORE_X86_SIMD512_H

#include "simd256.h"

typedef uint8_t u8x64 __attribute__((vector_size(64)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));
typedef uint64_t u64x8 __attribute__((vector_size(64)));

#define simd512(x) ((__m512i)(x))

#define simd512_load(p) _mm512_loadu_si512(p)
#define simd512_store(p, x) _mm512_storeu_si512(p, simd512(x))

/* A vector of 128 bits, or 16 bytes, in all quarters; in the lowest, the others zero. */
#define simd512_repeat(x) _mm512_broadcast_i32x4(simd128(x))
#define simd512_load_repeat(p) simd512_repeat(simd128_load(p))
#define simd512_load_low(p) _mm512_zextsi128_si512(simd128_load(p))

/* For masked access to the first n < 4 blocks of 16 bytes.  An access without
 * any element still translates its address, and takes 600 cycles if the page is
 * not mapped. */
#define simd512_mask(n) ((__mmask8)((1u << 2 * (n)) - 1))

#endif
