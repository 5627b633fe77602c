/* SPDX-License-Identifier: MIT */
/* AES for ARMv8-A without its AES instructions: eight blocks, bit-sliced, in
 * 8 vectors.  FIPS 197.
 *
 * Vector q[i] holds bit i of every byte: byte 4 r + c of the vector is row r,
 * column c of the state, bit j of it is block j.  The byte one row below is 4
 * bytes further in the vector.  ShiftRows is never done, as in aes_portable.c:
 * after k rounds MixColumns finds what it needs k mod 4 columns to the right,
 * and the round keys are stored displaced.
 *
 * TBL is constant-time too, but on 16 bytes it is three micro-operations on a
 * Cortex-A72, and an S-box takes nine TBL for 16 bytes: 216 micro-operations
 * for eight blocks instead of 116.
 *
 * Consecutive counters differ in few bits.  For each 128 the first round is
 * computed once: for byte 15 of all of them, and for the other bytes before and
 * after the carry into them.  Groups of eight blocks are combined from these:
 * see first_round.
 *
 * Vector micro-operations for eight blocks; an A72 executes two a cycle:
 *
 *     S-box                        116
 *     MixColumns                    43, 51 or 67 for k = 0, 2 or odd
 *     round key                      8
 *     first round                   25, and 533 / 16
 *     transposition 48, order of bytes 24, XOR 8
 *
 *     AES-128:  9 x 116 + 4 x 67 + 2 x 51 + 2 x 43 +  9 x 8 + 138 = 1710
 *     AES-256: 13 x 116 + 6 x 67 + 3 x 51 + 3 x 43 + 13 x 8 + 138 = 2434
 *
 * That is 6.7 and 9.5 cycles/byte.  The pipeline model of the lab gives 7.5 and
 * 10.5, llvm-mca 7.5 and 10.6: dependency chains leave a tenth of the slots
 * unused.  For up to 32 blocks the first round is computed like the others.
 * The inverse S-box has 117 gates, InvMixColumns 30 operations more than
 * MixColumns.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "kernels.h"

#    define NAME(f) f##_neon
#    define ROUNDS KERNEL
#    define FEW 2
#    define MANY
#    define encrypt_few narae_aes_encrypt_few_neon
#    define decrypt_few narae_aes_decrypt_few_neon

#    include "aes/eight.inc"

#endif
