/* SPDX-License-Identifier: MIT */
/* See xts_internal.h.  IEEE 1619-2018, clause 5.2: a number of 128 bits, its first byte the
 * lowest, is doubled; a bit shifted out at the top is reduced to x^7 + x^2 + x + 1.
 *
 * Time depends on the number of blocks alone. */

#include "xts_internal.h"

#include "core/bytes.h"
#include "core/xor.h"

#ifdef __AVR__

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

/* For AArch64 gcc 12 would merge two adjacent stores into a vector that it builds word by
 * word: 20 instructions a block instead of 13.  For x86-64 it does not, and there the
 * vector would take longer. */
static inline void
put(uint8_t *out, uint64_t low, uint64_t high)
{
#    ifdef __aarch64__
    store_at_once(out, low, high);
#    else
    store64_le(out, low);
    store64_le(out + 8, high);
#    endif
}

void
narae_xts_whiten_portable(uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16])
{
    uint64_t low = load64_le(t), high = load64_le(t + 8);

    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint64_t carry = 0 - (high >> 63), a = load64_le(in) ^ low, b = load64_le(in + 8) ^ high;

        put(out, a, b);
        high = high << 1 | low >> 63;
        low = low << 1 ^ (carry & 0x87);
    }
    store64_le(t, low);
    store64_le(t + 8, high);
}

#endif
