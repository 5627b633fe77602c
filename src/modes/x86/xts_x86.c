/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS on x86-64: its implementations.
 *
 * The overhead of XTS for a cipher without its own kernel, on Zen 4, which splits an operation on
 * 512 bits in two and starts four halves, or one store of 32 bytes, a cycle: a vector of four
 * tweaks takes five operations, 2.5 cycles, and is computed twice, before and after the cipher.
 * With loads and stores it is 3.8 cycles a vector, measured.
 *
 * In addition the tweak of a unit is encrypted first, one block, whose latency nothing hides: some
 * 40 cycles with AES-128. With ARIA-128 about 470 cycles of 4 KiB are fixed, which includes
 * computing and transposing its tweaks. With SEED and AVX-512 it is 640; counter mode takes 5,500
 * for 4 KiB and encryption of blocks 5,700, so XTS takes at least 1.15 times as long as counter
 * mode, measured 1.26. Sectors in one call have their tweaks encrypted together.
 *
 * Time depends on the number of blocks alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/dispatch.h"

#    include "kernels.h"

static const narae_xts_kernels avx512 = {
    .name = "avx512",
    .needs = CPU_VAES | CPU_AVX512,
    .whiten = narae_xts_whiten_avx512,
};

static const narae_xts_kernels avx2 = {
    .name = "avx2",
    .needs = CPU_VAES | CPU_AVX2,
    .whiten = narae_xts_whiten_avx2,
};

static const narae_xts_kernels pclmul = {
    .name = "pclmul",
    .needs = CPU_AES,
    .whiten = narae_xts_whiten_pclmul,
};

static const narae_xts_kernels portable = {
    .name = "portable",
    .whiten = narae_xts_whiten_portable,
};

const narae_xts_kernels *const narae_xts_implementations[] = {&avx512, &avx2, &pclmul, &portable, NULL};

DISPATCH(narae_xts_kernels, xts)

#endif
