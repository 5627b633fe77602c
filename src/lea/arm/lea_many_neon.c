/* SPDX-License-Identifier: MIT */
/* LEA for ARMv8-A, long messages: all key words are first broadcast to vectors,
 * in 3 KiB of stack, and whole runs of four groups load these.  Cycle counts
 * are in lea_neon.c.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "narae/wipe.h"

#    include "kernels.h"

#    define KERNEL static inline __attribute__((always_inline))
#    define NAME(f) f##_neon_many
#    include "neon.inc"

typedef struct spread_schedule {
    uint32_t rounds;
    V rk[32 * 6];
} spread_schedule;

/* In place of the second key: see spread(). */
#    define v_load_key(to, rk, i) NEON_LOAD(to, (rk) + (i))
#    define v_load_sum(to, rk, i, j) v_load_key(to, rk, (j) == NONE ? (i) : (j))
#    define SCHEDULE spread_schedule
#    define KEY V
#    define v_key(k) (k)

#    include "lea/vector.inc"

KERNEL void
spread(spread_schedule *to, const lea_schedule *s, unsigned words)
{
    to->rounds = s->rounds;
    for (unsigned i = 0; i < s->rounds * words; i += 24) /* 24 rounds of 4, 28 or 32 of 6 */
        FOR_EACH(j, 6, const V k = vld1q_u32(s->rk + i + 4 * j); V *const rk = to->rk + i + 4 * j;
                 rk[0] = vdupq_laneq_u32(k, 0); rk[1] = vdupq_laneq_u32(k, 1); rk[2] = vdupq_laneq_u32(k, 2);
                 rk[3] = vdupq_laneq_u32(k, 3););
}

/* Processes whole runs only; returns the number of blocks. */
KERNEL size_t
encrypt_many(const lea_schedule *s, unsigned words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    enum { RUN_BLOCKS = ENCRYPT_GROUPS * LANES };
    spread_schedule keys;
    size_t done = 0;

    spread(&keys, s, words);
    for (; nblocks - done >= RUN_BLOCKS; done += RUN_BLOCKS)
        encrypt_some_neon_many(&keys, words, ENCRYPT_GROUPS, out + 16 * done, in + 16 * done, RUN_BLOCKS);
    narae_wipe(keys.rk, s->rounds * words * sizeof *keys.rk);
    return done;
}

KERNEL size_t
decrypt_many(const lea_schedule *s, unsigned words, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    enum { RUN_BLOCKS = DECRYPT_GROUPS * LANES };
    spread_schedule keys;
    size_t done = 0;

    spread(&keys, s, words);
    for (unsigned i = 0; i < s->rounds * words; i += words) {
        keys.rk[i + 2] ^= keys.rk[i + 1];
        keys.rk[i + (words == 4 ? 3 : 4)] ^= keys.rk[i + (words == 4 ? 1 : 3)];
    }
    for (; nblocks - done >= RUN_BLOCKS; done += RUN_BLOCKS)
        decrypt_some_neon_many(&keys, words, DECRYPT_GROUPS, out + 16 * done, in + 16 * done, RUN_BLOCKS);
    narae_wipe(keys.rk, s->rounds * words * sizeof *keys.rk);
    return done;
}

KERNEL size_t
ctr_many(const lea_schedule *s, unsigned words, uint8_t *out, const uint8_t *in, size_t nblocks,
         const uint8_t *counter)
{
    enum { RUN_BLOCKS = ENCRYPT_GROUPS * LANES };
    const fixed_neon_many f = fix_neon_many(s->rk, words, counter);
    const uint32_t low = load32_be(counter + 12);
    spread_schedule keys;
    size_t done = 0;

    spread(&keys, s, words);
    for (; nblocks - done >= RUN_BLOCKS; done += RUN_BLOCKS)
        ctr_some_neon_many(&keys, f, words, ENCRYPT_GROUPS, out + 16 * done, in + 16 * done, RUN_BLOCKS,
                           low + (uint32_t)done);
    narae_wipe(keys.rk, s->rounds * words * sizeof *keys.rk);
    return done;
}

size_t
narae_lea_encrypt_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    return s->rounds == 24 ? encrypt_many(s, 4, out, in, nblocks) : encrypt_many(s, 6, out, in, nblocks);
}

size_t
narae_lea_decrypt_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    return s->rounds == 24 ? decrypt_many(s, 4, out, in, nblocks) : decrypt_many(s, 6, out, in, nblocks);
}

size_t
narae_lea_ctr_runs_neon(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks,
                        const uint8_t *counter)
{
    return s->rounds == 24 ? ctr_many(s, 4, out, in, nblocks, counter)
                           : ctr_many(s, 6, out, in, nblocks, counter);
}

#endif
