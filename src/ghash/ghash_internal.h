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

#include "core/family.h"
#include "narae/ghash.h"

#include NARAE_KERNELS(ghash)
#include "ghash/portable/kernels.h"

/* Vectors of powers of h.  x86-64 multiplies up to that many blocks in parallel; AArch64
 * four, whose powers are twelve vectors each, or eight with PMULL.  WebAssembly has
 * multiples of the 16th power. */
enum { GHASH_POWERS = NARAE_GHASH_KEY_BYTES / 16 - 1 };

/* The contents of a narae_ghash_key: multiples of h, or h / x and what the kernels compute from it. */
typedef struct ghash_contents {
#ifdef NARAE_GHASH_TABLES
    uint32_t multiples[128];
#else
    uint8_t h[16];
#    ifdef NARAE_GHASH_COMBS
    uint32_t combs[81];
#    elif NARAE_GHASH_KEY_BYTES > 16
    uint8_t powers[16 * GHASH_POWERS];
#    endif
#endif
} ghash_contents;

#endif
