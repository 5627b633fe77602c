/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of Keccak, selected at run time on x86-64:
 * see core/dispatch.h. */
#ifndef NARAE_KECCAK_IMPLEMENTATION_H
#define NARAE_KECCAK_IMPLEMENTATION_H

#include "keccak_internal.h"

typedef struct keccak_implementation {
    const char *name;
    unsigned needs;
    void (*f1600)(uint64_t state[25]);
    void (*absorb)(uint64_t state[25], const uint8_t *in, size_t words, size_t nblocks);
} keccak_implementation;

extern const keccak_implementation *const narae_keccak_implementations[];

#endif
