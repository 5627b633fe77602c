/* SPDX-License-Identifier: MIT */
/* The check at the end of each line of the protocol: CRC-16 (polynomial 0x1021,
 * from zero) of everything printed so far except line ends and checks.  So a
 * line with a correct check is complete, and so is everything before it. */

#include "print.h"

static uint16_t check;

static void
end_line(void)
{
    hal_put(' ');
    hal_put('*');
    for (int shift = 12; shift >= 0; shift -= 4)
        hal_put("0123456789abcdef"[check >> shift & 15]);
    hal_put('\n');
}

void
print_char(char c)
{
    uint8_t x;

    if (c == LINE_END[0]) {
        end_line();
        return;
    }
    x = (uint8_t)(check >> 8 ^ (uint8_t)c);
    x ^= x >> 4;
    check = (uint16_t)((uint16_t)(check << 8) ^ (uint16_t)(x << 12) ^ (uint16_t)(x << 5) ^ x);
    hal_put(c);
}
