/* SPDX-License-Identifier: MIT */
/* What kernels for many blocks have in common: the end of a message. */
#ifndef NARAE_CHACHA_TOGETHER_H
#define NARAE_CHACHA_TOGETHER_H

#include <string.h>

#include "core/xor.h"
#include "narae/wipe.h"

#include "chacha_internal.h"

/* As chacha_bytes_fn by a kernel for blocks.  The last `last` whole blocks, fewer than
 * CHACHA_TOGETHER, and the part go together, by way of their key stream: wide kernels
 * take as long for one block as for many. */
static inline __attribute__((always_inline)) void
chacha_bytes_by(chacha_blocks_fn *blocks, size_t last, uint32_t state[16], uint8_t *out, const uint8_t *in,
                size_t bytes, unsigned rounds, uint8_t stream[64])
{
    const size_t whole = 64 * (bytes / 64 - last);
    uint8_t together[64 * CHACHA_TOGETHER] __attribute__((aligned(64)));

    blocks(state, out, in, whole / 64, rounds);
    out += whole;
    in += whole;
    bytes -= whole;
    if (last == 0) {
        memset(stream, 0, 64);
        blocks(state, stream, stream, 1, rounds);
        narae_xor(out, in, stream, bytes);
        return;
    }
    memset(together, 0, 64 * last + 64);
    blocks(state, together, together, last + 1, rounds);
    narae_xor(out, in, together, bytes);
    memcpy(stream, together + 64 * last, 64);
    narae_wipe(together, 64 * last + 64);
}

#endif
