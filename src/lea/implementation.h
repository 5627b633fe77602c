/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of LEA, selected at run time: see
 * core/dispatch.h.  All share one schedule. */
#ifndef NARAE_LEA_IMPLEMENTATION_H
#define NARAE_LEA_IMPLEMENTATION_H

#include "core/encrypt_only.h"

#include "lea_internal.h"

typedef struct lea_implementation {
    const char *name;
    unsigned needs;
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
#ifdef NARAE_X86_KERNELS
    narae_gcm_fn *gcm; /* any number of blocks */
    narae_xts_fn *xts;
    chain_blocks_fn *chain;
#endif
} lea_implementation;

extern const lea_implementation *const narae_lea_implementations[];

#endif
