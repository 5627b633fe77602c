/* SPDX-License-Identifier: MIT */
/* Canaries: bytes that may not be written, and the check that they were not. */
#ifndef NARAE_LAB_CANARY_H
#define NARAE_LAB_CANARY_H

#include <stddef.h>
#include <stdint.h>

enum { CANARY = 0xa5, CANARY_BYTES = 8 };

static inline int
all_canary(const uint8_t *p, const uint8_t *end)
{
    while (p < end)
        if (*p++ != CANARY)
            return 0;
    return 1;
}

/* The first fault is the one to report: later ones may follow from it. */
static inline void
set_fault(const char **fault, const char *what)
{
    if (*fault == NULL)
        *fault = what;
}

#endif
