/* SPDX-License-Identifier: MIT */
/* CPUID and XGETBV, looked up once.  Intel SDM, volume 2, CPUID; volume 1,
 * 13.3 and 14.3: a feature counts only if the operating system saves the
 * registers that it needs. */

#include "core/cpu.h"
#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <cpuid.h>

#    define LIMIT(name, features) {name, features},

const cpu_limit narae_cpu_limits[] = {CPU_LEVELS(LIMIT){"", 0}};

/* XCR0: the registers that the operating system saves. */
static unsigned
saved_registers(void)
{
    unsigned low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

static bool
all(unsigned word, unsigned bits)
{
    return (word & bits) == bits;
}

static bool
is_intel(void)
{
    unsigned a, b = 0, c = 0, d = 0;

    __get_cpuid(0, &a, &b, &c, &d);
    return b == signature_INTEL_ebx && c == signature_INTEL_ecx && d == signature_INTEL_edx;
}

unsigned
narae_cpu_look_up(void)
{
    enum { YMM = 6, ZMM = 0xe6 };
    unsigned a, b = 0, c1 = 0, c7 = 0, d;

    __get_cpuid(1, &a, &b, &c1, &d);
    b = 0;
    __get_cpuid_count(7, 0, &a, &b, &c7, &d);

    const unsigned saved = all(c1, bit_OSXSAVE) ? saved_registers() : 0;
    const bool aes = all(c1, bit_SSSE3 | bit_SSE4_1 | bit_AES | bit_PCLMUL);
    const bool avx2 = aes && all(saved, YMM) && all(c1, bit_AVX) && all(b, bit_AVX2 | bit_BMI | bit_BMI2);
    const bool avx512 =
        avx2 && all(saved, ZMM) && all(b, bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL);

    return CPU_SSE2 | (aes ? CPU_AES : 0) | (aes && all(b, bit_SHA) ? CPU_SHA : 0) | (avx2 ? CPU_AVX2 : 0) |
           (avx2 && all(c7, bit_GFNI) ? CPU_GFNI : 0) |
           (avx2 && all(c7, bit_VAES | bit_VPCLMULQDQ) ? CPU_VAES : 0) | (avx512 ? CPU_AVX512 : 0) |
           (avx512 && all(c7, bit_AVX512VBMI) && all(b, bit_AVX512IFMA) ? CPU_VBMI : 0) |
           (is_intel() ? CPU_SHORT_CHAINS : 0);
}

#endif
