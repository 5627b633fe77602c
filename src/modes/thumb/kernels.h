/* SPDX-License-Identifier: MIT */
/* The kernels of modes on Cortex-M. */
#ifndef NARAE_MODES_THUMB_KERNELS_H
#define NARAE_MODES_THUMB_KERNELS_H

#include "core/family.h"

#if defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#    include "ccm_v7m.h"
#    include "gcm_v7m.h"
#    define narae_ccm_message_kernel ccm_message_v7m
#    define narae_gcm_seal_kernel(ctx, nonce_bytes, bytes) ((nonce_bytes) == 12 ? gcm_seal_v7m : NULL)
#endif

#endif
