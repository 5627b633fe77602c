/* SPDX-License-Identifier: MIT */
/* ARIA-GCM for x86-64 with GFNI, VPCLMULQDQ and AVX-512: prologue and tail of the runs of
 * aria_64_gcm_gfni512.S.  SP 800-38D.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include <stddef.h>

#    include "core/x86/simd512.h"

#    include "ghash/x86/interleaved_avx512.inc"

#    include "narae/wipe.h"

#    include "kernels.h"

#    define TARGET __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))

enum { RUN_BLOCKS = 64, RUN_BYTES = 16 * RUN_BLOCKS };

/* The layout that the assembly uses. */
typedef struct aria_gcm {
    aria_first first;
    interleaved hash __attribute__((aligned(128)));
} aria_gcm;

__extension__ _Static_assert(offsetof(aria_gcm, hash.in) == 128 && offsetof(aria_gcm, hash.sum) == 192 &&
                                 offsetof(aria_gcm, hash.power) == 448 &&
                                 offsetof(aria_gcm, hash.both) == 960,
                             "wide_gfni512.inc has other places");

/* All runs; each hashes one. */
void narae_aria_64_gcm_gfni512(const uint32_t *keys, uint8_t *out, const uint8_t *in, size_t nblocks,
                               unsigned rounds, aria_gcm *gcm);

/* narae_gcm_fn, for a multiple of 64 blocks, 128 or more. */
TARGET void
narae_aria_gcm_gfni512(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                       size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt)
{
    const aria_wide_schedule *const s = schedule;
    const aria_byte *const keys = aria_wide_keys(s);
    const size_t fused = nblocks - RUN_BLOCKS, bytes = 16 * fused;
    const uint32_t low = load32_be(counter + 12);
    aria_gcm w;

    interleaved_start(&w.hash, y, hash_key, decrypt ? in : out);
    narae_aria_first_vbmi(&w.first, s, counter);
    if (decrypt) {
        narae_aria_64_gcm_gfni512(keys, out, in, fused, s->rounds, &w);
        interleaved_finish(&w.hash, y, hash_key);
        narae_aria_64_ctr_gfni512(keys, out + bytes, in + bytes, RUN_BLOCKS, s->rounds, &w.first);
    } else {
        narae_aria_64_ctr_gfni512(keys, out, in, RUN_BLOCKS, s->rounds, &w.first);
        narae_aria_64_gcm_gfni512(keys, out + RUN_BYTES, in + RUN_BYTES, fused, s->rounds, &w);
        interleaved_finish(&w.hash, y, hash_key);
    }
    store32_be(counter + 12, low + (uint32_t)nblocks);
    narae_wipe(&w, sizeof w);
}

#endif
