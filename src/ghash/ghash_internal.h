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

#endif
