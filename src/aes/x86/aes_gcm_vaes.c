/* SPDX-License-Identifier: MIT */
/* AES-GCM for x86-64 with VAES, VPCLMULQDQ and AVX2: 16 blocks are encrypted while
 * the 16 before them are hashed.  SP 800-38D.
 *
 * 16 blocks of AES-128 are 80 rounds, 26 products and some 100 other operations.  On Zen 3
 * ten rounds and three products of two blocks take 7.5 cycles together, with eight XORs and
 * three shuffles 9.3.  That makes 74 for 16 blocks, and 4 for the reduction: 0.30
 * cycles/byte.  Measured 0.38; counter mode and GHASH one after the other 0.41.  Runs of
 * four vectors need no spills, but take as long.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"

#    define CODE __attribute__((target("vaes,vpclmulqdq,avx2")))

#    include "ghash/x86/kernels.h"

#    define HASH_CODE CODE
#    include "ghash/x86/vpclmul256.inc"

#    include "kernels.h"

#    define KERNEL HASH_KERNEL
#    define NAME(f) f##_gcm
#    define BLOCKS HASH_BLOCKS

typedef H V;

#    define AES_GCM narae_aes_gcm_vaes
#    define AES(x, round, key) ((V)_mm256_aes##round##_epi128(simd256(x), simd256(key)))

KERNEL V
v_key(const uint32_t *words)
{
    return h_broadcast((const uint8_t *)words);
}

KERNEL V
v_swap(V x)
{
    const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f0b0a0908, 0x0706050403020100);

    return (V)_mm256_shuffle_epi8(simd256(x), simd256_repeat(bytes));
}

#    define v_add32(x, y) ((V)_mm256_add_epi32(simd256(x), simd256(y)))
#    define v_last(n) ((V){0, (uint64_t)(n) << 32, 0, (uint64_t)(n) << 32})
#    define v_numbers ((V){0, 0, 0, (uint64_t)1 << 32})
#    define v_sum3(x, y, z) ((x) ^ (y) ^ (z))
#    define v_store(p, x) simd256_store(p, x)
#    define IN_REGISTER "+x"

#    include "gcm_vector.inc"

#endif
