/* SPDX-License-Identifier: MIT */
/* The chips around the core: memory with the firmware in it, two timers, the watchdog, the serial line, and
 * the hardware multiplier, of MPY32 (SLAU367P, 5) what the 16-bit one (SLAU049F, 7) has, too. MSP430F1611:
 * datasheet SLAS368G, SLAU049F; MSP430FR5994: SLASE54D, SLAU367P.
 *
 * Timer A counts MCLK, timer B (TA1 of the FR5994) an eighth of the crystal's 32768 Hz, as SMCLK and ACLK
 * are set by lab/boards/msp430.  Other registers keep what is written to them. */
#ifndef NARAE_LAB_MSP430_BOARD_H
#define NARAE_LAB_MSP430_BOARD_H

#include <elf.h>
#include <stdint.h>

#include "../output.h"

enum { END_OF_TRANSMISSION = 4, IO_BYTES = 0x1000, CLOCK_HZ = 8000000, SLOW_HZ = 4096 };
enum { WATCHDOG_CYCLES = 32768, WATCHDOG_PASSWORD = 0x5a, WATCHDOG_HOLD = 0x80 };
enum { TIMER_CLEAR = 4, TIMER_CONTINUOUS = 0x20, TIMER_COUNTER = 0x10 }; /* TACTL; TAR behind it */
enum { F1611, FR5994, CHIPS };

struct chip {
    const char *name;
    bool has_extensions;
    uint32_t io_end, ram, ram_end, flash, flash_end;
    uint32_t watchdog, timers[2], transmit, vector, multiplier;
    struct {
        uint32_t address;
        uint8_t value; /* of a register that the firmware polls */
    } ready[2];
};

static const struct chip chips[CHIPS] = {
    [F1611] = {"msp430",
               false,
               0x0200,
               0x1100,
               0x3900,
               0x4000,
               0x10000,
               0x0120,
               {0x0160, 0x0180},
               0x007f,
               0xfffe,
               0x0130,
               {{0x0002, 0}, {0x0003, 0x20}}}, /* IFG1: no fault of a crystal; IFG2: UTXIFG1 */
    [FR5994] = {"msp430x",
                true,
                0x1000,
                0x1c00,
                0x3c00,
                0x4000,
                0x44000,
                0x015c,
                {0x0340, 0x0380},
                0x05ce,
                0xfffe,
                0x04c0,
                {{0x016a, 0}, {0x05dc, 2}}}, /* CSCTL5: no fault of the crystal; UCA0IFG: UCTXIFG */
};

/* Registers of the multiplier, from its address on: the first factor for a product without and with sign,
 * added to the sum or not; the second one; the sum and what is above it. */
enum {
    MPY,
    MPYS = 2,
    MAC = 4,
    MACS = 6,
    OP2 = 8,
    RESLO = 10,
    RESHI = 12,
    SUMEXT = 14,
    MULTIPLIER_BYTES = 16
};

struct board {
    const struct chip *chip;
    uint8_t *memory;   /* all of it, from address 0 on */
    uint32_t data_end; /* of what the program keeps in RAM */
    uint64_t started[2];
    bool watchdog_held;
    uint8_t product; /* MPY to MACS */
    struct serial uart;
    bool ended; /* the firmware sent the terminating byte */
};

static inline uint32_t
timer_value(const struct board *board, unsigned which, uint64_t now)
{
    uint64_t cycles = now - board->started[which];

    if ((board->memory[board->chip->timers[which]] & TIMER_CONTINUOUS) == 0)
        return 0;
    return (uint32_t)(which == 0 ? cycles : cycles * SLOW_HZ / CLOCK_HZ) & 0xffff;
}

/* A byte or a word; timers are read as words. */
static inline uint32_t
io_read(const struct board *board, uint32_t address, unsigned bytes, uint64_t now)
{
    const struct chip *chip = board->chip;
    uint32_t value = board->memory[address];

    for (unsigned n = 0; n < 2; n++) {
        if (address == chip->timers[n] + TIMER_COUNTER && bytes == 2)
            return timer_value(board, n, now);
        if (address == chip->ready[n].address)
            return chip->ready[n].value;
    }
    return bytes == 2 ? value | (uint32_t)board->memory[address + 1] << 8 : value;
}

static inline uint32_t
word_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static inline void
set_word(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

/* Register `at` was written: the first factor is the same in all four, the second one multiplies. */
static inline void
multiply(struct board *board, uint32_t at)
{
    uint8_t *registers = board->memory + board->chip->multiplier;
    const bool is_signed = board->product == MPYS || board->product == MACS, adds = board->product >= MAC;
    const uint32_t first = word_at(registers + MPY), second = word_at(registers + OP2),
                   before = word_at(registers + RESLO) | word_at(registers + RESHI) << 16;
    uint64_t sum;

    if (at < OP2) {
        board->product = (uint8_t)at;
        for (uint32_t copy = MPY; copy < OP2; copy += 2)
            set_word(registers + copy, word_at(registers + at));
    }
    if (at != OP2)
        return;
    sum = is_signed ? (uint32_t)((int16_t)first * (int16_t)second) : first * second;
    sum += adds ? before : 0;
    set_word(registers + RESLO, (uint32_t)sum);
    set_word(registers + RESHI, (uint32_t)sum >> 16);
    set_word(registers + SUMEXT, is_signed ? 0 - ((uint32_t)sum >> 31) : (uint32_t)(sum >> 32));
}

static inline void
io_write(struct board *board, uint32_t address, uint32_t value, unsigned bytes, uint64_t now)
{
    const struct chip *chip = board->chip;

    if (address == chip->transmit) {
        if ((uint8_t)value == END_OF_TRANSMISSION)
            board->ended = true;
        else
            add_byte(&board->uart, value & 0xff);
        return;
    }
    if (address == chip->watchdog && value >> 8 == WATCHDOG_PASSWORD && (value & WATCHDOG_HOLD) != 0)
        board->watchdog_held = true;
    for (unsigned n = 0; n < 2; n++)
        if (address == chip->timers[n] && (value & TIMER_CLEAR) != 0)
            board->started[n] = now;
    board->memory[address] = (uint8_t)value;
    if (bytes == 2)
        board->memory[address + 1] = (uint8_t)(value >> 8);
    if (address - chip->multiplier < MULTIPLIER_BYTES)
        multiply(board, address - chip->multiplier);
}

/* Puts the segments of an ELF where the programmer would; false if it is none
 * for this chip or does not fit. */
static inline bool
load_firmware(struct board *board, const char *file)
{
    const struct chip *chip = board->chip;
    Elf32_Ehdr header;
    FILE *f = fopen(file, "rb");
    bool good, any = false;

    if (f == NULL)
        return false;
    board->data_end = chip->ram;
    good = fread(&header, sizeof header, 1, f) == 1 && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS32 && header.e_machine == EM_MSP430;
    for (unsigned i = 0; good && i < header.e_phnum; i++) {
        Elf32_Phdr segment;
        uint32_t end;

        good = fseek(f, (long)(header.e_phoff + i * sizeof segment), SEEK_SET) == 0 &&
               fread(&segment, sizeof segment, 1, f) == 1;
        if (!good || segment.p_type != PT_LOAD)
            continue;
        end = segment.p_vaddr + segment.p_memsz;
        if (segment.p_filesz != 0) {
            any = true;
            good = segment.p_paddr >= chip->flash && segment.p_paddr < chip->flash_end &&
                   segment.p_filesz <= chip->flash_end - segment.p_paddr &&
                   fseek(f, (long)segment.p_offset, SEEK_SET) == 0 &&
                   fread(board->memory + segment.p_paddr, segment.p_filesz, 1, f) == 1;
        }
        if (segment.p_vaddr >= chip->ram && segment.p_vaddr < chip->flash) {
            good = good && end <= chip->ram_end;
            if (end > board->data_end)
                board->data_end = end;
        }
    }
    fclose(f);
    return good && any;
}

/* All of the address space; what is not programmed is ones. */
static inline void
prepare_board(struct board *board, const struct chip *chip)
{
    board->chip = chip;
    board->memory = (uint8_t *)calloc(1, chip->flash_end + 8);
    if (board->memory == NULL)
        exit(2);
    memset(board->memory + chip->flash, 0xff, chip->flash_end + 8 - chip->flash);
}

#endif
