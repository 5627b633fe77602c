/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS for x86-64 with VPCLMULQDQ and AVX-512: four blocks a vector.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    include "kernels.h"

#    define CODE __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define NAME(f) f##_avx512
#    define BLOCKS 4

typedef u64x8 V;

#    define v_load(p) ((V)simd512_load(p))
#    define v_store(p, x) simd512_store(p, x)
#    define v_store_low(p, x) simd128_store(p, _mm512_castsi512_si128(simd512(x)))
#    define v_repeat(x) ((V)simd512_repeat(x))
#    define v_numbers ((V){0, 0, 1, 1, 2, 2, 3, 3})
#    define v_words(n) ((V)_mm512_set1_epi64(n))
#    define v_sll(x, n) ((V)_mm512_sllv_epi64(simd512(x), simd512(n)))
#    define v_srl(x, n) ((V)_mm512_srlv_epi64(simd512(x), simd512(n)))
#    define v_up(x, n) ((V)_mm512_bslli_epi128(simd512(x), n))
#    define v_down(x, n) ((V)_mm512_bsrli_epi128(simd512(x), n))
#    define v_product(x, y, which) ((V)_mm512_clmulepi64_epi128(simd512(x), simd512(y), which))

#    include "whiten.inc"

#endif
