/* SHA-3 and SHAKE for x86-64 with AVX2: four messages side by side.
 *
 * A rotation is two shifts and an OR, and sums have two inputs: a round is 20 +
 * 15 + 5 + 25 operations for theta, 72 for rho, 50 for chi, 1 for iota, 188.  At
 * four a cycle (Zen 5) 24 rounds are 1130 cycles for 672 bytes of SHAKE128, 1.7
 * cycles/byte.  Measured: 2.1 with clang 14, 2.2 with gcc 12;
 * half of the words wait in memory.  At three a cycle (Emerald Rapids) a round
 * takes 67 cycles instead of 63.
 *
 * Where there is AVX-512, the rounds are those of keccak_4_avx512.S.
 *
 * Time depends on lengths alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>
#    include <stddef.h>
#    include <stdint.h>

#    include "core/bytes.h"
#    include "core/cpu.h"
#    include "keccak/batch.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx2
#    define LANES 4
#    define permute(state) (cpu_has(CPU_AVX512) ? narae_keccak_f1600_4_avx512(state) : permute_lanes(state))

typedef uint64_t V __attribute__((vector_size(32)));

#    define M(x) ((__m256i)(x))
#    define v_load(p) ((V)_mm256_load_si256((const __m256i *)(p)))
#    define v_store(p, x) _mm256_store_si256((__m256i *)(p), M(x))
#    define v_set1(word) ((V)_mm256_set1_epi64x((long long)(word)))
#    define v_rol(x, n) (V)(_mm256_slli_epi64(M(x), n) | _mm256_srli_epi64(M(x), 64 - (n)))
#    define v_sum3(a, b, c) ((a) ^ (b) ^ (c))
#    define v_chi(a, b, c) ((a) ^ (~(b) & (c)))

/* Two words of lane l, and of lane l + 2. */
KERNEL __m256i
v_pairs(const uint8_t *const in[4], size_t at, unsigned l)
{
    const __m256i x = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(in[l] + at)));

    return _mm256_inserti128_si256(x, _mm_loadu_si128((const __m128i *)(in[l + 2] + at)), 1);
}

KERNEL void
v_get(V *x, V *y, const uint8_t *const in[4], size_t at)
{
    const __m256i a = v_pairs(in, at, 0), b = v_pairs(in, at, 1);

    *x = (V)_mm256_unpacklo_epi64(a, b);
    *y = (V)_mm256_unpackhi_epi64(a, b);
}

KERNEL V
v_word(const uint8_t *const in[4], size_t at)
{
    return (V){load64_le(in[0] + at), load64_le(in[1] + at), load64_le(in[2] + at), load64_le(in[3] + at)};
}

KERNEL void
v_put_pairs(__m256i x, uint8_t *const out[4], size_t at, unsigned l)
{
    _mm_storeu_si128((__m128i *)(out[l] + at), _mm256_castsi256_si128(x));
    _mm_storeu_si128((__m128i *)(out[l + 2] + at), _mm256_extracti128_si256(x, 1));
}

KERNEL void
v_put(V x, V y, uint8_t *const out[4], size_t at)
{
    v_put_pairs(_mm256_unpacklo_epi64(M(x), M(y)), out, at, 0);
    v_put_pairs(_mm256_unpackhi_epi64(M(x), M(y)), out, at, 1);
}

#    include "keccak/lanes_rounds.inc"

#    include "keccak/lanes.inc"

#endif
