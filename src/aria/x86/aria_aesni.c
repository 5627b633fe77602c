/* SPDX-License-Identifier: MIT */
/* ARIA for x86-64 with AES-NI and SSE4.1: 16 blocks at a time.
 *
 * A round is 16 AES-NI instructions, 48 operations for the affine maps of half
 * the S-boxes, 8 shuffles, 56 XORs, 16 keys and 32 operations to spread them:
 * 176, of which Zen 5 executes four a cycle.  ARIA-128 is 12 of them and two
 * transpositions of 64: 560 cycles for 256 bytes, 2.2 cycles/byte.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd128.h"

#    include "kernels.h"

#    define CODE __attribute__((target("aes,sse4.1")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_aesni
#    define LANES 1
#    define FEW 4

typedef u64x2 V;
typedef u8x16 BYTES;

#    define v_low(x, y) ((V)_mm_unpacklo_epi8(simd128(x), simd128(y)))
#    define v_high(x, y) ((V)_mm_unpackhi_epi8(simd128(x), simd128(y)))
#    define v_byte(p) ((V)_mm_set1_epi32((int)*(p)))
#    define v_numbers ((V){0x0706050403020100, 0x0f0e0d0c0b0a0908})
#    define v_aes(x) ((V)_mm_aesenclast_si128(simd128(x), _mm_setzero_si128()))
#    define v_aes_inverse(x) ((V)_mm_aesdeclast_si128(simd128(x), _mm_setzero_si128()))
#    define v_look_up(high, low, x) \
        ((V)_mm_shuffle_epi8(_mm_set_epi64x((long long)(high), (long long)(low)), simd128(x)))
#    define v_down4(x) ((V)_mm_srli_epi64(simd128(x), 4))
#    define v_each(byte) ((V)_mm_set1_epi8(byte))
#    define v_turned(x) v_shuffle(x, 0x070e050c030a0108, 0x0f060d040b020900)
#    define v_shuffle(x, high, low) ((V)_mm_shuffle_epi8(simd128(x), _mm_set_epi64x(high, low)))

#    define v_pick(x, y, mask) ((V)_mm_blendv_epi8(simd128(x), simd128(y), _mm_set1_epi32(mask)))

KERNEL V
v_key(const uint32_t *k)
{
    return (V)simd128_load(k);
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    return (V)(nblocks != 0 ? simd128_load(p) : _mm_setzero_si128());
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks != 0)
        simd128_store(p, x);
}

#    include "aria/aes.inc"

#    include "aria/few.inc"

#    include "rounds.inc"
#    include "aria/vector.inc"

KERNEL V
few_round(V x, unsigned even)
{
    return few_diffuse(few_substitute(x, even), even);
}

#    define v_reversed(x) v_shuffle(x, 0x0001020304050607, 0x08090a0b0c0d0e0f)
#    define v_exchanged(x) ((V)_mm_shuffle_epi32(simd128(x), 0x4e))

/* The schedule of aria_schedule.c.  Bytes are reversed, so that a rotation is
 * that of a 128-bit number: each half of 64 bits is shifted, and bits of the
 * other half are shifted in. */
CODE void
narae_aria_set_key_aesni(void *schedule, const uint8_t *key, size_t key_bytes)
{
    static const uint8_t rights[5] = {19, 31, 67, 97, 109};
    aria_wide_schedule *const s = (aria_wide_schedule *)schedule;
    const unsigned first = (unsigned)(key_bytes - 16) / 8;
    uint32_t *narrow = s->rk, *wide;
    uint8_t right[16] = {0};
    V w[4], reversed[4], c[5];

    s->rounds = aria_rounds(key_bytes);
    wide = narrow + 4 * (s->rounds + 1);
    memcpy(right, key + 16, key_bytes - 16);
    for (unsigned i = 0; i < 5; i++)
        c[i] = v_load(narae_aria_constants[i % 3], 1);
    w[0] = v_load(key, 1);
    w[1] = few_round(w[0] ^ c[first], 0) ^ v_load(right, 1);
    w[2] = few_round(w[1] ^ c[first + 1], 1) ^ w[0];
    w[3] = few_round(w[2] ^ c[first + 2], 0) ^ w[1];
    for (unsigned i = 0; i < 4; i++)
        reversed[i] = v_reversed(w[i]);

    for (unsigned i = 0; i <= s->rounds; i++, narrow += 4, wide += 16) {
        const unsigned n = rights[i / 4];
        V y = reversed[(i + 1) % 4], other = v_exchanged(y), k;

        if (n > 64)
            k = other, other = y, y = k;
        k = w[i % 4] ^ v_reversed(y >> n % 64 ^ other << (64 - n % 64));
        v_store((uint8_t *)narrow, k, 1);
        v_store((uint8_t *)wide, v_shuffle(k, 0x0303030302020202, 0x0101010100000000), 1);
        v_store((uint8_t *)(wide + 4), v_shuffle(k, 0x0707070706060606, 0x0505050504040404), 1);
        v_store((uint8_t *)(wide + 8), v_shuffle(k, 0x0b0b0b0b0a0a0a0a, 0x0909090908080808), 1);
        v_store((uint8_t *)(wide + 12), v_shuffle(k, 0x0f0f0f0f0e0e0e0e, 0x0d0d0d0d0c0c0c0c), 1);
    }
    narae_wipe(w, sizeof w);
    narae_wipe(reversed, sizeof reversed);
    narae_wipe(right, sizeof right);
}

#endif
