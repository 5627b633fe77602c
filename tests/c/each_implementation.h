/* SPDX-License-Identifier: MIT */
/* Tests every implementation of a primitive that this CPU can run: features are reduced
 * to those that it requires.  See core/dispatch.h. */
#ifndef NARAE_TEST_EACH_IMPLEMENTATION_H
#define NARAE_TEST_EACH_IMPLEMENTATION_H

#include "core/cpu.h"

#ifdef NARAE_CPU_AT_RUN_TIME

/* EACH_IMPLEMENTATION(lea, a_test(state); another(state)); a trait may be claimed. */
#    define EACH_IMPLEMENTATION(primitive, tests)                        \
        do {                                                             \
            const unsigned has = narae_cpu_detect() | CPU_TRAITS;        \
                                                                         \
            for (__typeof__(&narae_##primitive##_implementations[0]) i = \
                     narae_##primitive##_implementations;                \
                 *i != NULL; i++) {                                      \
                if (((*i)->needs & ~has) != 0)                           \
                    continue;                                            \
                printf("    %s: %s\n", #primitive, (*i)->name);          \
                atomic_store(&narae_cpu_known, (*i)->needs | CPU_KNOWN); \
                tests;                                                   \
            }                                                            \
            narae_cpu_detect();                                          \
        } while (0)

#endif

#endif
