/* SPDX-License-Identifier: MIT */
/* What a chip adds to its core: lab/boards/NAME/chip.c. */
#ifndef NARAE_LAB_CORTEXM_CHIP_H
#define NARAE_LAB_CORTEXM_CHIP_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define BAUD 115200

/* Sets the clock of board.toml and opens the serial line at BAUD. */
void chip_start(void);

void chip_put(char c);

#endif
