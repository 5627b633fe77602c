/* SPDX-License-Identifier: MIT */
/* See xts_internal.h.  IEEE 1619-2018, clause 5.2: a number of 128 bits, its first byte the
 * lowest, is doubled; a bit shifted out at the top is reduced to x^7 + x^2 + x + 1.
 *
 * Time depends on the number of blocks alone. */

#include "xts_internal.h"

#include "core/bytes.h"
#include "core/xor.h"

#ifdef NARAE_WORDS8

void
narae_xts_whiten_portable(uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16])
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        uint8_t carry = 0;

        narae_xor(out, in, t, 16);
        for (uint8_t i = 0; i < 16; i++) {
            const uint8_t x = t[i];

            t[i] = (uint8_t)(x << 1 | carry);
            carry = x >> 7;
        }
        t[0] = (uint8_t)(t[0] ^ (-carry & 0x87));
    }
}

#else

void
narae_xts_whiten_portable(uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16])
{
    uint64_t low = load64_le(t), high = load64_le(t + 8);

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint64_t carry = 0 - (high >> 63), a = load64_le(in) ^ low, b = load64_le(in + 8) ^ high;

        store_pair(out, a, b);
        high = high << 1 | low >> 63;
        low = low << 1 ^ (carry & 0x87);
    }
    store64_le(t, low);
    store64_le(t + 8, high);
}

#endif
