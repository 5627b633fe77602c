/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of PIPO, selected at run time: see
 * core/dispatch.h.  Each may have a schedule of its own. */
#ifndef NARAE_PIPO_IMPLEMENTATION_H
#define NARAE_PIPO_IMPLEMENTATION_H

#include "pipo_internal.h"

typedef struct pipo_implementation {
    const char *name;
    unsigned needs;
    void (*set_key)(pipo_schedule *schedule, const uint8_t *key, size_t key_bytes);
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
} pipo_implementation;

extern const pipo_implementation *const narae_pipo_implementations[];

#endif
