/* SPDX-License-Identifier: MIT */
/* ARIA for ARMv8-A: 128 blocks, bit-sliced, in 16 x 8 vectors.  KS X 1213;
 * RFC 5794.
 *
 * Vector x[p][i] holds bit i of byte p of 128 blocks; bit g of its byte n is
 * block 16 g + n.  The diffusion layer then needs no permutation: it is XORs of
 * whole vectors, and each S-box is computed only for the bytes that take it.
 * The 2 KiB of state are in memory: an S-box processes eight vectors at a time,
 * the diffusion with the next round key sixteen.
 *
 * All four S-boxes share the inversion of aes/sbox_shallow.h.  S1 is AES's;
 * S2(x) = B (x^-1)^8 + 0xe2 has its own last layer, and its inverse its own
 * first layer; both were found by Paar's greedy search among its ties.
 * The constants go into the round keys, as does the difference of decryption,
 * which adds keys before the diffusion (aria_internal.h): A is linear, so it
 * adds A of them.
 *
 * Vector micro-operations of a round of 128 blocks; a Cortex-A72 executes two a
 * cycle:
 *
 *     S-boxes      4 x (116 + 124 + 117 + 114) = 1884
 *     diffusion    8 x 84                      =  672
 *     round key    8 x (1 + 2 x 16)            =  264
 *
 * Consecutive counters differ in few bits, so their first round is 840: byte 15
 * of each, and the other bytes once before and once after the carry.  With 16 x
 * (48 + 16) to gather the bits of the last round, 8 x 64 to order its bytes and
 * 128 XORs, ARIA-128 in counter mode is 11 x 1884 + 10 x 936 + 2504 = 32588,
 * 8.0 cycles/byte.  The pipeline model of the lab gives 9.9 to 10.4, llvm-mca
 * 9.5: a circuit is too deep to keep both pipes busy, and 32 registers are too
 * few to interleave two.
 *
 * A batch costs as much as 64 blocks of aria_bytes_neon.c.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "block.inc"

#    define SLICED(f) f##_neon

#    include "aria/sliced.inc"

#endif
