/* SPDX-License-Identifier: MIT */
/* LEA for ARMv8-A: 4 blocks a group, four groups at a time.
 *
 * A round of a group is 6 XORs, 3 additions and 3 rotations of two shifts
 * (SHL, SRI): 15 operations for the two vector pipes of a Cortex-A72, of which
 * one alone shifts, 7.5 cycles.  The chain XOR, addition, SHL, SRI takes 12 and
 * decryption's 18; four groups in the order of rounds.inc hide it, two
 * in a compiler's order took half as long again.  The pipes have no time to
 * spread key words over lanes.  Long messages therefore spread all of them
 * first, in 3 KiB of stack, and load vectors:
 *
 *     cycles for 64 bytes     LEA-128    LEA-192    LEA-256
 *     rounds x 7.5            180        210        240
 *     two transpositions      8          8          8
 *     cycles/byte             2.94       3.41       3.88
 *     ECB, pipeline model     3.21       3.71       4.20
 *     ECB, llvm-mca           3.04       3.56       4.05
 *     decryption              3.21 3.06  3.77 3.62  4.28 4.10
 *     CTR                     3.16 2.93  3.67 3.44  4.17 3.92
 *
 * at 10 KiB.  Counter mode does without 18 of the first 48 operations: see
 * counters.inc.
 *
 * One block is faster in integer registers, and to decrypt, two.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/kernels.h"

#ifdef NARAE_NEON_KERNELS

#    include <arm_neon.h>

#    include "narae/wipe.h"

#    include "core/counter_blocks.h"
#    include "core/arm/order.h"
#    include "core/arm/transpose.h"

#    include "lea/lea_internal.h"

#    define KERNEL static inline __attribute__((always_inline))
#    define LANES 4
#    define ENCRYPT_GROUPS 4
#    define DECRYPT_GROUPS 4
#    define ROUNDS "lea/arm/rounds.inc"
#    define CTR_ROUNDS "lea/arm/counters.inc"
#    define FEW 1

/* Blocks from which on spreading the keys first pays. */
#    define MANY 64

typedef uint32x4_t V;

#    define v_rol(x, n) vsriq_n_u32(vshlq_n_u32(x, n), x, 32 - (n))
#    define v_set1(word) vdupq_n_u32(word)
#    define v_transpose(x) neon_transpose32(x)

KERNEL V
v_load(const uint8_t *p, size_t nblocks)
{
    return nblocks != 0 ? vreinterpretq_u32_u8(vld1q_u8(p)) : vdupq_n_u32(0);
}

KERNEL void
v_store(uint8_t *p, V x, size_t nblocks)
{
    if (nblocks != 0)
        vst1q_u8(p, vreinterpretq_u8_u32(x));
}

KERNEL V
v_counters(uint32_t low)
{
    static const uint32_t n[4] = {0, 1, 2, 3};

    return vreinterpretq_u32_u8(vrev32q_u8(vreinterpretq_u8_u32(vdupq_n_u32(low) + vld1q_u32(n))));
}

#    define v_load_key(to, rk, i) NEON_LOAD_EACH32(to, (rk) + (i))
#    define v_load_sum(to, rk, i, j)       \
        do {                               \
            V second = vdupq_n_u32(0);     \
            v_load_key(to, rk, i);         \
            if ((j) != NONE) {             \
                v_load_key(second, rk, j); \
                NEON_XOR(to, to, second);  \
            }                              \
        } while (0)
#    define NAME(f) f##_neon_few
#    define CODE static
#    include "lea/vector.inc"

#    include "lea/blocks.inc"
#    undef NAME
#    undef CODE
#    undef v_load_key
#    undef v_load_sum
#    undef SCHEDULE
#    undef KEY
#    undef v_key

typedef struct spread_schedule {
    uint32_t rounds;
    V rk[32 * 6];
} spread_schedule;

/* In place of the second key: see spread(). */
#    define v_load_key(to, rk, i) NEON_LOAD(to, (rk) + (i))
#    define v_load_sum(to, rk, i, j) v_load_key(to, rk, (j) == NONE ? (i) : (j))
#    define NAME(f) f##_neon_many
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

/* Whole runs only; gives the number of blocks. */
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

/* The blocks behind whole groups, if there are so few that integer registers are
 * faster for them. */
KERNEL size_t
left_over(size_t nblocks, size_t few)
{
    const size_t rest = nblocks % (4 * LANES);

    return rest <= few ? rest : 0;
}

/* Has the stack that messages which are not long do not need. */
static __attribute__((noinline)) size_t
encrypt_runs(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    return s->rounds == 24 ? encrypt_many(s, 4, out, in, nblocks) : encrypt_many(s, 6, out, in, nblocks);
}

void
narae_lea_encrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = schedule;
    const size_t rest = left_over(nblocks, 1), groups = nblocks - rest;
    size_t done = 0;

    if (nblocks <= 1) {
        narae_lea_encrypt_portable(s, out, in, nblocks);
        return;
    }
    if (groups >= MANY)
        done = encrypt_runs(s, out, in, groups);
    if (done != groups)
        narae_lea_encrypt_neon_few(s, out + 16 * done, in + 16 * done, groups - done);
    if (rest != 0)
        narae_lea_encrypt_portable(s, out + 16 * groups, in + 16 * groups, rest);
}

static __attribute__((noinline)) size_t
decrypt_runs(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    return s->rounds == 24 ? decrypt_many(s, 4, out, in, nblocks) : decrypt_many(s, 6, out, in, nblocks);
}

void
narae_lea_decrypt_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = schedule;
    const size_t rest = left_over(nblocks, 2), groups = nblocks - rest;
    size_t done = 0;

    if (nblocks <= 2) {
        narae_lea_decrypt_portable(s, out, in, nblocks);
        return;
    }
    if (groups >= MANY)
        done = decrypt_runs(s, out, in, groups);
    if (done != groups)
        narae_lea_decrypt_neon_few(s, out + 16 * done, in + 16 * done, groups - done);
    if (rest != 0)
        narae_lea_decrypt_portable(s, out + 16 * groups, in + 16 * groups, rest);
}

static __attribute__((noinline)) size_t
ctr_runs(const lea_schedule *s, uint8_t *out, const uint8_t *in, size_t nblocks, const uint8_t *counter)
{
    return s->rounds == 24 ? ctr_many(s, 4, out, in, nblocks, counter)
                           : ctr_many(s, 6, out, in, nblocks, counter);
}

void
narae_lea_ctr_neon(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, uint8_t *counter)
{
    const lea_schedule *s = schedule;
    size_t done = 0;

    if (nblocks == 1) {
        narae_counter_blocks(narae_lea_encrypt_portable, s, out, in, 1, counter, 16);
        return;
    }
    if (nblocks >= MANY) {
        done = ctr_runs(s, out, in, nblocks, counter);
        store32_be(counter + 12, load32_be(counter + 12) + (uint32_t)done);
    }
    if (done != nblocks)
        narae_lea_ctr_neon_few(s, out + 16 * done, in + 16 * done, nblocks - done, counter);
}

#endif
