/* SPDX-License-Identifier: MIT */
/* SHA-512 for x86-64 with AVX2 and BMI2: rounds in general registers, the schedule of
 * two blocks in vectors.  FIPS 180-4, 6.4.
 *
 * A word of the schedule would be 13 operations more in a round, with 6 shifts.  Vectors make
 * it in parallel: two words of this block and two of the next, 16 rounds ahead, with their
 * constants added, into memory.  The next block then has nothing to do but rounds
 * (sha512_rounds.inc).  A last block alone stands in for the next one.
 *
 * Vectors have no rotation: two shifts each.  On Zen 4 they add a tenth to the rounds' time:
 * 7.15 cycles a round instead of 6.5.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/bytes.h"
#    include "core/for_each.h"
#    include "core/x86/simd256.h"
#    include "narae/wipe.h"

#    include "sha2/sha2_internal.h"

#    define CODE __attribute__((target("avx2,bmi,bmi2")))
#    define v_ror(x, n) (_mm256_srli_epi64(x, n) ^ _mm256_slli_epi64(x, 64 - (n)))
#    define v_sigma0(x) (v_ror(x, 1) ^ v_ror(x, 8) ^ _mm256_srli_epi64(x, 7))
#    define v_sigma1(x) (v_ror(x, 19) ^ v_ror(x, 61) ^ _mm256_srli_epi64(x, 6))

/* x[j], two of the last 16 words of each block, become the two after these. */
#    define NEXT_WORDS(j)                                                                              \
        do {                                                                                           \
            const __m256i before15 = _mm256_alignr_epi8(x[((j) + 1) % 8], x[j], 8);                    \
            const __m256i before7 = _mm256_alignr_epi8(x[((j) + 5) % 8], x[((j) + 4) % 8], 8);         \
            const __m256i sum = _mm256_add_epi64(_mm256_add_epi64(x[j], v_sigma0(before15)), before7); \
                                                                                                       \
            x[j] = _mm256_add_epi64(sum, v_sigma1(x[((j) + 7) % 8]));                                  \
        } while (0)

/* Words r + 2 j and the next, of both blocks: see WORD_OF. */
#    define PUT_WORDS(j, r)                      \
        _mm256_store_si256(                      \
            (__m256i *)(wk + 2 * (r) + 4 * (j)), \
            _mm256_add_epi64(x[j], simd256_load_repeat(narae_sha512_constants + (r) + 2 * (j))))
#    define WORD_OF(block, i) (block)[2 * (i) - (i) % 2]

#    define SCHEDULE(j)           \
        do {                      \
            NEXT_WORDS(j);        \
            PUT_WORDS(j, r + 16); \
        } while (0)

#    define NAME(f) f##_avx2
#    define ALL_WORDS 32

#    include "sha512_rounds.inc"

/* All rounds of one block, with the schedule of it and the next. */
CODE static void
first_of_two(uint64_t state[8], uint64_t wk[160], const uint8_t *in, const uint8_t *next)
{
    const __m256i swap = simd256_repeat(_mm_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607));
    const uint64_t *words = wk;
    __m256i x[8];
    GET_STATE;

    FOR_EACH(j, 8,
             x[j] =
                 _mm256_inserti128_si256(simd256_load_low(in + 16 * (j)), simd128_load(next + 16 * (j)), 1);
             x[j] = _mm256_shuffle_epi8(x[j], swap); PUT_WORDS(j, 0););
    for (unsigned r = 0; r < 64; r += 16, words += ALL_WORDS)
        SIXTEEN_ROUNDS(SCHEDULE);
    SIXTEEN_ROUNDS(NOTHING);
    ADD_STATE;
}

CODE void
narae_sha512_blocks_avx2(uint64_t state[8], const uint8_t *in, size_t nblocks)
{
    uint64_t wk[160] __attribute__((aligned(32)));

    if (nblocks == 0)
        return;
    for (; nblocks >= 2; nblocks -= 2, in += 256) {
        first_of_two(state, wk, in, in + 128);
        sha512_rounds_avx2(state, wk + 2);
    }
    if (nblocks != 0)
        first_of_two(state, wk, in, in);
    narae_wipe(wk, sizeof wk);
}

#endif
