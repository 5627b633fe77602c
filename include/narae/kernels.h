/* narae/kernels.h: which hand-written kernels this program runs.
 *
 *     printf("narae: kernels %s\n", narae_kernels());
 *     if (narae_kernels_status() != NARAE_OK)
 *         fprintf(stderr, "NARAE_CPU names no kernels of this CPU\n");
 *
 * x86-64, and AArch64 under Linux, choose kernels once, at the first call, by
 * what CPU and operating system have.  The environment variable NARAE_CPU, for
 * tests and measurements, limits that to what a lesser CPU would run; it names
 * one of the levels below.  Other chips choose when the library is compiled. */
#ifndef NARAE_KERNELS_H
#define NARAE_KERNELS_H

#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the kernels that run; never null, never freed.
 *
 *     any       portable
 *     x86-64    sse2, aesni, avx2, avx2-vaes, avx2-gfni, avx512, avx512-gfni:
 *               the highest level of which the CPU has all, or NARAE_CPU's
 *     AArch64   neon, crypto
 *     AVR       avr, avr-small, avr-ram
 *     RV32      rv32, rv32-small, rv32-tables
 *
 * A primitive that has no kernel of that level takes the next lower one. */
const char *narae_kernels(void);

/* Returns NARAE_OK, or NARAE_ERROR_STATE if NARAE_CPU is set and names no level,
 * or one that the CPU lacks.  A name that is not known limits nothing. */
NARAE_MUST_CHECK int narae_kernels_status(void);

#ifdef __cplusplus
}
#endif
#endif
