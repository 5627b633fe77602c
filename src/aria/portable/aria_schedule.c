/* SPDX-License-Identifier: MIT */
/* The key schedule of ARIA on bytes.  RFC 5794, section 2.2.
 *
 * A three-round Feistel cipher maps the key to W0..W3; each round key is
 * one of them with the next one, rotated, added.
 *
 * Time depends on the key size alone. */

#include "aria/aria_internal.h"

#include "core/flash.h"

/* C1, C2, C3: the fraction of 1/pi. */
const uint8_t narae_aria_constants[3][16] NARAE_FLASH = {
    {0x51, 0x7c, 0xc1, 0xb7, 0x27, 0x22, 0x0a, 0x94, 0xfe, 0x13, 0xab, 0xe8, 0xfa, 0x9a, 0x6e, 0xe0},
    {0x6d, 0xb1, 0x4a, 0xcc, 0x9e, 0x21, 0xc8, 0x20, 0xff, 0x28, 0xb1, 0xd5, 0xef, 0x5d, 0xe2, 0xb0},
    {0xdb, 0x92, 0x37, 0x1d, 0x21, 0x26, 0xe9, 0x70, 0x03, 0x24, 0x97, 0x75, 0x04, 0xe8, 0xc9, 0x0e}};

void
narae_aria_expand(uint8_t w[4][16], const uint8_t *key, size_t key_bytes)
{
    unsigned constant = (unsigned)(key_bytes - 16) / 8;

    for (unsigned i = 0; i < 16; i++)
        w[0][i] = key[i];
    for (unsigned j = 1; j < 4; j++) {
        for (unsigned i = 0; i < 16; i++)
            w[j][i] = w[j - 1][i] ^ table_read8(narae_aria_constants, &narae_aria_constants[constant][i]);
        narae_aria_round_portable(w[j], j == 2);
        for (unsigned i = 0; i < 16; i++) {
            uint8_t right = 16 + i < key_bytes ? key[16 + i] : 0; /* KR, padded */
            uint8_t before = j == 1 ? right : w[j - 2][i];

            w[j][i] ^= before;
        }
        constant = constant == 2 ? 0 : constant + 1;
    }
}

/* AVR shifts by one bit at a time but multiplies at once; elsewhere a product
 * of secrets may take a time that depends on them. */
#ifdef NARAE_WORDS8
#    define LEFT(bits) (1 << (bits))
#    define SHIFT_LEFT(x, left) ((unsigned)((x) * (left)))
#else
#    define LEFT(bits) (bits)
#    define SHIFT_LEFT(x, left) ((unsigned)(x) << (left))
#endif

void
narae_aria_round_key(uint8_t rk[16], const uint8_t w[4][16], unsigned i)
{
    /* To the right by 19, 31, 128 - 61, 128 - 31, 128 - 19 bits: by the next
     * number of whole bytes, then some bits back to the left. */
    static const uint8_t bytes[5] NARAE_FLASH = {3, 4, 9, 13, 14};
    static const uint8_t lefts[5] NARAE_FLASH = {LEFT(5), LEFT(1), LEFT(5), LEFT(7), LEFT(3)};
    const uint8_t *x = w[i % 4], *y = w[(i + 1) % 4];
    uint8_t left = table_read8(lefts, &lefts[i / 4]);
    unsigned from = 16u - table_read8(bytes, &bytes[i / 4]);

    for (unsigned j = 0; j < 16; j++, from++)
        rk[j] = (uint8_t)(x[j] ^ SHIFT_LEFT(y[from % 16], left) ^ SHIFT_LEFT(y[(from + 1) % 16], left) >> 8);
}
