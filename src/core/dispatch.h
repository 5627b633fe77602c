/* The choice of an implementation when the program runs, by what the CPU has.
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
 * chooses.  At the end stands the one list of them, for the tests, too:
 *
 *     const lea_implementation *const narae_lea_implementations[] = {&avx2, &sse2, &portable, NULL};
 *     #include "lea/dispatch.inc"
 *
 * The best comes first, and the last before NULL needs nothing.  dispatch.inc has
 *
 *     static inline const lea_implementation *
 *     best(void)
 *     {
 *         const lea_implementation *const *i = narae_lea_implementations;
 *
 *         DISPATCH(i);
 *         return *i;
 *     }
 *
 * and the functions that the rest of the library calls, each of which hands its
 * arguments to that of best().  Nothing is kept but the CPU's features: a look
 * through the list is some instructions, never changes its answer while a program
 * runs, and folds into a direct call where the compiler knows the features. */
#ifndef NARAE_CORE_DISPATCH_H
#define NARAE_CORE_DISPATCH_H

#include <stddef.h>

#include "cpu.h"

/* Counts `i` up to the first of its list whose needs are met. */
#define DISPATCH(i)                               \
    do {                                          \
        const unsigned missing = ~cpu_features(); \
                                                  \
        while (((*i)->needs & missing) != 0)      \
            i++;                                  \
    } while (0)

#endif
