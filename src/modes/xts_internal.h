/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS: out = in ^ t, t x, t x^2, ... for `nblocks` blocks, in the field of
 * IEEE 1619, clause 5.2; then `t` is the next one.  `out` may be `in`. */
#ifndef NARAE_XTS_INTERNAL_H
#define NARAE_XTS_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

typedef void xts_whiten_fn(uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16]);

typedef struct narae_xts_kernels {
    const char *name;
    unsigned needs; /* CPU_... of core/cpu.h */
    xts_whiten_fn *whiten;
} narae_xts_kernels;

xts_whiten_fn narae_xts_whiten_portable;

#endif
