/* SPDX-License-Identifier: MIT */
/* ARIA-XTS for x86-64 with GFNI, VPCLMULQDQ and AVX-512: 64 blocks at a time, whose tweaks
 * are added where they are loaded and stored.  IEEE 1619-2018, clause 5.
 *
 * 64 blocks of ARIA-128 take 976 operations (wide_gfni512.inc) and 80 for tweaks, three to
 * make a vector and two to add it: 1.21 of counter mode's 870, which transposes only once.
 * Measured on Zen 4, interleaved with counter mode, the least of 3000 windows: 16 KiB 1.30 of
 * its time, with ARIA-256 1.24; 4 KiB 1.39 and 1.33, of which an eleventh is the encryption of the
 * tweak; one of eight sectors of 4 KiB 1.31 and 1.25.
 *
 * The next tweaks take 60 cycles there and not the 24 of 48 operations in pairs: a product of
 * any width takes two cycles, a store of 64 bytes too.  A second set of tweaks, made before the
 * rounds, does not change that.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    define TARGET __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) TARGET

#    define BLOCKS 4
#    define TWEAKS 16
#    include "core/x86/tweaks.inc"

#    include "narae/wipe.h"

#    include "kernels.h"

/* Fewer go by encryption and separate sums; up to HALF in vectors of 256 bits. */
enum { LEAST = 4, HALF = 32, MOST = 64 };

/* narae_xts_fn */
TARGET size_t
narae_aria_xts_gfni512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks,
                       uint8_t tweak[16], int decrypt)
{
    const aria_wide_schedule *const s = (const aria_wide_schedule *)schedule;
    const uint32_t *const keys = aria_wide_keys(s);
    const size_t rest = nblocks % MOST, last = rest < LEAST ? 0 : rest;
    const uint8_t *const end = in + 16 * (nblocks - rest);
    aria_wide_xts_fn *const wide =
        decrypt ? narae_aria_64_xts_decrypt_gfni512 : narae_aria_64_xts_encrypt_gfni512;
    aria_wide_xts_fn *const half =
        decrypt ? narae_aria_32_xts_decrypt_gfni512 : narae_aria_32_xts_encrypt_gfni512;
    tweaks t[16];

    if (nblocks < LEAST)
        return 0;
    tweaks_start_run(t, tweak);
    for (; in != end; in += 16 * MOST, out += 16 * MOST) {
        wide(keys, out, in, MOST, s->rounds, t);
        tweaks_next_run(t);
    }
    if (last != 0)
        (last > HALF ? wide : half)(keys, out, in, last, s->rounds, t);
    simd128_store(tweak, simd128_load((const uint8_t *)t + 16 * last));
    narae_wipe(t, sizeof t);
    return nblocks - rest + last;
}

#endif
