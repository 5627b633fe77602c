/* SPDX-License-Identifier: MIT */
/* What the E31 remembers of the program's jumps, as facts:
 *
 *   - 28 targets, each of one jump that ends in one packet (the four aligned
 *     bytes that are fetched together); found only if fetching enters the packet
 *     at its start; a tree of bits chooses which one to lose
 *   - of a packet and of a target it keeps 14 bits of the address, and the rest,
 *     a region of 16 KiB, in a table of six; what lies 16 KiB further looks alike
 *     but for its region
 *   - a packet that is found twice is forgotten
 *   - 512 bits, the direction that a branch last took, chosen by the packet's
 *     address and the directions of eight earlier branches
 *   - six return addresses; what a wrong path pushed or popped is not undone
 *
 * Sizes: SiFive E31 Core Complex Manual, 3.2.  How a bit is chosen, that the tree
 * is one, and the regions: the published generator of the Rocket core. */
#ifndef NARAE_LAB_E31_PREDICTOR_H
#define NARAE_LAB_E31_PREDICTOR_H

#include "isa.h"

enum { TARGETS = 28, DIRECTIONS = 512, RETURNS = 6, REGIONS = 6, NO_TARGET = 0xff };
enum { REGION_BYTES = 1 << 14, REGION_PACKETS = REGION_BYTES / 4 };

struct known_jump {
    uint16_t packet, target; /* within their regions; the target in halfwords */
    uint8_t region, target_region;
    uint8_t half, flow;
};

/* The prediction for a packet at its request. */
struct guess {
    uint32_t target;   /* if it will be taken */
    bool known, taken; /* a jump is known; and will be taken */
    bool direction;    /* of a branch in it, known or not */
    uint8_t half;      /* of the known jump */
};

/* A jump to be learned, or an entry to be removed. */
struct lesson {
    bool waits, jump;
    uint8_t half, flow, place;
    uint32_t packet;
};

struct predictor {
    uint32_t places[REGION_PACKETS]; /* of each packet, bit n: jumps[n] holds it */
    struct known_jump jumps[TARGETS];
    uint32_t valid; /* bit n: jumps[n] holds something */
    uint32_t regions[REGIONS];
    uint8_t regions_valid, next_region;
    uint32_t right_is_older; /* bit n: of node n, with the children 2n and 2n + 1; from TARGETS on: never */
    uint8_t touched;         /* the entry used in the previous cycle, or NO_TARGET */
    struct lesson lesson;
    uint64_t directions[DIRECTIONS / 64];
    uint32_t returns[RETURNS];
    unsigned depth, top;
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

/* Each node on the way to the leaf that was used points to the other side.  There
 * are as many bits as targets, less one: two nodes have none. */
static inline void
used(struct predictor *p, unsigned place)
{
    for (unsigned node = 32 + place; node > 1; node /= 2) {
        p->right_is_older &= ~(UINT32_C(1) << node / 2);
        p->right_is_older |= (uint32_t)(node % 2 == 0 && node / 2 < TARGETS) << node / 2;
    }
}

static inline unsigned
oldest(const struct predictor *p)
{
    unsigned node = 1, width = 32, from = 0;

    while (width > 1) {
        width /= 2;
        node = 2 * node + ((p->right_is_older >> node & 1) != 0 && from + width < TARGETS);
        if (node % 2 != 0)
            from += width;
    }
    return node - 32;
}

static void
forget_everything(struct predictor *p)
{
    *p = (struct predictor){.touched = NO_TARGET};
}

static inline void
forget_targets(struct predictor *p, uint32_t places)
{
    for (uint32_t rest = places & p->valid; rest != 0; rest &= rest - 1) {
        unsigned place = (unsigned)__builtin_ctz(rest);

        p->places[p->jumps[place].packet] &= ~(UINT32_C(1) << place);
    }
    p->valid &= ~places;
}

/* The table `places` without and with what the jumps are. */
static void
forget_places(struct predictor *p)
{
    for (unsigned place = 0; place < TARGETS; place++)
        p->places[p->jumps[place].packet] = 0;
}

static void
find_places(struct predictor *p)
{
    for (unsigned place = 0; place < TARGETS; place++)
        p->places[p->jumps[place].packet] |= (p->valid >> place & 1) << place;
}

/* The number of an address's region, or REGIONS if it is not in the table. */
static inline unsigned
region_of(const struct predictor *p, uint32_t address)
{
    unsigned r = 0;

    while (r < REGIONS && (p->regions[r] != address / REGION_BYTES || (p->regions_valid >> r & 1) == 0))
        r++;
    return r;
}

/* What those places know of a packet; of several, everything that any of them does.
 * So it is with their numbers, too, which are returned. */
static uint8_t
recall(const struct predictor *p, uint32_t places, uint32_t packet, struct guess *g)
{
    struct known_jump all = {0};
    bool branch = false, returns = false;
    uint8_t place_of_all = 0;

    for (uint32_t rest = places; rest != 0; rest &= rest - 1) {
        unsigned place = (unsigned)__builtin_ctz(rest);
        const struct known_jump *jump = &p->jumps[place];

        all.target |= jump->target;
        all.region |= (uint8_t)(jump->region + 1);
        all.target_region |= jump->target_region;
        all.half |= jump->half;
        place_of_all |= (uint8_t)place;
        branch |= jump->flow == FLOW_BRANCH;
        returns |= jump->flow == FLOW_RETURN;
    }
    all.region--;
    g->known = all.region < REGIONS && (p->regions_valid >> all.region & 1) != 0 &&
               p->regions[all.region] == packet / REGION_BYTES;
    g->taken = g->known && (!branch || g->direction);
    g->half = all.half;
    g->target = returns && p->depth != 0
                    ? p->returns[p->top]
                    : p->regions[all.target_region < REGIONS ? all.target_region : 0] * REGION_BYTES +
                          2u * all.target;
    return place_of_all;
}

/* The places that know a jump in the packet that is entered at `pc`. */
static inline uint32_t
places_of(const struct predictor *p, uint32_t pc)
{
    return (pc & 2) != 0 ? 0 : p->places[pc / 4 % REGION_PACKETS];
}

/* Finds or makes space for the regions of a packet and of its target: a new one
 * comes after the other one's, if that is known, or takes its turn. */
static void
place_regions(struct predictor *p, uint32_t packet, uint32_t target, struct known_jump *jump)
{
    unsigned here = region_of(p, packet), there = region_of(p, target);
    bool same = packet / REGION_BYTES == target / REGION_BYTES;
    unsigned added = (here == REGIONS ? 1u : 0) + (there == REGIONS && !same ? 1u : 0);

    if (here == REGIONS) {
        here = there != REGIONS ? (there + 1) % REGIONS : p->next_region;
        p->regions[here] = packet / REGION_BYTES;
    }
    if (there == REGIONS) {
        there = same ? here : (here + 1) % REGIONS;
        p->regions[there] = target / REGION_BYTES;
    }
    p->regions_valid |= (uint8_t)(1u << here | 1u << there);
    jump->region = (uint8_t)here;
    jump->target_region = (uint8_t)there;
    if (added != 0) {
        unsigned next = p->next_region + added;

        p->next_region = (uint8_t)(next >= REGIONS ? next % 2 : next);
    }
}

/* The lesson's turn: what is fetched now is the target.  While a packet is found
 * `twice`, nothing becomes valid. */
static void
learn(struct predictor *p, uint32_t target, uint32_t twice)
{
    const struct lesson *l = &p->lesson;
    unsigned place = l->place < TARGETS ? l->place : oldest(p);
    struct known_jump *jump = &p->jumps[place];
    bool valid = twice == 0 ? l->jump : (p->valid >> place & 1) != 0;

    forget_targets(p, UINT32_C(1) << place);
    *jump = (struct known_jump){.packet = (uint16_t)(l->packet / 4 % REGION_PACKETS),
                                .target = (uint16_t)(target / 2 % (REGION_BYTES / 2)),
                                .half = l->half,
                                .flow = l->flow};
    place_regions(p, l->packet, target, jump);
    if (valid && (twice >> place & 1) == 0) {
        p->valid |= UINT32_C(1) << place;
        p->places[jump->packet] |= UINT32_C(1) << place;
    }
    used(p, place);
    p->lesson.waits = false;
}

static inline bool
direction_at(const struct predictor *p, unsigned number)
{
    return (p->directions[number / 64] >> number % 64 & 1) != 0;
}

static inline void
note_direction(struct predictor *p, unsigned number, bool taken)
{
    p->directions[number / 64] &= ~(UINT64_C(1) << number % 64);
    p->directions[number / 64] |= (uint64_t)taken << number % 64;
}

/* A packet is requested: what is known of it, and the number of its place, 0 if it
 * has none.  `direction` is the number of its direction's bit; of a packet without
 * `jumps` that nobody knows and that comes when there is nothing to learn, it is not
 * looked up. */
static inline __attribute__((always_inline)) uint8_t
look_up(struct predictor *p, uint32_t pc, unsigned direction, bool jumps, struct guess *g)
{
    uint32_t places = places_of(p, pc), twice = (places & (places - 1)) != 0 ? places : 0;
    bool nothing = places == 0 && !p->lesson.waits && p->touched == NO_TARGET;
    uint8_t place = 0;

    *g = (struct guess){.direction = (jumps || !nothing) && direction_at(p, direction)};
    if (nothing)
        return 0;
    if (places != 0)
        place = recall(p, places, pc, g);
    if (p->lesson.waits)
        learn(p, pc, twice);
    else if (p->touched != NO_TARGET)
        used(p, p->touched);
    p->touched = g->taken ? place : NO_TARGET;
    if (twice != 0)
        forget_targets(p, twice);
    return place;
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
