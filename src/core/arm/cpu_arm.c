/* SPDX-License-Identifier: MIT */
/* The CPU's features as Linux reports them: getauxval(3), and for the bits
 * Documentation/arch/arm64/elf_hwcaps.rst of the kernel. */

#include "core/cpu.h"
#include "core/family.h"

#if defined(NARAE_NEON_KERNELS) && defined(NARAE_CPU_AT_RUN_TIME)

#    include <sys/auxv.h>

#    define LIMIT(name, features) {name, features},

const cpu_limit narae_cpu_limits[] = {CPU_LEVELS(LIMIT){"", 0}};

unsigned
narae_cpu_look_up(void)
{
    enum { ASIMD = 1 << 1, AES = 1 << 3, PMULL = 1 << 4, SHA2 = 1 << 6, SHA3 = 1 << 17 };
    const unsigned long features = getauxval(AT_HWCAP);

    return (features & ASIMD ? CPU_NEON : 0) | (features & AES ? CPU_AES : 0) |
           (features & PMULL ? CPU_PMULL : 0) | (features & SHA3 ? CPU_SHA3 : 0) |
           (features & SHA2 ? CPU_SHA2 : 0);
}

#endif
