/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of ChaCha, selected at run time: see
 * core/dispatch.h. */
#ifndef NARAE_CHACHA_IMPLEMENTATION_H
#define NARAE_CHACHA_IMPLEMENTATION_H

#include "chacha_internal.h"

typedef struct chacha_implementation {
    const char *name;
    unsigned needs;
    chacha_blocks_fn *blocks;
    chacha_bytes_fn *bytes;
#ifdef NARAE_X86_KERNELS
    chacha_one_fn *one;
    chacha_beside_fn *beside; /* or null */
#endif
} chacha_implementation;

extern const chacha_implementation *const narae_chacha_implementations[];

#endif
