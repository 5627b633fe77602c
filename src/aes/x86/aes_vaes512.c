/* SPDX-License-Identifier: MIT */
/* AES for x86-64 with VAES and AVX-512: four blocks a vector, 64 at a time.
 *
 * Two rounds of four blocks a cycle (Zen 5): 80 cycles for 64 blocks of
 * AES-128, 0.078 cycles/byte, and 112 for AES-256, 0.109.  Loads, the first key, counters
 * and the message use other ports, except that their shuffles share a port with the rounds:
 * measured 0.085 and 0.114 in counter mode.  One shuffle for all vectors while only the
 * last byte of the counters changes would save 2 to 3 %, but whether it does is a branch on
 * the counter, which in GCM may come from the secret hash key.
 *
 * Zen 4 splits each round in two: 0.156 in counter mode, measured 0.176.  Rounds and XORs
 * share ports there: ten of each take 12 cycles instead of 10.
 *
 * A masked access without any element still translates its address, and takes 600 cycles if
 * the page is not mapped: such accesses are skipped.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    include "kernels.h"

#    define CODE __attribute__((target("vaes,vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_vaes512
#    define BLOCKS 4
#    define MASKS
#    define VECTORS 16

typedef u32x16 V;

#    define v_encrypt(x, key) ((V)_mm512_aesenc_epi128(simd512(x), simd512(key)))
#    define v_encrypt_last(x, key) ((V)_mm512_aesenclast_epi128(simd512(x), simd512(key)))
#    define v_decrypt(x, key) ((V)_mm512_aesdec_epi128(simd512(x), simd512(key)))
#    define v_decrypt_last(x, key) ((V)_mm512_aesdeclast_epi128(simd512(x), simd512(key)))
#    define v_last(n) ((V){0, 0, 0, n, 0, 0, 0, n, 0, 0, 0, n, 0, 0, 0, n})
#    define v_numbers ((V){0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3})

/* gcc would load 128 bits before a branch and broadcast them after it, on the shuffle
 * ports. */
KERNEL V
v_key(const uint32_t *words)
{
    V key;

    __asm__("vbroadcasti32x4 %1, %0" : "=v"(key) : "m"(*(const uint32_t (*)[4])words));
    return key;
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == 4)
        return (V)simd512_load(p);
    if (nblocks == 0)
        return (V)_mm512_setzero_si512();
    return (V)_mm512_maskz_loadu_epi64(simd512_mask(nblocks), p);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == 4)
        simd512_store(p, x);
    else if (nblocks != 0)
        _mm512_mask_storeu_epi64(p, simd512_mask(nblocks), simd512(x));
}

KERNEL V
v_swap(V x)
{
    const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f0b0a0908, 0x0706050403020100);

    return (V)_mm512_shuffle_epi8(simd512(x), simd512_repeat(bytes));
}

#    include "aes/vector.inc"

#endif
