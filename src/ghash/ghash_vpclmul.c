/* GHASH for x86-64 with VPCLMULQDQ and AVX-512: four blocks a vector, 32 a
 * step.
 *
 * A product of four pairs of words every two cycles (Zen 5): 26 for a step,
 * 52 cycles, 0.102 cycles/byte.  The chain through a step is about 40.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    define CODE __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))

#    include "ghash_vpclmul.h"

#    include "ghash_clmul_blocks.h"

#endif
