/* SPDX-License-Identifier: MIT */
/* Fallbacks for families without a kernel: portable code, or none. */
#ifndef NARAE_MODES_PORTABLE_KERNELS_H
#define NARAE_MODES_PORTABLE_KERNELS_H

#include <stddef.h>

/* The gcm_seal_fn or gcm_open_fn of modes/gcm_internal.h for such a message, or null. */
#ifndef narae_gcm_seal_kernel
#    define narae_gcm_seal_kernel(ctx, nonce_bytes, bytes) NULL
#endif
#ifndef narae_gcm_open_kernel
#    define narae_gcm_open_kernel(ctx, bytes) NULL
#endif

/* An xts_whiten_fn of modes/xts_internal.h. */
#ifndef narae_xts_whiten_kernel
#    define narae_xts_whiten_kernel narae_xts_whiten_portable
#endif

#endif
