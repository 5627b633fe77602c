/* SPDX-License-Identifier: MIT */
/* The ChaCha kernels of AArch64. */
#ifndef NARAE_CHACHA_ARM_KERNELS_H
#define NARAE_CHACHA_ARM_KERNELS_H

#include "core/kernels.h"

const narae_stream_kernels *narae_chacha_best(void);
extern const narae_stream_kernels *const narae_chacha_implementations[];

#define narae_chacha_blocks_kernel narae_chacha_best()->blocks
#define narae_chacha_bytes_kernel narae_chacha_best()->bytes

narae_stream_blocks_fn narae_chacha_blocks_neon;

#endif
