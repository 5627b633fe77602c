/* SPDX-License-Identifier: MIT */
/* Kernels whose cycles are known: each opens a window, runs one kind of
 * instruction, and returns what hal_end() says.  Cycles are those of the Technical
 * Reference Manuals (DDI 0439, DDI 0337, DDI 0484), and for the M33 those measured on an RP2350
 * (lab/sims/cortexm/rules.h): add and multiply 1, on the M33 multiply 2, a load that the next
 * one waits for 2, a branch that is taken 2; loads that wait for nothing follow each other every
 * cycle, on the M0+ every second one. */
#ifndef NARAE_LAB_CORTEXM_KERNELS_H
#define NARAE_LAB_CORTEXM_KERNELS_H

#define KERNEL_REPEATS 100

#ifndef __ASSEMBLER__
#    include <stdint.h>

uint32_t kernel_empty(void);
uint32_t kernel_adds(void);
uint32_t kernel_loads(void);
uint32_t kernel_free_loads(void);
uint32_t kernel_multiplies(void);
uint32_t kernel_branches(void);
#endif

#endif
