/* SPDX-License-Identifier: MIT */
/* GHASH for x86-64 with PCLMULQDQ: eight blocks a step.
 *
 * A product starts every two cycles (Zen 5): 26 for a step are 52 cycles, 0.41
 * cycles/byte.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd128.h"

#    include "ghash/ghash_internal.h"

#    define HASH_CODE __attribute__((target("pclmul,ssse3")))
#    define HASH_KERNEL static inline __attribute__((always_inline)) HASH_CODE
#    define HASH_NAME(f) f##_pclmul
#    define HASH_BLOCKS 1
#    define HASH_VECTORS 8

typedef u64x2 H;

#    define h_multiply(x, y) ((H)_mm_clmulepi64_si128(simd128(x), simd128(y), 0x00))
#    define h_multiply_high(x, y) ((H)_mm_clmulepi64_si128(simd128(x), simd128(y), 0x11))
#    define h_multiply_mixed(x, y) ((H)_mm_clmulepi64_si128(simd128(x), simd128(y), 0x01))
#    define h_halves(x) ((H)_mm_shuffle_epi32(simd128(x), 0x4e))
#    define h_up(x) ((H)_mm_slli_si128(simd128(x), 8))
#    define h_down(x) ((H)_mm_srli_si128(simd128(x), 8))
#    define h_low(word) ((H){word, 0})
#    define h_load(p, n) h_first(p)
#    define h_broadcast(p) h_first(p)

HASH_KERNEL H
h_first(const uint8_t *p)
{
    return (H)simd128_load(p);
}

HASH_KERNEL H
h_bytes(H x)
{
    return (H)_mm_shuffle_epi8(simd128(x), _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f));
}

HASH_KERNEL void
h_sum(uint8_t *p, H x)
{
    simd128_store(p, h_bytes(x));
}

#    include "ghash/clmul.inc"

#    define h_store(p, x) simd128_store(p, x)
#    define h_highest(x) (x)
#    define h_last_powers(h) (h)

#    include "ghash/clmul_blocks.inc"

#    include "clmul_powers.inc"

#endif
