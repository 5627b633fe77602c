/* When code arrives at the decoder.
 *
 * Code comes in packets of four aligned bytes, at most one a cycle, into a
 * queue; fetching runs ahead of the program until the queue is full.  Nothing is
 * simulated ahead here: a packet is looked at when the program first needs it,
 * with the time at which the core would have fetched it.  That time depends on
 * the packet before and on when the packets of earlier times left the queue,
 * and both are known by then.
 *
 * Facts, each seen in the commit log of the Rocket core's RTL:
 *
 *   - after a jump whose target the predictor knows, the target's packet comes
 *     in the next cycle
 *   - a jump that only the arrived packet itself shows (a direct jump, a return,
 *     a branch whose direction bit is set) costs one cycle, which the queue may
 *     hide
 *   - after a wrong prediction the right packet comes four cycles after the jump
 *     left the decoder
 *   - a packet that is in no cache line is noticed at the decoder, goes through
 *     the pipeline and is asked for again; only then is the flash read */
#ifndef NARAE_LAB_E31_FETCH_H
#define NARAE_LAB_E31_FETCH_H

#include "machine.h"
#include "predictor.h"

enum { LINE_BYTES = 64, CACHE_SETS = 128, CACHE_WAYS = 2, QUEUE = 5, REMEMBERED = 8 };

/* A packet can come three cycles after the one five before it left the queue. */
enum { ROOM_TO_ARRIVAL = 3 };

/* From the arrival of a marker for a missing line to that of its packet, beside
 * the flash's own time. */
enum { MISS_OVERHEAD = 45 };

struct cache {
    uint32_t lines[CACHE_SETS][CACHE_WAYS]; /* address, 0 if empty */
    uint16_t shift_register;                /* its lowest bit names the way to fill */
    unsigned refills;
    bool holds_everything;
};

/* The jumps that end in one packet, in order, up to the first that will be
 * taken.  `open` is an instruction that began in the packet before. */
struct scan {
    const struct instruction *jump; /* taken, or NULL */
    uint32_t pc;                    /* of `jump` */
    uint8_t half, last_flow;
    bool branches, open; /* open: an instruction goes on in the next packet */
};

struct fetch {
    struct predictor predictor;
    struct cache cache;
    const struct machine *machine;
    const struct scan *scans; /* of each packet: scan_of() */
    uint64_t *flash_free;     /* data and code share one line */

    uint32_t end;              /* of the packet in hand; 0 after a jump */
    uint64_t arrival;          /* of the packet in hand */
    uint64_t earliest;         /* arrival of the next one */
    uint64_t left[REMEMBERED]; /* when packets left the queue */
    bool settled;              /* the last of them is known */
    unsigned count;
    uint32_t line; /* the last one that was found in the cache */

    /* what was predicted of the packet in hand */
    bool taken, lost,
        open; /* lost: a jump to an unknown place; open: its last instruction goes on behind it */
    uint8_t half, place, history;
    uint8_t history_before; /* what a fetch right behind this packet's still sees */
    uint32_t target;
};

static inline bool
cache_holds(const struct cache *cache, uint32_t pc)
{
    const uint32_t *ways = cache->lines[pc / LINE_BYTES % CACHE_SETS];
    uint32_t line = pc & ~(uint32_t)(LINE_BYTES - 1);

    return ways[0] == line || ways[1] == line || cache->holds_everything;
}

/* The way to fill comes from a shift register of 16 bits with the period 2^16 - 1. */
static void
fill(struct cache *cache, uint32_t pc)
{
    unsigned r = cache->shift_register, bit = (r >> 15 ^ r >> 13 ^ r >> 12 ^ r >> 10) & 1;

    cache->shift_register = (uint16_t)(r << 1 | bit);
    cache->lines[pc / LINE_BYTES % CACHE_SETS][bit] = pc & ~(uint32_t)(LINE_BYTES - 1);
    cache->refills++;
}

/* Waits for a line from the flash; `now` is when the decoder meets the gap. */
static void
miss(struct fetch *f, uint32_t start, uint64_t now)
{
    uint64_t begin = now > *f->flash_free ? now : *f->flash_free;

    fill(&f->cache, start);
    f->arrival = begin + flash_cycles(LINE_BYTES) + MISS_OVERHEAD;
    *f->flash_free = f->arrival;
}

static struct scan
scan_packet(const struct machine *m, uint32_t start, bool open, bool direction)
{
    uint32_t base = start & ~UINT32_C(3), at = open ? base - 2 : start;
    struct scan s = {0};

    while (at < base + 4) {
        const struct instruction *i = instruction_at(m, at);
        uint32_t last = at + i->length - 2;

        if (last >= base + 4) {
            s.open = true;
            break;
        }
        s.half = (uint8_t)(last >> 1 & 1);
        s.last_flow = i->flow;
        s.branches |= i->flow == FLOW_BRANCH;
        if (i->flow != STRAIGHT && (i->flow != FLOW_BRANCH || direction)) {
            s.jump = i;
            s.pc = at;
            break;
        }
        at += i->length;
    }
    return s;
}

/* A packet is entered at its start, at its second half, or with an instruction
 * that began in the packet before. */
enum { WAYS_IN = 3, SCANS = 2 * WAYS_IN };

static struct scan *
scan_program(const struct machine *m, uint32_t packets)
{
    struct scan *scans = malloc(packets * SCANS * sizeof *scans);

    if (scans == NULL)
        exit(2);
    for (uint32_t n = 0; n < packets * SCANS; n++) {
        uint32_t base = PROGRAM_BASE + n / SCANS * 4, way = n % SCANS / 2;

        scans[n] = scan_packet(m, base + (way == 1 ? 2 : 0), way == 2, n % 2 != 0);
    }
    return scans;
}

static inline const struct scan *
scan_of(const struct fetch *f, uint32_t start, bool open, bool direction)
{
    unsigned way = open ? 2 : start >> 1 & 1;

    return &f->scans[packet_number(start & ~UINT32_C(3)) * SCANS + 2 * way + direction];
}

/* Calls and returns take effect when their packet is looked at. */
static inline void
follow_calls(struct predictor *p, const struct scan *s, uint32_t base)
{
    if (s->last_flow == FLOW_CALL || s->last_flow == FLOW_INDIRECT_CALL)
        push_return(p, base + 2 * s->half + 2u);
    else if (s->last_flow == FLOW_RETURN)
        pop_return(p);
}

static inline bool
target_of(const struct predictor *p, const struct scan *s, uint32_t *target)
{
    switch (s->last_flow) {
    case FLOW_BRANCH:
    case FLOW_JUMP:
    case FLOW_CALL:
        *target = s->pc + (uint32_t)s->jump->imm;
        return true;
    case FLOW_RETURN:
        *target = p->returns[p->top];
        return p->depth != 0;
    default:
        return false;
    }
}

/* How many packets are in the queue at that time or come into it. */
static inline unsigned
queued(const struct fetch *f, uint64_t time)
{
    unsigned n = 0;

    for (unsigned k = 0; k < REMEMBERED; k++)
        n += f->left[k] >= time;
    return n;
}

/* When fetching has to wait for room, the core compares what it knows of the
 * next packet with the packet before.  If a jump is known to end where there a
 * long instruction begins, it takes its knowledge for wrong and forgets all
 * targets. */
static inline void
check_while_waiting(struct fetch *f, uint32_t base)
{
    struct predictor *p = &f->predictor;
    unsigned place = p->place_of[packet_number(base)];
    bool long_first, long_second;

    if (place == NO_TARGET)
        return;
    long_first = !f->open && instruction_at(f->machine, base - 4)->length == 4;
    long_second = !long_first && instruction_at(f->machine, base - 2)->length == 4;
    if (p->jumps[place].half == 0 ? long_first : long_second)
        forget_targets(p);
}

/* The next packet of the program: from `start` on, where `open` says that an
 * instruction reaches into it; `now` is when the decoder could take it. */
static inline void
enter_packet(struct fetch *f, uint32_t start, bool open, uint64_t now)
{
    struct predictor *p = &f->predictor;
    uint32_t base = start & ~UINT32_C(3);
    uint64_t arrival = f->earliest, room = f->left[(f->count - QUEUE) % REMEMBERED] + ROOM_TO_ARRIVAL;
    uint8_t history = p->history;
    const struct known_jump *known = NULL;
    const struct scan *scan;
    bool direction;

    if (arrival < room) {
        arrival = room == arrival + 1 ? room + 1 : room;
        if (f->end == base && start == base)
            check_while_waiting(f, base);
    } else if (arrival == f->arrival + 1) {
        history = f->history_before;
    }
    f->arrival = arrival;
    if (f->line != (start & ~(uint32_t)(LINE_BYTES - 1))) {
        if (!cache_holds(&f->cache, start))
            miss(f, start, arrival > now ? arrival : now);
        f->line = start & ~(uint32_t)(LINE_BYTES - 1);
    }
    f->end = base + 4;
    f->left[f->count++ % REMEMBERED] = f->arrival;
    f->settled = false;

    learn_until(p, f->arrival - 1);
    direction = p->directions[direction_of(base, history)];
    scan = scan_of(f, start, open, direction);
    f->history = history;
    f->history_before = p->history;
    f->place = start == base ? p->place_of[packet_number(base)] : NO_TARGET;
    f->taken = f->lost = false;
    f->open = scan->open;
    f->earliest = f->arrival + 1;
    if (f->place != NO_TARGET)
        known = &p->jumps[f->place];
    if (known != NULL && (known->flow != FLOW_BRANCH || direction)) {
        f->taken = true;
        f->half = known->half;
        f->target = known->flow == FLOW_RETURN && p->depth != 0 ? p->returns[p->top] : known->target;
        used(p, f->place);
    } else if (scan->jump != NULL) {
        f->half = scan->half;
        f->taken = target_of(p, scan, &f->target);
        f->lost = !f->taken;
        f->earliest++;
        if (f->taken && known == NULL && queued(f, f->arrival) <= 2)
            teach(p, (struct lesson){f->arrival + 1, base, f->target, DIRECTIONS, scan->half, scan->last_flow,
                                     NO_TARGET, true});
    }
    if (scan->branches)
        p->history = (uint8_t)(direction << 7 | p->history >> 1);
    follow_calls(p, scan, base);
}

/* What the fetch unit does behind the packet in hand, on a path that turns out
 * to be wrong at `until`: it moves return addresses, nothing else that lasts. */
static void
wander(struct fetch *f, uint64_t until)
{
    struct predictor *p = &f->predictor;
    uint64_t arrival = f->earliest;
    uint32_t pc = f->taken ? f->target : f->end;
    bool open = !f->taken && f->open;

    for (unsigned packets = 0; packets < QUEUE && arrival <= until; packets++) {
        uint32_t base = pc & ~UINT32_C(3), target;
        const struct known_jump *known = NULL;
        const struct scan *scan;
        bool direction;

        if (base - PROGRAM_BASE >= f->machine->program_bytes || !cache_holds(&f->cache, pc))
            return;
        direction = p->directions[direction_of(base, p->history)];
        scan = scan_of(f, pc, open, direction);
        if (pc == base && p->place_of[packet_number(base)] != NO_TARGET)
            known = &p->jumps[p->place_of[packet_number(base)]];
        arrival++;
        open = scan->open;
        pc = base + 4;
        if (known != NULL && (known->flow != FLOW_BRANCH || direction)) {
            pc = known->flow == FLOW_RETURN && p->depth != 0 ? p->returns[p->top] : known->target;
            open = false;
        } else if (scan->jump != NULL) {
            if (!target_of(p, scan, &target))
                return;
            pc = target;
            open = false;
            arrival++;
        }
        follow_calls(p, scan, base);
    }
}

/* Fetching starts anew at another place; its packet arrives at that time. */
static inline void
restart(struct fetch *f, uint64_t arrival)
{
    f->end = 0;
    f->earliest = arrival;
    f->history_before = f->predictor.history;
    memset(f->left, 0, sizeof f->left);
}

#endif
