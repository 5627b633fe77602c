/* SPDX-License-Identifier: MIT */
/* out = a ^ b.  `out` may be either.  Time depends on the length alone. */
#ifndef NARAE_CORE_XOR_H
#define NARAE_CORE_XOR_H

#include <stddef.h>
#include <stdint.h>

#include "family.h"

void narae_xor(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes);

#ifdef NARAE_X86_KERNELS
/* From this size on, a call to wide vectors pays off: core/dispatch.h. */
enum { XOR_LONG = 256 };

typedef struct xor_implementation {
    const char *name;
    unsigned needs;
    void (*lines)(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes); /* multiples of 128 */
} xor_implementation;

extern const xor_implementation *const narae_xor_implementations[];

void narae_xor_long_best(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t bytes);
#endif

#endif
