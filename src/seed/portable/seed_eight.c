/* SPDX-License-Identifier: MIT */
/* SEED in groups of eight blocks, or of one, for kernels on their words: seed_v7m.S and
 * seed_rv32.S.  RFC 4269.
 *
 * Words j of all blocks of a group are adjacent.  A partial group is padded to eight
 * blocks.
 *
 * Time depends on the number of blocks alone. */

#include "seed/seed_internal.h"

#ifdef SEED_EIGHT

#    include "core/bytes.h"

enum { GROUP = 8 };

/* The round keys start at `first`, `step` bytes apart. */
static void
crypt(const uint32_t (*first)[2], int step, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    while (nblocks != 0) {
        const size_t n = nblocks < GROUP ? nblocks : (size_t)GROUP;
        uint32_t x[4][GROUP];

        if (n == 1) {
            for (unsigned j = 0; j < 4; j++)
                x[0][j] = load32_be(in + 4 * j);
            SEED_ONE(first, x[0], step);
            for (unsigned j = 0; j < 4; j++)
                store32_be(out + 4 * j, x[0][(j + 2) % 4]);
        } else {
            for (unsigned i = 0; i < GROUP; i++)
                for (unsigned j = 0; j < 4; j++)
                    x[j][i] = i < n ? load32_be(in + 16 * i + 4 * j) : 0;
            SEED_EIGHT(first, x, step);
            for (unsigned i = 0; i < n; i++)
                for (unsigned j = 0; j < 4; j++)
                    store32_be(out + 16 * i + 4 * j, x[(j + 2) % 4][i]);
        }
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
}

void
narae_seed_encrypt_eight(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt(((const seed_schedule *)schedule)->rk, 8, out, in, nblocks);
}

void
narae_seed_decrypt_eight(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt(((const seed_schedule *)schedule)->rk + SEED_ROUNDS - 1, -8, out, in, nblocks);
}

#endif
