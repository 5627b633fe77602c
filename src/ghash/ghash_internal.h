/* SPDX-License-Identifier: MIT */
/* Common to the GHASH kernels.
 *
 * A block is a polynomial over GF(2) whose coefficient of x^0 is the most
 * significant bit of the first byte.  Read as a big-endian integer it is
 * mirrored, so the carry-less product of two blocks, an integer of 255 bits, is
 * the mirrored product of the polynomials one place too low.  Instead of
 * shifting every product, the key is shifted once: it is stored as h / x, and
 * the 256 bits of a product are then in place.
 *
 * The kernel with tables uses h itself: it stores n h for each n of four bits,
 * product n at offset 16 (15 - n) of its table.  The first table is for the low
 * nibble of a byte (x^4 to x^7, the most significant bit first), the second for
 * the high one.
 *
 * A product is reduced by x^128 = x^7 + x^2 + x + 1; the high powers are the
 * low words of the integer. */
#ifndef NARAE_GHASH_INTERNAL_H
#define NARAE_GHASH_INTERNAL_H

#include "narae/ghash.h"

#include "core/family.h"

/* Kernel contract: y = (y ^ block) * h for each of `nblocks` >= 0 blocks.
 * No alignment needed; y and in do not overlap; arguments are not checked. */
typedef void narae_ghash_blocks_fn(uint8_t y[16], const narae_ghash_key *key, const uint8_t *in,
                                   size_t nblocks);

narae_ghash_blocks_fn narae_ghash_blocks_mul64; /* if the compiler has a 128-bit integer */
narae_ghash_blocks_fn narae_ghash_blocks_mul32;
narae_ghash_blocks_fn narae_ghash_blocks_low32; /* if a product has 32 bits */
void narae_ghash_products_v6m(uint32_t w[36]);
narae_ghash_blocks_fn narae_ghash_blocks_bits;

/* The portable kernel for this chip.  ARMv6-M has no wide multiplication, and
 * that of ARMv7-M terminates early for small operands. */
#if defined(NARAE_NO_MULTIPLIER) || defined(__ARM_ARCH_7M__)
#    define narae_ghash_blocks_portable narae_ghash_blocks_bits
#elif defined(__ARM_ARCH_6M__)
#    define narae_ghash_blocks_portable narae_ghash_blocks_low32
#elif defined(__SIZEOF_INT128__)
#    define narae_ghash_blocks_portable narae_ghash_blocks_mul64
#else
#    define narae_ghash_blocks_portable narae_ghash_blocks_mul32
#endif

#if defined(NARAE_RV32_TABLES) || defined(NARAE_GHASH_COMBS)
narae_ghash_blocks_fn narae_ghash_blocks_rv32;
void narae_ghash_combs_rv32(narae_ghash_key *key);
void narae_ghash_aligned_multiply_rv32(uint32_t y[4], const uint32_t combs[81], const uint32_t *in,
                                       size_t nblocks);
void narae_ghash_aligned_lookup_rv32(uint32_t y[4], const uint32_t *multiples, const uint32_t *in,
                                     size_t nblocks);
extern const uint16_t narae_ghash_fallen[256];
#    define narae_ghash_blocks_kernel narae_ghash_blocks_rv32
#elif defined(NARAE_GHASH_TABLES)
narae_ghash_blocks_fn narae_ghash_blocks_avr;
#    define narae_ghash_blocks_kernel narae_ghash_blocks_avr
#elif defined(NARAE_THUMB_MULTIPLIES) && !defined(NARAE_SMALL)
narae_ghash_blocks_fn narae_ghash_blocks_v7em;
#    define narae_ghash_blocks_kernel narae_ghash_blocks_v7em
#elif defined(NARAE_THUMB_V7M) && !defined(NARAE_SMALL)
narae_ghash_blocks_fn narae_ghash_blocks_v7m;
#    define narae_ghash_blocks_kernel narae_ghash_blocks_v7m
#elif defined(NARAE_WASM_KERNELS)
narae_ghash_blocks_fn narae_ghash_blocks_wasm;
void narae_ghash_powers_wasm(narae_ghash_key *key);
#    define narae_ghash_blocks_kernel narae_ghash_blocks_wasm
#    define narae_ghash_powers_kernel narae_ghash_powers_wasm
#elif defined(NARAE_DISPATCH)
narae_ghash_blocks_fn narae_ghash_blocks_best;
void narae_ghash_powers_best(narae_ghash_key *key);
#    define narae_ghash_blocks_kernel narae_ghash_blocks_best
#    define narae_ghash_powers_kernel narae_ghash_powers_best
#else
#    define narae_ghash_blocks_kernel narae_ghash_blocks_portable
#endif

#endif
