/* ARIA for x86-64 with AES-NI and SSE4.1: 16 blocks at a time.
 *
 * A round is 16 AES-NI instructions, 48 operations for the affine maps of half
 * the S-boxes, 8 shuffles, 72 XORs, 16 keys and 32 operations to spread them:
 * 192, of which Zen 5 does four a cycle.  ARIA-128 is 12 of them and two
 * transpositions of 64: 608 cycles for 256 bytes, 2.4 cycles/byte.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "aria_x86.h"

#    define CODE __attribute__((target("aes,sse4.1")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_aesni
#    define LANES 1
#    define FEW 4

typedef uint64_t V __attribute__((vector_size(16)));
typedef uint8_t BYTES __attribute__((vector_size(16)));

#    define M(x) ((__m128i)(x))
#    define v_low(x, y) ((V)_mm_unpacklo_epi8(M(x), M(y)))
#    define v_high(x, y) ((V)_mm_unpackhi_epi8(M(x), M(y)))
#    define v_byte(p) ((V)_mm_set1_epi32((int)*(p)))
#    define v_numbers ((V){0x0706050403020100, 0x0f0e0d0c0b0a0908})
#    define v_aes(x) ((V)_mm_aesenclast_si128(M(x), _mm_setzero_si128()))
#    define v_aes_inverse(x) ((V)_mm_aesdeclast_si128(M(x), _mm_setzero_si128()))
#    define v_look_up(high, low, x) \
        ((V)_mm_shuffle_epi8(_mm_set_epi64x((long long)(high), (long long)(low)), M(x)))
#    define v_down4(x) ((V)_mm_srli_epi64(M(x), 4))
#    define v_each(byte) ((V)_mm_set1_epi8(byte))
#    define v_turned(x) v_shuffle(x, 0x070e050c030a0108, 0x0f060d040b020900)
#    define v_shuffle(x, high, low) ((V)_mm_shuffle_epi8(M(x), _mm_set_epi64x(high, low)))

#    define v_pick(x, y, mask) ((V)_mm_blendv_epi8(M(x), M(y), _mm_set1_epi32(mask)))

KERNEL V
v_key(const uint32_t *k)
{
    return (V)_mm_loadu_si128((const __m128i *)k);
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    return (V)(nblocks != 0 ? _mm_loadu_si128((const __m128i *)p) : _mm_setzero_si128());
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks != 0)
        _mm_storeu_si128((__m128i *)p, M(x));
}

#    include "aria_aes.h"

#    include "aria_few.h"

#    include "aria_vector.h"

CODE void
narae_aria_set_key_aesni(aria_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    aria_wide_schedule *const s = (aria_wide_schedule *)schedule;
    uint8_t w[4][16], rk[16];
    uint32_t *narrow = s->rk, *wide;

    s->rounds = aria_rounds(key_bytes);
    wide = narrow + 4 * (s->rounds + 1);
    narae_aria_expand(w, key, key_bytes);
    for (unsigned i = 0; i <= s->rounds; i++) {
        narae_aria_round_key(rk, (const uint8_t (*)[16])w, i);
        memcpy(narrow, rk, 16);
        narrow += 4;
        for (unsigned j = 0; j < 16; j++)
            *wide++ = 0x01010101u * rk[j];
    }
    narae_wipe(w, sizeof w);
    narae_wipe(rk, sizeof rk);
}

#endif
