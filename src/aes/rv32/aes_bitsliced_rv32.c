/* SPDX-License-Identifier: MIT */
/* AES on RV32, around the kernels for two and for eight blocks: aes_rv32.S.
 *
 * The schedule holds the round keys for the kernels that process two blocks,
 * then those for the kernel that processes eight: eight words for each row,
 * with each bit of the key repeated for all eight blocks.  0x63, which the
 * S-box leaves out, is in all keys but the first.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "kernels.h"

#include "core/copy.h"
#include "core/portable/unaligned.h"
#include "narae/wipe.h"

#if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL) && !defined(NARAE_RV32_TABLES)

#    define sub_word narae_aes_sub_word_rv32
#    include "aes/words.inc"

enum { EIGHT_KEY_WORDS = 32, TWO_KEY_WORDS = 8 };

/* The words of a round key; in odd rounds each row below is displaced by one
 * column more to the right. */
static void
write_key_for_two(uint32_t q[8], const uint32_t w[4], unsigned r)
{
    for (unsigned c = 0; c < 4; c++) {
        uint32_t x = w[c];

        if (r % 2 != 0)
            x = (x & 0xff) | (w[(c + 1) % 4] & 0xff00) | (w[(c + 2) % 4] & 0xff0000) |
                (w[(c + 3) % 4] & 0xff000000);
        q[2 * c] = q[2 * c + 1] = x;
    }
    narae_aes_transpose_rv32(q);
    if (r != 0) {
        q[0] = ~q[0];
        q[1] = ~q[1];
        q[5] = ~q[5];
        q[6] = ~q[6];
    }
}

static void
write_key_for_eight(uint32_t eight[EIGHT_KEY_WORDS], const uint32_t w[4], unsigned r)
{
    const unsigned constant = r != 0 ? 0x63 : 0;

    for (unsigned row = 0; row < 4; row++) {
        uint32_t columns = constant * 0x01010101;

        for (unsigned c = 0; c < 4; c++)
            columns ^= (w[c] >> 8 * row & 0xff) << 8 * c;
        for (unsigned i = 0; i < 8; i++) {
            uint32_t bits = columns >> i & 0x01010101;

            *eight++ = (bits << 8) - bits;
        }
    }
}

void
narae_aes_set_key_rv32(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aes_schedule *s = (aes_schedule *)schedule;
    uint32_t words[60], *two = s->rk, *eight;
    const uint32_t *w = words;
    unsigned rounds = expand_key(words, key, key_bytes);

    s->rounds = rounds;
    eight = two + TWO_KEY_WORDS * (rounds + 1);
    for (unsigned r = 0; r <= rounds; r++, w += 4, two += TWO_KEY_WORDS, eight += EIGHT_KEY_WORDS) {
        write_key_for_two(two, w, r);
        write_key_for_eight(eight, w, r);
    }
    narae_wipe(words, sizeof words);
}

static int
is_aligned(const uint8_t *out, const uint8_t *in)
{
    return (((uintptr_t)out | (uintptr_t)in) & 3) == 0;
}

/* Seven blocks: the kernel for eight takes less time than four calls of that
 * for two. */
static __attribute__((noinline)) void
encrypt_seven(const aes_schedule *s, uint8_t *out, const uint8_t *in)
{
    uint32_t blocks[32] = {0};

    narae_copy(blocks, in, 112);
    narae_aes_encrypt_eight_rv32(s->rk + TWO_KEY_WORDS * (s->rounds + 1), (uint8_t *)blocks,
                                 (uint8_t *)blocks, s->rounds);
    narae_copy(out, blocks, 112);
    narae_wipe(blocks, sizeof blocks);
}

void
narae_aes_encrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *s = (const aes_schedule *)schedule;

    if (!is_aligned(out, in)) {
        narae_unaligned_blocks(schedule, out, in, nblocks, narae_aes_encrypt_rv32, NARAE_AES_BLOCK_BYTES);
        return;
    }
    for (; nblocks >= 8; nblocks -= 8, in += 128, out += 128)
        narae_aes_encrypt_eight_rv32(s->rk + TWO_KEY_WORDS * (s->rounds + 1), out, in, s->rounds);
    if (nblocks == 7) {
        encrypt_seven(s, out, in);
        return;
    }
    for (; nblocks >= 2; nblocks -= 2, in += 32, out += 32)
        narae_aes_encrypt_two_rv32(s->rk, out, in, s->rounds, 16);
    if (nblocks != 0)
        narae_aes_encrypt_two_rv32(s->rk, out, in, s->rounds, 0);
}

void
narae_aes_decrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const aes_schedule *s = (const aes_schedule *)schedule;

    if (!is_aligned(out, in)) {
        narae_unaligned_blocks(schedule, out, in, nblocks, narae_aes_decrypt_rv32, NARAE_AES_BLOCK_BYTES);
        return;
    }
    for (; nblocks >= 2; nblocks -= 2, in += 32, out += 32)
        narae_aes_decrypt_two_rv32(s->rk, out, in, s->rounds, 16);
    if (nblocks != 0)
        narae_aes_decrypt_two_rv32(s->rk, out, in, s->rounds, 0);
}

#endif
