/* SPDX-License-Identifier: MIT */
/* Kernels whose cycles are known: each opens a window, runs one kind of
 * instruction, and returns what hal_end() says.  The latencies are those of
 * the E31 core (SiFive FE310-G000 Manual, 3.2 and 3.3): add 1, load
 * 2, divide up to 33; a correctly predicted branch costs nothing more.  The
 * manual gives multiply 5; Rocket's RTL takes 6, and 35 for the longest
 * division: the ranges hold both. */
#ifndef NARAE_LAB_HIFIVE1_KERNELS_H
#define NARAE_LAB_HIFIVE1_KERNELS_H

#define KERNEL_REPEATS 100

#ifndef __ASSEMBLER__
#    include <stdint.h>

uint32_t kernel_empty(void);
uint32_t kernel_adds(void);
uint32_t kernel_loads(void);
uint32_t kernel_multiplies(void);
uint32_t kernel_divides(void);
uint32_t kernel_branches(void);
#endif

#endif
