/* SPDX-License-Identifier: MIT */
/* The Poly1305 kernels of AArch64. */
#ifndef NARAE_POLY1305_ARM_KERNELS_H
#define NARAE_POLY1305_ARM_KERNELS_H

#include "core/kernels.h"

const narae_poly1305_kernels *narae_poly1305_best(void);
extern const narae_poly1305_kernels *const narae_poly1305_implementations[];

#define narae_poly1305_blocks_kernel narae_poly1305_best()->blocks

narae_poly1305_blocks_fn narae_poly1305_blocks_neon;

#endif
