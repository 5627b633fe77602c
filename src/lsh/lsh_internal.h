/* SPDX-License-Identifier: MIT */
/* Common to the LSH kernels: their contract, which one runs here, and the
 * constants. */
#ifndef NARAE_LSH_INTERNAL_H
#define NARAE_LSH_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/flash.h"
#include "core/family.h"
#include "narae/lsh.h"

/* Steps of the compression function. */
enum { LSH256_STEPS = 26, LSH512_STEPS = 28 };

/* SC of KS X 3262, eight words a step; initial values, by the digest's bits. */
extern const uint32_t narae_lsh256_constants[8 * LSH256_STEPS] FLASH_WITHIN(1024);
extern const uint64_t narae_lsh512_constants[8 * LSH512_STEPS] FLASH_WITHIN(2048);
extern const uint32_t narae_lsh256_start_224[16], narae_lsh256_start_256[16];
extern const uint64_t narae_lsh512_start_224[16], narae_lsh512_start_256[16], narae_lsh512_start_384[16],
    narae_lsh512_start_512[16];

/* Kernel contract: compresses blocks, of 128 or 256 bytes, into the chain. */
typedef void lsh256_fn(uint32_t chain[16], const uint8_t *in, size_t nblocks);
typedef void lsh512_fn(uint64_t chain[16], const uint8_t *in, size_t nblocks);

lsh256_fn narae_lsh256_blocks_portable, narae_lsh256_blocks_best;
lsh512_fn narae_lsh512_blocks_portable, narae_lsh512_blocks_best;
lsh256_fn narae_lsh256_blocks_ssse3, narae_lsh256_blocks_avx2, narae_lsh256_blocks_avx512,
    narae_lsh256_blocks_neon;
lsh512_fn narae_lsh512_blocks_avx2, narae_lsh512_blocks_avx512, narae_lsh512_blocks_8_avx512;
lsh256_fn narae_lsh256_blocks_rv32, narae_lsh256_blocks_v7m, narae_lsh256_blocks_wasm;
lsh512_fn narae_lsh512_blocks_rv32, narae_lsh512_blocks_v7m;

/* The same with the constants as an argument. */
typedef void lsh256_steps_fn(uint32_t chain[16], const uint8_t *in, size_t nblocks,
                             const uint32_t constants[208]);
typedef void lsh512_steps_fn(uint64_t chain[16], const uint8_t *in, size_t nblocks,
                             const uint64_t constants[224]);
lsh256_steps_fn narae_lsh256_steps_avx2, narae_lsh256_steps_avx512, narae_lsh256_steps_8_avx2,
    narae_lsh256_steps_8_avx512;
lsh512_steps_fn narae_lsh512_steps_avx2, narae_lsh512_steps_avx512;

/* For AVR: one block, in place; it is overwritten, because RAM is scarce. */
void narae_lsh256_block_bytes(uint32_t chain[16], uint32_t block[32]);
void narae_lsh256_block_avr(uint32_t chain[16], uint32_t block[32]);
void narae_lsh512_block_bytes(uint64_t chain[16], uint64_t block[32]);
void narae_lsh512_block_avr(uint64_t chain[16], uint64_t block[32]);

#if defined(__AVR__)
#    if defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)
#        define narae_lsh256_block_kernel(chain, block) narae_lsh256_block_avr(chain, block)
#        define narae_lsh512_block_kernel(chain, block) narae_lsh512_block_avr(chain, block)
#    else
#        define narae_lsh256_block_kernel(chain, block) narae_lsh256_block_bytes(chain, block)
#        define narae_lsh512_block_kernel(chain, block) narae_lsh512_block_bytes(chain, block)
#    endif
#elif defined(NARAE_DISPATCH)
#    define narae_lsh256_blocks_kernel narae_lsh256_blocks_best
#    define narae_lsh512_blocks_kernel narae_lsh512_blocks_best
#else
#    if defined(NARAE_RV32_KERNELS) && !defined(NARAE_SMALL)
#        define narae_lsh256_blocks_kernel narae_lsh256_blocks_rv32
#        define narae_lsh512_blocks_kernel narae_lsh512_blocks_rv32
#    elif defined(NARAE_THUMB_V7M)
#        define narae_lsh256_blocks_kernel narae_lsh256_blocks_v7m
#        define narae_lsh512_blocks_kernel narae_lsh512_blocks_v7m
#    elif defined(NARAE_WASM_KERNELS)
#        define narae_lsh256_blocks_kernel narae_lsh256_blocks_wasm
#        define narae_lsh512_blocks_kernel narae_lsh512_blocks_portable
#    else
#        define narae_lsh256_blocks_kernel narae_lsh256_blocks_portable
#        define narae_lsh512_blocks_kernel narae_lsh512_blocks_portable
#    endif
#endif

#endif
