/* SPDX-License-Identifier: MIT */
/* The SHA-2 kernels of AVR. */
#ifndef NARAE_SHA2_AVR_KERNELS_H
#define NARAE_SHA2_AVR_KERNELS_H

#include "core/kernels.h"

narae_hash32_fn narae_sha256_blocks_avr;
narae_hash64_fn narae_sha512_blocks_avr;

#ifndef NARAE_SMALL
#    define narae_sha256_blocks_kernel narae_sha256_blocks_avr
#    define narae_sha512_blocks_kernel narae_sha512_blocks_avr
#endif

#endif
