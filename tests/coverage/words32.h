/* SPDX-License-Identifier: MIT */
/* Included before every source of one of the builds of `./narae test`: has a
 * 64-bit host compile the code of 32-bit chips.
 *
 * The library chooses by the width of an address and by whether there is a
 * 128-bit integer, and these are the two facts that are denied here.  size_t
 * and pointers stay as they are, so this covers the kernels of 32-bit chips,
 * not their memory model: that is what the lab's simulated boards are for. */
#include <stdint.h>

#undef UINTPTR_MAX
#define UINTPTR_MAX 0xffffffffu
#undef __SIZEOF_INT128__

/* The kernels of x86-64 belong to the other build. */
#define NARAE_PORTABLE
