/* SPDX-License-Identifier: MIT */
/* ARIA-XTS for x86-64 with GFNI, VPCLMULQDQ and AVX-512: 64 blocks at a time, with tweaks
 * transposed like the blocks.  IEEE 1619-2018, clause 5.
 *
 * One instruction adds the key and the tweak of a byte, so tweaks take no operation of their own
 * before and after the rounds.  Multiplying tweaks by x^64 moves their bytes to other registers,
 * and multiplies eight of them by a polynomial, with two matrices: 25 operations.  With the 976 of
 * 64 blocks of ARIA-128 (wide_gfni512.inc) that is 1.15 times the 870 of counter mode, which
 * transposes only once.  Measured on Zen 4, alternating with counter mode, the least of 2500
 * windows of 16 calls, as a multiple of its time: 16 KiB 1.18, with ARIA-256 1.14; 4 KiB 1.32 and
 * 1.27, of which 270 cycles of 2750 are the encryption of the tweak and 100 the first 64 tweaks;
 * eight sectors of 4 KiB 1.25 and 1.20.  Encryption without tweaks takes 1.07.
 *
 * With fewer than 64 blocks the tweaks are added at loads and stores.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    define TARGET __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) TARGET

#    define BLOCKS 4
#    define TWEAKS 16
#    include "core/x86/tweaks.inc"

#    include <string.h>

#    include "narae/wipe.h"

#    include "kernels.h"

/* Up to FEW blocks are processed in vectors of 256 bits, up to LIMIT in 512. */
enum { FEW = 32, LIMIT = 64 };

/* narae_xts_fn, for at least one block. */
TARGET void
narae_aria_xts_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       uint8_t tweak[16], int decrypt)
{
    const aria_wide_schedule *const s = (const aria_wide_schedule *)schedule;
    const uint32_t *const keys = aria_wide_keys(s);
    const size_t rest = nblocks % LIMIT;
    aria_runs_xts_fn *const runs =
        decrypt ? narae_aria_64_xts_decrypt_gfni512 : narae_aria_64_xts_encrypt_gfni512;
    aria_wide_xts_fn *const half =
        decrypt ? narae_aria_32_xts_decrypt_gfni512 : narae_aria_32_xts_encrypt_gfni512;
    union {
        tweaks vectors[TWEAKS];
        uint8_t rows[TWEAKS][16 * BLOCKS];
        uint8_t blocks[16 * LIMIT];
    } t;

    tweaks_start_run(t.vectors, tweak);
    if (nblocks >= LIMIT) {
        runs(keys, out, in, nblocks - rest, s->rounds, t.rows);
        for (unsigned i = 0; i < 16; i++)
            tweak[i] = t.rows[i][1];
        if (rest != 0)
            tweaks_start_run(t.vectors, tweak);
        in += 16 * (nblocks - rest);
        out += 16 * (nblocks - rest);
    }
    if (rest != 0) {
        const size_t first = rest > FEW ? rest / 2 : rest;

        half(keys, out, in, first, s->rounds, t.blocks);
        if (first != rest)
            half(keys, out + 16 * first, in + 16 * first, rest - first, s->rounds, t.blocks + 16 * first);
        memcpy(tweak, t.blocks + 16 * rest, 16);
    }
    narae_wipe(&t, sizeof t);
}

#endif
