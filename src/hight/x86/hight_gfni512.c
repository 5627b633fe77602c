/* SPDX-License-Identifier: MIT */
/* HIGHT for x86-64 with GFNI and AVX-512: 64 blocks a group, two groups at a time.
 *
 * F0 and F1 are one multiplication by a matrix each: a round is 12 operations, 6 cycles on
 * Zen 4, which executes two of 512 bits a cycle.  32 x 6 = 192, transposition 32, counters,
 * whitening and text 16: 240 cycles for 512 bytes, 0.47 cycles/byte.  Measured: 0.51 to
 * 0.52.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "gfni.inc"
#    include "kernels.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,gfni")))
#    define NAME(f) f##_gfni512
#    define LANES 8
#    define GROUPS 2
#    define FEW 32
#    define ONE_BODY 0
#    define encrypt_few narae_hight_encrypt_gfni
#    define decrypt_few narae_hight_decrypt_gfni
#    define ctr_few narae_hight_ctr_gfni
#    define B u8x64
#    define v_word(w) ((V)_mm512_set1_epi32((int)(w)))
#    define f0(x) ((V)_mm512_gf2p8affine_epi64_epi8(simd512(x), _mm512_set1_epi64((long long)HIGHT_F0), 0))
#    define f1(x) ((V)_mm512_gf2p8affine_epi64_epi8(simd512(x), _mm512_set1_epi64((long long)HIGHT_F1), 0))

#    include "core/x86/blocks64.inc"

#    include "hight/vector.inc"

#endif
