/* SHA-3 and SHAKE on many messages side by side, one in each lane.  FIPS 202.
 *
 *     CODE               attributes of a function
 *     NAME(f)            the function's name for this instruction set
 *     V, LANES           vector of LANES x 64 bits
 *     v_load(p)          from aligned memory
 *     v_put(x, y, out, at)   two words of each lane to out[lane] + at
 *     permute(state)     Keccak-f[1600] in each lane
 *     absorb_blocks(state, in, words, nblocks)   of as many words from in[lane],
 *                        each with a permutation
 *
 * A lane asks for one permutation after the other: with the next block of its
 * message, padded if it is the last, or for more output, and then it begins the
 * next message.  While every lane has whole blocks of the one or the other left,
 * they are read and written by vectors.
 *
 * Time depends on lengths alone. */

#include <string.h>

#include "core/bytes.h"
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

/* The next bytes of output, at most a block. */
static void
squeeze(machine *w, unsigned l)
{
    lane *a = &w->lanes[l];
    size_t n = a->out_left < w->rate ? a->out_left : w->rate;
    unsigned i = 0;

    a->out_left -= n;
    for (; n >= 8; n -= 8, a->out += 8)
        store64_le(a->out, w->state[i++][l]);
    for (unsigned shift = 0; n != 0; n--, shift += 8)
        *a->out++ = (uint8_t)(w->state[i][l] >> shift);
}

/* As many blocks in every lane, with permutations between them. */
CODE static void
squeeze_blocks(machine *w, size_t nblocks)
{
    const unsigned words = w->rate / 8;
    uint8_t *out[LANES];

    for (unsigned l = 0; l < LANES; l++) {
        out[l] = w->lanes[l].out;
        w->lanes[l].out += nblocks * w->rate;
        w->lanes[l].out_left -= nblocks * w->rate;
    }
    for (;;) {
        for (unsigned i = 0; i + 2 <= words; i += 2)
            v_put(v_load(w->state[i]), v_load(w->state[i + 1]), out, 8 * i);
        for (unsigned l = 0; l < LANES; l++) {
            store64_le(out[l] + w->rate - 8, w->state[words - 1][l]);
            out[l] += w->rate;
        }
        if (--nblocks == 0)
            return;
        permute(w->state);
    }
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

/* Begins the next message after the last byte of output. */
static void
advance(machine *w, unsigned l)
{
    lane *a = &w->lanes[l];

    if (a->phase == SQUEEZING && a->out_left == 0) {
        a->phase = IDLE;
        if (w->next == w->end)
            return;
        for (unsigned i = 0; i < 25; i++)
            w->state[i][l] = 0;
    }
    if (a->phase == IDLE && w->next != w->end) {
        const narae_sha3_message *m = w->next++;

        *a = (lane){m->in, m->out, m->bytes, m->out_bytes, ABSORBING};
    }
}

/* How many whole blocks every lane has left at least, 0 if one is not in this phase. */
static size_t
common_blocks(const machine *w, unsigned phase)
{
    size_t least = SIZE_MAX;

    for (unsigned l = 0; l < LANES; l++) {
        const lane *a = &w->lanes[l];
        const size_t left = a->phase != phase ? 0 : phase == ABSORBING ? a->left : a->out_left;

        if (left < least)
            least = left;
    }
    return least < w->rate ? 0 : least / w->rate;
}

/* void narae_keccak_batch_*(const narae_sha3_message *messages,
 *                           size_t nmessages, unsigned rate, uint8_t domain) */
void
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
        size_t nblocks = common_blocks(&w, SQUEEZING);

        if (nblocks != 0) {
            squeeze_blocks(&w, nblocks);
        } else {
            for (unsigned l = 0; l < LANES; l++)
                if (w.lanes[l].phase == SQUEEZING)
                    squeeze(&w, l);
        }
        for (unsigned l = 0; l < LANES; l++) {
            advance(&w, l);
            working |= w.lanes[l].phase != IDLE;
        }
        if (!working)
            break;
        nblocks = common_blocks(&w, ABSORBING);
        if (nblocks != 0) {
            const uint8_t *in[LANES];

            for (unsigned l = 0; l < LANES; l++) {
                in[l] = w.lanes[l].in;
                w.lanes[l].in += nblocks * rate;
                w.lanes[l].left -= nblocks * rate;
            }
            absorb_blocks(w.state, in, rate / 8, nblocks);
        } else {
            for (unsigned l = 0; l < LANES; l++)
                if (w.lanes[l].phase == ABSORBING)
                    absorb_block(&w, l);
            permute(w.state);
        }
    }
    narae_wipe(&w, sizeof w);
}
