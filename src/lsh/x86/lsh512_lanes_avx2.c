/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX2: four messages side by side.
 *
 * A step is 87 operations and 46 more for rotations of two shifts: 133, 33 cycles on four pipes;
 * 28 steps, and 112 operations to load and transpose a block, take 960 cycles for 1,024 bytes, 0.94
 * cycles/byte.  Measured on Zen 4 with four messages of 4 KiB: 1,290, 1.34 of the count, for the
 * reason in lsh256_lanes_avx2.c.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("avx2")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) narae_lsh512_##f##_avx2

#    include "lsh512_lanes_4.inc"

#endif
