/* SPDX-License-Identifier: MIT */
/* ARIA for ARMv8-A: 128 blocks, bit-sliced, in 16 x 8 vectors.  KS X 1213;
 * RFC 5794.
 *
 * Vector x[p][i] holds bit i of byte p of 128 blocks; bit g of its byte n is
 * block 16 g + n.  The diffusion layer then moves nothing: it is XOR of whole
 * vectors, and an S-box is computed where it belongs and nowhere else.  The 2
 * KiB of state are in memory: S-boxes take eight vectors at a time, the
 * diffusion with the next round key sixteen.
 *
 * All four S-boxes share the inversion of aes/sbox_shallow.h.  S1 is AES's;
 * S2(x) = B (x^-1)^8 + 0xe2 has a last layer of its own, its inverse a first
 * one, both found by Paar's greedy search among its ties.  The constants go
 * into the round keys, as does the difference of decryption, which adds keys
 * before the diffusion (aria_internal.h): A is linear, so it adds A of them.
 *
 * Vector micro-operations a round for 128 blocks, of which a Cortex-A72 does
 * two a cycle:
 *
 *     S-boxes      4 x (116 + 124 + 117 + 114) = 1884
 *     diffusion    8 x 84                      =  672
 *     round key    8 x (1 + 2 x 16)            =  264
 *
 * Counters differ in little, so that their first round is 840: byte 15 of each,
 * and the rest once before and once after its carry.  With 16 x (48 + 16) to
 * gather the bits of the last round, 8 x 64 to order its bytes and 128 XORs,
 * ARIA-128 in counter mode is 11 x 1884 + 10 x 936 + 2504 = 32588, 8.0
 * cycles/byte.  The pipeline model of the lab gives 9.9 to 10.4, llvm-mca 9.5: a
 * circuit is too deep to keep both pipes busy, and 32 registers do not hold two.
 *
 * A batch costs as much as 64 blocks of aria_bytes_neon.c.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include "block.inc"

#    define SLICED(f) f##_neon

#    include "aria/sliced.inc"

#endif
