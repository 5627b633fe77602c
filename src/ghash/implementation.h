/* SPDX-License-Identifier: MIT */
/* What an implementation of GHASH has, selected at run time:
 * see core/dispatch.h. */
#ifndef NARAE_GHASH_IMPLEMENTATION_H
#define NARAE_GHASH_IMPLEMENTATION_H

#include "ghash_internal.h"

typedef struct ghash_implementation {
    const char *name;
    unsigned needs;
    void (*powers)(narae_ghash_key *key); /* after the key itself, as `blocks` needs them */
    narae_ghash_blocks_fn *blocks;
} ghash_implementation;

extern const ghash_implementation *const narae_ghash_implementations[];

#endif
