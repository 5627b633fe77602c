/* SPDX-License-Identifier: MIT */
/* ChaCha on x86-64: its implementations.  A message of one block uses vectors
 * only where their latency is low. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <string.h>

#    include "core/dispatch.h"
#    include "core/xor.h"

#    include "chacha/together.h"

static void
blocks_avx512_short(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    if (nblocks > 1)
        narae_chacha_blocks_avx512(state, out, in, nblocks, rounds, 1);
    else if (nblocks == 1)
        narae_chacha_blocks_rows_avx512(state, out, in, 1, rounds);
}

static void
blocks_avx512(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    if (nblocks > 1)
        narae_chacha_blocks_avx512(state, out, in, nblocks, rounds, 0);
    else if (nblocks == 1)
        narae_chacha_1_x86(state, out, in, rounds);
}

static void
blocks_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    if (nblocks > 1)
        narae_chacha_blocks_avx2(state, out, in, nblocks, rounds);
    else if (nblocks == 1)
        narae_chacha_1_x86(state, out, in, rounds);
}

static void
blocks_sse2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    if (nblocks > 1)
        narae_chacha_blocks_sse2(state, out, in, nblocks, rounds);
    else if (nblocks == 1)
        narae_chacha_1_x86(state, out, in, rounds);
}

/* 16 blocks and then up to eight more take no longer than all at once. */
static void
bytes_avx512_short(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
                   uint8_t stream[64])
{
    const size_t last = bytes / 64 % BATCH_BLOCKS;

    chacha_bytes_by(blocks_avx512_short, last >= 16 && last < 24 ? last - 16 : last, state, out, in, bytes,
                    rounds, stream);
}

static void
bytes_avx512(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
             uint8_t stream[64])
{
    chacha_bytes_by(blocks_avx512, bytes / 64 % BATCH_BLOCKS, state, out, in, bytes, rounds, stream);
}

/* The kernel for eight blocks has a separate address for the last one. */
static void
bytes_avx2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
           uint8_t stream[64])
{
    const size_t nblocks = bytes / 64;

    if (nblocks % 8 > 5 && nblocks < UINT32_MAX - state[12]) {
        memset(stream, 0, 64);
        narae_chacha_8_avx2(state, out, in, nblocks + 1, rounds, stream);
        narae_xor(out + 64 * nblocks, in + 64 * nblocks, stream, bytes % 64);
        return;
    }
    chacha_bytes_by(blocks_avx2, nblocks % 8, state, out, in, bytes, rounds, stream);
}

static void
bytes_sse2(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
           uint8_t stream[64])
{
    chacha_bytes_by(blocks_sse2, bytes / 64 % BATCH_BLOCKS, state, out, in, bytes, rounds, stream);
}

static void
bytes_portable(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
               uint8_t stream[64])
{
    chacha_bytes_by(narae_chacha_blocks_portable, 0, state, out, in, bytes, rounds, stream);
}

static const narae_stream_kernels avx512_short = {
    .name = "avx512 of short chains",
    .needs = CPU_AVX512 | CPU_SHORT_CHAINS,
    .blocks = blocks_avx512_short,
    .bytes = bytes_avx512_short,
};

static const narae_stream_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_AVX512,
    .blocks = blocks_avx512,
    .bytes = bytes_avx512,
};

static const narae_stream_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_AVX2,
    .blocks = blocks_avx2,
    .bytes = bytes_avx2,
};

static const narae_stream_kernels sse2 = {
    .name = "sse2",
    .needs = CPU_SSE2,
    .blocks = blocks_sse2,
    .bytes = bytes_sse2,
};

static const narae_stream_kernels portable = {
    .name = "portable",
    .blocks = narae_chacha_blocks_portable,
    .bytes = bytes_portable,
};

const narae_stream_kernels *const narae_chacha_implementations[] = {&avx512_short, &avx512,   &avx2,
                                                                    &sse2,         &portable, NULL};

DISPATCH(narae_stream_kernels, chacha)

#endif
