/* SPDX-License-Identifier: MIT */
/* The ChaCha kernels of Cortex-M. */
#ifndef NARAE_CHACHA_THUMB_KERNELS_H
#define NARAE_CHACHA_THUMB_KERNELS_H

#include "core/kernels.h"

narae_stream_blocks_fn narae_chacha_blocks_v7m, narae_chacha_blocks_v6m;

#ifdef NARAE_THUMB_V6M
#    define narae_chacha_blocks_kernel narae_chacha_blocks_v6m
#elif !defined(NARAE_SMALL)
#    define narae_chacha_blocks_kernel narae_chacha_blocks_v7m
#endif

#endif
