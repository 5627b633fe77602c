/* SPDX-License-Identifier: MIT */
/* narae/kernels.h: the level at which kernels are chosen. */

#include "narae/kernels.h"

#include "cpu.h"
#include "family.h"

#ifdef NARAE_CPU_AT_RUN_TIME

/* The last level of the table whose features are all present. */
const char *
narae_kernels(void)
{
    const cpu_limit *best = narae_cpu_limits;

    for (const cpu_limit *l = narae_cpu_limits; l->name[0] != 0; l++)
        if (cpu_has(l->features))
            best = l;
    return best->name;
}

int
narae_kernels_status(void)
{
    return narae_cpu_meets_limit() ? NARAE_OK : NARAE_ERROR_STATE;
}

#else

const char *
narae_kernels(void)
{
#    if defined(NARAE_AVR_KERNELS) && defined(NARAE_SMALL)
    return "avr-small";
#    elif defined(NARAE_AVR_KERNELS) && defined(NARAE_AES_SBOX_IN_RAM)
    return "avr-ram";
#    elif defined(NARAE_AVR_KERNELS)
    return "avr";
#    elif defined(NARAE_RV32_KERNELS) && defined(NARAE_SMALL)
    return "rv32-small";
#    elif defined(NARAE_RV32_TABLES)
    return "rv32-tables";
#    elif defined(NARAE_RV32_KERNELS)
    return "rv32";
#    elif defined(NARAE_THUMB_KERNELS) && defined(NARAE_SMALL)
    return "thumb-small";
#    elif defined(NARAE_THUMB_TABLES)
    return "thumb-tables";
#    elif defined(NARAE_THUMB_KERNELS)
    return "thumb";
#    elif defined(NARAE_NEON_KERNELS)
    return cpu_has(CPU_AES | CPU_PMULL | CPU_SHA3 | CPU_SHA2) ? "crypto" : "neon";
#    else
    return "portable";
#    endif
}

int
narae_kernels_status(void)
{
    return NARAE_OK;
}

#endif
