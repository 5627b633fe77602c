/* SPDX-License-Identifier: MIT */
/* The features of the CPU, looked up once, and the limit that NARAE_CPU sets.
 *
 * The result is one word, which every thread computes identically, so that a
 * race between first calls is harmless. */

#include "cpu.h"

#ifdef NARAE_CPU_AT_RUN_TIME

#    include <stdlib.h>
#    include <string.h>

atomic_uint narae_cpu_known;

/* An unknown name is no limit: a misspelt variable must not break a program. */
static unsigned
limit(void)
{
    const char *name = getenv("NARAE_CPU");

    for (const cpu_limit *l = narae_cpu_limits; name != NULL && l->name[0] != 0; l++)
        if (strcmp(name, l->name) == 0)
            return l->features;
    return ~0u;
}

bool
narae_cpu_meets_limit(void)
{
    const char *name = getenv("NARAE_CPU");
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
