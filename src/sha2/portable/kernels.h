/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code. */
#ifndef NARAE_SHA2_PORTABLE_KERNELS_H
#define NARAE_SHA2_PORTABLE_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_sha256_blocks_portable;
narae_hash64_fn narae_sha512_blocks_portable;

#ifndef narae_sha256_blocks_kernel
#    define narae_sha256_blocks_kernel narae_sha256_blocks_portable
#endif
#ifndef narae_sha512_blocks_kernel
#    define narae_sha512_blocks_kernel narae_sha512_blocks_portable
#endif

#endif
