/* SPDX-License-Identifier: MIT */
/* AES on a block in the form M(x), by look-ups in registers: see aes_few_neon.c.  Its tables, the
 * map M, and the indices that move rows, for AArch64 and WebAssembly. */
#ifndef NARAE_AES_ARM_FIELD_H
#define NARAE_AES_ARM_FIELD_H

#include "core/arm/neon.h"

#define TABLE(low, high) vcombine_u8(vcreate_u8(low), vcreate_u8(high))

/* M(x), of the lower half of x and of its upper half. */
#define M_LOW TABLE(0x30312c2d1d1c0100, 0x17160b0a3a3b2627)
#define M_HIGH TABLE(0xf573088e7bfd8600, 0x82047ff90c8af177)

/* Elements of GF(16): the inverse, and the image of k that is added to inverses. */
#define INVERSES TABLE(0x06070b0d0e090180, 0x0803040a050c020f)
#define RATIOS TABLE(0x0c0e05090f010280, 0x030608070a0b040d)

/* From the two results of invert(): S(x), M(S(x)) and M(3 S(x)), all without 0x63. */
#define S_A TABLE(0xac678d21b0d7cb00, 0x1c91f6463dea5a7b)
#define S_B TABLE(0xe8772ac216619f00, 0xfed4a3b53c5d4b89)
#define ONE_A TABLE(0x80437cfc0c4fc300, 0x8cf0b3bf703f33cf)
#define ONE_B TABLE(0x23c5c6e5b772e600, 0x945297207103b451)
#define THREE_A TABLE(0x13ac7d6ec36fbf00, 0xd0ad01c2bed1127c)
#define THREE_B TABLE(0xe0d7e30340973700, 0xa04394d4a3347477)

/* A round key, each bit stored as a byte 0x00 or 0xff: the sum of of(i) over the bits i that are
 * set.  M_OF_BIT(i) is M of a byte with bit i alone. */
#define M_OF_BIT(i) ((uint8_t)(UINT64_C(0x778efd86272d1c01) >> 8 * (i)))
#define BIT(i) ((uint8_t)(1 << (i)))
#define SUM(p, of)                                                             \
    (((TERM(p, 0, of) ^ TERM(p, 1, of)) ^ (TERM(p, 2, of) ^ TERM(p, 3, of))) ^ \
     ((TERM(p, 4, of) ^ TERM(p, 5, of)) ^ (TERM(p, 6, of) ^ TERM(p, 7, of))))
#define TERM(p, i, of) (vld1q_u8((p) + 16 * (i)) & vdupq_n_u8(of(i)))

/* Indices of the bytes of the same column one, two and three rows below, in a state with k
 * pending ShiftRows: k, 2 k and 3 k columns to the right. */
#define INDEX_BELOW(k, n, r, c) (4 * (((r) + (n)) & 3) + (((c) + (k) * (n)) & 3))
#define BELOW_ROW(k, n, r) \
    INDEX_BELOW(k, n, r, 0), INDEX_BELOW(k, n, r, 1), INDEX_BELOW(k, n, r, 2), INDEX_BELOW(k, n, r, 3)
#define BELOW_ALL(k, n) BELOW_ROW(k, n, 0), BELOW_ROW(k, n, 1), BELOW_ROW(k, n, 2), BELOW_ROW(k, n, 3)
#define ROWS(k) {BELOW_ALL(k, 1), BELOW_ALL(k, 2), BELOW_ALL(k, 3)}

#define ROWS_BELOW {ROWS(0), ROWS(1), ROWS(2), ROWS(3)}

#endif
