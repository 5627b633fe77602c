/* SPDX-License-Identifier: MIT */
/* Runtime dispatch: one implementation is selected, by what the CPU has.
 *
 * A primitive has a struct of all that differs, the same on every family of chips:
 *
 *     typedef struct lea_implementation {
 *         const char *name;
 *         unsigned needs; // CPU_... of core/cpu.h
 *         narae_blocks_fn *encrypt, *decrypt;
 *         ...
 *     } lea_implementation;
 *
 * Its *_x86.c and *_arm.c define a constant object for each implementation, with
 * all functions: one that has nothing better names that of a simpler one.  Among
 * kernels of one implementation, by the length of a message, a plain function
 * chooses.  At the end is the only list of them, also used by the tests:
 *
 *     const lea_implementation *const narae_lea_implementations[] = {&avx2, &sse2, &portable, NULL};
 *     #include "lea/dispatch.inc"
 *
 * The best comes first, and the last before NULL needs nothing.  dispatch.inc begins
 * with DISPATCH(lea), which defines lea_best(), and has the functions that the rest of
 * the library calls, each of which hands its arguments to that of lea_best().  Nothing is
 * kept but the CPU's features, so that the answer never changes while a program runs.
 * The compiler sees the list, which becomes a test for each entry, or a direct call where
 * it knows the features. */
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
