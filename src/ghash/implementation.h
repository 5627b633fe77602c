/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of GHASH, selected at run time: see
 * core/dispatch.h. */
#ifndef NARAE_GHASH_IMPLEMENTATION_H
#define NARAE_GHASH_IMPLEMENTATION_H

#include "ghash_internal.h"

typedef struct ghash_implementation {
    const char *name;
    unsigned needs;
    void (*powers)(narae_ghash_key *key); /* after the key itself, in the form that `blocks` needs */
    narae_ghash_blocks_fn *blocks;
} ghash_implementation;

extern const ghash_implementation *const narae_ghash_implementations[];

#endif
