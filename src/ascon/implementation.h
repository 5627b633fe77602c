/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of Ascon, selected at run time on x86-64:
 * see core/dispatch.h. */
#ifndef NARAE_ASCON_IMPLEMENTATION_H
#define NARAE_ASCON_IMPLEMENTATION_H

#include "ascon_internal.h"

typedef struct ascon_implementation {
    const char *name;
    unsigned needs;
    void (*permute)(uint64_t state[5], unsigned rounds);
    void (*blocks)(uint64_t state[5], uint8_t *out, const uint8_t *in, size_t nblocks, unsigned what);
    void (*message)(const ascon_message *message);
} ascon_implementation;

extern const ascon_implementation *const narae_ascon_implementations[];

#endif
