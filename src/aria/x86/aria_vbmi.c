/* SPDX-License-Identifier: MIT */
/* ARIA for x86-64 with GFNI and AVX-512 VBMI: few blocks, a block a vector.
 *
 * Lane l of a vector is for S-box l of S1, S2 and their inverses.  Each lane
 * holds the whole block, and two GFNI instructions compute all four S-boxes:
 * one undoes the affine map of the inverses, one inverts and maps.  A
 * permutation of all 64 bytes then takes each byte from the lane of its S-box
 * and copies it to all lanes, so diffusion is the sum of seven such
 * permutations.  A round is 13 instructions, nine of them GFNI or permutations,
 * of which Zen 5 executes two a cycle: 4.5 cycles a block.  The latency of a
 * round, which limits a single block, is about 18.
 *
 * The constants of the S-boxes are added with the round key: those of the
 * inverses before, those of S1 and S2 after, diffused.  Even rounds take the
 * lanes in the order 2, 3, 0, 1.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"
#    include "core/bytes.h"
#    include "core/for_each.h"
#    include "core/opaque.h"

#    include "kernels.h"

#    define CODE __attribute__((target("gfni,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi")))
#    define KERNEL static inline __attribute__((always_inline)) CODE

typedef u64x8 V;

#    define v_sum3(x, y, z) ((V)_mm512_ternarylogic_epi64(simd512(x), simd512(y), simd512(z), 0x96))
#    define v_each(high, low) ((V)simd512_repeat(_mm_set_epi64x((long long)(high), (long long)(low))))
#    define v_permute(x, high, low) ((V)_mm512_permutexvar_epi8(simd512(v_each(high, low)), simd512(x)))
#    define v_lanes(a, b, c, d) ((V){a, a, b, b, c, c, d, d})

/* The affine maps before and after the inversion, and the constants added
 * before. */
#    define IDENTITY 0x0102040810204080
#    define BEFORE v_lanes(IDENTITY, IDENTITY, 0xa44992254a942952, 0x186450c737d6bdc9)
#    define AFTER v_lanes(0xf1e3c78f1f3e7cf8, 0xeafcb7c3c273c66f, IDENTITY, IDENTITY)
#    define ADDED v_lanes(0, 0, 0x6363636363636363, 0xe2e2e2e2e2e2e2e2)

KERNEL V
load_key(const uint32_t *k)
{
    return (V)simd512_load_repeat(k);
}

KERNEL V
substitute(V x)
{
    return (V)_mm512_gf2p8affineinv_epi64_epi8(_mm512_gf2p8affine_epi64_epi8(simd512(x), simd512(BEFORE), 0),
                                               simd512(AFTER), 0);
}

/* A(x) + key, with the constants. */
KERNEL V
diffuse_odd(V x, V key)
{
    const V more = ADDED ^ v_each(0x0000e263e2630000, 0x000063e263e20000);

    return v_sum3(v_sum3(v_permute(x, 0x1100001122220000, 0x1100110000112233),
                         v_permute(x, 0x2233332233331111, 0x3322332215041504),
                         v_permute(x, 0x0404262604151504, 0x2637041537263726)),
                  v_sum3(v_permute(x, 0x1515373737262637, 0x081919082a2a0808),
                         v_permute(x, 0x0819081919083b2a, 0x3b2a2a3b3b3b1919),
                         v_permute(x, 0x2a3b2a3b0c1d0c1d, 0x0c0c2e2e1d0c0c1d)),
                  v_sum3(v_permute(x, 0x3f2e1d0c2e3f2e3f, 0x1d1d3f3f2e3f3f2e), key, more));
}

KERNEL V
diffuse_even(V x, V key)
{
    const V more = ADDED ^ v_each(0xe26300000000e263, 0x63e20000000063e2);

    return v_sum3(v_sum3(v_permute(x, 0x3120203102022020, 0x3120312020310213),
                         v_permute(x, 0x0213130213133131, 0x1302130235243524),
                         v_permute(x, 0x2424060624353524, 0x0617243517061706)),
                  v_sum3(v_permute(x, 0x3535171717060617, 0x283939280a0a2828),
                         v_permute(x, 0x2839283939281b0a, 0x1b0a0a1b1b1b3939),
                         v_permute(x, 0x0a1b0a1b2c3d2c3d, 0x2c2c0e0e3d2c2c3d)),
                  v_sum3(v_permute(x, 0x1f0e3d2c0e1f0e1f, 0x3d3d1f1f0e1f1f0e), key, more));
}

/* The block after the last round, each byte from its lane. */
KERNEL V
gather(V x)
{
    return v_permute(x, 0x1f0e3d2c1b0a3928, 0x1706352413023120) ^
           v_each(0xe2630000e2630000, 0xe2630000e2630000);
}

KERNEL V
load_block(const uint8_t *in)
{
    return (V)simd512_load_repeat(in);
}

KERNEL void
store_block(uint8_t *out, V x)
{
    simd128_store(out, _mm512_castsi512_si128(simd512(x)));
}

KERNEL void
encrypt_vectors(V x[8], const aria_wide_schedule *s, unsigned n)
{
    const uint32_t *k = s->rk, *last = k + 4 * (s->rounds - 2);
    V key = load_key(k) ^ ADDED;

    FOR_EACH_OF(3, i, n, x[i] ^= key;);
    for (;; k += 8) {
        key = load_key(k + 4);
        FOR_EACH_OF(3, i, n, x[i] = substitute(diffuse_odd(substitute(x[i]), key)););
        key = load_key(k + 8);
        if (k == last)
            break;
        FOR_EACH_OF(3, i, n, x[i] = diffuse_even(x[i], key););
    }
    FOR_EACH_OF(3, i, n, x[i] = gather(x[i]) ^ key;);
}

KERNEL void
encrypt_some(const aria_wide_schedule *s, uint8_t *out, const uint8_t *in, unsigned n)
{
    V x[8];

    FOR_EACH_OF(3, i, n, x[i] = load_block(in + 16 * i););
    encrypt_vectors(x, s, n);
    FOR_EACH_OF(3, i, n, store_block(out + 16 * i, x[i]););
}

/* The counter block without its last word: the caller has just stored that
 * word, and a wider load would have to wait for the store. */
KERNEL __m128i
counter_block(const uint8_t counter[16])
{
    return _mm_insert_epi32(_mm_loadl_epi64((const __m128i *)counter), (int)opaque(load32_le(counter + 8)),
                            2);
}

KERNEL void
ctr_some(const aria_wide_schedule *s, uint8_t *out, const uint8_t *in, const uint8_t counter[16],
         uint32_t low, unsigned n)
{
    const __m128i fixed = counter_block(counter);
    V x[8];

    FOR_EACH_OF(3, i, n,
                x[i] = (V)simd512_repeat(_mm_insert_epi32(fixed, (int)__builtin_bswap32(low + i), 3)););
    encrypt_vectors(x, s, n);
    FOR_EACH_OF(3, i, n, store_block(out + 16 * i, x[i] ^ load_block(in + 16 * i)););
}

KERNEL void
decrypt_some(const aria_wide_schedule *s, uint8_t *out, const uint8_t *in, unsigned n)
{
    const uint32_t *k = s->rk + 4 * s->rounds;
    const V zero = {0};
    V x[8], key = load_key(k) ^ ADDED;

    FOR_EACH_OF(3, i, n, x[i] = load_block(in + 16 * i) ^ key;);
    for (;; k -= 8) {
        key = load_key(k - 4);
        FOR_EACH_OF(3, i, n, x[i] = substitute(diffuse_odd(substitute(x[i]) ^ key, zero)););
        key = load_key(k - 8);
        if (k - 8 == s->rk)
            break;
        FOR_EACH_OF(3, i, n, x[i] = diffuse_even(x[i] ^ key, zero););
    }
    FOR_EACH_OF(3, i, n, store_block(out + 16 * i, gather(x[i]) ^ key););
}

/* 0x52, 0x30, 0x63 and 0xe2 are the bytes that S1, S2 and their inverses map to
 * 0. */
CODE void
narae_aria_first_vbmi(aria_first *first, const aria_wide_schedule *s, const uint8_t counter[16])
{
    const __m128i block = counter_block(counter) ^ simd128_load(s->rk);
    const V x = (V)simd512_repeat(_mm_insert_epi32(block, (int)0xe2633052, 3)) ^ ADDED;
    const __m512i bytes = _mm512_cvtepu8_epi32(
        _mm512_castsi512_si128(simd512(diffuse_odd(substitute(x), load_key(s->rk + 4)))));

    simd512_store(first->fixed,
                  _mm512_shuffle_epi8(bytes, simd512(v_each(0x0c0c0c0c08080808, 0x0404040400000000))));
    first->low = load32_be(counter + 12);
}

#    define RUN(some, ...)            \
        do {                          \
            if (nblocks == 1)         \
                some(__VA_ARGS__, 1); \
            else if (nblocks == 2)    \
                some(__VA_ARGS__, 2); \
            else                      \
                some(__VA_ARGS__, 3); \
        } while (0)

CODE void
narae_aria_few_encrypt_vbmi(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    RUN(encrypt_some, schedule, out, in);
}

CODE void
narae_aria_few_decrypt_vbmi(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    RUN(decrypt_some, schedule, out, in);
}

CODE void
narae_aria_few_ctr_vbmi(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                        uint8_t *counter)
{
    const uint32_t low = load32_be(counter + 12);

    RUN(ctr_some, schedule, out, in, counter, low);
    store32_be(counter + 12, low + (uint32_t)nblocks);
}

#endif
