/* SPDX-License-Identifier: MIT */
/* SHA-512 for x86-64 with AVX2 and BMI2: rounds in general registers, the schedule of
 * two blocks in vectors.  FIPS 180-4, 6.4.
 *
 * A round is 24 operations, 6 of them rotations, which few ports do, and a chain of
 * 5: three for SUM1 of e, one to add it, one to add d.  A word of the schedule would
 * be 13 more, with 6 shifts.  Vectors make it in parallel: two words of this
 * block and two of the next, 16 rounds ahead, with their constants added, into
 * memory.  The next block then has nothing to do but rounds.  A last block alone
 * stands in for the next one.
 *
 * With 22 operations on four ports, Zen 4 needs 5.5 cycles for a round.  It takes 7,
 * for whatever order of them.
 *
 * Vectors have no rotation: two shifts each.  AVX-512's rotations and sums of three
 * gained 2 % on a Zen 4: the rounds take the time.
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
#    define SUM0(x) (ror64(x, 28) ^ ror64(x, 34) ^ ror64(x, 39))
#    define SUM1(x) (ror64(x, 14) ^ ror64(x, 18) ^ ror64(x, 41))
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

/* KEEP leaves the order of additions as it is written, which is that of the chain. */
#    define KEEP(x) __asm__("" : "+r"(x))

/* Maj by the two sums that follow each other: of a and b here, of h and a next. */
#    define ROUND(a, b, c, d, e, f, g, h, i)         \
        do {                                         \
            const uint64_t a_b = (a) ^ (b);          \
            uint64_t ch = (g) ^ ((e) & ((f) ^ (g))); \
                                                     \
            KEEP(ch);                                \
            (h) += WORD_OF(words, i);                \
            KEEP(h);                                 \
            (h) += ch;                               \
            KEEP(h);                                 \
            (h) += SUM1(e);                          \
            KEEP(h);                                 \
            (d) += (h);                              \
            (h) += (b) ^ (a_b & b_c);                \
            KEEP(h);                                 \
            (h) += SUM0(a);                          \
            b_c = a_b;                               \
        } while (0)

/* Sixteen rounds; the even ones are followed by `then(j)`. */
#    define SIXTEEN_ROUNDS(then)               \
        do {                                   \
            ROUND(a, b, c, d, e, f, g, h, 0);  \
            ROUND(h, a, b, c, d, e, f, g, 1);  \
            then(0);                           \
            ROUND(g, h, a, b, c, d, e, f, 2);  \
            ROUND(f, g, h, a, b, c, d, e, 3);  \
            then(1);                           \
            ROUND(e, f, g, h, a, b, c, d, 4);  \
            ROUND(d, e, f, g, h, a, b, c, 5);  \
            then(2);                           \
            ROUND(c, d, e, f, g, h, a, b, 6);  \
            ROUND(b, c, d, e, f, g, h, a, 7);  \
            then(3);                           \
            ROUND(a, b, c, d, e, f, g, h, 8);  \
            ROUND(h, a, b, c, d, e, f, g, 9);  \
            then(4);                           \
            ROUND(g, h, a, b, c, d, e, f, 10); \
            ROUND(f, g, h, a, b, c, d, e, 11); \
            then(5);                           \
            ROUND(e, f, g, h, a, b, c, d, 12); \
            ROUND(d, e, f, g, h, a, b, c, 13); \
            then(6);                           \
            ROUND(c, d, e, f, g, h, a, b, 14); \
            ROUND(b, c, d, e, f, g, h, a, 15); \
            then(7);                           \
        } while (0)
#    define SCHEDULE(j)           \
        do {                      \
            NEXT_WORDS(j);        \
            PUT_WORDS(j, r + 16); \
        } while (0)
#    define NOTHING(j) (void)0

#    define GET_STATE                                                    \
        uint64_t a = state[0], b = state[1], c = state[2], d = state[3]; \
        uint64_t e = state[4], f = state[5], g = state[6], h = state[7], b_c = b ^ c
#    define ADD_STATE      \
        do {               \
            state[0] += a; \
            state[1] += b; \
            state[2] += c; \
            state[3] += d; \
            state[4] += e; \
            state[5] += f; \
            state[6] += g; \
            state[7] += h; \
        } while (0)

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
    for (unsigned r = 0; r < 64; r += 16, words += 32)
        SIXTEEN_ROUNDS(SCHEDULE);
    SIXTEEN_ROUNDS(NOTHING);
    ADD_STATE;
}

CODE static void
second_of_two(uint64_t state[8], const uint64_t wk[160])
{
    const uint64_t *words = wk + 2;
    GET_STATE;

    for (unsigned r = 0; r < 80; r += 16, words += 32)
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
        second_of_two(state, wk);
    }
    if (nblocks != 0)
        first_of_two(state, wk, in, in);
    narae_wipe(wk, sizeof wk);
}

#endif
