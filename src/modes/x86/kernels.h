/* SPDX-License-Identifier: MIT */
/* The kernels of modes on x86-64. */
#ifndef NARAE_MODES_X86_KERNELS_H
#define NARAE_MODES_X86_KERNELS_H

#include "modes/xts_internal.h"

const narae_xts_kernels *narae_xts_best(void);
extern const narae_xts_kernels *const narae_xts_implementations[];

#define narae_xts_whiten_kernel narae_xts_best()->whiten

#define narae_gcm_seal_kernel(ctx, nonce_bytes, bytes) narae_gcm_seal_by_batch(ctx, bytes)
#define narae_gcm_open_kernel narae_gcm_open_by_batch

xts_whiten_fn narae_xts_whiten_pclmul, narae_xts_whiten_avx2, narae_xts_whiten_avx512;

#endif
