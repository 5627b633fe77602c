/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code. */
#ifndef NARAE_POLY1305_PORTABLE_KERNELS_H
#define NARAE_POLY1305_PORTABLE_KERNELS_H

#include "core/kernels.h"

narae_poly1305_blocks_fn narae_poly1305_blocks_portable;

#ifndef narae_poly1305_blocks_kernel
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_portable
#endif

#endif
