/* SPDX-License-Identifier: MIT */
/* LEA for x86-64 with AVX-512 (F and BW): 16 blocks a group, four groups at a
 * time, five when decrypting.
 *
 * A round of a group is 6 XORs, 3 additions and 3 rotations.  On Zen 5, with four vector
 * operations a cycle of which two may be rotations or shuffles, that is 3 cycles for 256
 * bytes: 72 cycles for LEA-128, 0.281 cycles/byte.  Counter mode saves 18 of the first
 * rounds' operations and adds 8 shuffles, 4 XORs and a counter: 0.277.  Encryption of given
 * blocks adds 16 shuffles: 0.297.
 *
 * Measured, with gcc 12 and clang 14: counter mode 0.291 to 0.30, LEA-256 0.39, which is
 * 12.2 cycles a round of four groups instead of 12, and 32 for prologue and stores instead
 * of 14; neither five groups nor stitching a group's first rounds into the stores of the
 * one before change it.  Encryption 0.31.  Decryption 0.34, LEA-256 0.445: its latency of
 * 12 cycles a round is not quite hidden by the 15 of five groups, which take 17.
 *
 * Zen 4 splits each operation on 512 bits in two: 0.555, 0.742 with LEA-256 and
 * 0.594 to decrypt; measured 0.59, 0.78 and 0.68.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    include "kernels.h"

#    define CODE __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) CODE
#    define NAME(f) f##_avx512
#    define GROUPS 5
#    define ENCRYPT_GROUPS 4
#    define DECRYPT_GROUPS 5

#    include "core/x86/words512.inc"

#    include "lea/vector.inc"

#    include "lea/blocks.inc"

#endif
