/* SPDX-License-Identifier: MIT */
/* The ChaCha kernels of RV32. */
#ifndef NARAE_CHACHA_RV32_KERNELS_H
#define NARAE_CHACHA_RV32_KERNELS_H

#include "core/kernels.h"

narae_stream_blocks_fn narae_chacha_blocks_rv32;

#define narae_chacha_blocks_kernel narae_chacha_blocks_rv32

#endif
