/* SPDX-License-Identifier: MIT */
/* ARIA for ARMv8-A without AES instructions: 16 blocks at a time, and 1 or 2:
 * numbers of blocks that are too few for aria_neon.c and too many for
 * aria_eight_neon.c.
 *
 * S-boxes are looked up in registers, sixteen bytes at a time.  After M.
 * Hamburg, "Accelerating AES with Vector Permute Instructions", CHES 2009: with
 * x = k + i t in GF(16)[t], t^2 = a t + a, and N = k^2 + a i k + a i^2,
 *
 *     1/i + a/k = (k + a i) / i k,    1/(1/i + a/k) + i + k = N / (k + a i)
 *
 * and the same with j = i + k in place of i gives N / (k + a j).  The inverse
 * of x is a linear map of the inverses of these two.  The inverse of 0 is
 * stored as a byte with bit 7 set: TBL returns 0 for it, so its inverse is 0.
 *
 * The map into this field is two look-ups, which include the affine maps of
 * S1^-1 and S2^-1; so is the map out of it, which includes the linear maps of
 * S1 and S2.  Micro-operations, two a cycle:
 *
 *     S-box: 9 look-ups of 3 micro-operations, 4 to halve bytes, 7 XORs: 38
 *     round of 16 blocks: 16 x 38, constants 8, diffusion 72, keys 16 x 2
 *     12 rounds and a transposition of 64 or two, 256 bytes:
 *         8700 / 2 = 4350 cycles, 17 cycles/byte
 *
 * For one or two blocks a vector is a block.  Each byte then selects its maps
 * from a table of three by number.  A round has a latency of some 110 cycles.
 *
 *     ARIA-128, counter mode, cycles    pipeline model    llvm-mca
 *     1 block                           1328-1365         1310
 *     2 blocks                          1466-1720         1494
 *     3 to 8 blocks                     3544-3702         2928
 *     11 to 16 blocks                   5517-5579         4767
 *
 * The portable code takes 3939 to 4628 for one block to four.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "side_by_side.inc"

#    define NAME(f) f##_bytes_neon
#    define FEW 10

static void
few_encrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks > 8) {
        narae_aria_encrypt_eight_neon(schedule, out, in, 8);
        in += 128, out += 128, nblocks -= 8;
    }
    if (nblocks == 1)
        encrypt_side_by_side(schedule, out, in, 1);
    else if (nblocks == 2)
        encrypt_side_by_side(schedule, out, in, 2);
    else
        narae_aria_encrypt_eight_neon(schedule, out, in, nblocks);
}

static void
few_decrypt(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    if (nblocks > 8) {
        narae_aria_decrypt_eight_neon(schedule, out, in, 8);
        in += 128, out += 128, nblocks -= 8;
    }
    if (nblocks == 1)
        decrypt_side_by_side(schedule, out, in, 1);
    else if (nblocks == 2)
        decrypt_side_by_side(schedule, out, in, 2);
    else
        narae_aria_decrypt_eight_neon(schedule, out, in, nblocks);
}

#    include "columns.inc"
#    include "aria/vector.inc"

#endif
