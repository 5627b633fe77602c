/* SPDX-License-Identifier: MIT */
/* The CPU features that kernels of x86-64 use, and the levels that NARAE_CPU names.  C,
 * CMake and the lab (lab/plan/cpu.py) read these tables; there are no others.
 *
 *     X(NAME, number of its bit, flags of Linux's /proc/cpuinfo)
 *     X(name, its features)
 *
 * The bit CPU_NAME means that CPU and operating system support all of these, and everything
 * for vectors of its width: GFNI on vectors as wide as the kernel's.  Every x86-64 CPU has
 * SSE2; it is a bit so that tests can disable it.  An entry is one line.  Each level is the
 * highest of the CPUs that have its features but not those of a later one. */
#ifndef NARAE_CORE_X86_FEATURES_H
#define NARAE_CORE_X86_FEATURES_H

/* clang-format off */
#define CPU_FEATURES(X) \
    X(SSE2, 0, "sse2") \
    X(AES, 1, "ssse3 sse4_1 aes pclmulqdq") \
    X(AVX2, 2, "avx2 bmi1 bmi2") \
    X(GFNI, 3, "gfni") \
    X(VAES, 4, "vaes vpclmulqdq") \
    X(AVX512, 5, "avx512f avx512bw avx512dq avx512vl") \
    X(VBMI, 6, "avx512vbmi avx512ifma") \
    X(SHA, 7, "sha_ni")

#define CPU_LEVELS(X) \
    X("portable", 0) \
    X("sse2", CPU_SSE2) \
    X("aesni", CPU_SSE2 | CPU_AES) \
    X("avx2", CPU_SSE2 | CPU_AES | CPU_AVX2) \
    X("avx2-vaes", CPU_SSE2 | CPU_AES | CPU_AVX2 | CPU_VAES | CPU_SHA) \
    X("avx2-gfni", CPU_SSE2 | CPU_AES | CPU_AVX2 | CPU_VAES | CPU_GFNI | CPU_SHA) \
    X("avx512", CPU_SSE2 | CPU_AES | CPU_AVX2 | CPU_AVX512) \
    X("avx512-gfni", CPU_SSE2 | CPU_AES | CPU_AVX2 | CPU_AVX512 | CPU_VAES | CPU_GFNI | CPU_VBMI | CPU_SHA)
/* clang-format on */

#endif
