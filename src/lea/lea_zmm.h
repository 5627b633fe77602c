/* What lea_vector.h wants to know of vectors of 512 bits. */

#define LANES 16
typedef uint32_t V __attribute__((vector_size(64)));

#define v_rol(x, n) ((V)_mm512_rol_epi32((__m512i)(x), n))
#define v_opaque(x) __asm__("" : "+v"(x))

/* The barrier keeps clang from loading a key word anew for each group. */
KERNEL V
v_set1(uint32_t word)
{
    V x = (V)_mm512_set1_epi32((int)word);

    v_opaque(x);
    return x;
}

KERNEL __mmask16
v_mask(size_t nblocks)
{
    return (__mmask16)((1u << 4 * nblocks) - 1);
}

/* A masked access of no element still looks at its page, and takes 600 cycles if
 * that is not there. */
KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == LANES / 4)
        return (V)_mm512_loadu_si512(p);
    if (nblocks == 0)
        return (V)_mm512_setzero_si512();
    return (V)_mm512_maskz_loadu_epi32(v_mask(nblocks), p);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == LANES / 4)
        _mm512_storeu_si512(p, (__m512i)x);
    else if (nblocks != 0)
        _mm512_mask_storeu_epi32(p, v_mask(nblocks), (__m512i)x);
}

KERNEL void
v_transpose(V x[4])
{
    __m512i a = _mm512_unpacklo_epi32((__m512i)x[0], (__m512i)x[1]);
    __m512i b = _mm512_unpackhi_epi32((__m512i)x[0], (__m512i)x[1]);
    __m512i c = _mm512_unpacklo_epi32((__m512i)x[2], (__m512i)x[3]);
    __m512i d = _mm512_unpackhi_epi32((__m512i)x[2], (__m512i)x[3]);

    x[0] = (V)_mm512_unpacklo_epi64(a, c);
    x[1] = (V)_mm512_unpackhi_epi64(a, c);
    x[2] = (V)_mm512_unpacklo_epi64(b, d);
    x[3] = (V)_mm512_unpackhi_epi64(b, d);
}

KERNEL V
v_counters(uint32_t low)
{
    const V n = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
    const __m512i swap = _mm512_broadcast_i32x4(_mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203));

    return (V)_mm512_shuffle_epi8((__m512i)(n + low), swap);
}
