/* SPDX-License-Identifier: MIT */
/* ChaCha on AArch64: its implementations. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/dispatch.h"

#    include "chacha/together.h"

static void
blocks_neon(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned rounds)
{
    (nblocks > 1 ? narae_chacha_blocks_neon : narae_chacha_blocks_portable)(state, out, in, nblocks, rounds);
}

static void
bytes_neon(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
           uint8_t stream[64])
{
    chacha_bytes_by(blocks_neon, bytes / 64 % BATCH_BLOCKS, state, out, in, bytes, rounds, stream);
}

static void
bytes_portable(uint32_t state[16], uint8_t *out, const uint8_t *in, size_t bytes, unsigned rounds,
               uint8_t stream[64])
{
    chacha_bytes_by(narae_chacha_blocks_portable, 0, state, out, in, bytes, rounds, stream);
}

static const narae_stream_kernels neon = {
    .name = "neon",
    .needs = CPU_NEON,
    .blocks = blocks_neon,
    .bytes = bytes_neon,
};

static const narae_stream_kernels portable = {
    .name = "portable",
    .blocks = narae_chacha_blocks_portable,
    .bytes = bytes_portable,
};

const narae_stream_kernels *const narae_chacha_implementations[] = {&neon, &portable, NULL};

DISPATCH(narae_stream_kernels, chacha)

#endif
