/* LEA for x86-64 with AVX-512 (F and BW): 16 blocks a group, four groups at a
 * time, five when decrypting.
 *
 * A round of a group is 6 XORs, 3 additions and 3 rotations.  On Zen 5, four
 * vector operations a cycle of which two are rotations or shuffles, that is 3
 * cycles for 256 bytes: 72 cycles for LEA-128, 0.281 cycles/byte.  Counter
 * mode saves 18 of the first rounds' operations and adds 8 shuffles, 4 XORs
 * and a counter: 0.277.  Encryption of given blocks adds 16 shuffles: 0.297.
 *
 * Measured, with gcc 12 and clang 14: counter mode 0.291 to 0.30, LEA-256 0.39, which is
 * 12.2 cycles a round of four groups instead of 12 and 32 for the beginning and
 * the end instead of 14; neither five groups nor a group's first rounds woven into
 * the stores of the one before change it.  Encryption 0.31.
 * Decryption 0.34, LEA-256 0.445: its chain of 12 cycles a round fills the 15 of
 * five groups only nearly, to 17.
 *
 * Zen 4 takes two turns for each operation on 512 bits: 0.555, 0.742 with LEA-256 and
 * 0.594 to decrypt; measured 0.59, 0.78 and 0.68.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "lea_x86.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512
#    define LANES 16
#    define ENCRYPT_GROUPS 4
#    define DECRYPT_GROUPS 5

typedef uint32_t V __attribute__((vector_size(64)));

#    define v_rol(x, n) ((V)_mm512_rol_epi32((__m512i)(x), n))
#    define v_opaque(x) __asm__("" : "+v"(x))

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

#    include "lea_vector.h"

#endif
