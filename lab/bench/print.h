/* Text and decimal numbers over hal_put(): all that the serial protocol
 * needs, on every board. */
#ifndef NARAE_LAB_PRINT_H
#define NARAE_LAB_PRINT_H

#include "hal.h"

static inline void
print_text(const char *text)
{
    for (; *text != '\0'; text++)
        hal_put(*text);
}

static inline void
print_number(uint32_t n)
{
    char digits[10];
    unsigned count = 0;

    do {
        digits[count++] = (char)('0' + n % 10);
        n /= 10;
    } while (n != 0);
    while (count != 0)
        hal_put(digits[--count]);
}

#endif
