/* SPDX-License-Identifier: MIT */
/* Vectors of 128 bits on x86-64, or their replacements on WebAssembly: types by their lanes, and
 * operations common to several primitives.  SSE2; macros, because a function that is inlined must
 * not require fewer CPU features than its caller.  Intrinsics up to SSE4.1 and PCLMULQDQ: gcc reads
 * these headers in a tenth of the time of immintrin.h. */
#ifndef NARAE_CORE_X86_SIMD128_H
#define NARAE_CORE_X86_SIMD128_H

#include <stdint.h>

#include "core/family.h"

#ifdef NARAE_WASM_KERNELS
#    include "core/wasm/simd128.h"
#else
#    include <smmintrin.h>
#    include <wmmintrin.h>
#endif

typedef uint8_t u8x16 __attribute__((vector_size(16)));
typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint64_t u64x2 __attribute__((vector_size(16)));

/* Any of them, for an intrinsic. */
#define simd128(x) ((__m128i)(x))

/* 16 bytes at any address. */
#define simd128_load(p) _mm_loadu_si128((const __m128i *)(p))
#define simd128_store(p, x) _mm_storeu_si128((__m128i *)(p), simd128(x))

#endif
