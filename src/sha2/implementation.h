/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of SHA-2, selected at run time: see
 * core/dispatch.h. */
#ifndef NARAE_SHA2_IMPLEMENTATION_H
#define NARAE_SHA2_IMPLEMENTATION_H

#include "sha2_internal.h"

typedef struct sha2_implementation {
    const char *name;
    unsigned needs;
    sha256_blocks_fn *sha256;
    sha512_blocks_fn *sha512;
} sha2_implementation;

extern const sha2_implementation *const narae_sha2_implementations[];

#endif
