/* SPDX-License-Identifier: MIT */
/* The SHA-2 kernels of Cortex-M. */
#ifndef NARAE_SHA2_THUMB_KERNELS_H
#define NARAE_SHA2_THUMB_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_sha256_blocks_v7m, narae_sha256_blocks_v6m;
narae_hash64_fn narae_sha512_blocks_v7m;

#ifdef NARAE_THUMB_V6M
#    define narae_sha256_blocks_kernel narae_sha256_blocks_v6m
#elif !defined(NARAE_SMALL)
#    define narae_sha256_blocks_kernel narae_sha256_blocks_v7m
#    define narae_sha512_blocks_kernel narae_sha512_blocks_v7m
#endif

#endif
