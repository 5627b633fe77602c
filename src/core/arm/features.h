/* SPDX-License-Identifier: MIT */
/* The CPU features that kernels of AArch64 use, and the levels that NARAE_CPU names, as in
 * core/x86/features.h.  PMULL is that of 64 bits; SHA3 has EOR3, RAX1, XAR and BCAX, SHA2
 * the instructions for SHA-256. */
#ifndef NARAE_CORE_ARM_FEATURES_H
#define NARAE_CORE_ARM_FEATURES_H

/* clang-format off */
#define CPU_FEATURES(X) \
    X(NEON, 0, "asimd") \
    X(AES, 1, "aes") \
    X(PMULL, 2, "pmull") \
    X(SHA3, 3, "sha3") \
    X(SHA2, 4, "sha2")

#define CPU_LEVELS(X) \
    X("portable", 0) \
    X("neon", CPU_NEON) \
    X("crypto", CPU_NEON | CPU_AES | CPU_PMULL | CPU_SHA3 | CPU_SHA2)
/* clang-format on */

#endif
