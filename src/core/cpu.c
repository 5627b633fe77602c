/* SPDX-License-Identifier: MIT */
/* The features of the CPU, looked up once, the limit that NARAE_CPU sets, and narae/kernels.h: the level at
 * which kernels are chosen.
 *
 * The result is one word, which every thread computes identically, so that a
 * race between first calls is harmless.
 *
 * A program that runs with other rights than its caller, as set-user-ID gives it, ignores
 * the variable, which is the caller's. */

#include "cpu.h"

#include "narae/kernels.h"

#ifdef NARAE_CPU_AT_RUN_TIME

#    include <stdlib.h>
#    include <string.h>

#    if defined(__linux__)
#        include <sys/auxv.h>
#    elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__)
#        include <unistd.h>
#    endif

atomic_uint narae_cpu_known;

/* Null: not set, or ignored. */
static const char *
level(void)
{
#    if defined(__linux__)
    if (getauxval(AT_SECURE) != 0)
        return NULL;
#    elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__)
    if (issetugid() != 0)
        return NULL;
#    endif
    return getenv("NARAE_CPU");
}

/* An unknown name is no limit: a misspelt variable must not break a program. */
static unsigned
limit(void)
{
    const char *name = level();

    for (const cpu_limit *l = narae_cpu_limits; name != NULL && l->name[0] != 0; l++)
        if (strcmp(name, l->name) == 0)
            return l->features;
    return ~0u;
}

bool
narae_cpu_meets_limit(void)
{
    const char *name = level();
    const unsigned named = limit();

    return name == NULL || name[0] == 0 || (narae_cpu_look_up() & named) == named;
}

unsigned
narae_cpu_detect(void)
{
    unsigned features = (narae_cpu_look_up() & (limit() | CPU_TRAITS)) | CPU_KNOWN;

    atomic_store_explicit(&narae_cpu_known, features, memory_order_relaxed);
    return features;
}

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
