/* SPDX-License-Identifier: MIT */
/* LSH-512 for AVR.  avr-gcc shifts 64 bits in a loop of single bits.  So words are rotated
 * here by whole bytes, then by single bits across all eight bytes. */

#include "core/family.h"

#ifdef NARAE_WORDS8

#    include <stdint.h>
#    include <string.h>

typedef struct halves {
    uint32_t low, high;
} halves;

/* Rotates to the left by n bytes. */
static inline __attribute__((always_inline)) uint64_t
turn_bytes(uint64_t x, uint8_t n)
{
    uint8_t from[8], to[8];

    memcpy(from, &x, 8);
    for (uint8_t i = 0; i < 8; i++)
        to[(i + n) % 8] = from[i];
    memcpy(&x, to, 8);
    return x;
}

static inline uint64_t
left_by_3(uint64_t x)
{
    halves h;

    memcpy(&h, &x, 8);
    for (uint8_t i = 0; i < 3; i++)
        __asm__("lsl %A0\n\trol %B0\n\trol %C0\n\trol %D0\n\trol %A1\n\trol %B1\n\trol %C1\n\trol %D1\n\t"
                "adc %A0, __zero_reg__"
                : "+r"(h.low), "+r"(h.high));
    memcpy(&x, &h, 8);
    return x;
}

static inline uint64_t
right_by_1(uint64_t x)
{
    halves h;

    memcpy(&h, &x, 8);
    __asm__("bst %A0, 0\n\tror %D1\n\tror %C1\n\tror %B1\n\tror %A1\n\tror %D0\n\tror %C0\n\tror %B0\n\t"
            "ror %A0\n\tbld %D1, 7"
            : "+r"(h.low), "+r"(h.high));
    memcpy(&x, &h, 8);
    return x;
}

#    define WORD uint64_t
#    define STEPS LSH512_STEPS
#    define TURN_ALPHA(x, odd) right_by_1((odd) ? turn_bytes(x, 1) : turn_bytes(x, 3))
#    define TURN_BETA(x, odd) left_by_3((odd) ? (x) : turn_bytes(x, 7))
#    define GAMMA_BYTES {0, 2, 4, 6, 1, 3, 5, 7}
#    define TABLE_READ table_read64
#    define BLOCK narae_lsh512_block_bytes
#    define CONSTANTS narae_lsh512_constants

#    include "bytes.inc"

#endif
