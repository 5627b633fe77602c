/* What the E31 remembers of the program's jumps, as facts:
 *
 *   - 28 targets, each of one jump that ends in one packet (the four aligned
 *     bytes that are fetched together); found only if fetching enters the packet
 *     at its start; a tree of bits chooses which one to lose
 *   - 512 bits, the direction that a branch last took, chosen by the packet's
 *     address and the directions of eight earlier branches
 *   - six return addresses; what a wrong path pushed or popped is not undone
 *
 * Sizes: SiFive E31 Core Complex Manual, 3.2.  How a bit is chosen, and that
 * the tree is one: the published generator of the Rocket core (BHTParams,
 * PseudoLRU).
 *
 * What an instruction teaches is seen by those fetches alone that begin later:
 * lessons wait in a line until a fetch with a later time asks. */
#ifndef NARAE_LAB_E31_PREDICTOR_H
#define NARAE_LAB_E31_PREDICTOR_H

#include "isa.h"

enum { TARGETS = 28, DIRECTIONS = 512, RETURNS = 6, LESSONS = 16, NO_TARGET = 0xff };

struct known_jump {
    uint32_t packet, target;
    uint8_t half, flow;
    bool valid;
};

struct lesson {
    uint64_t time;
    uint32_t packet, target;
    uint16_t direction; /* which bit, or DIRECTIONS: a target */
    uint8_t half, flow, place;
    bool taken;
};

struct predictor {
    struct known_jump jumps[TARGETS];
    uint8_t *place_of; /* of each packet of the program: its place in `jumps` or NO_TARGET */
    uint32_t packets;
    bool right_is_older[32]; /* node n of the tree has the children 2n and 2n + 1 */
    bool directions[DIRECTIONS];
    uint8_t history; /* the newest branch in the highest bit */
    uint32_t returns[RETURNS];
    unsigned depth, top;
    struct lesson lessons[LESSONS];
    unsigned first, waiting;
};

static inline uint32_t
packet_number(uint32_t packet)
{
    return (packet - PROGRAM_BASE) / 4;
}

/* Eight directions become three bits: a product with sqrt(3) / 2, as Rocket's
 * parameters have it. */
static inline uint16_t
direction_of(uint32_t packet, uint8_t history)
{
    uint32_t number = packet / 4, mixed = UINT32_C(221) * history / 32 % 8;

    return (uint16_t)((number ^ (number / DIRECTIONS % 4) ^ mixed * 64) % DIRECTIONS);
}

/* Each node on the way to the leaf that was used points to the other side. */
static inline void
used(struct predictor *p, unsigned place)
{
    for (unsigned node = 32 + place; node > 1; node /= 2)
        p->right_is_older[node / 2] = node % 2 == 0;
}

static inline unsigned
oldest(const struct predictor *p)
{
    unsigned node = 1, width = 32, from = 0;

    while (width > 1) {
        width /= 2;
        node = 2 * node + (p->right_is_older[node] && from + width < TARGETS);
        if (node % 2 != 0)
            from += width;
    }
    return node - 32;
}

static void
forget_everything(struct predictor *p)
{
    struct predictor empty = {.place_of = p->place_of, .packets = p->packets};

    *p = empty;
    memset(p->place_of, NO_TARGET, p->packets);
}

static void
forget_targets(struct predictor *p)
{
    for (unsigned n = 0; n < TARGETS; n++) {
        if (p->jumps[n].valid)
            p->place_of[packet_number(p->jumps[n].packet)] = NO_TARGET;
        p->jumps[n].valid = false;
    }
}

static void
learn_target(struct predictor *p, const struct lesson *l)
{
    unsigned place = p->place_of[packet_number(l->packet)];
    struct known_jump *jump;

    if (place == NO_TARGET)
        place = l->place != NO_TARGET ? l->place : oldest(p);
    jump = &p->jumps[place];
    if (jump->valid)
        p->place_of[packet_number(jump->packet)] = NO_TARGET;
    *jump = (struct known_jump){l->packet, l->target, l->half, l->flow, true};
    p->place_of[packet_number(l->packet)] = (uint8_t)place;
    used(p, place);
}

static inline void
learn_first(struct predictor *p)
{
    const struct lesson *l = &p->lessons[p->first];

    if (l->direction < DIRECTIONS)
        p->directions[l->direction] = l->taken;
    else
        learn_target(p, l);
    p->first = (p->first + 1) % LESSONS;
    p->waiting--;
}

static inline void
learn_until(struct predictor *p, uint64_t time)
{
    while (p->waiting != 0 && p->lessons[p->first].time < time)
        learn_first(p);
}

static inline void
teach(struct predictor *p, struct lesson lesson)
{
    if (p->waiting == LESSONS)
        learn_first(p);
    p->lessons[(p->first + p->waiting++) % LESSONS] = lesson;
}

static inline void
push_return(struct predictor *p, uint32_t address)
{
    p->depth += p->depth < RETURNS;
    p->top = (p->top + 1) % RETURNS;
    p->returns[p->top] = address;
}

static inline void
pop_return(struct predictor *p)
{
    if (p->depth != 0) {
        p->depth--;
        p->top = (p->top + RETURNS - 1) % RETURNS;
    }
}

#endif
