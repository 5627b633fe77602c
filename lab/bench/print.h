/* SPDX-License-Identifier: MIT */
/* Text and numbers over the board's serial line.  Texts stay in flash on chips
 * with separate flash, to leave an Uno's 2 KiB of RAM to the code that is
 * measured. */
#ifndef NARAE_LAB_PRINT_H
#define NARAE_LAB_PRINT_H

#include <stdint.h>

#include "hal.h"

#ifdef __AVR__
#    include <avr/pgmspace.h>
#    define TEXT(literal) PSTR(literal)
#    define text_read(p) ((char)pgm_read_byte(p))
#else
#    define TEXT(literal) (literal)
#    define text_read(p) (*(p))
#endif

/* One character; LINE_END ends a line of the protocol with its check, "\n" a
 * line without a check. */
void print_char(char c);
#define LINE_END "\r"

/* What TEXT() gave. */
static inline void
print_flash_text(const char *text)
{
    char c;

    while ((c = text_read(text++)) != 0)
        print_char(c);
}

#define print_text(literal) print_flash_text(TEXT(literal))

static inline void
print_number(hal_time x)
{
    char digits[21];
    char *p = digits + sizeof digits - 1;

    do {
        *p-- = (char)('0' + x % 10);
        x /= 10;
    } while (x != 0);
    while (++p < digits + sizeof digits)
        print_char(*p);
}

/* The line of bench.c about a cipher in shares. */
static inline void
print_masked(unsigned shares, unsigned random_bytes, unsigned key_random_bytes)
{
    print_text("masked ");
    print_number(shares);
    print_text(" ");
    print_number(random_bytes);
    print_text(" ");
    print_number(key_random_bytes);
    print_text(LINE_END);
}

static inline void
print_hex(uint32_t x)
{
    for (int shift = 28; shift >= 0; shift -= 4)
        print_char("0123456789abcdef"[x >> shift & 15]);
}

#endif
