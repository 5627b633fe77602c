/* SPDX-License-Identifier: MIT */
/* The key schedule of the kernels of HIGHT for RV32 and ARMv6-M, which never exchange the
 * halves of a word.  TTAS.KO-12.0040/R1; ISO/IEC 18033-3.
 *
 * They have the words of hight_portable.c, x1 x5 and x0 x4 in the lower bytes of halves, x2
 * x6 and x3 x7 in the upper ones.  Words are renamed, not moved, and a word whose halves
 * should be exchanged stays as it is.  So the halves and bytes of each subkey word are
 * arranged like those of the word to which it is added:
 *
 *     rounds 0, 2, 4, 6     rotated to the right by 0, 8, 16, 24
 *     rounds 1, 3, 5, 7     bytes in reverse order, then rotated by 8, 0, 24, 16
 *
 * and so on every eight rounds.  The first whitening word has WK2 and WK0 exchanged.
 *
 * Constant time: no address and no branch depends on the key. */

#include "hight/hight_internal.h"

#if defined(NARAE_RV32_KERNELS) || defined(NARAE_THUMB_V6M)

#    include "hight/subkeys.h"

#    define SECOND_BYTES 0xff00ff00u

static inline void
turn(uint32_t k[4], unsigned r)
{
    const unsigned halves = 4 * r % 32; /* 0 or 16 */

    k[0] = ror32(k[0], halves);
    k[1] = ror32((k[1] & SECOND_BYTES) | (ror32(k[1], 16) & ~SECOND_BYTES), halves);
    k[2] = ror32(k[2], 8 + halves);
    k[3] = ror32((rol32(k[3], 8) & ~SECOND_BYTES) | (ror32(k[3], 8) & SECOND_BYTES), halves);
}

void
narae_hight_set_key_turned(hight_schedule *schedule, const uint8_t *key, size_t key_bytes)
{
    uint32_t *const first = &schedule->whitening[0];

    (void)key_bytes;
    hight_expand(schedule, key, turn);
    *first = (*first & SECOND_BYTES) | (ror32(*first, 16) & ~SECOND_BYTES);
}

#endif
