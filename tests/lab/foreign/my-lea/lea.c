/* LEA-128 (KS X 3246), encryption alone, on words: a pair of functions without a layout. */
#include "lea.h"

#include <string.h>

static uint32_t
left(uint32_t x, unsigned n)
{
    return x << (n & 31) | x >> (-n & 31);
}

void
lea_key(uint32_t rk[144], const uint8_t *key)
{
    static const uint32_t delta[4] = {0xc3efe9db, 0x44626b02, 0x79e27c8a, 0x78df30ec};
    uint32_t t[4];

    memcpy(t, key, 16);
    for (unsigned i = 0; i < 24; i++) {
        uint32_t d = left(delta[i % 4], i);

        t[0] = left(t[0] + d, 1);
        t[1] = left(t[1] + left(d, 1), 3);
        t[2] = left(t[2] + left(d, 2), 6);
        t[3] = left(t[3] + left(d, 3), 11);
        rk[6 * i] = t[0];
        rk[6 * i + 2] = t[2];
        rk[6 * i + 4] = t[3];
        rk[6 * i + 1] = rk[6 * i + 3] = rk[6 * i + 5] = t[1];
    }
}

void
lea_encrypt(const uint32_t *rk, const uint8_t *in, uint8_t *out)
{
    uint32_t x[4];

    memcpy(x, in, 16);
    for (unsigned i = 0; i < 24; i++, rk += 6) {
        uint32_t first = x[0];

        x[0] = left((x[0] ^ rk[0]) + (x[1] ^ rk[1]), 9);
        x[1] = left((x[1] ^ rk[2]) + (x[2] ^ rk[3]), 27);
        x[2] = left((x[2] ^ rk[4]) + (x[3] ^ rk[5]), 29);
        x[3] = first;
    }
    memcpy(out, x, 16);
}
