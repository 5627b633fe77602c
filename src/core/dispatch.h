/* SPDX-License-Identifier: MIT */
/* Runtime dispatch: one implementation is selected by the features of the CPU.
 *
 * A primitive has a struct of everything that differs, the same on every family of chips:
 *
 *     typedef struct lea_implementation {
 *         const char *name;
 *         unsigned needs; // CPU_... of core/cpu.h
 *         narae_blocks_fn *encrypt, *decrypt;
 *         ...
 *     } lea_implementation;
 *
 * Its *_x86.c and *_arm.c define a constant object for each implementation, with all functions;
 * where it has nothing better it names that of a simpler implementation.  Within an implementation
 * a plain function selects among kernels by the length of a message.  At the end of the file is the
 * only list of implementations, also used by the tests:
 *
 *     const lea_implementation *const narae_lea_implementations[] = {&avx2, &sse2, &portable, NULL};
 *     #include "lea/dispatch.inc"
 *
 * The best comes first, and the last before NULL needs nothing.  dispatch.inc begins
 * with DISPATCH(lea), which defines lea_best(), and has the functions that the rest of
 * the library calls, each of which calls that of lea_best().  Only the CPU's features are stored,
 * so that the selection never changes while a program runs.  The list is visible to the compiler,
 * which turns it into a test for each entry, or into a direct call if its target has the
 * features. */
#ifndef NARAE_CORE_DISPATCH_H
#define NARAE_CORE_DISPATCH_H

#include <stddef.h>

#include "cpu.h"

/* The first of the primitive's list whose needs are met. */
#define DISPATCH(primitive)                                                    \
    static inline const primitive##_implementation *primitive##_best(void)     \
    {                                                                          \
        const unsigned missing = ~cpu_features();                              \
        size_t i = 0;                                                          \
                                                                               \
        while ((narae_##primitive##_implementations[i]->needs & missing) != 0) \
            i++;                                                               \
        return narae_##primitive##_implementations[i];                         \
    }

#endif
