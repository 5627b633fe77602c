/* SPDX-License-Identifier: MIT */
/* narae/kernels.h: runtime dispatch, and which kernels were selected.
 *
 *     printf("narae: kernels %s\n", narae_kernels());
 *     if (narae_kernels_status() != NARAE_OK)
 *         fprintf(stderr, "NARAE_CPU names no kernels of this CPU\n");
 *
 * x86-64, and AArch64 under Linux, select kernels once, at the first call, by
 * the features of CPU and operating system.  For tests and measurements, the
 * environment variable NARAE_CPU caps the selection at one of the levels below; a
 * program with other rights than its caller, such as set-user-ID, ignores it.
 * On other chips kernels are selected at compile time. */
#ifndef NARAE_KERNELS_H
#define NARAE_KERNELS_H

#include "narae/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the selected kernels; never null, do not free.
 *
 *     any       portable
 *     x86-64    sse2, aesni, avx2, avx2-vaes, avx2-gfni, avx512, avx512-gfni:
 *               the highest level that the CPU fully supports, or NARAE_CPU's
 *     AArch64   neon, crypto
 *     AVR       avr, avr-small, avr-ram
 *     RV32      rv32, rv32-small, rv32-tables
 *     Cortex-M  thumb, thumb-small, thumb-tables
 *
 * A primitive without a kernel at that level uses the next lower one. */
const char *narae_kernels(void);

/* Returns NARAE_OK, or NARAE_ERROR_STATE if NARAE_CPU is set and names no level,
 * or one that the CPU lacks.  An unknown name caps nothing. */
NARAE_MUST_CHECK int narae_kernels_status(void);

#ifdef __cplusplus
}
#endif
#endif
