/* SPDX-License-Identifier: MIT */
/* LEA-XTS for x86-64 with AVX-512 and VPCLMULQDQ: 64 blocks at a time, whose tweaks are
 * added where they are loaded and stored.  IEEE 1619-2018, clause 5.
 *
 * A vector of four blocks takes three operations for the next tweaks and two XORs, besides
 * those of encryption (lea_avx512.c): 1.14 of counter mode's for LEA-128, 1.11 for LEA-256.
 * Measured on Zen 4, interleaved with counter mode, the least of 3000 windows: 16 KiB 1.16 and
 * 1.14 of its time; 4 KiB 1.22 and 1.18, for the tweak's own encryption comes first, 105
 * cycles of 2430 for LEA-128; 1.18 and 1.15 if it is one of eight sectors.
 * Decryption 1.29 and 1.26; it takes longer than encryption without XTS, too.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    define TARGET __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) TARGET
#    define NAME(f) f##_lea_xts
#    include "core/x86/words512.inc"

#    include "lea/vector.inc"

#    define BLOCKS 4
#    include "core/x86/tweaks.inc"

#    include "narae/wipe.h"

#    include "kernels.h"

/* Fewer go by encryption and separate sums. */
enum { LEAST = 9, MOST = 64 };

/* How many blocks are in a group and those after it. */
static inline size_t
from_group(size_t nblocks, unsigned g)
{
    return nblocks < LANES * g ? 0 : nblocks - LANES * g;
}

KERNEL void
load_group(V x[4], const uint8_t *in, const uint8_t *t, size_t nblocks)
{
    FOR_EACH(i, 4, x[i] = v_load(in + 64 * i, share_lea_xts(nblocks, i)) ^ v_load(t + 64 * i, 4););
    v_transpose(x);
}

KERNEL void
crypt_run(const lea_schedule *s, unsigned words, unsigned groups, uint8_t *out, const uint8_t *in,
          size_t nblocks, const uint8_t *t, int decrypt)
{
    const uint32_t *const end = s->rk + s->rounds * words;
    V x[8][4];

    FOR_EACH(g, groups, load_group(x[g], in + 256 * g, t + 256 * g, from_group(nblocks, g)););
    if (decrypt)
        NAME(decrypt_rounds)(x, groups, s->rk, end, words);
    else
        NAME(encrypt_rounds)(x, groups, s->rk, end, words);
    FOR_EACH(g, groups, NAME(store_group)(out + 256 * g, x[g], t + 256 * g, from_group(nblocks, g)););
}

KERNEL size_t
crypt_runs(const lea_schedule *s, unsigned words, uint8_t *out, const uint8_t *in, size_t nblocks,
           uint8_t tweak[16], int decrypt)
{
    const size_t rest = nblocks % MOST, last = rest < LEAST ? 0 : rest;
    const uint8_t *const end = in + 16 * (nblocks - rest);
    tweaks t[16];

    tweaks_start_64(t, tweak);
    for (; in != end; in += 16 * MOST, out += 16 * MOST) {
        crypt_run(s, words, 4, out, in, MOST, (const uint8_t *)t, decrypt);
        tweaks_next_64(t);
    }
    if (last > 2 * LANES)
        crypt_run(s, words, 4, out, in, last, (const uint8_t *)t, decrypt);
    else if (last != 0)
        crypt_run(s, words, 2, out, in, last, (const uint8_t *)t, decrypt);
    simd128_store(tweak, simd128_load((const uint8_t *)t + 16 * last));
    narae_wipe(t, sizeof t);
    return nblocks - rest + last;
}

/* narae_xts_fn */
TARGET size_t
narae_lea_xts_avx512(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t tweak[16],
                     int decrypt)
{
    const lea_schedule *s = (const lea_schedule *)schedule;

    if (nblocks < LEAST)
        return 0;
    if (s->rounds == 24)
        return decrypt ? crypt_runs(s, 4, out, in, nblocks, tweak, 1)
                       : crypt_runs(s, 4, out, in, nblocks, tweak, 0);
    return decrypt ? crypt_runs(s, 6, out, in, nblocks, tweak, 1)
                   : crypt_runs(s, 6, out, in, nblocks, tweak, 0);
}

#endif
