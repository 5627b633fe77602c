/* SHA-3 and SHAKE for x86-64 with AVX-512: eight messages side by side.
 *
 * With operations of three inputs and rotations a round is
 *
 *     10 + 5 + 5 + 25 for theta, 24 for rho, 25 for chi, 1 for iota: 95,
 *
 * in place, 25 words, the five sums of theta and five words of a row: nearly all
 * registers.  At four a cycle (Zen 5) 24 rounds are 570 cycles; a block of
 * SHAKE128 costs 48 operations for its transposition and 21 to add it: 587 for
 * 1344 bytes, 0.44 cycles/byte.  Measured: 0.68 with clang 14, 0.74 with gcc 12.
 * A quarter more instructions are moves, and while theta's sums are made, a chain
 * of five operations, little else is ready.
 *
 * Time depends on lengths alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>
#    include <stdint.h>

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512
#    define LANES 8

typedef uint64_t V __attribute__((vector_size(64)));

#    define M(x) ((__m512i)(x))
#    define v_load(p) ((V)_mm512_load_si512(p))
#    define v_store(p, x) _mm512_store_si512(p, M(x))
#    define v_words(p) ((V)_mm512_loadu_si512(p))
#    define v_set1(word) ((V)_mm512_set1_epi64((long long)(word)))
#    ifdef __OPTIMIZE__
#        define v_rol(x, n) ((V)_mm512_rol_epi64(M(x), n))
#    else /* n is the variable of a loop then */
#        define v_rol(x, n) ((V)_mm512_rolv_epi64(M(x), _mm512_set1_epi64(n)))
#    endif
#    define v_sum3(a, b, c) ((V)_mm512_ternarylogic_epi64(M(a), M(b), M(c), 0x96))
#    define v_chi(a, b, c) ((V)_mm512_ternarylogic_epi64(M(a), M(b), M(c), 0xd2))

KERNEL void
v_transpose(V x[8])
{
    __m512i p[8], q[8];

#    define PAIR(i)                                         \
        p[i] = _mm512_unpacklo_epi64(M(x[i]), M(x[i + 1])), \
        p[i + 1] = _mm512_unpackhi_epi64(M(x[i]), M(x[i + 1]))
    PAIR(0), PAIR(2), PAIR(4), PAIR(6);
#    define FOUR(i)                                        \
        q[i] = _mm512_shuffle_i64x2(p[i], p[i + 2], 0x88), \
        q[i + 2] = _mm512_shuffle_i64x2(p[i], p[i + 2], 0xdd)
    FOUR(0), FOUR(1), FOUR(4), FOUR(5);
#    define EIGHT(i)                                          \
        x[i] = (V)_mm512_shuffle_i64x2(q[i], q[i + 4], 0x88), \
        x[i + 4] = (V)_mm512_shuffle_i64x2(q[i], q[i + 4], 0xdd)
    EIGHT(0), EIGHT(1), EIGHT(2), EIGHT(3);
}

#    include "keccak_lanes.h"

#endif
