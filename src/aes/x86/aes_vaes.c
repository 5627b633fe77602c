/* SPDX-License-Identifier: MIT */
/* AES for x86-64 with VAES and AVX2: two blocks a vector, 16 at a time.
 *
 * Two rounds of two blocks a cycle: 40 cycles for 16 blocks of AES-128, 0.156
 * cycles/byte.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "kernels.h"

#    define CODE __attribute__((target("vaes,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_vaes
#    define BLOCKS 2
#    define VECTORS 8

typedef uint32_t V __attribute__((vector_size(32)));

#    define v_encrypt(x, key) ((V)_mm256_aesenc_epi128((__m256i)(x), (__m256i)(key)))
#    define v_encrypt_last(x, key) ((V)_mm256_aesenclast_epi128((__m256i)(x), (__m256i)(key)))
#    define v_decrypt(x, key) ((V)_mm256_aesdec_epi128((__m256i)(x), (__m256i)(key)))
#    define v_decrypt_last(x, key) ((V)_mm256_aesdeclast_epi128((__m256i)(x), (__m256i)(key)))
#    define v_last(n) ((V){0, 0, 0, n, 0, 0, 0, n})
#    define v_numbers ((V){0, 0, 0, 0, 0, 0, 0, 1})

KERNEL V
v_key(const uint32_t *words)
{
    return (V)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)words));
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == BLOCKS)
        return (V)_mm256_loadu_si256((const __m256i *)p);
    if (nblocks == 1)
        return (V)_mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)p));
    return (V)_mm256_setzero_si256();
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == BLOCKS)
        _mm256_storeu_si256((__m256i *)p, (__m256i)x);
    else if (nblocks == 1)
        _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128((__m256i)x));
}

KERNEL V
v_swap(V x)
{
    const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f0b0a0908, 0x0706050403020100);

    return (V)_mm256_shuffle_epi8((__m256i)x, _mm256_broadcastsi128_si256(bytes));
}

#    include "aes/vector.inc"

#endif
