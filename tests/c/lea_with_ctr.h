/* SPDX-License-Identifier: MIT */
/* narae_lea with a minimal counter kernel: a 32-bit counter without carry. */
#ifndef NARAE_LEA_WITH_CTR_H
#define NARAE_LEA_WITH_CTR_H

#include "core/bytes.h"
#include "narae/descriptor.h"
#include "narae/lea.h"

#include "block_ciphers.h"

static inline void
lea_ctr(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint8_t block[16];

        narae_kernels_of(&narae_lea)->encrypt(schedule, block, counter, 1);
        for (unsigned i = 0; i < 16; i++)
            out[i] = in[i] ^ block[i];
        store32_be(counter + 12, load32_be(counter + 12) + 1);
    }
}

static inline narae_block_cipher
lea_with_ctr(void)
{
    narae_block_cipher c = with_own_kernels(&narae_lea);

    c.kernels.ctr = lea_ctr;
    return c;
}

#endif
