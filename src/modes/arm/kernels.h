/* SPDX-License-Identifier: MIT */
/* The kernels of modes on AArch64. */
#ifndef NARAE_MODES_ARM_KERNELS_H
#define NARAE_MODES_ARM_KERNELS_H

#define narae_gcm_seal_kernel(ctx, nonce_bytes, bytes) narae_gcm_seal_by_batch(ctx, bytes)
#define narae_gcm_open_kernel narae_gcm_open_by_batch

#endif
