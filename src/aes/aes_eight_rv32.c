/* AES on RV32, around the kernel for eight blocks: aes_rv32.S.
 *
 * The schedule holds the round keys of the portable code, which encrypts up to
 * four blocks and decrypts, and after them those of the kernel: eight words
 * for each row, in which each bit of the key stands for the eight blocks.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "aes_internal.h"

#include "narae/wipe.h"

#include <string.h>

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

enum { EIGHT_KEY_WORDS = 32, TWO_KEY_WORDS = 8 };

/* Bit i of row `row` of round key r for two blocks: two bits a column, turned
 * by r * row columns, in byte `row`.  For eight blocks: eight bits a column. */
static uint32_t
row_for_eight(uint32_t two, unsigned row, unsigned r)
{
    uint32_t x = two >> 8 * row & 0x55;

    x = (x | x << 8) >> 2 * (r * row % 4);
    x = (x & 1) | (x & 4) << 6 | (x & 16) << 12 | (x & 64) << 18;
    return (x << 8) - x;
}

void
narae_aes_set_key_rv32(aes_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    const uint32_t *two = schedule->rk;
    uint32_t *eight;

    narae_aes_set_key_portable(schedule, key, key_bytes);
    eight = schedule->rk + TWO_KEY_WORDS * (schedule->rounds + 1);
    for (unsigned r = 0; r <= schedule->rounds; r++, two += TWO_KEY_WORDS)
        for (unsigned row = 0; row < 4; row++)
            for (unsigned i = 0; i < 8; i++)
                *eight++ = row_for_eight(two[i], row, r);
}

void
narae_aes_encrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    enum { WORTH_EIGHT = 5 };
    const aes_schedule *s = (const aes_schedule *)schedule;
    const uint32_t *rk = s->rk + TWO_KEY_WORDS * (s->rounds + 1);

    while (nblocks >= 8 && (((uintptr_t)out | (uintptr_t)in) & 3) == 0) {
        narae_aes_encrypt_eight_rv32(rk, out, in, s->rounds);
        in += 128;
        out += 128;
        nblocks -= 8;
    }
    if (nblocks >= WORTH_EIGHT) {
        uint32_t words[32] = {0};
        uint8_t *buffer = (uint8_t *)words;

        while (nblocks >= WORTH_EIGHT) {
            size_t n = nblocks < 8 ? nblocks : 8;

            memcpy(buffer, in, 16 * n);
            narae_aes_encrypt_eight_rv32(rk, buffer, buffer, s->rounds);
            memcpy(out, buffer, 16 * n);
            in += 16 * n;
            out += 16 * n;
            nblocks -= n;
        }
        narae_wipe(words, sizeof words);
    }
    narae_aes_encrypt_portable(schedule, out, in, nblocks);
}

#endif
