/* SPDX-License-Identifier: MIT */
/* The Poly1305 kernels of x86-64. */
#ifndef NARAE_POLY1305_X86_KERNELS_H
#define NARAE_POLY1305_X86_KERNELS_H

#include "core/kernels.h"

const narae_poly1305_kernels *narae_poly1305_best(void);
extern const narae_poly1305_kernels *const narae_poly1305_implementations[];

#define narae_poly1305_blocks_kernel narae_poly1305_best()->blocks

narae_poly1305_blocks_fn narae_poly1305_blocks_x86, narae_poly1305_blocks_avx2, narae_poly1305_blocks_ifma;

#endif
