/* SPDX-License-Identifier: MIT */
/* The Poly1305 kernel of RV32. */
#ifndef NARAE_POLY1305_RV32_KERNELS_H
#define NARAE_POLY1305_RV32_KERNELS_H

#include "core/kernels.h"

narae_poly1305_blocks_fn narae_poly1305_blocks_rv32;

#ifdef NARAE_RV32_MULTIPLIES
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_rv32
#else
#    define POLY1305_LOADS_ALIGNED_WORDS /* poly1305_portable.c */
#endif

#endif
