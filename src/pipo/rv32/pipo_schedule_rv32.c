/* SPDX-License-Identifier: MIT */
/* The C part of the RV32 kernels of PIPO: the schedule, blocks that are not
 * aligned or fewer than four, and the first rows of the counter.
 *
 * A row of the key is one byte.  One block needs it in each byte of a word,
 * four blocks need each of its bits four times: pipo_rv32.S.
 *
 * Time depends on the key size and the number of blocks alone. */

#include "kernels.h"

#include "core/bytes.h"
#include "core/copy.h"
#include "core/encrypt_only.h"
#include "narae/wipe.h"
#include "schedule.h"

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
narae_pipo_set_key_rv32(void *schedule, const uint8_t *key, size_t key_bytes)
{
    pipo_schedule *s = (pipo_schedule *)schedule;
    uint32_t *words = (uint32_t *)s;
    unsigned parts = (unsigned)key_bytes / 8, rounds = 9 + 2 * parts;
    unsigned four = key_bytes == 16 ? PIPO_FOUR_128 : PIPO_FOUR_256;

    words[0] = rounds;
    write_keys(words + PIPO_ONE / 4, repeat, key, parts, rounds);
    write_keys(words + four / 4, spread, key, parts, rounds);
}

/* Four at a time through an aligned buffer; with two or three the unused blocks
 * are encrypted too.  A single block needs no buffer. */
void
narae_pipo_rest_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                     narae_blocks_fn *kernel)
{
    uint32_t words[8] = {0};

    for (; nblocks > 1; nblocks -= nblocks < 4 ? nblocks : 4) {
        size_t bytes = nblocks < 4 ? 8 * nblocks : 32;

        narae_copy(words, in, bytes);
        kernel(schedule, (uint8_t *)words, (const uint8_t *)words, 4);
        narae_copy(out, words, bytes);
        in += bytes;
        out += bytes;
    }
    if (nblocks == 1)
        kernel(schedule, out, in, 1);
    narae_wipe(words, sizeof words);
}

/* A counter in four words, one for each of its bytes. */
static void
write_counter(uint32_t *rows, uint32_t counter)
{
    for (unsigned i = 0; i < 4; i++)
        rows[i] = spread(counter >> (24 - 8 * i) & 0xff);
}

/* Block k of four has the counter + k.  The lowest two bits of all four are a
 * constant that depends only on the first counter mod 4; the kernel treats them
 * as part of the key. */
static void
write_counter_rows(uint32_t rows[PIPO_COUNTER_WORDS], const uint32_t *words, const uint8_t *counter)
{
    const uint32_t lowest = 0x953a65ca; /* for the starts 3, 2, 1, 0 */
    const uint32_t *key = words + (words[0] == 13 ? PIPO_FOUR_128 : PIPO_FOUR_256) / 4;
    const uint32_t *key0 = key + (words[0] == 13 ? 14 : 28);
    uint32_t low = load32_be(counter + 4), start = low & 3, behind = 0xf << (4 - start) & 0xf;

    rows[0] = spread(counter[0]) ^ key0[0];
    for (unsigned i = 1; i < 4; i++)
        rows[i] = spread(counter[i]) ^ key[i - 1];
    write_counter(rows + PIPO_NOW, low - start);
    write_counter(rows + PIPO_NEXT, low - start + 4);
    narae_copy(rows + PIPO_KEY, key + 3, 16);
    rows[PIPO_KEY + 3] ^= lowest >> 8 * start & 0xff;
    behind |= behind << 4;
    behind |= behind << 8;
    rows[PIPO_BEHIND] = behind | behind << 16;
}

void
narae_pipo_ctr_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    size_t groups = (((uintptr_t)out | (uintptr_t)in) & 3) == 0 ? nblocks / 4 : 0;

    if (groups != 0) {
        uint32_t rows[PIPO_COUNTER_WORDS];

        write_counter_rows(rows, (const uint32_t *)schedule, counter);
        narae_pipo_ctr_four_rv32(schedule, out, in, groups, rows);
        store32_be(counter + 4, load32_be(counter + 4) + 4 * (uint32_t)groups);
        narae_wipe(rows, sizeof rows);
        out += 32 * groups;
        in += 32 * groups;
    }
    if (nblocks != 4 * groups)
        narae_counter_blocks(narae_pipo_encrypt_rv32, schedule, out, in, nblocks - 4 * groups, counter,
                             NARAE_PIPO_BLOCK_BYTES);
}

#endif
