/* What aria_vector.h wants to know of AVX2, but for the S-boxes and
 * FEW. */

#define LANES 2
#define few_encrypt narae_aria_encrypt_aesni
#define few_decrypt narae_aria_decrypt_aesni
#define few_ctr narae_aria_ctr_aesni

typedef uint64_t V __attribute__((vector_size(32)));
typedef uint8_t BYTES __attribute__((vector_size(32)));

#define M(x) ((__m256i)(x))
#define v_low(x, y) ((V)_mm256_unpacklo_epi8(M(x), M(y)))
#define v_high(x, y) ((V)_mm256_unpackhi_epi8(M(x), M(y)))
#define v_byte(p) ((V)_mm256_set1_epi32((int)*(p)))

/* Bytes 0 to 15, times two, plus the lane. */
#define v_numbers ((V){0x0e0c0a0806040200, 0x1e1c1a1816141210, 0x0f0d0b0907050301, 0x1f1d1b1917151311})

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == LANES)
        return (V)_mm256_loadu_si256((const __m256i *)p);
    if (nblocks == 1)
        return (V)_mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)p));
    return (V)_mm256_setzero_si256();
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == LANES)
        _mm256_storeu_si256((__m256i *)p, M(x));
    else if (nblocks == 1)
        _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(M(x)));
}
