/* What the x86-64 CPU offers, for the choice of kernels when the program runs.
 *
 * A primitive's *_x86.c holds one table of functions for each of its kernels
 * and picks the best whose needs are met:
 *
 *     if (cpu_has(CPU_AVX512))
 *         return &avx512;
 *
 * The environment variable NARAE_CPU, read once, limits the choice for tests
 * and measurements; names are in cpu_x86.c. */
#ifndef NARAE_CORE_CPU_H
#define NARAE_CORE_CPU_H

#include <stdatomic.h>
#include <stdbool.h>

/* Each bit means that CPU and operating system have all that is named.  SSE2
 * is part of x86-64; it is a bit so that it can be left out. */
enum {
    CPU_SSE2 = 1 << 0,
    CPU_AES = 1 << 1,    /* SSSE3, SSE4.1, AES-NI and PCLMULQDQ */
    CPU_AVX2 = 1 << 2,   /* AVX2, BMI1 and BMI2 */
    CPU_GFNI = 1 << 3,   /* GFNI, on vectors as wide as the kernel's */
    CPU_VAES = 1 << 4,   /* VAES and VPCLMULQDQ */
    CPU_AVX512 = 1 << 5, /* F, BW, DQ and VL */
    CPU_VBMI = 1 << 6,   /* VBMI and IFMA */
    CPU_KNOWN = 1 << 15, /* always set, so that the word is not 0 */
};

/* The bits above, or 0 until someone asks. */
extern atomic_uint narae_cpu_known;

/* Looks them up.  Any thread may be the first. */
unsigned narae_cpu_detect(void);

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

#endif
