/* SPDX-License-Identifier: MIT */
/* Kernels whose cycles are known: each opens a window, runs one kind of instruction, and returns what
 * hal_end() says.  Cycles are those of TI's tables (SLAU049F, 3.4.4; SLAU208Q, 6.5), which differ for what
 * stores and pushes. */
#ifndef NARAE_LAB_MSPCORE_KERNELS_H
#define NARAE_LAB_MSPCORE_KERNELS_H

#define KERNEL_REPEATS 100

#ifdef __MSP430X__
#    define KERNEL_STORE_CYCLES 3
#    define KERNEL_PUSH_CYCLES 5 /* and a POP */
#else
#    define KERNEL_STORE_CYCLES 4
#    define KERNEL_PUSH_CYCLES 5
#endif

/* 4 times MOV 2, then 60000 times DEC and JNZ 3 */
#define KERNEL_ROUNDS_CYCLES (4 * (2 + 60000ul * 3))

#ifndef __ASSEMBLER__
#    include <stdint.h>

uint32_t kernel_empty(void);
uint32_t kernel_adds(void);
uint32_t kernel_loads(void);
uint32_t kernel_stores(void);
uint32_t kernel_pushes(void);
uint32_t kernel_branches(void);
uint32_t kernel_rounds(void);
#endif

#endif
