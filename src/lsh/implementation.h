/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of LSH, selected at run time: see
 * core/dispatch.h. */
#ifndef NARAE_LSH_IMPLEMENTATION_H
#define NARAE_LSH_IMPLEMENTATION_H

#include "lsh_internal.h"

typedef struct lsh_implementation {
    const char *name;
    unsigned needs;
    lsh256_fn *blocks256;
    lsh512_fn *blocks512;
} lsh_implementation;

extern const lsh_implementation *const narae_lsh_implementations[];

#endif
