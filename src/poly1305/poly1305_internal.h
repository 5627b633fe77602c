/* SPDX-License-Identifier: MIT */
/* Common to the Poly1305 kernels: their names and contract. */
#ifndef NARAE_POLY1305_INTERNAL_H
#define NARAE_POLY1305_INTERNAL_H

#include "core/bytes.h"
#include "core/family.h"
#include "narae/poly1305.h"

#if NARAE_POLY1305_WORDS == 16
#    define poly1305_load(p) (*(p))
#elif NARAE_POLY1305_WORDS == 2
#    define poly1305_load load64_le
#else
#    define poly1305_load load32_le
#endif

/* Kernel contract: h = (h + block) * r for each of `nblocks` >= 0 blocks of 16
 * bytes, where `top` (1, or 0 for a last block that the caller padded) is the
 * bit above the block.  r is clamped; h < 5 * 2^128 before and after; `in`
 * needs no alignment. */
typedef void narae_poly1305_blocks_fn(narae_poly1305_sum *sum, const uint8_t *in, size_t nblocks,
                                      unsigned top);
narae_poly1305_blocks_fn narae_poly1305_blocks_portable;
narae_poly1305_blocks_fn narae_poly1305_blocks_best;
narae_poly1305_blocks_fn narae_poly1305_blocks_x86, narae_poly1305_blocks_avx2, narae_poly1305_blocks_ifma;
narae_poly1305_blocks_fn narae_poly1305_blocks_neon;
narae_poly1305_blocks_fn narae_poly1305_blocks_avr;
narae_poly1305_blocks_fn narae_poly1305_blocks_rv32;
narae_poly1305_blocks_fn narae_poly1305_blocks_v7em, narae_poly1305_blocks_wasm;

#ifdef NARAE_DISPATCH
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_best
#elif defined(NARAE_AVR_KERNELS) && !defined(NARAE_SMALL)
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_avr
#elif defined(NARAE_RV32_MULTIPLIES)
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_rv32
#elif defined(NARAE_THUMB_MULTIPLIES)
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_v7em
#elif defined(NARAE_WASM_KERNELS)
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_wasm
#else
#    define narae_poly1305_blocks_kernel narae_poly1305_blocks_portable
#endif

#if NARAE_POLY1305_WORDS == 2
/* h = 0 and r of the key, clamped: RFC 8439, 2.5.1. */
static inline void
poly1305_begin(narae_poly1305_sum *sum, const uint8_t key[32])
{
    sum->h[0] = sum->h[1] = sum->h[2] = 0;
    sum->r[0] = load64_le(key) & 0x0ffffffc0fffffff;
    sum->r[1] = load64_le(key + 8) & 0x0ffffffc0ffffffc;
}
#endif

/* tag = (h mod p) + s mod 2^128 */
void narae_poly1305_tag_portable(const narae_poly1305_sum *sum, const uint8_t s[16], uint8_t tag[16]);

#endif
