/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS on x86-64: its implementations.
 *
 * What XTS costs besides a cipher's blocks, counted on Zen 4, which splits an operation on
 * 512 bits in two and starts four halves, or one store of 32 bytes, a cycle: a vector of four
 * tweaks takes five operations, 2.5 cycles, and is needed twice, before and behind the
 * cipher; 64 vectors for 4 KiB make 320 cycles, and loads and stores come on top: measured
 * 3.8 a vector, of which the carry-less product is the slowest.  Besides, the blocks of LEA
 * and ARIA come with two transpositions where counter mode has one, 7 and 12 % of its
 * operations.  Interleaved with counter mode, the least of 4000 windows of 4 KiB: AES-128 1.75
 * of its time, LEA-128 1.33, ARIA-128 1.46; decryption 1.75, 1.44 and 1.51.
 *
 * Time depends on the number of blocks alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "kernels.h"

static const xts_implementation avx512 = {
    .name = "avx512",
    .needs = CPU_VAES | CPU_AVX512,
    .whiten = narae_xts_whiten_avx512,
};

static const xts_implementation avx2 = {
    .name = "avx2",
    .needs = CPU_VAES | CPU_AVX2,
    .whiten = narae_xts_whiten_avx2,
};

static const xts_implementation portable = {
    .name = "portable",
    .whiten = narae_xts_whiten_portable,
};

const xts_implementation *const narae_xts_implementations[] = {&avx512, &avx2, &portable, NULL};

DISPATCH(xts)

void
narae_xts_whiten_best(uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16])
{
    xts_best()->whiten(out, in, nblocks, t);
}

#endif
