/* ARIA for x86-64 with GFNI and AVX-512: 64 blocks at a time.
 *
 * A round is 24 GFNI instructions, 48 sums of three and 16 keys: 88 operations,
 * of which Zen 5 does four a cycle.  ARIA-128 is 11 of them, the last without
 * diffusion, and two transpositions of 64: 242 + 10 + 32 cycles for 1024 bytes,
 * 0.28 cycles/byte.  Counter mode needs one transposition less: 0.26.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "aria_x86.h"

#    define CODE __attribute__((target("gfni,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_gfni512
#    define LANES 4
#    define aria_schedule aria_wide_schedule

typedef uint64_t V __attribute__((vector_size(64)));

#    define M(x) ((__m512i)(x))
#    define v_low(x, y) ((V)_mm512_unpacklo_epi8(M(x), M(y)))
#    define v_high(x, y) ((V)_mm512_unpackhi_epi8(M(x), M(y)))
#    define v_byte(p) ((V)_mm512_set1_epi32((int)*(p)))
#    define v_affine(x, matrix, constant) \
        ((V)_mm512_gf2p8affine_epi64_epi8(M(x), _mm512_set1_epi64((long long)(matrix)), constant))
#    define v_affine_inverse(x, matrix, constant) \
        ((V)_mm512_gf2p8affineinv_epi64_epi8(M(x), _mm512_set1_epi64((long long)(matrix)), constant))
#    define v_sum3(a, b, c) ((V)_mm512_ternarylogic_epi64(M(a), M(b), M(c), 0x96))
#    define v_sum7(a, b, c, d, e, f, g) v_sum3(v_sum3(a, b, c), v_sum3(d, e, f), g)

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    if (nblocks == LANES)
        return (V)_mm512_loadu_si512(p);
    return (V)_mm512_maskz_loadu_epi64((__mmask8)((1u << 2 * nblocks) - 1), p);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks == LANES)
        _mm512_storeu_si512(p, M(x));
    else
        _mm512_mask_storeu_epi64(p, (__mmask8)((1u << 2 * nblocks) - 1), M(x));
}

/* Block 4 i + l is byte i of lane l.  Adding to the lowest byte carries into
 * the next in those lanes where it wraps, and so on. */
KERNEL void
v_counters(V x[16], uint32_t low)
{
    const __m512i first = _mm512_set_epi32(
        0x3f3b3733, 0x2f2b2723, 0x1f1b1713, 0x0f0b0703, 0x3e3a3632, 0x2e2a2622, 0x1e1a1612, 0x0e0a0602,
        0x3d393531, 0x2d292521, 0x1d191511, 0x0d090501, 0x3c383430, 0x2c282420, 0x1c181410, 0x0c080400);
    const __m512i one = _mm512_set1_epi8(1), zero = _mm512_setzero_si512();
    __m512i byte = _mm512_add_epi8(first, _mm512_set1_epi8((char)low));
    __mmask64 carry = _mm512_cmplt_epu8_mask(byte, first);

    x[15] = (V)byte;
    for (unsigned i = 14; i >= 12; i--) {
        low >>= 8;
        byte = _mm512_set1_epi8((char)low);
        byte = _mm512_mask_add_epi8(byte, carry, byte, one);
        carry &= _mm512_cmpeq_epi8_mask(byte, zero);
        x[i] = (V)byte;
    }
}

#    include "aria_gfni.h"

#endif
