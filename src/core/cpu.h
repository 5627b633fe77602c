/* SPDX-License-Identifier: MIT */
/* The features of the CPU, for runtime dispatch: on x86-64, and on AArch64 under Linux.  Elsewhere
 * on AArch64 the features are those of the compiler's target, and the same functions become
 * constants.
 *
 * core/dispatch.h selects by them.  The environment variable NARAE_CPU, read once, limits the
 * choice for tests and measurements; names are in core/x86/features.h and core/arm/features.h. */
#ifndef NARAE_CORE_CPU_H
#define NARAE_CORE_CPU_H

#include <stdbool.h>

#include "family.h"

#if defined(NARAE_X86_KERNELS) || (defined(NARAE_NEON_KERNELS) && defined(__linux__) && __STDC_HOSTED__)
#    define NARAE_CPU_AT_RUN_TIME
#endif

/* CPU_SSE2, CPU_NEON, ...: a bit for each feature of the table. */
#define CPU_FEATURE_BIT(name, bit, flags) CPU_##name = 1 << bit,
#if defined(NARAE_X86_KERNELS)
#    include "core/x86/features.h"
enum { CPU_FEATURES(CPU_FEATURE_BIT) };

/* Not an instruction set but a latency, which NARAE_CPU does not remove: vector operations take one
 * cycle, as on Intel's CPUs. */
enum { CPU_SHORT_CHAINS = 1 << 14, CPU_TRAITS = CPU_SHORT_CHAINS };
#elif defined(NARAE_NEON_KERNELS)
#    include "core/arm/features.h"
enum { CPU_FEATURES(CPU_FEATURE_BIT) };
enum { CPU_TRAITS = 0 }; /* never removed by NARAE_CPU */
#endif

#ifdef NARAE_CPU_AT_RUN_TIME

#    include <stdatomic.h>

enum { CPU_KNOWN = 1 << 15 }; /* always set, so that the word is not 0 */

/* The bits above, or 0 before the first query. */
extern atomic_uint narae_cpu_known;

/* Looks them up.  Any thread may be the first. */
unsigned narae_cpu_detect(void);

/* The values of NARAE_CPU, from the lowest on; the last name is empty. */
typedef struct cpu_limit {
    char name[12];
    unsigned features;
} cpu_limit;
extern const cpu_limit narae_cpu_limits[];

/* The bits without that limit. */
unsigned narae_cpu_look_up(void);

/* For tests and measurements: whether the CPU has all features that NARAE_CPU names.  False also
 * for an unknown name; true if the variable is not set. */
bool narae_cpu_meets_limit(void);

static inline unsigned
cpu_features(void)
{
    const unsigned features = atomic_load_explicit(&narae_cpu_known, memory_order_relaxed);

    return features != 0 ? features : narae_cpu_detect();
}

#elif defined(NARAE_NEON_KERNELS)

enum {
    CPU_FOUND = CPU_NEON
#    ifdef __ARM_FEATURE_AES
    | CPU_AES | CPU_PMULL
#    endif
#    ifdef __ARM_FEATURE_SHA3
    | CPU_SHA3
#    endif
#    ifdef __ARM_FEATURE_SHA2
    | CPU_SHA2
#    endif
};

static inline unsigned
cpu_features(void)
{
    return CPU_FOUND;
}

#endif

#ifdef NARAE_DISPATCH

static inline bool
cpu_has(unsigned features)
{
    return (cpu_features() & features) == features;
}

#endif

#endif
