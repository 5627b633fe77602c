/* ARIA for x86-64 with GFNI and AVX2: 32 blocks at a time.
 *
 * A round is 24 GFNI instructions, 72 XORs and 16 keys: 112 operations, of which
 * Zen 5 does four a cycle.  ARIA-128 is 12 of them and two transpositions of 64:
 * 336 + 32 cycles for 512 bytes, 0.72 cycles/byte.  Sixteen registers hold the
 * state alone, so that part of it moves to memory and back.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "aria_x86.h"

#    define CODE __attribute__((target("gfni,avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_gfni
#    define FEW 2

#    include "aria_ymm.h"

#    define v_affine(x, matrix, constant) \
        ((V)_mm256_gf2p8affine_epi64_epi8(M(x), _mm256_set1_epi64x((long long)(matrix)), constant))
#    define v_affine_inverse(x, matrix, constant) \
        ((V)_mm256_gf2p8affineinv_epi64_epi8(M(x), _mm256_set1_epi64x((long long)(matrix)), constant))

#    include "aria_gfni.h"

#    include "aria_vector.h"

#endif
