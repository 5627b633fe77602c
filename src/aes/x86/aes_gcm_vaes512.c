/* SPDX-License-Identifier: MIT */
/* AES-GCM for x86-64 with VAES, VPCLMULQDQ and AVX-512: 32 blocks are encrypted
 * while the 32 before them are hashed.  SP 800-38D.
 *
 * 32 blocks of AES-128 are 80 rounds of four blocks, 26 products and some 66 other
 * vector operations.  Emerald Rapids starts two a cycle, one of them a round: 86
 * cycles, 0.168 cycles/byte, and with AES-256, whose 112 rounds take longer, 0.219.
 * Measured in a long message: 0.173 and 0.221; in a message of 16 KiB, with prologue and tail,
 * 0.184 to 0.194, by compiler, and 0.234.  On Zen 5 the products are the limit, one every two
 * cycles: 52 cycles, 0.102.  Zen 4, which splits each operation in two, takes 0.168.
 *
 * Opening a message of more than 2 KiB in one call cannot use this kernel: it decrypts nothing
 * before the tag is verified, so hashing and counter mode are two passes.
 *
 * gcm_message.inc has the kernel for whole messages.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    define CODE __attribute__((target("vaes,vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))

#    include "ghash/x86/kernels.h"

#    define HASH_CODE CODE
#    include "ghash/x86/vpclmul.inc"

#    include "kernels.h"

#    define KERNEL HASH_KERNEL
#    define NAME(f) f##_gcm
#    define BLOCKS HASH_BLOCKS

typedef H V;

#    define AES_GCM narae_aes_gcm_vaes512
#    define AES(x, round, key) ((V)_mm512_aes##round##_epi128(simd512(x), simd512(key)))

KERNEL V
v_key(const uint32_t *words)
{
    return h_broadcast((const uint8_t *)words);
}

#    define v_last(n) \
        ((V){0, (uint64_t)(n) << 32, 0, (uint64_t)(n) << 32, 0, (uint64_t)(n) << 32, 0, (uint64_t)(n) << 32})

KERNEL V
v_swap(V x)
{
    const __m128i bytes = _mm_set_epi64x(0x0c0d0e0f0b0a0908, 0x0706050403020100);

    return (V)_mm512_shuffle_epi8(simd512(x), simd512_repeat(bytes));
}

KERNEL V
v_sum3(V x, V y, V z)
{
    return (V)_mm512_ternarylogic_epi64(simd512(x), simd512(y), simd512(z), 0x96);
}

#    define v_add32(x, y) ((V)_mm512_add_epi32(simd512(x), simd512(y)))
#    define v_choose(x, y, mask) ((V)_mm512_ternarylogic_epi32(simd512(x), simd512(y), simd512(mask), 0x78))
#    define v_differ(x, y, low) ((V)_mm512_ternarylogic_epi32(simd512(x), simd512(y), simd512(low), 0xbe))
#    define v_numbers ((V)_mm512_set_epi32(3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0))
#    define v_store(p, x) simd512_store(p, x)
#    define IN_REGISTER "+v"

#    include "gcm_vector.inc"

#    include "gcm_message.inc"

#endif
