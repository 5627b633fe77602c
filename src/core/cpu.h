/* What the CPU offers, for the choice of kernels when the program runs: on
 * x86-64, and on AArch64 under Linux.  Elsewhere on AArch64 what the compiler
 * was told holds, and the same functions become constants.
 *
 * A primitive's *_x86.c or *_arm.c holds one table of functions for each of
 * its kernels and picks the best whose needs are met:
 *
 *     if (cpu_has(CPU_AVX512))
 *         return &avx512;
 *
 * The environment variable NARAE_CPU, read once, limits the choice for tests
 * and measurements; names are in cpu_x86.c and cpu_arm.c. */
#ifndef NARAE_CORE_CPU_H
#define NARAE_CORE_CPU_H

#include <stdbool.h>

#include "kernels.h"

#if defined(NARAE_X86_KERNELS) || (defined(NARAE_NEON_KERNELS) && defined(__linux__) && __STDC_HOSTED__)
#    define NARAE_CPU_AT_RUN_TIME
#endif

/* Each bit means that CPU and operating system have all that is named.  The
 * first is part of every such CPU; it is a bit so that it can be left out. */
#if defined(NARAE_X86_KERNELS)
enum {
    CPU_SSE2 = 1 << 0,
    CPU_AES = 1 << 1,    /* SSSE3, SSE4.1, AES-NI and PCLMULQDQ */
    CPU_AVX2 = 1 << 2,   /* AVX2, BMI1 and BMI2 */
    CPU_GFNI = 1 << 3,   /* GFNI, on vectors as wide as the kernel's */
    CPU_VAES = 1 << 4,   /* VAES and VPCLMULQDQ */
    CPU_AVX512 = 1 << 5, /* F, BW, DQ and VL */
    CPU_VBMI = 1 << 6,   /* VBMI and IFMA */

    /* No instructions but how soon they end, which no limit takes away: an
     * operation on vectors passes its result on after one cycle, as on Intel's. */
    CPU_SHORT_CHAINS = 1 << 7,
    CPU_TRAITS = CPU_SHORT_CHAINS,
};
#elif defined(NARAE_NEON_KERNELS)
enum {
    CPU_NEON = 1 << 0,
    CPU_AES = 1 << 1,
    CPU_PMULL = 1 << 2, /* of 64 bits */
    CPU_SHA3 = 1 << 3,  /* EOR3, RAX1, XAR and BCAX */
    CPU_TRAITS = 0,     /* what no limit takes away */
};
#endif

#ifdef NARAE_CPU_AT_RUN_TIME

#    include <stdatomic.h>

enum { CPU_KNOWN = 1 << 15 }; /* always set, so that the word is not 0 */

/* The bits above, or 0 until someone asks. */
extern atomic_uint narae_cpu_known;

/* Looks them up.  Any thread may be the first. */
unsigned narae_cpu_detect(void);

/* What NARAE_CPU may say; the last name is empty. */
typedef struct cpu_limit {
    char name[12];
    unsigned features;
} cpu_limit;
extern const cpu_limit narae_cpu_limits[];

/* The bits without that limit. */
unsigned narae_cpu_look_up(void);

/* For tests and measurements: is all there that NARAE_CPU names?  False also
 * for a name that is not known; true if the variable is not set. */
bool narae_cpu_meets_limit(void);

static inline bool
cpu_has(unsigned features)
{
    unsigned found = atomic_load_explicit(&narae_cpu_known, memory_order_relaxed);

    if (found == 0)
        found = narae_cpu_detect();
    return (found & features) == features;
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
};

static inline bool
cpu_has(unsigned features)
{
    return (CPU_FOUND & features) == features;
}

#endif

#endif
