/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS for x86-64 with VPCLMULQDQ and AVX2: two blocks a vector.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    include "kernels.h"

#    define CODE __attribute__((target("vpclmulqdq,avx2")))
#    define NAME(f) f##_avx2
#    define BLOCKS 2

typedef u64x4 V;

#    define v_load(p) ((V)simd256_load(p))
#    define v_store(p, x) simd256_store(p, x)
#    define v_store_low(p, x) simd256_store_low(p, x)
#    define v_repeat(x) ((V)simd256_repeat(x))
#    define v_numbers ((V){0, 0, 1, 1})
#    define v_words(n) ((V)_mm256_set1_epi64x(n))
#    define v_sll(x, n) ((V)_mm256_sllv_epi64(simd256(x), simd256(n)))
#    define v_srl(x, n) ((V)_mm256_srlv_epi64(simd256(x), simd256(n)))
#    define v_up(x, n) ((V)_mm256_bslli_epi128(simd256(x), n))
#    define v_down(x, n) ((V)_mm256_bsrli_epi128(simd256(x), n))
#    define v_product(x, y, which) ((V)_mm256_clmulepi64_epi128(simd256(x), simd256(y), which))

#    include "whiten.inc"

#endif
