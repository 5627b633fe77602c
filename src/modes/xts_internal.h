/* SPDX-License-Identifier: MIT */
/* The tweaks of XTS: out = in ^ t, t x, t x^2, ... for `nblocks` blocks, in the field of
 * IEEE 1619, clause 5.2; then `t` is the next one.  `out` may be `in`. */
#ifndef NARAE_XTS_INTERNAL_H
#define NARAE_XTS_INTERNAL_H

#include "narae/descriptor.h"

typedef void xts_whiten_fn(uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t t[16]);

typedef struct narae_xts_kernels {
    const char *name;
    unsigned needs; /* CPU_... of core/cpu.h */
    xts_whiten_fn *whiten;
} narae_xts_kernels;

xts_whiten_fn narae_xts_whiten_portable;

/* XTS on top of a kernel that encrypts or decrypts blocks, for ciphers without a kernel for it and for
 * the blocks that such a kernel leaves; `tweak` becomes that of the next block. */
void narae_xts_crypt_blocks(narae_blocks_fn *crypt, const void *schedule, uint8_t *out, const uint8_t *in,
                            size_t nblocks, uint8_t tweak[16]);

/* narae_xts_fn by a kernel of runs of `run` blocks, whose last run has at least `least`; fewer are left to
 * `crypt`. */
static inline void
xts_in_runs(narae_xts_fn *kernel, size_t run, size_t least, narae_blocks_fn *crypt, const void *schedule,
            uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16], int decrypt)
{
    const size_t last = nblocks % run, rest = last < least ? last : 0, before = nblocks - rest;

    if (before != 0)
        kernel(schedule, out, in, before, tweak, decrypt);
    if (rest != 0)
        narae_xts_crypt_blocks(crypt, schedule, out + 16 * before, in + 16 * before, rest, tweak);
}

#endif
