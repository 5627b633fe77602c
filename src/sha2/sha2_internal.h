/* SPDX-License-Identifier: MIT */
/* Common to the SHA-2 kernels: their names, and which one runs here. */
#ifndef NARAE_SHA2_INTERNAL_H
#define NARAE_SHA2_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/flash.h"
#include "core/family.h"

/* The round constants, FIPS 180-4, 4.2.2 and 4.2.3; on AVR in flash. */
extern const uint32_t narae_sha256_constants[64] FLASH_WITHIN(256);
extern const uint64_t narae_sha512_constants[80] FLASH_WITHIN(1024);

/* Kernel contract: compresses `nblocks` >= 0 blocks of 64 or 128 bytes into the
 * state. `in` needs no alignment. */
typedef void sha256_blocks_fn(uint32_t state[8], const uint8_t *in, size_t nblocks);
typedef void sha512_blocks_fn(uint64_t state[8], const uint8_t *in, size_t nblocks);

sha256_blocks_fn narae_sha256_blocks_portable, narae_sha256_blocks_best;
sha512_blocks_fn narae_sha512_blocks_portable, narae_sha512_blocks_best;

sha256_blocks_fn narae_sha256_blocks_avx2, narae_sha256_blocks_shani, narae_sha256_blocks_ce;
sha512_blocks_fn narae_sha512_blocks_avx2;

sha256_blocks_fn narae_sha256_blocks_avr, narae_sha256_blocks_rv32;
sha256_blocks_fn narae_sha256_blocks_v7m, narae_sha256_blocks_v6m;
sha512_blocks_fn narae_sha512_blocks_avr, narae_sha512_blocks_rv32, narae_sha512_blocks_v7m;

#ifdef NARAE_DISPATCH
#    define narae_sha256_blocks_kernel narae_sha256_blocks_best
#    define narae_sha512_blocks_kernel narae_sha512_blocks_best
#else
#    if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)
#        define narae_sha256_blocks_kernel narae_sha256_blocks_avr
#    elif defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)
#        define narae_sha256_blocks_kernel narae_sha256_blocks_rv32
#    elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#        define narae_sha256_blocks_kernel narae_sha256_blocks_v7m
#    elif defined(NARAE_THUMB_V6M)
#        define narae_sha256_blocks_kernel narae_sha256_blocks_v6m
#    else
#        define narae_sha256_blocks_kernel narae_sha256_blocks_portable
#    endif
#    if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)
#        define narae_sha512_blocks_kernel narae_sha512_blocks_avr
#    elif defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)
#        define narae_sha512_blocks_kernel narae_sha512_blocks_rv32
#    elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
#        define narae_sha512_blocks_kernel narae_sha512_blocks_v7m
#    else
#        define narae_sha512_blocks_kernel narae_sha512_blocks_portable
#    endif
#endif

#endif
