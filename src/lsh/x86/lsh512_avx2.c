/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX2 on vectors of four words.  KS X 3262.
 *
 * As lsh256.inc, but here words move between the halves of a vector, which takes four cycles on
 * Zen 4.  The last rotation of y, a shuffle of bytes, takes two: XOR, addition, rotation, XOR,
 * addition, rotation and six for that and the move, 14 cycles a step, 392 a block, 1.53
 * cycles/byte.  A step has 38 operations, 9.5 cycles on four pipes.
 *
 * Measured on Zen 4, the median: 540, 1.38 of the count.  A step in a loop of its own takes 15.8 cycles
 * without the message's expansion, which is not in the chain, and 17.8 with it; its place among the other
 * operations changes that by a twentieth.  Shuffles and shifts are for two of the four pipes.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd256.h"
#    include "lsh/lsh_internal.h"

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define ROL(x, n) ((x) << (n) | (x) >> (64 - (n)))

KERNEL void
feed_512(u64x4 x[2], u64x4 y[2], u64x4 m[4], const u64x4 next[4])
{
    x[0] ^= m[0], x[1] ^= m[1], y[0] ^= m[2], y[1] ^= m[3];
    m[0] = next[0] + (u64x4)_mm256_permute4x64_epi64(simd256(m[0]), 0x4b);
    m[1] = next[1] + (u64x4)_mm256_permute4x64_epi64(simd256(m[1]), 0x93);
    m[2] = next[2] + (u64x4)_mm256_permute4x64_epi64(simd256(m[2]), 0x4b);
    m[3] = next[3] + (u64x4)_mm256_permute4x64_epi64(simd256(m[3]), 0x93);
}

/* Bytes of y, with words 1 and 3 exchanged: byte i of `word0` is the place, in 16 bytes, of what
 * becomes byte i of word 0, and so on. */
KERNEL u64x4
move_bytes(u64x4 y, long long word0, long long word1, long long word2, long long word3)
{
    const __m256i bytes = _mm256_setr_epi64x(word0, word1, word2, word3);

    return (u64x4)_mm256_permute4x64_epi64(_mm256_shuffle_epi8(simd256(y), bytes), 0x6c);
}

/* Rotates y by gamma, by 0, 2, 4 and 6 bytes, and by 1, 3, 5 and 7, and moves all words. */
KERNEL void
move_512(u64x4 x[2], u64x4 y[2])
{
    const u64x4 x0 = x[0], y0 = y[0];

    x[0] = (u64x4)_mm256_permute4x64_epi64(simd256(x[1]), 0xd2);
    x[1] = move_bytes(y[1], 0x0605040302010007, 0x0c0b0a09080f0e0d, 0x0201000706050403, 0x080f0e0d0c0b0a09);
    y[0] = (u64x4)_mm256_permute4x64_epi64(simd256(x0), 0xd2);
    y[1] = move_bytes(y0, 0x0706050403020100, 0x0d0c0b0a09080f0e, 0x0302010007060504, 0x09080f0e0d0c0b0a);
}

#    define STEP(m, next, constants, alpha, beta)                           \
        do {                                                                \
            feed_512(x, y, m, next);                                        \
            x[0] += y[0], x[1] += y[1];                                     \
            x[0] = ROL(x[0], alpha) ^ (u64x4)simd256_load(constants);       \
            x[1] = ROL(x[1], alpha) ^ (u64x4)simd256_load((constants) + 4); \
            y[0] += x[0], y[1] += x[1];                                     \
            y[0] = ROL(y[0], beta), y[1] = ROL(y[1], beta);                 \
            x[0] += y[0], x[1] += y[1];                                     \
            move_512(x, y);                                                 \
        } while (0)

CODE void
narae_lsh512_blocks_avx2(uint64_t chain[16], const uint8_t *in, size_t nblocks)
{
    u64x4 x[2], y[2], m[4], next[4];

    for (unsigned i = 0; i < 2; i++) {
        x[i] = (u64x4)simd256_load(chain + 4 * i);
        y[i] = (u64x4)simd256_load(chain + 8 + 4 * i);
    }
    for (; nblocks != 0; nblocks--, in += 256) {
        for (unsigned i = 0; i < 4; i++) {
            m[i] = (u64x4)simd256_load(in + 32 * i);
            next[i] = (u64x4)simd256_load(in + 128 + 32 * i);
        }
        for (const uint64_t *c = narae_lsh512_constants; c != narae_lsh512_constants + 8 * LSH512_STEPS;
             c += 16) {
            STEP(m, next, c, 23, 59);
            STEP(next, m, c + 8, 7, 3);
        }
        x[0] ^= m[0], x[1] ^= m[1], y[0] ^= m[2], y[1] ^= m[3];
    }
    for (unsigned i = 0; i < 2; i++) {
        simd256_store(chain + 4 * i, x[i]);
        simd256_store(chain + 8 + 4 * i, y[i]);
    }
}

#endif
