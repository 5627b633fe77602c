/* SPDX-License-Identifier: MIT */
/* Constant tables.  On AVR they stay in flash (RAM is 2 KiB) and are read
 * with LPM, whose time does not depend on the address; everywhere else they
 * are plain const objects. */
#ifndef NARAE_CORE_FLASH_H
#define NARAE_CORE_FLASH_H

#include <stdint.h>

#ifdef __AVR__
#    include <avr/pgmspace.h>
#    define NARAE_FLASH PROGMEM
#    define flash_read8(p) pgm_read_byte(p)
#    define flash_read32(p) pgm_read_dword(p)

static inline uint64_t
flash_read64(const uint64_t *p)
{
    uint64_t x;

    memcpy_P(&x, p, sizeof x);
    return x;
}

#else
#    define NARAE_FLASH
#    define flash_read8(p) (*(const uint8_t *)(p))
#    define flash_read32(p) (*(const uint32_t *)(p))
#    define flash_read64(p) (*(const uint64_t *)(p))
#endif

#endif
