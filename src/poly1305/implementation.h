/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of Poly1305, selected at run time: see
 * core/dispatch.h. */
#ifndef NARAE_POLY1305_IMPLEMENTATION_H
#define NARAE_POLY1305_IMPLEMENTATION_H

#include "poly1305_internal.h"

typedef struct poly1305_implementation {
    const char *name;
    unsigned needs;
    narae_poly1305_blocks_fn *blocks;
} poly1305_implementation;

extern const poly1305_implementation *const narae_poly1305_implementations[];

#endif
