/* SPDX-License-Identifier: MIT */
/* HIGHT for x86-64 with GFNI and AVX2: as hight_gfni512.c, with 32 blocks a group and two
 * groups at a time; their rounds are in hight_64_gfni.S.
 *
 *     a round of both    24 operations: 8 cycles on the three ports of Golden Cove
 *     CTR                32 x 8, transposition 32, counters, whitening and text 16:
 *                        304 cycles for 512 bytes, 0.59 cycles/byte
 *
 * A chain of GFNI, XOR and addition takes 7 cycles, and once in eight rounds a store and
 * its load 7 more: the latency of a round is 7.9, almost the time of its operations.
 * Measured on Emerald Rapids, whose cores were shared: 0.81 with 16 KiB; with one group at
 * a time 1.05.  Three groups, whose targets are in memory until a round later, take 0.91.
 *
 * One block: the chain takes 7 cycles a round there, 224.  Measured: 248, and 286 with the
 * transpositions that it does not need.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "gfni.inc"
#    include "kernels.h"

#    define CODE __attribute__((target("avx2,gfni")))
#    define NAME(f) f##_gfni
#    define LANES 4
#    define GROUPS 2
#    define FEW 0
#    define ONE_BODY 1
#    define ALL_ROUNDS narae_hight_rounds_gfni
#    define ALL_ROUNDS_BACK narae_hight_rounds_back_gfni
#    define encrypt_few(schedule, out, in, nblocks) ((void)0)
#    define decrypt_few encrypt_few
#    define ctr_few(schedule, out, in, nblocks, counter) ((void)0)
#    define B u8x32
#    define v_word(w) ((V)_mm256_set1_epi32((int)(w)))
#    define v_byte(b) ((V)_mm256_set1_epi8((char)(b)))
#    define f0(x) ((V)_mm256_gf2p8affine_epi64_epi8(simd256(x), _mm256_set1_epi64x((long long)HIGHT_F0), 0))
#    define f1(x) ((V)_mm256_gf2p8affine_epi64_epi8(simd256(x), _mm256_set1_epi64x((long long)HIGHT_F1), 0))

#    include "core/x86/blocks64.inc"

void narae_hight_rounds_gfni(V state[2][8], const uint32_t *keys);
void narae_hight_rounds_back_gfni(V state[2][8], const uint32_t *keys);

#    include "hight/vector.inc"

#endif
