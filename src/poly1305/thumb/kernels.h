/* SPDX-License-Identifier: MIT */
/* The Poly1305 kernel of ARMv7E-M. */
#ifndef NARAE_POLY1305_THUMB_KERNELS_H
#define NARAE_POLY1305_THUMB_KERNELS_H

#include "core/kernels.h"

narae_poly1305_blocks_fn narae_poly1305_blocks_v7em;

#ifdef NARAE_THUMB_MULTIPLIES
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_v7em
#endif

#endif
