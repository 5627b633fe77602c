/* SPDX-License-Identifier: MIT */
/* Kernels whose time on a Cortex-A72 is known: RULER_STEPS times the
 * instructions that kernels.S names, in a loop that costs nothing next to
 * them. */
#ifndef NARAE_LAB_PI4_KERNELS_H
#define NARAE_LAB_PI4_KERNELS_H

#define RULER_STEPS 4000

#ifndef __ASSEMBLER__
void ruler_adds(void);
void ruler_two_adds(void);
void ruler_multiplies(void);
void ruler_loads(void);
void ruler_vector_xors(void);
void ruler_two_vector_xors(void);
void ruler_vector_shifts(void);
#endif

#endif
