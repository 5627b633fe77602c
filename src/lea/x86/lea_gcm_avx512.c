/* SPDX-License-Identifier: MIT */
/* LEA-GCM for x86-64 with AVX-512 and VPCLMULQDQ: 64 blocks are encrypted while 64
 * blocks are hashed.  SP 800-38D.
 *
 * 64 blocks of LEA-128 are 1136 operations in counter mode (lea_avx512.c), and hashing
 * them 16 shuffles, 48 products with 32 operations that exchange halves and add them,
 * 24 sums of three and two reductions of 11: 142.  At four a cycle (Zen 5) that is 320
 * cycles for 1024 bytes, 0.312 cycles/byte; one after the other, where a product starts
 * every other cycle, 0.379.  Emerald Rapids starts two operations, 0.624: measured
 * 0.639 in long messages, and 0.66 one after the other.
 *
 * The hash takes four vectors after every four of 16 rounds.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_X86_KERNELS

#    include "core/x86/simd512.h"

#    include "ghash/x86/interleaved_avx512.inc"

#    define TARGET __attribute__((target("vpclmulqdq,avx512f,avx512bw,avx512vl,avx512dq")))
#    define KERNEL static inline __attribute__((always_inline)) TARGET
#    define NAME(f) f##_lea_gcm
#    define GROUPS 4
#    include "core/x86/words512.inc"

#    include "lea/vector.inc"

#    include "kernels.h"

enum { RUN_BLOCKS = GROUPS * LANES, RUN_BYTES = 16 * RUN_BLOCKS };

/* out = in ^ key stream for a run; if `hash`, that at h->in is hashed meanwhile. */
KERNEL void
crypt_run(const lea_schedule *s, NAME(fixed) f, unsigned words, uint8_t *out, const uint8_t *in, uint32_t low,
          interleaved *h, int hash)
{
    const uint32_t *k = s->rk + 4 * words;
    V x[GROUPS][4];

    NAME(ctr_first_rounds)(x, GROUPS, s->rk, f, words, low);
    for (unsigned step = 0; hash && step < 2; step++, k += 8 * words) {
        NAME(encrypt_rounds)(x, GROUPS, k, k + 4 * words, words);
        interleaved_begin_step(h);
        NAME(encrypt_rounds)(x, GROUPS, k + 4 * words, k + 8 * words, words);
        interleaved_end_step(h);
    }
    NAME(encrypt_rounds)(x, GROUPS, k, s->rk + s->rounds * words, words);
    NAME(store)(out, x, GROUPS, in, RUN_BLOCKS);
}

KERNEL void
crypt_and_hash(const lea_schedule *s, unsigned words, const narae_ghash_key *key, uint8_t *out,
               const uint8_t *in, size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt)
{
    const NAME(fixed) f = NAME(fix)(s->rk, words, counter);
    uint32_t low = load32_be(counter + 12);
    int hash = decrypt;
    interleaved h;

    interleaved_start(&h, y, key, decrypt ? in : out);
    store32_be(counter + 12, low + (uint32_t)nblocks);
    for (; nblocks != 0; nblocks -= RUN_BLOCKS, in += RUN_BYTES, out += RUN_BYTES, low += RUN_BLOCKS) {
        if (decrypt && nblocks == RUN_BLOCKS) {
            interleaved_finish(&h, y, key);
            hash = 0;
        }
        crypt_run(s, f, words, out, in, low, &h, hash);
        hash = 1;
    }
    if (!decrypt)
        interleaved_finish(&h, y, key);
}

/* narae_gcm_fn, for a multiple of 64 blocks. */
TARGET void
narae_lea_gcm_avx512(const void *schedule, const void *hash_key, uint8_t *out, const uint8_t *in,
                     size_t nblocks, uint8_t *counter, uint8_t *y, int decrypt)
{
    const lea_schedule *s = schedule;

    if (s->rounds == 24)
        crypt_and_hash(s, 4, hash_key, out, in, nblocks, counter, y, decrypt);
    else
        crypt_and_hash(s, 6, hash_key, out, in, nblocks, counter, y, decrypt);
}

#endif
