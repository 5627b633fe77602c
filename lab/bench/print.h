/* Text and numbers over the board's serial line. */
#ifndef NARAE_LAB_PRINT_H
#define NARAE_LAB_PRINT_H

#include <stdint.h>

#include "hal.h"

static inline void
print_text(const char *text)
{
    while (*text != 0)
        hal_put(*text++);
}

static inline void
print_number(uint32_t x)
{
    char digits[11];
    char *p = digits + sizeof digits - 1;

    *p = 0;
    do {
        *--p = (char)('0' + x % 10);
        x /= 10;
    } while (x != 0);
    print_text(p);
}

static inline void
print_hex(uint32_t x)
{
    for (int shift = 28; shift >= 0; shift -= 4)
        hal_put("0123456789abcdef"[x >> shift & 15]);
}

#endif
