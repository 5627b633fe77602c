/* The words of FIPS 197, clause 5.2, for RV32, which divides slowly or not at
 * all.  The including file defines sub_word. */

#include "core/bytes.h"

#include <string.h>

static unsigned
expand_key(uint32_t w[60], const uint8_t *key, size_t key_bytes)
{
    unsigned nk = (unsigned)key_bytes / 4, rounds = nk + 6, rcon = 1, left = nk;

    memcpy(w, key, key_bytes);
    for (unsigned i = nk; i < 4 * (rounds + 1); i++) {
        uint32_t x = w[i - 1];

        if (left == nk || (nk == 8 && left == 4)) {
            x = sub_word(left == nk ? ror32(x, 8) : x);
            if (left == nk) {
                x ^= rcon;
                rcon = rcon << 1 ^ (rcon >> 7) * 0x11b;
            }
        }
        left = left == 1 ? nk : left - 1;
        w[i] = w[i - nk] ^ x;
    }
    return rounds;
}
