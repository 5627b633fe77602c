/* SPDX-License-Identifier: MIT */
/* Kernels whose cycles follow from the instruction set summary of the
 * ATmega328P datasheet (Microchip DS40002061).  Each opens a window, runs
 * exactly the named cycles, and returns what hal_end() says. */
#ifndef NARAE_LAB_UNO_KERNELS_H
#define NARAE_LAB_UNO_KERNELS_H

#define KERNEL_ADDS_CYCLES 100
#define KERNEL_LOADS_CYCLES 200
#define KERNEL_MULTIPLIES_CYCLES 200
#define KERNEL_BRANCHES_CYCLES 300

/* ldi, ldi, then n times sbiw and brne, the last brne not taken: 4n + 1 */
#define KERNEL_COUNTDOWN_CYCLES(n) (4UL * (n) + 1)
#define KERNEL_ONE_OVERFLOW_CYCLES KERNEL_COUNTDOWN_CYCLES(20000)
#define KERNEL_THREE_OVERFLOWS_CYCLES KERNEL_COUNTDOWN_CYCLES(50000)

#ifndef __ASSEMBLER__
#    include <stdint.h>

uint32_t kernel_empty(void);
uint32_t kernel_adds(void);
uint32_t kernel_loads(void);
uint32_t kernel_multiplies(void);
uint32_t kernel_branches(void);
uint32_t kernel_one_overflow(void);
uint32_t kernel_three_overflows(void);
#endif

#endif
