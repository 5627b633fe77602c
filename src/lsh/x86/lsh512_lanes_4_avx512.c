/* SPDX-License-Identifier: MIT */
/* LSH-512 for x86-64 with AVX-512: four messages side by side, in vectors of 256 bits.
 *
 * A step is 87 operations, 21.8 cycles on four pipes; 28 steps, and 112 operations to load and
 * transpose a block, take 640 cycles for 1,024 bytes, 0.62 cycles/byte.  Measured on Zen 4 with
 * four messages of 4 KiB: 826, 1.29 of the count.
 *
 * Time depends on lengths alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) narae_lsh512_##f##_4_avx512

#    include "lsh512_lanes_4.inc"

#endif
