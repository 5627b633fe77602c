/* SPDX-License-Identifier: MIT */
/* Vectors of 256 bits, as in simd128.h.  AVX2. */
#ifndef NARAE_CORE_X86_SIMD256_H
#define NARAE_CORE_X86_SIMD256_H

#include <immintrin.h>

#include "simd128.h"

typedef uint8_t u8x32 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));

#define simd256(x) ((__m256i)(x))

#define simd256_load(p) _mm256_loadu_si256((const __m256i *)(p))
#define simd256_store(p, x) _mm256_storeu_si256((__m256i *)(p), simd256(x))

/* A vector of 128 bits, or 16 bytes, in both halves; in the lower one, the upper zero. */
#define simd256_repeat(x) _mm256_broadcastsi128_si256(simd128(x))
#define simd256_load_repeat(p) simd256_repeat(simd128_load(p))
#define simd256_load_low(p) _mm256_zextsi128_si256(simd128_load(p))
#define simd256_store_low(p, x) simd128_store(p, _mm256_castsi256_si128(simd256(x)))

#endif
