/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of SEED, selected at run time: see
 * core/dispatch.h.  All share one schedule. */
#ifndef NARAE_SEED_IMPLEMENTATION_H
#define NARAE_SEED_IMPLEMENTATION_H

#include "seed_internal.h"

typedef struct seed_implementation {
    const char *name;
    unsigned needs;
    narae_blocks_fn *encrypt, *decrypt;
    narae_ctr_fn *ctr;
    narae_chain_fn *chain;
} seed_implementation;

extern const seed_implementation *const narae_seed_implementations[];

#endif
