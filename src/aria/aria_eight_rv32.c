/* ARIA on RV32, around the kernel for eight blocks: aria_rv32.S.
 *
 * It shares its schedule with the portable code, which takes up to four
 * blocks: those cost it as much time as four do, and the kernel little less
 * than eight.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "aria_internal.h"

#include "core/copy.h"
#include "narae/wipe.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

/* Leaves fewer than five blocks; returns how many it did. */
static size_t
by_eight(const aria_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned decrypt)
{
    enum { WORTH_EIGHT = 5 };
    size_t left = nblocks;

    while (left >= 8 && (((uintptr_t)out | (uintptr_t)in) & 3) == 0) {
        narae_aria_eight_rv32(s->rk, out, in, s->rounds, decrypt);
        in += 128;
        out += 128;
        left -= 8;
    }
    if (left >= WORTH_EIGHT) {
        uint32_t words[32] = {0};
        uint8_t *buffer = (uint8_t *)words;

        while (left >= WORTH_EIGHT) {
            size_t n = left < 8 ? left : 8;

            narae_copy(buffer, in, 16 * n);
            narae_aria_eight_rv32(s->rk, buffer, buffer, s->rounds, decrypt);
            narae_copy(out, buffer, 16 * n);
            in += 16 * n;
            out += 16 * n;
            left -= n;
        }
        narae_wipe(words, sizeof words);
    }
    return nblocks - left;
}

void
narae_aria_encrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    size_t done = by_eight((const aria_schedule *)schedule, out, in, nblocks, 0);

    narae_aria_encrypt_portable(schedule, out + 16 * done, in + 16 * done, nblocks - done);
}

void
narae_aria_decrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    size_t done = by_eight((const aria_schedule *)schedule, out, in, nblocks, 1);

    narae_aria_decrypt_portable(schedule, out + 16 * done, in + 16 * done, nblocks - done);
}

#endif
