/* SPDX-License-Identifier: MIT */
/* See xor.h. */

#include "xor.h"

#include <string.h>

#include "copy.h"
#include "family.h"

#ifndef NARAE_THUMB_V7M /* core/thumb/xor_v7m.S */

#    ifdef NARAE_MOVES_WORDS

static inline void
xor_word(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
    uint32_t x, y;

    memcpy(&x, WORDS(a), 4);
    memcpy(&y, WORDS(b), 4);
    x ^= y;
    memcpy(WORDS(out), &x, 4);
}

#    endif

#    if UINTPTR_MAX > 0xffffffffu
typedef uint64_t vector __attribute__((vector_size(16)));
#    endif

void
narae_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes)
{
#    ifdef NARAE_X86_KERNELS
    if (bytes >= XOR_LONG) {
        narae_xor_long_best(out, a, b, bytes);
        return;
    }
#    endif
#    if UINTPTR_MAX > 0xffffffffu
    for (; bytes >= 64; bytes -= 64, out += 64, a += 64, b += 64) {
        vector x[4], y[4];

        memcpy(x, a, sizeof x);
        memcpy(y, b, sizeof y);
        x[0] ^= y[0];
        x[1] ^= y[1];
        x[2] ^= y[2];
        x[3] ^= y[3];
        memcpy(out, x, sizeof x);
    }
    /* A block in one store, because kernels load it at once: two stores are not
     * forwarded to one load. */
    for (; bytes >= 16; bytes -= 16, out += 16, a += 16, b += 16) {
        vector x, y;

        memcpy(&x, a, 16);
        memcpy(&y, b, 16);
        x ^= y;
        memcpy(out, &x, 16);
    }
    if (bytes >= 8) {
        uint64_t x, y;

        memcpy(&x, a, 8);
        memcpy(&y, b, 8);
        x ^= y;
        memcpy(out, &x, 8);
        out += 8;
        a += 8;
        b += 8;
        bytes -= 8;
    }
#    elif defined(NARAE_MOVES_WORDS)
    if (AT_WORDS((uintptr_t)out | (uintptr_t)a | (uintptr_t)b)) {
        for (; bytes >= 16; bytes -= 16, out += 16, a += 16, b += 16) {
            xor_word(out, a, b);
            xor_word(out + 4, a + 4, b + 4);
            xor_word(out + 8, a + 8, b + 8);
            xor_word(out + 12, a + 12, b + 12);
        }
        for (; bytes >= 4; bytes -= 4, out += 4, a += 4, b += 4)
            xor_word(out, a, b);
    }
#    endif
    while (bytes-- != 0)
        *out++ = *a++ ^ *b++;
}

#endif
