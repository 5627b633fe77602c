/* SPDX-License-Identifier: MIT */
/* Runtime dispatch: one implementation is selected by the features of the CPU.
 *
 * Kernels are a struct, the same on every family of chips (core/kernels.h, narae/descriptor.h), whose
 * members `name` and `needs`, the CPU_... of core/cpu.h, say which these are.  A primitive's *_x86.c and
 * *_arm.c define a constant object for each instruction set; a null member is one that it does not have, and
 * a plain function may select among kernels by the length of a message.  At the end of the file is the only
 * list of these objects, also used by the tests:
 *
 *     const narae_block_kernels *const narae_lea_implementations[] = {&avx2, &sse2, &portable, NULL};
 *     DISPATCH(narae_block_kernels, lea)
 *
 * The best comes first, and the last before NULL needs nothing.  DISPATCH defines narae_lea_best(), which
 * returns the kernels for this CPU.  Only the CPU's features are stored, so that the selection never changes
 * while a program runs.  The list is visible to the compiler, which turns it into a test for each entry, or
 * into a constant if its target has the features. */
#ifndef NARAE_CORE_DISPATCH_H
#define NARAE_CORE_DISPATCH_H

#include <stddef.h>

#include "cpu.h"

/* The first of the primitive's list whose needs are met. */
#define DISPATCH(kernels, primitive)                                           \
    const kernels *narae_##primitive##_best(void)                              \
    {                                                                          \
        const unsigned missing = ~cpu_features();                              \
        size_t i = 0;                                                          \
                                                                               \
        while ((narae_##primitive##_implementations[i]->needs & missing) != 0) \
            i++;                                                               \
        return narae_##primitive##_implementations[i];                         \
    }

#endif
