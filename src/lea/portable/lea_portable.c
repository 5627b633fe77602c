/* SPDX-License-Identifier: MIT */
/* LEA, portable C.  KS X 3246:2016; ISO/IEC 29192-2:2019, clause 6.
 *
 * One round on four little-endian words x0..x3 with six key words k0..k5:
 *
 *     x0' = rol9((x0 ^ k0) + (x1 ^ k1))
 *     x1' = ror5((x1 ^ k2) + (x2 ^ k3))
 *     x2' = ror3((x2 ^ k4) + (x3 ^ k5))
 *     x3' = x0
 *
 * Four unrolled rounds need no moves, because each word is back in its
 * register; 24, 28 and 32 are multiples of four.  On 8-bit chips an iteration
 * is one round: 8 moves more, a quarter of the code.
 *
 * LEA-128 keeps four words a round, the others six: the round reads its key
 * through `words`, a constant in each of the two loops.
 *
 * Time depends on the number of blocks and the key size alone. */

#include "lea/lea_internal.h"

#include "core/bytes.h"
#include "core/opaque.h"

#ifdef NARAE_WORDS8
#    define ROUNDS_AT_ONCE 1
#    define UNROLLED
#else
#    define ROUNDS_AT_ONCE 4
#    define UNROLLED _Pragma("GCC unroll 4")
#endif

/* x0, x1, x2, x3 */
typedef struct block {
    uint32_t a, b, c, d;
} block;

static inline block
load_block(const uint8_t *in)
{
    return (block){load32_le(in), load32_le(in + 4), load32_le(in + 8), load32_le(in + 12)};
}

static inline void
store_block(uint8_t *out, block x)
{
    store32_le(out, x.a);
    store32_le(out + 4, x.b);
    store32_le(out + 8, x.c);
    store32_le(out + 12, x.d);
}

/* k points at the words of one round: k0 k1 k2 k4, or k0 ... k5. */
static inline block
encrypt_round(block x, const uint32_t *k, unsigned words)
{
    uint32_t k1 = k[1], k3 = words == 4 ? k1 : k[3], k4 = words == 4 ? k[3] : k[4],
             k5 = words == 4 ? k1 : k[5];
    uint32_t y2 = ror32((x.c ^ k4) + (x.d ^ k5), 3);
    uint32_t y1 = ror32((x.b ^ k[2]) + (x.c ^ k3), 5);
    uint32_t y0 = rol32((x.a ^ k[0]) + (x.b ^ k1), 9);

    return (block){y0, y1, y2, x.a};
}

/* The inverse, from x1 to x3, each of which depends on the one before:
 *
 *     x1 = (ror9(x0') - (x0 ^ k0)) ^ k1
 *     x2 = (rol5(x1') - (x1 ^ k2)) ^ k3
 *     x3 = (rol3(x2') - (x2 ^ k4)) ^ k5
 *
 * On superscalar chips the latency of this chain is the limit.  There x1 ^ k2
 * is computed from x1 ^ k1 and k1 ^ k2, which is ready long before: one XOR
 * more, but a chain of 7 operations a round instead of 9.  The barrier keeps
 * compilers from saving that XOR. */
static inline block
decrypt_round(block y, const uint32_t *k, unsigned words)
{
    uint32_t k1 = k[1], k3 = words == 4 ? k1 : k[3], k4 = words == 4 ? k[3] : k[4],
             k5 = words == 4 ? k1 : k[5];
    uint32_t x1, x2, x3;

#if UINTPTR_MAX > 0xffffffffu
    x1 = ror32(y.a, 9) - (y.d ^ k[0]);
    x2 = rol32(y.b, 5) - (x1 ^ opaque(k1 ^ k[2]));
    x3 = rol32(y.c, 3) - (x2 ^ opaque(k3 ^ k4));
    return (block){y.d, x1 ^ k1, x2 ^ k3, x3 ^ k5};
#else
    x1 = (ror32(y.a, 9) - (y.d ^ k[0])) ^ k1;
    x2 = (rol32(y.b, 5) - (x1 ^ k[2])) ^ k3;
    x3 = (rol32(y.c, 3) - (x2 ^ k4)) ^ k5;
    return (block){y.d, x1, x2, x3};
#endif
}

static inline void
encrypt_blocks(const lea_schedule *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned words)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint32_t *k = schedule->rk;
        block x = load_block(in);

        for (uint_fast8_t r = (uint_fast8_t)schedule->rounds; r != 0; r = (uint_fast8_t)(r - ROUNDS_AT_ONCE))
            UNROLLED
        for (uint8_t i = 0; i < ROUNDS_AT_ONCE; i++, k += words)
            x = encrypt_round(x, k, words);
        store_block(out, x);
    }
}

static inline void
decrypt_blocks(const lea_schedule *schedule, uint8_t *out, const uint8_t *in, size_t nblocks, unsigned words)
{
    for (; nblocks != 0; nblocks--, in += 16, out += 16) {
        const uint32_t *k = schedule->rk + (uint8_t)schedule->rounds * words;
        block x = load_block(in);

        for (uint_fast8_t r = (uint_fast8_t)schedule->rounds; r != 0; r = (uint_fast8_t)(r - ROUNDS_AT_ONCE))
            UNROLLED
        for (uint8_t i = 0; i < ROUNDS_AT_ONCE; i++)
            x = decrypt_round(x, k -= words, words);
        store_block(out, x);
    }
}

void
narae_lea_encrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = (const lea_schedule *)schedule;

    if ((uint8_t)s->rounds == 24)
        encrypt_blocks(s, out, in, nblocks, 4);
    else
        encrypt_blocks(s, out, in, nblocks, 6);
}

void
narae_lea_decrypt_portable(const void *schedule, uint8_t *out, const uint8_t *in, size_t nblocks)
{
    const lea_schedule *s = (const lea_schedule *)schedule;

    if ((uint8_t)s->rounds == 24)
        decrypt_blocks(s, out, in, nblocks, 4);
    else
        decrypt_blocks(s, out, in, nblocks, 6);
}
