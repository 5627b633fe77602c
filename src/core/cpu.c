/* SPDX-License-Identifier: MIT */
/* The features of the CPU, looked up once, and the limit that NARAE_CPU sets.
 *
 * The result is one word, which every thread computes identically, so that a
 * race between first calls is harmless.
 *
 * A program that runs with other rights than its caller, as set-user-ID gives it, ignores
 * the variable, which is the caller's. */

#include "cpu.h"

#ifdef NARAE_CPU_AT_RUN_TIME

#    include <stdlib.h>
#    include <string.h>

#    if defined(__linux__)
#        include <sys/auxv.h>
#    elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__)
#        include <unistd.h>
#    endif

atomic_uint narae_cpu_known;

/* Null: not set, or not to be obeyed. */
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

#endif
