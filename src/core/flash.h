/* SPDX-License-Identifier: MIT */
/* Constant tables.  On AVR they stay in flash (RAM is 2 KiB) and are read
 * with LPM, whose time does not depend on the address; everywhere else they
 * are plain const objects.
 *
 * A pointer has 16 bits there.  Chips with more than 64 KiB of flash read with ELPM, which
 * needs the table's whole address, known when the program is linked: so a read names the
 * table, too.
 *
 *     static const uint8_t turns[10] NARAE_FLASH = {...};
 *
 *     table_read8(turns, &turns[i])
 *
 * A function that takes one of several tables has a parameter of type flash_table. */
#ifndef NARAE_CORE_FLASH_H
#define NARAE_CORE_FLASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __AVR__
#    include <avr/pgmspace.h>
#    define NARAE_FLASH PROGMEM
/* In the first 64 KiB. */
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

#ifdef __AVR_HAVE_ELPM__

typedef uint_farptr_t flash_table;

#    define NARAE_FAR_FLASH
#    define flash_table_of(table) (__extension__ pgm_get_far_address(table))
/* The table does not cross a multiple of `bytes`, a power of two. */
#    define FLASH_WITHIN(bytes) __attribute__((aligned(bytes)))

static inline void
flash_copy(void *to, flash_table from, size_t bytes)
{
    for (uint8_t *byte = (uint8_t *)to; bytes-- != 0; from++)
        *byte++ = pgm_read_byte_far(from);
}

static inline uint64_t
flash_far_read64(flash_table at)
{
    return pgm_read_dword_far(at) | (uint64_t)pgm_read_dword_far(at + 4) << 32;
}

#    define flash_far(table, p) (flash_table_of(table) + (uint16_t)((uint16_t)(p) - (uint16_t)(table)))
#    define table_read8(table, p) pgm_read_byte_far(flash_far(table, p))
#    define table_read32(table, p) pgm_read_dword_far(flash_far(table, p))
#    define table_read64(table, p) flash_far_read64(flash_far(table, p))
#    define flash_word32(table, i) pgm_read_dword_far((table) + 4 * (i))
#    define flash_word64(table, i) flash_far_read64((table) + 8 * (i))

#else

typedef const void *flash_table;

#    define flash_table_of(table) (table)
#    define FLASH_WITHIN(bytes)
#    define table_read8(table, p) flash_read8(p)
#    define table_read32(table, p) flash_read32(p)
#    define table_read64(table, p) flash_read64(p)
#    define flash_word32(table, i) flash_read32((const uint32_t *)(table) + (i))
#    define flash_word64(table, i) flash_read64((const uint64_t *)(table) + (i))
#    ifdef __AVR__
#        define flash_copy(to, table, bytes) memcpy_P(to, table, bytes)
#    endif

#endif

#endif
