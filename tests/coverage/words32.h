/* SPDX-License-Identifier: MIT */
/* Included before every source of one build of `./narae test`: compiles the code of 32-bit
 * chips on a 64-bit host, by hiding the width of addresses and the 128-bit integer, by
 * which the library chooses.  size_t and pointers stay, so the memory model is not covered:
 * the simulated boards do that. */
#include <stdint.h>

#undef UINTPTR_MAX
#define UINTPTR_MAX 0xffffffffu
#undef __SIZEOF_POINTER__
#define __SIZEOF_POINTER__ 4
#undef __SIZEOF_INT128__

/* The kernels of x86-64 belong to the other build. */
#define NARAE_PORTABLE
