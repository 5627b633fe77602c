/* SPDX-License-Identifier: MIT */
/* AES for RV32 in little flash.  FIPS 197.
 *
 * Bit-sliced, two blocks at a time, as in aes_portable.c: word q[i] holds bit i
 * of every byte, a byte of the word is a row, two bits of it are a column.
 * No code exists twice.  The circuit of the S-box serves the key schedule and
 * both directions.  InvShiftRows and InvMixColumns are ShiftRows and MixColumns
 * done three times, because four times is the identity.  The inverse S-box is
 * the S-box between two inverses of its own linear layer.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "kernels.h"

#include "core/bytes.h"
#include "narae/wipe.h"

#include <string.h>

#if defined(NARAE_RV32_KERNELS) && defined(NARAE_SMALL)

typedef uint32_t word;

enum { KEY_WORDS = NARAE_AES_ROUND_KEY_BYTES / 4 };

/* Without noinline the compiler would duplicate functions called from several
 * places. */
#    define ONCE static __attribute__((noinline)) void

#    include "aes/sbox.h"

ONCE
sub_bytes(word q[8])
{
    aes_sub_bytes(q);
}

/* The inverse of b[i] = a[i] + a[i + 4] + a[i + 5] + a[i + 6] + a[i + 7]. */
ONCE
undo_linear_layer(word q[8])
{
    word a[8];

    memcpy(a, q, sizeof a);
    for (unsigned i = 0; i < 8; i++)
        q[i] = a[(i + 2) % 8] ^ a[(i + 5) % 8] ^ a[(i + 7) % 8];
}

static inline word
swap_bits(word x, unsigned n, word mask)
{
    word t = (x >> n ^ x) & mask;

    return x ^ t ^ t << n;
}

/* Rows 2 and 3 rotate by two columns, rows 1 and 3 by one. */
ONCE
shift_rows(word q[8], unsigned times)
{
    for (unsigned i = 0; i < 8 * times; i++) {
        word x = swap_bits(q[i % 8], 4, 0x0f0f0000);

        q[i % 8] = (x & 0x00ff00ff) | (x >> 2 & 0x3f003f00) | (x << 6 & 0xc000c000);
    }
}

/* With a the column, b the one below: 2 a0 + 3 a1 + a2 + a3
 * = 2 (a0 + b0) + b0 + (a2 + b2). */
ONCE
mix_columns(word q[8], unsigned times)
{
    word sum[8];

    for (; times != 0; times--) {
        for (unsigned i = 0; i < 8; i++) {
            word below = ror32(q[i], 8);

            sum[i] = q[i] ^ below;
            q[i] = below ^ ror32(sum[i], 16);
        }
        for (unsigned i = 0; i < 8; i++)
            q[i] ^= sum[(i + 7) % 8];
        q[1] ^= sum[7];
        q[3] ^= sum[7];
        q[4] ^= sum[7];
    }
}

ONCE
add_round_key(word q[8], const uint32_t *rk)
{
    for (unsigned i = 0; i < 8; i++)
        q[i] ^= rk[i];
}

/* Eight 8x8 bit matrices, one in each byte of the words: its own inverse. */
ONCE
transpose(word q[8])
{
    word mask = 0x0f0f0f0f;

    for (unsigned n = 4; n != 0; n /= 2, mask ^= mask << n)
        for (unsigned i = 0; i < 8; i++)
            if ((i & n) == 0) {
                word t = (q[i] >> n ^ q[i + n]) & mask;

                q[i] ^= t << n;
                q[i + n] ^= t;
            }
}

static void
encrypt_pair(const aes_schedule *schedule, word q[8])
{
    const uint32_t *rk = schedule->rk;

    add_round_key(q, rk);
    for (unsigned r = (unsigned)schedule->rounds; r != 0; r--) {
        rk += KEY_WORDS;
        sub_bytes(q);
        shift_rows(q, 1);
        if (r != 1)
            mix_columns(q, 1);
        add_round_key(q, rk);
    }
}

static void
decrypt_pair(const aes_schedule *schedule, word q[8])
{
    const uint32_t *rk = schedule->rk + schedule->rounds * KEY_WORDS;

    add_round_key(q, rk);
    for (unsigned r = (unsigned)schedule->rounds; r != 0; r--) {
        rk -= KEY_WORDS;
        shift_rows(q, 3);
        undo_linear_layer(q);
        sub_bytes(q);
        undo_linear_layer(q);
        add_round_key(q, rk);
        if (r != 1)
            mix_columns(q, 3);
    }
}

/* Columns of two blocks, alternately. */
ONCE
crypt_blocks(const aes_schedule *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, int decrypting)
{
    for (; nblocks != 0; nblocks -= nblocks < 2 ? 1 : 2, in += 32, out += 32) {
        size_t bytes = nblocks < 2 ? 16 : 32;
        word blocks[8] = {0}, q[8];

        memcpy(blocks, in, bytes);
        for (unsigned i = 0; i < 8; i++)
            q[i] = blocks[i % 2 * 4 + i / 2];
        transpose(q);
        if (decrypting)
            decrypt_pair(schedule, q);
        else
            encrypt_pair(schedule, q);
        transpose(q);
        for (unsigned i = 0; i < 8; i++)
            blocks[i % 2 * 4 + i / 2] = q[i];
        memcpy(out, blocks, bytes);
    }
}

void
narae_aes_encrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt_blocks((const aes_schedule *)schedule, out, in, nblocks, 0);
}

void
narae_aes_decrypt_rv32(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    crypt_blocks((const aes_schedule *)schedule, out, in, nblocks, 1);
}

/* SubWord, FIPS 197, clause 5.2: the circuit treats all bytes alike, so the
 * four stay where they are. */
static uint32_t
sub_word(uint32_t x)
{
    word q[8];
    uint32_t y = 0x63636363;

    for (unsigned i = 0; i < 8; i++)
        q[i] = x >> i & 0x01010101;
    sub_bytes(q);
    for (unsigned i = 0; i < 8; i++)
        y ^= q[i] << i;
    return y;
}

#    include "aes/words.inc"

void
narae_aes_set_key_rv32(void *schedule, const uint8_t *key, size_t key_bytes)
{
    aes_schedule *s = (aes_schedule *)schedule;
    uint32_t w[60], *rk = s->rk;
    unsigned rounds = expand_key(w, key, key_bytes);

    s->rounds = rounds;
    for (unsigned r = 0; r <= rounds; r++, rk += KEY_WORDS) {
        for (unsigned i = 0; i < 8; i++)
            rk[i] = w[4 * r + i / 2];
        transpose(rk);
        if (r != 0)
            for (unsigned i = 0; i < 8; i++)
                rk[i] ^= -(word)(0x63 >> i & 1);
    }
    narae_wipe(w, sizeof w);
}

#endif
