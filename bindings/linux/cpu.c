// SPDX-License-Identifier: MIT
/* See cpu.h.  The library would execute CPUID; the kernel's own flags also reflect what was
 * disabled at boot (`clearcpuid=`, `noxsave`). */

#define pr_fmt(format) KBUILD_MODNAME ": " format

/* First: the kernel defines cpu_has() as a macro. */
#include "core/cpu.h"

#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include "cpu.h"

static char *cpu;
module_param(cpu, charp, 0444);
MODULE_PARM_DESC(
    cpu, "use kernels up to this level only: portable, sse2, aesni, avx2, avx512, ... (default: all)");

#ifdef NARAE_CPU_AT_RUN_TIME

#    include <asm/cpufeature.h>
#    ifdef CONFIG_X86_64
#        include <asm/fpu/api.h>
#        include <asm/fpu/types.h>
#    endif

#    define LEVEL(name, features) {name, features},

static const struct {
    const char *name;
    unsigned features;
} levels[] = {CPU_LEVELS(LEVEL)};

atomic_uint narae_cpu_known;

#    ifdef CONFIG_X86_64

static unsigned
look_up(void)
{
    const bool aes = boot_cpu_has(X86_FEATURE_SSSE3) && boot_cpu_has(X86_FEATURE_XMM4_1) &&
                     boot_cpu_has(X86_FEATURE_AES) && boot_cpu_has(X86_FEATURE_PCLMULQDQ);
    const bool avx2 = aes && boot_cpu_has(X86_FEATURE_AVX) && boot_cpu_has(X86_FEATURE_AVX2) &&
                      boot_cpu_has(X86_FEATURE_BMI1) && boot_cpu_has(X86_FEATURE_BMI2) &&
                      cpu_has_xfeatures(XFEATURE_MASK_SSE | XFEATURE_MASK_YMM, NULL);
    const bool avx512 = avx2 && boot_cpu_has(X86_FEATURE_AVX512F) && boot_cpu_has(X86_FEATURE_AVX512BW) &&
                        boot_cpu_has(X86_FEATURE_AVX512DQ) && boot_cpu_has(X86_FEATURE_AVX512VL) &&
                        cpu_has_xfeatures(XFEATURE_MASK_AVX512, NULL);
    unsigned features = CPU_SSE2;

    if (aes)
        features |= CPU_AES;
    if (aes && boot_cpu_has(X86_FEATURE_SHA_NI))
        features |= CPU_SHA;
    if (avx2)
        features |= CPU_AVX2;
    if (avx2 && boot_cpu_has(X86_FEATURE_GFNI))
        features |= CPU_GFNI;
    if (avx2 && boot_cpu_has(X86_FEATURE_VAES) && boot_cpu_has(X86_FEATURE_VPCLMULQDQ))
        features |= CPU_VAES;
    if (avx512)
        features |= CPU_AVX512;
    if (avx512 && boot_cpu_has(X86_FEATURE_AVX512VBMI) && boot_cpu_has(X86_FEATURE_AVX512IFMA))
        features |= CPU_VBMI;
    if (boot_cpu_data.x86_vendor == X86_VENDOR_INTEL)
        features |= CPU_SHORT_CHAINS;
    return features;
}

#    else

static unsigned
look_up(void)
{
    return (cpu_have_named_feature(ASIMD) ? CPU_NEON : 0) | (cpu_have_named_feature(AES) ? CPU_AES : 0) |
           (cpu_have_named_feature(PMULL) ? CPU_PMULL : 0) | (cpu_have_named_feature(SHA2) ? CPU_SHA2 : 0) |
           (cpu_have_named_feature(SHA3) ? CPU_SHA3 : 0);
}

#    endif

int
narae_cpu_init(void)
{
    unsigned features = look_up();

    if (cpu != NULL) {
        size_t i = 0;

        while (i < ARRAY_SIZE(levels) && strcmp(levels[i].name, cpu) != 0)
            i++;
        if (i == ARRAY_SIZE(levels)) {
            pr_err("cpu=%s is no level; those are:", cpu);
            for (i = 0; i < ARRAY_SIZE(levels); i++)
                pr_cont(" %s", levels[i].name);
            pr_cont("\n");
            return -EINVAL;
        }
        features &= levels[i].features | CPU_TRAITS;
    }
    narae_cpu_known = features | CPU_KNOWN;
    return 0;
}

/* Set before any kernel runs. */
unsigned
narae_cpu_detect(void)
{
    return narae_cpu_known;
}

const char *
narae_cpu_level(void)
{
    size_t best = 0;

    for (size_t i = 1; i < ARRAY_SIZE(levels); i++)
        if ((levels[i].features & ~narae_cpu_known) == 0)
            best = i;
    return levels[best].name;
}

bool
narae_cpu_has_vectors(void)
{
    return (narae_cpu_known & levels[1].features) != 0;
}

#else

int
narae_cpu_init(void)
{
    if (cpu == NULL || strcmp(cpu, "portable") == 0)
        return 0;
    pr_err("cpu=%s is no level of this machine, which has portable code alone\n", cpu);
    return -EINVAL;
}

const char *
narae_cpu_level(void)
{
    return "portable";
}

bool
narae_cpu_has_vectors(void)
{
    return false;
}

#endif
