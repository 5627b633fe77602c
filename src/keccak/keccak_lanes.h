/* SHA-3 and SHAKE on many messages side by side, one in each lane.  FIPS 202.
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, LANES           vector of LANES x 64 bits, with ^
 *     v_load(p), v_store(p, x)   from and to aligned memory
 *     v_set1(word)       a word in every lane
 *     v_transpose(x)     the word number and the lane change places
 *     v_words(p)         LANES words from anywhere
 *     v_rol(x, n)        turns each word left by a constant; or, where the CPU
 *     v_rol_sum(a, b, n), v_add_rol1(a, b)   has them, rol(a ^ b, n), a ^ rol(b, 1)
 *     v_sum3(a, b, c), v_chi(a, b, c)   a ^ b ^ c, a ^ (~b & c)
 *
 * A lane asks for one permutation after the other: with the next block of its
 * message, padded if it is the last, or for more output, and then it begins the
 * next message.  While every lane has whole blocks left, blocks are read LANES
 * words at a time and transposed.
 *
 * Time depends on lengths alone. */

#include <string.h>

#include "core/bytes.h"
#include "core/for_each.h"
#include "keccak_batch.h"
#include "narae/wipe.h"

typedef struct lane {
    const uint8_t *in;
    uint8_t *out;
    size_t left, out_left;
    enum { IDLE, ABSORBING, SQUEEZING } phase;
} lane;

/* Word i of the state in lane l is state[i][l]. */
typedef struct machine {
    uint64_t state[25][LANES] __attribute__((aligned(64)));
    lane lanes[LANES];
    const narae_sha3_message *next, *end;
    unsigned rate;
    uint8_t domain;
} machine;

static const uint64_t constants[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
    0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
    0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
    0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* A round in place: the five words that make a row of the result make room for
 * it.  Lane (x, y) is at x, a x + b y (mod 5) of the array: at first a = 0, b = 1.
 * Row Y comes from the lanes (X + 3 Y, X), and lane (Z, Y) of it goes where of
 * these five x = Z, which is the same map with a + b and 2 b.  After four rounds
 * each word is back. */
#define AT(x, y, a, b) ((x) % 5 + 5 * (((a) * ((x) % 5) + (b) * (y)) % 5))
#define PICK(x, n0, n1, n2, n3, n4) \
    ((x) == 0 ? (n0) : (x) == 1 ? (n1) : (x) == 2 ? (n2) : (x) == 3 ? (n3) : (n4))
#define RHO(x, y)                                                                              \
    PICK(y, PICK(x, 0, 1, 62, 28, 27), PICK(x, 36, 44, 6, 55, 20), PICK(x, 3, 10, 43, 25, 39), \
         PICK(x, 41, 45, 15, 21, 8), PICK(x, 18, 2, 61, 56, 14))
#ifndef v_rol_sum
#    define v_rol_sum(a, b, n) v_rol((a) ^ (b), n)
#    define v_add_rol1(a, b) ((a) ^ v_rol(b, 1))
#endif
#define TURN(X, Y, a, b) \
    v_rol_sum(s[AT((X) + 3 * (Y), X, a, b)], d[((X) + 3 * (Y)) % 5], RHO(((X) + 3 * (Y)) % 5, X))
#define COLUMN(x) v_sum3(v_sum3(s[x], s[(x) + 5], s[(x) + 10]), s[(x) + 15], s[(x) + 20])
#define ROUND(a, b, constant)                                                                           \
    do {                                                                                                \
        const V c0 = COLUMN(0), c1 = COLUMN(1), c2 = COLUMN(2), c3 = COLUMN(3), c4 = COLUMN(4);         \
        const V d[5] = {v_add_rol1(c4, c1), v_add_rol1(c0, c2), v_add_rol1(c1, c3), v_add_rol1(c2, c4), \
                        v_add_rol1(c3, c0)};                                                            \
                                                                                                        \
        FOR_EACH(Y, 5, const V t0 = TURN(0, Y, a, b); const V t1 = TURN(1, Y, a, b);                    \
                 const V t2 = TURN(2, Y, a, b); const V t3 = TURN(3, Y, a, b);                          \
                 const V t4 = TURN(4, Y, a, b); s[AT(0, Y, (a) + (b), 2 * (b))] = v_chi(t0, t1, t2);    \
                 s[AT(1, Y, (a) + (b), 2 * (b))] = v_chi(t1, t2, t3);                                   \
                 s[AT(2, Y, (a) + (b), 2 * (b))] = v_chi(t2, t3, t4);                                   \
                 s[AT(3, Y, (a) + (b), 2 * (b))] = v_chi(t3, t4, t0);                                   \
                 s[AT(4, Y, (a) + (b), 2 * (b))] = v_chi(t4, t0, t1););                                 \
        s[0] ^= v_set1(constant);                                                                       \
    } while (0)

CODE static void
permute(machine *w)
{
    V s[25];

    FOR_EACH(y, 5, FOR_EACH(x, 5, s[(x + 5 * y) % 25] = v_load(w->state[(x + 5 * y) % 25]);););
    for (unsigned i = 0; i < 24; i += 4) {
        ROUND(0, 1, constants[i]);
        ROUND(1, 2, constants[i + 1]);
        ROUND(3, 4, constants[i + 2]);
        ROUND(2, 3, constants[i + 3]);
    }
    FOR_EACH(y, 5, FOR_EACH(x, 5, v_store(w->state[(x + 5 * y) % 25], s[(x + 5 * y) % 25]);););
}

/* `nblocks` whole blocks in every lane, each of them with a permutation. */
CODE static void
absorb_lanes(machine *w, size_t nblocks)
{
    const unsigned words = w->rate / 8, vectors = words / LANES;

    for (; nblocks != 0; nblocks--) {
        for (unsigned v = 0; v < vectors; v++) {
            uint64_t (*row)[LANES] = w->state + LANES * v;
            V x[8];

            FOR_EACH(l, 8, x[l] = v_words(w->lanes[l % LANES].in + 8 * LANES * v););
            v_transpose(x);
            FOR_EACH(l, LANES, v_store(row[l], v_load(row[l]) ^ x[l]););
        }
        for (unsigned i = LANES * vectors; i < words; i++)
            for (unsigned l = 0; l < LANES; l++)
                w->state[i][l] ^= load64_le(w->lanes[l].in + 8 * i);
        for (unsigned l = 0; l < LANES; l++)
            w->lanes[l].in += w->rate;
        permute(w);
    }
}

/* The first n bytes of a block into a lane; what follows them is not read. */
static void
absorb(machine *w, unsigned l, const uint8_t *in, size_t n)
{
    unsigned i = 0;

    for (; n >= 8; n -= 8, in += 8)
        w->state[i++][l] ^= load64_le(in);
    for (unsigned shift = 0; n != 0; n--, shift += 8)
        w->state[i][l] ^= (uint64_t)*in++ << shift;
}

static void
squeeze(machine *w, unsigned l, uint8_t *out, size_t n)
{
    unsigned i = 0;

    for (; n >= 8; n -= 8, out += 8)
        store64_le(out, w->state[i++][l]);
    for (unsigned shift = 0; n != 0; n--, shift += 8)
        *out++ = (uint8_t)(w->state[i][l] >> shift);
}

/* The next block of the message, padded if it is the last. */
static void
absorb_block(machine *w, unsigned l)
{
    lane *a = &w->lanes[l];
    const size_t n = a->left < w->rate ? a->left : w->rate;

    absorb(w, l, a->in, n);
    a->left -= n;
    if (n == w->rate) {
        a->in += n;
        return;
    }
    w->state[n / 8][l] ^= (uint64_t)w->domain << (8 * (n % 8));
    w->state[w->rate / 8 - 1][l] ^= (uint64_t)1 << 63;
    a->phase = SQUEEZING;
}

/* Everything between two permutations. */
static void
advance(machine *w, unsigned l)
{
    lane *a = &w->lanes[l];

    if (a->phase == SQUEEZING) {
        const size_t n = a->out_left < w->rate ? a->out_left : w->rate;

        squeeze(w, l, a->out, n);
        a->out_left -= n;
        if (a->out_left != 0) {
            a->out += n;
            return;
        }
        a->phase = IDLE;
    }
    if (a->phase == IDLE && w->next != w->end) {
        const narae_sha3_message *m = w->next++;

        *a = (lane){m->in, m->out, m->bytes, m->out_bytes, ABSORBING};
        for (unsigned i = 0; i < 25; i++)
            w->state[i][l] = 0;
    }
    if (a->phase == ABSORBING)
        absorb_block(w, l);
}

/* How many whole blocks every lane has left.  It is 0 while one has none to
 * absorb. */
static size_t
common_blocks(const machine *w)
{
    size_t least = SIZE_MAX;

    for (unsigned l = 0; l < LANES; l++) {
        const lane *a = &w->lanes[l];
        const size_t blocks = a->phase == ABSORBING ? a->left / w->rate : 0;

        if (blocks < least)
            least = blocks;
    }
    return least;
}

/* void narae_keccak_batch_*(const narae_sha3_message *messages,
 *                           size_t nmessages, unsigned rate, uint8_t domain) */
CODE void
NAME(narae_keccak_batch)(const narae_sha3_message *messages, size_t nmessages, unsigned rate, uint8_t domain)
{
    machine w;

    memset(&w, 0, sizeof w);
    w.next = messages;
    w.end = messages + nmessages;
    w.rate = rate;
    w.domain = domain;
    for (;;) {
        unsigned working = 0;
        size_t nblocks;

        for (unsigned l = 0; l < LANES; l++) {
            advance(&w, l);
            working |= w.lanes[l].phase != IDLE;
        }
        if (!working)
            break;
        permute(&w);
        nblocks = common_blocks(&w);
        if (nblocks == 0)
            continue;
        for (unsigned l = 0; l < LANES; l++)
            w.lanes[l].left -= nblocks * rate;
        absorb_lanes(&w, nblocks);
    }
    narae_wipe(&w, sizeof w);
}
