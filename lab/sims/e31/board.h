/* SPDX-License-Identifier: MIT */
/* The HiFive1 Rev B around its core, for both simulators of the E31: the flash
 * with the firmware in it, the registers that the firmware touches, the serial
 * line, and what a read of the flash costs.
 *
 * The flash hangs on one serial line: a read sends one command and three
 * address bytes and gets its data, at FRAME_CYCLES core cycles a byte (SPI clock
 * = core clock / 8, and what the controller adds).  One word is 8 frames, a
 * cache line 68. */
#ifndef NARAE_LAB_E31_BOARD_H
#define NARAE_LAB_E31_BOARD_H

#include <elf.h>
#include <stdint.h>

#include "../output.h"

enum { FLASH_BYTES = 4 << 20, DTIM_BYTES = 16 << 10 };
enum { FRAME_CYCLES = 67, COMMAND_FRAMES = 4, END_OF_TRANSMISSION = 4 };

#define FLASH_BASE UINT32_C(0x20000000)
#define PROGRAM_BASE UINT32_C(0x20010000)
#define DTIM_BASE UINT32_C(0x80000000)
#define IO_BASE UINT32_C(0x10000000)
#define IO_END UINT32_C(0x10040000)
#define HFXOSCCFG UINT32_C(0x10008004)
#define PLLCFG UINT32_C(0x10008008)
#define UART0_TXDATA UINT32_C(0x10013000)

struct board {
    uint8_t *flash;
    uint32_t code_end; /* of the executable segments in the flash */
    uint32_t bss_end;  /* of the data in the DTIM */
    uint32_t io[16];   /* hash of the values written to the registers */
    struct serial uart;
    bool ended; /* the firmware sent the terminating byte */
};

static inline unsigned
flash_cycles(unsigned bytes)
{
    return (COMMAND_FRAMES + bytes) * FRAME_CYCLES;
}

/* Oscillator and PLL are always ready; the serial line is never full. */
static inline uint32_t
io_read(const struct board *board, uint32_t address)
{
    if (address == HFXOSCCFG || address == PLLCFG)
        return UINT32_C(1) << 31;
    return address == UART0_TXDATA ? 0 : board->io[address >> 2 & 15];
}

static inline void
io_write(struct board *board, uint32_t address, uint32_t value)
{
    if (address != UART0_TXDATA) {
        board->io[address >> 2 & 15] = value;
    } else if ((uint8_t)value == END_OF_TRANSMISSION) {
        board->ended = true;
    } else {
        add_byte(&board->uart, value);
    }
}

/* Puts the segments of a RISC-V ELF where the programmer would; false if it is
 * none or does not fit. */
static inline bool
load_firmware(struct board *board, const char *file)
{
    Elf32_Ehdr header;
    FILE *f = fopen(file, "rb");
    bool good;

    if (f == NULL)
        return false;
    board->flash = (uint8_t *)malloc(FLASH_BYTES);
    if (board->flash == NULL)
        exit(2);
    memset(board->flash, 0xff, FLASH_BYTES);
    board->bss_end = DTIM_BASE;
    good = fread(&header, sizeof header, 1, f) == 1 && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS32 && header.e_machine == EM_RISCV &&
           header.e_entry == PROGRAM_BASE;
    for (unsigned i = 0; good && i < header.e_phnum; i++) {
        Elf32_Phdr segment;
        uint32_t at, end;

        good = fseek(f, (long)(header.e_phoff + i * sizeof segment), SEEK_SET) == 0 &&
               fread(&segment, sizeof segment, 1, f) == 1;
        if (!good || segment.p_type != PT_LOAD)
            continue;
        at = segment.p_paddr - FLASH_BASE;
        end = segment.p_vaddr + segment.p_memsz;
        if (segment.p_filesz != 0)
            good = at < FLASH_BYTES && segment.p_filesz <= FLASH_BYTES - at &&
                   fseek(f, (long)segment.p_offset, SEEK_SET) == 0 &&
                   fread(board->flash + at, segment.p_filesz, 1, f) == 1;
        if (segment.p_vaddr >= DTIM_BASE) {
            good = good && end <= DTIM_BASE + DTIM_BYTES;
            if (end > board->bss_end)
                board->bss_end = end;
        } else if (end > board->code_end) {
            board->code_end = end;
        }
    }
    fclose(f);
    return good && board->code_end > PROGRAM_BASE;
}

#endif
