/* ChaCha for x86-64 with AVX2: eight blocks at a time whose words are side by side,
 * by chacha_8_avx2.S; for what is left, two blocks a vector, up to eight at a time.
 *
 * Rotations by 16 and 8 are shuffles of bytes, the others two shifts and an
 * OR: 19 operations a round for 128 bytes in rows, 16 in words.  Long messages of
 * ChaCha20, measured on Zen 3: 1.16 cycles/byte in rows alone, 0.98 in words.
 * Turning words into blocks, 48 shuffles for 512 bytes, is part of that.  In rows a
 * round is 14 steps one after the other, 280 cycles for ChaCha20.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include <immintrin.h>

#    include "narae/wipe.h"

#    include "chacha_x86.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_rows_avx2
#    define BLOCKS 2
#    define GROUPS 4

typedef uint32_t V __attribute__((vector_size(32)));

#    define v_turn(x, n) \
        ((V)_mm256_shuffle_epi32((__m256i)(x), (0xe4 >> (2 * (n)) | 0xe4 << (8 - 2 * (n))) & 0xff))

KERNEL V
v_rol(V x, unsigned n)
{
    const __m256i by16 = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302));
    const __m256i by8 = _mm256_broadcastsi128_si256(_mm_set_epi64x(0x0e0d0c0f0a09080b, 0x0605040702010003));

    if (n == 16 || n == 8)
        return (V)_mm256_shuffle_epi8((__m256i)x, n == 16 ? by16 : by8);
    return x << n | x >> (32 - n);
}

KERNEL V
v_row(const uint32_t *words)
{
    return (V)_mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)words));
}

KERNEL V
v_count(V row3, unsigned n)
{
    return (V)_mm256_add_epi64((__m256i)row3, _mm256_set_epi64x(0, n + 1, 0, n));
}

KERNEL void
v_xor_half(uint8_t *out, const uint8_t *in, V x, V y, int which)
{
    __m256i z = which == 0 ? _mm256_permute2x128_si256((__m256i)x, (__m256i)y, 0x20)
                           : _mm256_permute2x128_si256((__m256i)x, (__m256i)y, 0x31);

    _mm256_storeu_si256((__m256i *)out, z ^ _mm256_loadu_si256((const __m256i *)in));
}

KERNEL void
v_xor_out(uint8_t *out, const uint8_t *in, V x[4], size_t nblocks)
{
    v_xor_half(out, in, x[0], x[1], 0);
    v_xor_half(out + 32, in + 32, x[2], x[3], 0);
    if (nblocks > 1) {
        v_xor_half(out + 64, in + 64, x[0], x[1], 1);
        v_xor_half(out + 96, in + 96, x[2], x[3], 1);
    }
}

#    include "chacha_rows.h"

/* Word i of eight blocks is in x[i]; afterwards each holds eight words of a block. */
KERNEL void
transpose(V x[8])
{
    V y[8];

    FOR_EACH(i, 4, y[2 * i] = (V)_mm256_unpacklo_epi32((__m256i)x[2 * i], (__m256i)x[2 * i + 1]);
             y[2 * i + 1] = (V)_mm256_unpackhi_epi32((__m256i)x[2 * i], (__m256i)x[2 * i + 1]););
    FOR_EACH(i, 4, const unsigned at = i / 2 * 4 + i % 2;
             x[2 * i] = (V)_mm256_unpacklo_epi64((__m256i)y[at], (__m256i)y[at + 2]);
             x[2 * i + 1] = (V)_mm256_unpackhi_epi64((__m256i)y[at], (__m256i)y[at + 2]););
    FOR_EACH(i, 4, y[i] = (V)_mm256_permute2x128_si256((__m256i)x[i], (__m256i)x[i + 4], 0x20);
             y[i + 4] = (V)_mm256_permute2x128_si256((__m256i)x[i], (__m256i)x[i + 4], 0x31););
    FOR_EACH(i, 8, x[i] = y[i];);
}

/* Half of each of eight blocks. */
KERNEL void
xor_halves(uint8_t *out, const uint8_t *in, uint32_t words[8][8], const uint32_t state[8], V numbers)
{
    V x[8];

    FOR_EACH(i, 8,
             x[i] = (V)_mm256_loadu_si256((const __m256i *)words[i]) + (V)_mm256_set1_epi32((int)state[i]););
    x[4] += numbers;
    transpose(x);
    FOR_EACH(i, 8, const __m256i text = _mm256_loadu_si256((const __m256i *)(in + 64 * i));
             _mm256_storeu_si256((__m256i *)(out + 64 * i), (__m256i)x[i] ^ text););
}

CODE static void
eights(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    const V numbers = {0, 1, 2, 3, 4, 5, 6, 7}, zero = {0};
    uint32_t words[16][8];

    for (; nblocks != 0; nblocks -= 8, in += 512, out += 512) {
        narae_chacha_8_avx2(words, state, rounds);
        xor_halves(out, in, words, state, zero);
        xor_halves(out + 32, in + 32, words + 8, state + 8, numbers);
        state[12] += 8;
    }
    narae_wipe(words, sizeof words);
}

void
narae_chacha_blocks_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    const size_t whole = nblocks & ~(size_t)7, n = whole <= UINT32_MAX - state[12] ? whole : 0;

    if (n != 0)
        eights(state, out, in, n, rounds);
    narae_chacha_blocks_rows_avx2(state, out + 64 * n, in + 64 * n, nblocks - n, rounds);
}

#endif
