/* SPDX-License-Identifier: MIT */
/* The chips around the cores: memory with the firmware in it, the registers
 * that the firmware waits for, and the serial line.
 *
 * All memory answers in the cycle in which it is asked.  So it is on the boards
 * at the clocks that lab/boards/cortexm sets (STM32F407 reference manual RM0090,
 * table 10; STM32L100 RM0038, table 13), and in the RP2040 and RP2350, whose programs
 * are in their RAM. */
#ifndef NARAE_LAB_CORTEXM_BOARD_H
#define NARAE_LAB_CORTEXM_BOARD_H

#include <elf.h>
#include <stdint.h>

#include "../output.h"

enum { END_OF_TRANSMISSION = 4, REMEMBERED = 64 };

#define DWT_CTRL UINT32_C(0xe0001000)
#define DWT_CYCCNT UINT32_C(0xe0001004)
#define SYST_CVR UINT32_C(0xe000e018)
#define PERIPHERALS UINT32_C(0x40000000)

enum core { M0PLUS, M3, M4, M33, CORES };

struct chip {
    const char *name;
    uint32_t flash, flash_bytes, vectors, ram, ram_bytes, uart;
    struct {
        uint32_t address, value; /* value of a register that the firmware polls */
    } ready[8];
};

static const struct chip chips[CORES] = {
    [M0PLUS] = {"m0plus",
                UINT32_C(0x10000000),
                2 << 20,
                UINT32_C(0x10000100),
                UINT32_C(0x20000000),
                256 << 10,
                UINT32_C(0x40034000),
                {{UINT32_C(0x4000c008), UINT32_MAX},           /* RESETS: done */
                 {UINT32_C(0x40024004), UINT32_C(0x80000000)}, /* XOSC: stable */
                 {UINT32_C(0x40028000), UINT32_C(0x80000000)}, /* PLL: locked */
                 {UINT32_C(0x40008038), 4},                    /* clk_ref from XOSC */
                 {UINT32_C(0x40008044), 2},                    /* clk_sys from the PLL */
                 {UINT32_C(0x40034018), 0}}},                  /* UART0: not full */
    [M3] = {"m3",
            UINT32_C(0x08000000),
            256 << 10,
            UINT32_C(0x08000000),
            UINT32_C(0x20000000),
            16 << 10,
            UINT32_C(0x40004404),
            {{UINT32_C(0x40023800), UINT32_C(0x00000003)}, /* RCC_CR: HSI ready */
             {UINT32_C(0x40023808), UINT32_C(0x00000004)}, /* RCC_CFGR: HSI used */
             {UINT32_C(0x40007004), 0},                    /* PWR_CSR: regulator ready */
             {UINT32_C(0x40004400), UINT32_C(0x000000c0)}}},
    [M4] = {"m4",
            UINT32_C(0x08000000),
            1 << 20,
            UINT32_C(0x08000000),
            UINT32_C(0x20000000),
            112 << 10,
            UINT32_C(0x40004404),
            {{UINT32_C(0x40023800), UINT32_C(0x02020000)}, /* RCC_CR: HSE, PLL ready */
             {UINT32_C(0x40023808), UINT32_C(0x00000008)}, /* RCC_CFGR: PLL used */
             {UINT32_C(0x40004400), UINT32_C(0x000000c0)}}},
    [M33] = {"m33",
             UINT32_C(0x10000000),
             4 << 20,
             UINT32_C(0x10000100),
             UINT32_C(0x20000000),
             512 << 10,
             UINT32_C(0x40070000),
             {{UINT32_C(0x40020008), UINT32_MAX},           /* RESETS: done */
              {UINT32_C(0x40048004), UINT32_C(0x80000000)}, /* XOSC: stable */
              {UINT32_C(0x40050000), UINT32_C(0x80000000)}, /* PLL: locked */
              {UINT32_C(0x40010038), 4},                    /* clk_ref from XOSC */
              {UINT32_C(0x40010044), 2},                    /* clk_sys from the PLL */
              {UINT32_C(0x40070018), 0}}},                  /* UART0: not full */
};

struct board {
    const struct chip *chip;
    uint8_t *flash, *ram;
    uint32_t data_end; /* of what the program keeps in RAM below its stack */
    struct {
        uint32_t address, value;
    } written[REMEMBERED]; /* registers */
    unsigned written_count;
    struct serial uart;
    bool ended; /* the firmware sent the terminating byte */
};

/* The address of a register behind the aliases of the RP2040 and RP2350, which set and clear bits. */
static inline uint32_t
register_of(const struct board *board, uint32_t address)
{
    return board->chip->vectors != board->chip->flash && address >> 28 == 4 ? address & ~UINT32_C(0x3000)
                                                                            : address;
}

static inline uint32_t
io_read(const struct board *board, uint32_t address)
{
    for (unsigned n = 0; n < 8 && board->chip->ready[n].address != 0; n++)
        if (board->chip->ready[n].address == address)
            return board->chip->ready[n].value;
    for (unsigned n = 0; n < board->written_count; n++)
        if (board->written[n].address == address)
            return board->written[n].value;
    return 0;
}

static inline void
io_write(struct board *board, uint32_t address, uint32_t value)
{
    unsigned n = 0;

    if (address == board->chip->uart) {
        if ((uint8_t)value == END_OF_TRANSMISSION) {
            board->ended = true;
            return;
        }
        add_byte(&board->uart, value);
        return;
    }
    address = register_of(board, address);
    while (n < board->written_count && board->written[n].address != address)
        n++;
    if (n == REMEMBERED)
        return;
    board->written_count += n == board->written_count;
    board->written[n].address = address;
    board->written[n].value = value;
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
    board->flash = (uint8_t *)malloc(chip->flash_bytes + 4);
    board->ram = (uint8_t *)calloc(1, chip->ram_bytes + 4);
    if (board->flash == NULL || board->ram == NULL)
        exit(2);
    memset(board->flash, 0xff, chip->flash_bytes);
    board->data_end = chip->ram;
    good = fread(&header, sizeof header, 1, f) == 1 && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS32 && header.e_machine == EM_ARM;
    for (unsigned i = 0; good && i < header.e_phnum; i++) {
        Elf32_Phdr segment;
        uint32_t at, end;

        good = fseek(f, (long)(header.e_phoff + i * sizeof segment), SEEK_SET) == 0 &&
               fread(&segment, sizeof segment, 1, f) == 1;
        if (!good || segment.p_type != PT_LOAD)
            continue;
        at = segment.p_paddr - chip->flash;
        end = segment.p_vaddr + segment.p_memsz;
        if (segment.p_filesz != 0) {
            any = true;
            good = at < chip->flash_bytes && segment.p_filesz <= chip->flash_bytes - at &&
                   fseek(f, (long)segment.p_offset, SEEK_SET) == 0 &&
                   fread(board->flash + at, segment.p_filesz, 1, f) == 1;
        }
        if (segment.p_vaddr >= chip->ram) {
            good = good && end <= chip->ram + chip->ram_bytes;
            if ((segment.p_flags & PF_X) == 0 && end > board->data_end)
                board->data_end = end;
        }
    }
    fclose(f);
    return good && any;
}

#endif
