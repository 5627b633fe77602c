/* SPDX-License-Identifier: MIT */
/* What window.S has: the edges of a window, kernels of known length, and how
 * the stack is painted. */
#ifndef RV64_WINDOW_H
#define RV64_WINDOW_H

#define PAINTED_BYTES 65536
#define PAINT 0xc5
#define RULER_STEPS 1000

#ifndef __ASSEMBLER__
void ruler_nops(void);
void ruler_loop(void);
#endif

#endif
