/* SPDX-License-Identifier: MIT */
/* ChaCha for x86-64 with AVX-512 (F, BW): four blocks a vector, up to 16 at a
 * time; longer runs go to chacha_32_avx512.S and chacha_48_avx512.S.
 *
 * The dependency chain of a round, four times addition, XOR and rotation, has 12 operations
 * for any number of blocks; the shuffles of rows run in parallel to it.  With a vector
 * latency of one cycle ChaCha20 takes 240 cycles, with two (Zen 5) 480.  Measured with a
 * call: on Emerald Rapids 255, where one block in general registers takes 340; on Zen 5
 * 550 for two to sixteen blocks.  Rotations by 16 and 8 are byte shuffles, with a latency
 * of one cycle also where bit rotations have two, as on Zen 4: 14 a round, 280.
 *
 * Time depends on the number of blocks and rounds alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/for_each.h"
#    include "core/x86/simd512.h"

#    include "chacha/chacha_internal.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_rows_avx512
#    define BLOCKS 4
#    define GROUPS 4

typedef u32x16 V;

/* For a constant n. */
#    define v_rol(x, n) ((n) % 8 == 0 ? v_rol_bytes(x, n) : (V)_mm512_rol_epi32(simd512(x), n))
#    define v_turn(x, n)                     \
        ((V)_mm512_shuffle_epi32(simd512(x), \
                                 (_MM_PERM_ENUM)((0xe4 >> (2 * (n)) | 0xe4 << (8 - 2 * (n))) & 0xff)))

KERNEL V
v_rol_bytes(V x, unsigned n)
{
    const __m128i by16 = _mm_set_epi64x(0x0d0c0f0e09080b0a, 0x0504070601000302);
    const __m128i by8 = _mm_set_epi64x(0x0e0d0c0f0a09080b, 0x0605040702010003);

    return (V)_mm512_shuffle_epi8(simd512(x), simd512_repeat(n == 16 ? by16 : by8));
}

KERNEL V
v_row(const uint32_t *words)
{
    return (V)simd512_load_repeat(words);
}

KERNEL V
v_count(V row3, unsigned n)
{
    return (V)_mm512_add_epi64(simd512(row3), _mm512_set_epi64(0, n + 3, 0, n + 2, 0, n + 1, 0, n));
}

KERNEL void
v_xor_out(uint8_t *out, const uint8_t *in, V x[4], size_t nblocks)
{
    const __m512i a = _mm512_shuffle_i32x4(simd512(x[0]), simd512(x[1]), 0x44);
    const __m512i b = _mm512_shuffle_i32x4(simd512(x[0]), simd512(x[1]), 0xee);
    const __m512i c = _mm512_shuffle_i32x4(simd512(x[2]), simd512(x[3]), 0x44);
    const __m512i d = _mm512_shuffle_i32x4(simd512(x[2]), simd512(x[3]), 0xee);
    const __m512i blocks[4] = {
        _mm512_shuffle_i32x4(a, c, 0x88),
        _mm512_shuffle_i32x4(a, c, 0xdd),
        _mm512_shuffle_i32x4(b, d, 0x88),
        _mm512_shuffle_i32x4(b, d, 0xdd),
    };

    FOR_EACH(i, 4, if (i < nblocks) simd512_store(out + 64 * i, blocks[i] ^ simd512_load(in + 64 * i)););
}

#    include "chacha/rows.inc"

/* The blocks that each kernel processes, in this order; the tail uses rows. */
typedef struct shares {
    size_t by_48, by_32;
} shares;

/* With a vector latency of one cycle, 32 blocks fill the ports, and 17 to 20 take longer at
 * once than 16 and then the others. */
static shares
short_shares(size_t nblocks)
{
    const size_t rest = nblocks % 32;

    return (shares){0, rest > 20 ? nblocks : nblocks - rest};
}

/* Otherwise 48 do.  A tail of 33 to 48 blocks uses this kernel, too; a shorter one is one
 * or two runs of 17 to 32. */
static shares
long_shares(size_t nblocks)
{
    size_t n = nblocks < 17 ? 0 : (nblocks - 17) / 48 * 48;

    if (nblocks - n > 32 && nblocks - n <= 48)
        n = nblocks;
    return (shares){n, nblocks - n > 16 ? nblocks - n : 0};
}

void
narae_chacha_blocks_avx512(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks,
                           unsigned rounds, int short_chains)
{
    const shares n = short_chains ? short_shares(nblocks) : long_shares(nblocks);
    const size_t first = 64 * n.by_48, rest = first + 64 * n.by_32;

    if (n.by_48 != 0)
        narae_chacha_48_avx512(state, out, in, n.by_48, rounds);
    if (n.by_32 != 0)
        narae_chacha_32_avx512(state, out + first, in + first, n.by_32, rounds);
    narae_chacha_blocks_rows_avx512(state, out + rest, in + rest, nblocks - n.by_48 - n.by_32, rounds);
}

#endif
