/* SPDX-License-Identifier: MIT */
/* The SHA-2 kernels of RV32. */
#ifndef NARAE_SHA2_RV32_KERNELS_H
#define NARAE_SHA2_RV32_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_sha256_blocks_rv32;
narae_hash64_fn narae_sha512_blocks_rv32;

#ifndef NARAE_SMALL
#    define narae_sha256_blocks_kernel narae_sha256_blocks_rv32
#    define narae_sha512_blocks_kernel narae_sha512_blocks_rv32
#endif

#endif
