/* SPDX-License-Identifier: MIT */
/* ARIA on RV32, around the kernels for eight blocks and for two: aria_rv32.S,
 * aria_two_rv32.S.  The schedule is that of the portable code.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "kernels.h"

#include "core/copy.h"
#include "narae/wipe.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

static inline int
aligned(const void *out, const void *in)
{
    return (((uintptr_t)out | (uintptr_t)in) & 3) == 0;
}

/* Up to eight blocks, copied to aligned words. */
static void
buffered(const aria_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned decrypt)
{
    uint32_t words[32] = {0};
    uint8_t *buffer = (uint8_t *)words;

    narae_copy(buffer, in, 16 * nblocks);
    if (nblocks <= 2)
        narae_aria_two_rv32(s->rk, buffer, buffer, s->rounds, decrypt, 16);
    else
        narae_aria_eight_rv32(s->rk, buffer, buffer, s->rounds, decrypt);
    narae_copy(out, buffer, 16 * nblocks);
    narae_wipe(words, sizeof words);
}

/* The kernel for two blocks takes two fifths of the time of that for eight. */
static void
crypt(const aria_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned decrypt)
{
    enum { WORTH_EIGHT = 5 };

    while (nblocks != 0) {
        size_t limit = nblocks < WORTH_EIGHT ? 2 : 8, n = nblocks < limit ? nblocks : limit;

        if (!aligned(out, in) || (n < limit && limit == 8))
            buffered(s, out, in, n, decrypt);
        else if (limit == 8)
            narae_aria_eight_rv32(s->rk, out, in, s->rounds, decrypt);
        else
            narae_aria_two_rv32(s->rk, out, in, s->rounds, decrypt, 16 * (n - 1));
        in += 16 * n;
        out += 16 * n;
        nblocks -= n;
    }
}

void
narae_aria_encrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt((const aria_schedule *)schedule, out, in, nblocks, 0);
}

void
narae_aria_decrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt((const aria_schedule *)schedule, out, in, nblocks, 1);
}

#endif
