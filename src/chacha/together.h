/* SPDX-License-Identifier: MIT */
/* Common to kernels for many blocks: the tail of a message. */
#ifndef NARAE_CHACHA_TOGETHER_H
#define NARAE_CHACHA_TOGETHER_H

#include "core/short.h"

#include "chacha_internal.h"

enum { BATCH_BLOCKS = BATCH_BYTES / 64 };

/* chacha_bytes_fn on top of a kernel for blocks.  The last `last` whole blocks,
 * fewer than BATCH_BLOCKS, and the partial block are processed together. */
static inline __attribute__((always_inline)) void
chacha_bytes_by(narae_stream_blocks_fn *blocks, size_t last, uint32_t state[16], uint8_t *out,
                const uint8_t *in, size_t bytes, unsigned rounds, uint8_t stream[64])
{
    const size_t direct = bytes / 64 - last, at = 64 * direct;
    short_message m;

    blocks(state, out, in, direct, rounds);
    short_load(&m, 0, in + at, bytes - at);
    blocks(state, m.bytes, m.bytes, last + 1, rounds);
    short_store(&m, out + at, bytes - at, stream, 64);
}

#endif
