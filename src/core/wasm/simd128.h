/* SPDX-License-Identifier: MIT */
/* The operations of SSE that kernels in C use, on the vectors of WebAssembly: the same kernels
 * serve both. */
#ifndef NARAE_CORE_WASM_SIMD128_H
#define NARAE_CORE_WASM_SIMD128_H

#include <wasm_simd128.h>

typedef v128_t __m128i;

#define _mm_loadu_si128(p) wasm_v128_load(p)
#define _mm_storeu_si128(p, x) wasm_v128_store(p, x)
#define _mm_loadl_epi64(p) wasm_v128_load64_zero(p)
#define _mm_storel_epi64(p, x) wasm_v128_store64_lane(p, x, 0)
#define _mm_setzero_si128() wasm_i32x4_const(0, 0, 0, 0)
#define _mm_set1_epi64x(x) wasm_i64x2_splat(x)
#define _mm_set1_epi32(x) wasm_i32x4_splat(x)
#define _mm_setr_epi8 wasm_i8x16_make

/* An index below 16, or 255 for 0: SSE looks at its upper bit only. */
#define _mm_shuffle_epi8(x, places) wasm_i8x16_swizzle(x, places)
#define _mm_shuffle_epi32(x, n) wasm_i32x4_shuffle(x, x, (n) & 3, (n) >> 2 & 3, (n) >> 4 & 3, (n) >> 6 & 3)
#define _mm_unpacklo_epi64(x, y) wasm_i64x2_shuffle(x, y, 0, 2)
#define _mm_unpackhi_epi64(x, y) wasm_i64x2_shuffle(x, y, 1, 3)
#define _mm_unpacklo_epi8(x, y) \
    wasm_i8x16_shuffle(x, y, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define _mm_unpackhi_epi8(x, y) \
    wasm_i8x16_shuffle(x, y, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)

#endif
