/* What lea_vector.h wants to know of vectors of 256 bits, but for rotations. */

#define LANES 8

typedef uint32_t V __attribute__((vector_size(32)));

KERNEL V
v_set1(uint32_t word)
{
    return (V)_mm256_set1_epi32((int)word);
}

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == LANES / 4)
        return (V)_mm256_loadu_si256((const __m256i *)p);
    if (nblocks == 1)
        return (V)_mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)p));
    return (V)_mm256_setzero_si256();
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == LANES / 4)
        _mm256_storeu_si256((__m256i *)p, (__m256i)x);
    else if (nblocks == 1)
        _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128((__m256i)x));
}

KERNEL void
v_transpose(V x[4])
{
    __m256i a = _mm256_unpacklo_epi32((__m256i)x[0], (__m256i)x[1]);
    __m256i b = _mm256_unpackhi_epi32((__m256i)x[0], (__m256i)x[1]);
    __m256i c = _mm256_unpacklo_epi32((__m256i)x[2], (__m256i)x[3]);
    __m256i d = _mm256_unpackhi_epi32((__m256i)x[2], (__m256i)x[3]);

    x[0] = (V)_mm256_unpacklo_epi64(a, c);
    x[1] = (V)_mm256_unpackhi_epi64(a, c);
    x[2] = (V)_mm256_unpacklo_epi64(b, d);
    x[3] = (V)_mm256_unpackhi_epi64(b, d);
}

KERNEL V
v_counters(uint32_t low)
{
    const V n = {0, 2, 4, 6, 1, 3, 5, 7};
    const __m256i swap = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));

    return (V)_mm256_shuffle_epi8((__m256i)(n + low), swap);
}
