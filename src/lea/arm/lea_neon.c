/* SPDX-License-Identifier: MIT */
/* LEA for ARMv8-A: 4 blocks a group, four groups at a time.
 *
 * A round of a group is 6 XORs, 3 additions and 3 rotations of two shifts (SHL,
 * USRA; SRI of 128 bits would be two micro-operations): 15 operations, 7.5
 * cycles on the two vector pipes of a Cortex-A72, of which only one shifts.
 * The chain XOR, addition, SHL, USRA has a latency of 13 cycles, that of
 * decryption 19.  Four groups in the order of rounds.inc hide it; two in a
 * compiler's order took half as long again.  The pipes have no slots to
 * broadcast key words.  Long messages therefore broadcast all of them first, in
 * 3 KiB of stack, and load vectors:
 *
 *     cycles for 64 bytes     LEA-128    LEA-192    LEA-256
 *     rounds x 7.5            180        210        240
 *     two transpositions      8          8          8
 *     cycles/byte             2.94       3.41       3.88
 *     ECB, pipeline model     3.26       3.75       4.24
 *     decryption              3.26       3.83       4.34
 *     CTR                     3.25       3.75       4.26
 *
 * at 10 KiB.  Counter mode omits 18 of the first 48 operations: see
 * counters.inc.
 *
 * One block is faster in integer registers; in decryption two are, too.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "core/family.h"

#ifdef NARAE_NEON_KERNELS

#    include "core/encrypt_only.h"
#    include "kernels.h"

#    define KERNEL static inline __attribute__((always_inline))
#    define CODE static
#    define NAME(f) f##_neon_few
#    include "neon.inc"

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

#    include "lea/vector.inc"

#    include "lea/blocks.inc"
/* From this number of blocks on, broadcasting the keys first is faster. */
enum { MANY = 64 };

/* The number of blocks after whole groups, if integer registers are faster for
 * them; otherwise 0. */
KERNEL size_t
left_over(size_t nblocks, size_t few)
{
    const size_t rest = nblocks % (4 * LANES);

    return rest <= few ? rest : 0;
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
        done = narae_lea_encrypt_runs_neon(s, out, in, groups);
    if (done != groups)
        narae_lea_encrypt_neon_few(s, out + 16 * done, in + 16 * done, groups - done);
    if (rest != 0)
        narae_lea_encrypt_portable(s, out + 16 * groups, in + 16 * groups, rest);
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
        done = narae_lea_decrypt_runs_neon(s, out, in, groups);
    if (done != groups)
        narae_lea_decrypt_neon_few(s, out + 16 * done, in + 16 * done, groups - done);
    if (rest != 0)
        narae_lea_decrypt_portable(s, out + 16 * groups, in + 16 * groups, rest);
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
        done = narae_lea_ctr_runs_neon(s, out, in, nblocks, counter);
        store32_be(counter + 12, load32_be(counter + 12) + (uint32_t)done);
    }
    if (done != nblocks)
        narae_lea_ctr_neon_few(s, out + 16 * done, in + 16 * done, nblocks - done, counter);
}

#endif
