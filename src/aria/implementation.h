/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of ARIA, selected at run time: see
 * core/dispatch.h.  Each may have a schedule of its own. */
#ifndef NARAE_ARIA_IMPLEMENTATION_H
#define NARAE_ARIA_IMPLEMENTATION_H

#include "aria_internal.h"

typedef struct aria_implementation {
    const char *name;
    unsigned needs;
    void (*set_key)(aria_schedule *schedule, const uint8_t *key, size_t key_bytes);
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
#ifdef NARAE_X86_KERNELS
    narae_gcm_fn *gcm; /* any number of blocks */
    narae_xts_fn *xts;
#endif
} aria_implementation;

extern const aria_implementation *const narae_aria_implementations[];

#endif
