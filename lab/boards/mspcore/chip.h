/* SPDX-License-Identifier: MIT */
/* What a chip adds to its core: lab/boards/NAME/chip.c. */
#ifndef NARAE_LAB_MSPCORE_CHIP_H
#define NARAE_LAB_MSPCORE_CHIP_H

#include <stdint.h>

#define BYTE_AT(address) (*(volatile uint8_t *)(address))
#define WORD_AT(address) (*(volatile uint16_t *)(address))
#define BAUD 115200

/* Sets the clock of board.toml, starts both timers (window.S), and opens the serial line at BAUD. */
void chip_start(void);

void chip_put(char c);

#endif
