/* Ascon-AEAD128 on many messages side by side, one in each lane.  SP 800-232, 4.
 *
 *     CODE, KERNEL       attributes of a function, and of one that is inlined
 *     NAME(f)            the function's name for this instruction set
 *     V, LANES, GROUPS   vector of LANES x 64 bits, with ^ & | ~; how many
 *                        vectors a word of the states may have
 *     v_load(p), v_store(p, x)   from and to aligned memory
 *     v_set1(word)       a word in every lane
 *     v_gather(x, p, at), v_scatter(p, at, x)   the two words of a block of LANES
 *                        messages, each at its own address + at
 *     rounds(x, groups, from, to)   rounds from `from` to before `to`
 *
 * A lane is a small machine that asks for one permutation after the other:
 *
 *     FRESH    key into S3, S4
 *     AD       one more block of associated data, the last one padded
 *     MESSAGE  one more block; after the padded last one the key
 *     TAG      the tag is there; the next message begins
 *
 * While every lane has whole blocks of its message left, which is nearly
 * always, all of this is skipped.  Permutations of 12 rounds begin with four
 * that the other lanes do not take.
 *
 * Time depends on lengths and on which messages are forged alone. */

#include <string.h>

#include "ascon_batch.h"
#include "core/bytes.h"
#include "core/check.h"
#include "core/equal.h"
#include "core/for_each.h"
#include "narae/wipe.h"

enum { MOST_LANES = LANES * GROUPS };

typedef narae_ascon_aead128_message message;

typedef enum phase { IDLE, FRESH, AD, MESSAGE, TAG } phase;

typedef struct lane {
    message *m;
    const uint8_t *ad, *in;
    uint8_t *out;
    size_t ad_left, left;
    phase phase;
} lane;

/* Word i of the state in lane l is state[i][l]. */
typedef struct machine {
    uint64_t state[5][MOST_LANES] __attribute__((aligned(64)));
    uint64_t twelve[MOST_LANES]
        __attribute__((aligned(64))); /* all ones: the next permutation has 12 rounds */
    uint8_t unused[256];
    lane lanes[MOST_LANES];
    message *next, *end;
    size_t tag_bytes;
    int opening;
} machine;

#define S(i) w->state[i][l]

/* The first lane of a group, and where its word i is.  What FOR_EACH leaves out
 * must be within bounds, too. */
#define FIRST(g) (LANES * ((g) < GROUPS ? (g) : 0))
#define WORD(w, i, g) (&(w)->state[(i) < 5 ? (i) : 0][FIRST(g)])

static void
next_message(machine *w, unsigned l)
{
    lane *a = &w->lanes[l];

    a->phase = IDLE;
    w->twelve[l] = 0;
    while (w->next != w->end && w->next->status != NARAE_OK)
        w->next++;
    if (w->next == w->end)
        return;
    a->m = w->next++;
    a->ad = a->m->ad, a->ad_left = a->m->ad_bytes;
    a->in = a->m->in, a->out = a->m->out, a->left = a->m->bytes;
    a->phase = FRESH;
    w->twelve[l] = ~(uint64_t)0;
    S(0) = 0x00001000808c0001;
    S(1) = load64_le(a->m->key), S(2) = load64_le(a->m->key + 8);
    S(3) = load64_le(a->m->nonce), S(4) = load64_le(a->m->nonce + 8);
}

/* The first n < 16 bytes of a block and the pad behind them. */
static void
absorb_last(machine *w, unsigned l, const uint8_t *in, size_t n)
{
    uint8_t block[16] = {0};

    if (n != 0)
        memcpy(block, in, n);
    block[n] = 0x01;
    S(0) ^= load64_le(block);
    S(1) ^= load64_le(block + 8);
}

static void
crypt_block(machine *w, unsigned l, uint8_t *out, const uint8_t *in, size_t n)
{
    uint8_t rate[16], text[16];

    store64_le(rate, S(0)), store64_le(rate + 8, S(1));
    for (size_t i = 0; i < n; i++) {
        text[i] = rate[i] ^ in[i];
        rate[i] = w->opening ? in[i] : text[i];
    }
    if (n != 0)
        memcpy(out, text, n);
    if (n < 16)
        rate[n] ^= 0x01;
    S(0) = load64_le(rate), S(1) = load64_le(rate + 8);
}

static void
end_message(machine *w, unsigned l)
{
    message *m = w->lanes[l].m;
    uint8_t tag[16];

    store64_le(tag, S(3) ^ load64_le(m->key));
    store64_le(tag + 8, S(4) ^ load64_le(m->key + 8));
    if (!w->opening)
        memcpy(m->tag, tag, w->tag_bytes);
    else
        m->status = narae_compare_tags(tag, m->tag, w->tag_bytes);
    if (m->status != NARAE_OK && m->bytes != 0)
        memset(m->out, 0, m->bytes);
    narae_wipe(tag, sizeof tag);
}

/* Everything between two permutations. */
static void
advance(machine *w, unsigned l)
{
    lane *a = &w->lanes[l];

    if (a->phase == TAG) {
        end_message(w, l);
        next_message(w, l);
        return;
    }
    if (a->phase == FRESH) {
        w->twelve[l] = 0;
        S(3) ^= load64_le(a->m->key), S(4) ^= load64_le(a->m->key + 8);
        a->phase = a->ad_left != 0 ? AD : MESSAGE;
        if (a->phase == MESSAGE)
            S(4) ^= (uint64_t)1 << 63;
    }
    if (a->phase == AD && a->ad != NULL) {
        if (a->ad_left < 16) {
            absorb_last(w, l, a->ad, a->ad_left);
            a->ad = NULL;
            return;
        }
        S(0) ^= load64_le(a->ad), S(1) ^= load64_le(a->ad + 8);
        a->ad += 16;
        a->ad_left -= 16;
        return;
    }
    if (a->phase == AD) {
        S(4) ^= (uint64_t)1 << 63;
        a->phase = MESSAGE;
    }
    if (a->phase == MESSAGE && a->left >= 16) {
        crypt_block(w, l, a->out, a->in, 16);
        a->in += 16, a->out += 16, a->left -= 16;
    } else if (a->phase == MESSAGE) {
        crypt_block(w, l, a->out, a->in, a->left);
        S(2) ^= load64_le(a->m->key), S(3) ^= load64_le(a->m->key + 8);
        w->twelve[l] = ~(uint64_t)0;
        a->phase = TAG;
    }
}

/* How many whole blocks every lane that works has left of its message, but no
 * more than `unused` has room for if there are others. */
static size_t
common_blocks(const machine *w, unsigned nlanes)
{
    size_t least = SIZE_MAX;

    for (unsigned l = 0; l < nlanes; l++) {
        const lane *a = &w->lanes[l];
        const size_t blocks = a->phase == IDLE      ? sizeof w->unused / 16
                              : a->phase == MESSAGE ? a->left / 16
                                                    : 0;

        if (blocks < least)
            least = blocks;
    }
    return least;
}

KERNEL void
load_states(V x[][8], const machine *w, unsigned groups)
{
    FOR_EACH(g, groups, FOR_EACH(i, 5, x[g][i] = v_load(WORD(w, i, g));););
}

KERNEL void
store_states(machine *w, V x[][8], unsigned groups)
{
    FOR_EACH(g, groups, FOR_EACH(i, 5, v_store(WORD(w, i, g), x[g][i]);););
}

/* The permutation that each lane asked for. */
KERNEL void
permute_lanes(machine *w, unsigned groups)
{
    V x[8][8], y[8][8];
    uint64_t any = 0;

    load_states(x, w, groups);
    for (unsigned l = 0; l < LANES * groups; l++)
        any |= w->twelve[l];
    if (any != 0) {
        load_states(y, w, groups);
        rounds(y, groups, 0, 4);
    }
    if (any != 0)
        FOR_EACH(g, groups, V twelve = v_load(&w->twelve[FIRST(g)]);
                 FOR_EACH(i, 5, x[g][i] = (y[g][i] & twelve) | (x[g][i] & ~twelve);););
    rounds(x, groups, 4, 12);
    store_states(w, x, groups);
}

/* `nblocks` whole blocks of the message in every lane that works; the others
 * read and write what nobody uses. */
KERNEL void
crypt_lanes(machine *w, size_t nblocks, unsigned groups, int opening)
{
    const size_t bytes = 16 * nblocks;
    const uint8_t *in[MOST_LANES];
    uint8_t *out[MOST_LANES];
    V x[8][8];

    for (unsigned l = 0; l < LANES * groups; l++) {
        lane *a = &w->lanes[l];

        if (a->phase == IDLE) {
            in[l] = out[l] = w->unused;
            continue;
        }
        in[l] = a->in, out[l] = a->out;
        a->in += bytes, a->out += bytes, a->left -= bytes;
    }
    load_states(x, w, groups);
    for (size_t at = 0; at != bytes; at += 16) {
        FOR_EACH(g, groups, V text[2]; v_gather(text, in + FIRST(g), at); x[g][0] ^= text[0];
                 x[g][1] ^= text[1]; v_scatter(out + FIRST(g), at, x[g]);
                 if (opening) x[g][0] = text[0], x[g][1] = text[1];);
        rounds(x, groups, 4, 12);
    }
    store_states(w, x, groups);
}

KERNEL void
run(machine *w, unsigned groups)
{
    const unsigned nlanes = LANES * groups;
    int working = 1;

    for (unsigned l = 0; l < nlanes; l++)
        next_message(w, l);
    while (working) {
        size_t nblocks;

        permute_lanes(w, groups);
        nblocks = common_blocks(w, nlanes);
        if (nblocks != 0 && w->opening)
            crypt_lanes(w, nblocks, groups, 1);
        else if (nblocks != 0)
            crypt_lanes(w, nblocks, groups, 0);
        working = 0;
        for (unsigned l = 0; l < nlanes; l++) {
            advance(w, l);
            working |= w->lanes[l].phase != IDLE;
        }
    }
}

/* void narae_ascon_batch_*(narae_ascon_aead128_message *messages,
 *                          size_t nmessages, size_t tag_bytes, int opening) */
CODE void
NAME(narae_ascon_batch)(message *messages, size_t nmessages, size_t tag_bytes, int opening)
{
    machine w;

    memset(&w, 0, sizeof w);
    w.next = messages;
    w.end = messages + nmessages;
    w.tag_bytes = tag_bytes;
    w.opening = opening;
    if (GROUPS > 2 && nmessages > 2 * LANES)
        run(&w, GROUPS);
    else if (GROUPS > 1 && nmessages > LANES)
        run(&w, GROUPS > 1 ? 2 : 1);
    else
        run(&w, 1);
    narae_wipe(&w, sizeof w);
}
