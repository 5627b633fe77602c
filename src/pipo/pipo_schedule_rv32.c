/* What the RV32 kernels of PIPO leave to C: the schedule, and blocks that are
 * not four in aligned words.
 *
 * A row of the key is one byte.  One block wants it in each byte of a word,
 * four blocks want each of its bits four times: pipo_rv32.S.
 *
 * Time depends on the key size and the number of blocks alone. */

#include "pipo_internal.h"

#include "narae/wipe.h"
#include "pipo_schedule_rv32.h"

#include <string.h>

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)

static uint32_t
repeat(uint32_t byte)
{
    byte |= byte << 8;
    return byte | byte << 16;
}

static uint32_t
spread(uint32_t byte)
{
    uint32_t x = (byte | byte << 12) & 0x000f000f;

    x = (x | x << 6) & 0x03030303;
    x = (x | x << 3) & 0x11111111;
    return (x << 4) - x;
}

typedef uint32_t form(uint32_t byte);

static void
write_keys(uint32_t *rk, form *as, const uint8_t *key, unsigned parts, unsigned rounds)
{
    for (unsigned part = 0; part < parts; part++)
        for (unsigned i = 1; i < 8; i++)
            *rk++ = as(key[8 * part + i]);
    for (unsigned r = 0; r <= rounds; r++)
        *rk++ = as(key[8 * (r & (parts - 1))] ^ r);
}

void
narae_pipo_set_key_rv32(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint32_t *words = (uint32_t *)schedule;
    unsigned parts = (unsigned)key_bytes / 8, rounds = 9 + 2 * parts;
    unsigned four = key_bytes == 16 ? PIPO_FOUR_128 : PIPO_FOUR_256;

    words[0] = rounds;
    write_keys(words + PIPO_ONE / 4, repeat, key, parts, rounds);
    write_keys(words + four / 4, spread, key, parts, rounds);
}

/* Four at a time through aligned words; of fewer the rest is encrypted in
 * vain, and a single one needs no buffer. */
void
narae_pipo_rest_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                     narae_blocks_fn *kernel)
{
    uint32_t words[8] = {0};

    for (; nblocks > 1; nblocks -= nblocks < 4 ? nblocks : 4) {
        size_t bytes = nblocks < 4 ? 8 * nblocks : 32;

        memcpy(words, in, bytes);
        kernel(schedule, (uint8_t *)words, (const uint8_t *)words, 4);
        memcpy(out, words, bytes);
        in += bytes;
        out += bytes;
    }
    if (nblocks == 1)
        kernel(schedule, out, in, 1);
    narae_wipe(words, sizeof words);
}

#endif
