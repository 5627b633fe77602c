/* SPDX-License-Identifier: MIT */
/* When code arrives at the decoder.
 *
 * Code comes in packets of four aligned bytes.  In one cycle the next packet is
 * requested and what is known of it looked up; in the following one it comes
 * into a queue of five, and the decoder may take it at once.  Fetching runs ahead
 * of the program, also where it is wrong, and what it learns there stays.  So it
 * is followed cycle by cycle, up to the cycle at which the decoder looks.
 *
 * Facts, from the published generator of the Rocket core and the state of its RTL:
 *
 *   - after a jump that is known, the target's packet comes in the next cycle;
 *     one that only the packet itself shows (a direct jump, a return, a branch
 *     whose direction bit is set) costs a cycle, which the queue may hide, and is
 *     remembered if the queue is almost empty
 *   - behind an indirect jump that is not known, fetching has lost its way: until
 *     the decoder sends it elsewhere, no branch and no call is noted
 *   - a packet that finds no room is requested again, with all that entails
 *   - if a jump is known to end where the packet has a long instruction begin, all
 *     targets are forgotten.  When a packet had to wait, the core compares with
 *     what the cache last showed, which is the packet before: then it forgets for
 *     no reason, and takes itself for lost
 *   - a packet in no cache line comes empty, goes through the pipeline and is asked
 *     for again; only then is the flash read */
#ifndef NARAE_LAB_E31_FETCH_H
#define NARAE_LAB_E31_FETCH_H

#include "learned.h"
#include "machine.h"

enum { QUEUE = 5, SLOTS = 8, OUTCOMES = 4, KNOWN_LINES = 16 };

/* From the cycle in which a line is missed to that of its packet, next to the
 * flash's own time. */
enum { MISS_OVERHEAD = 40 };

/* After so many cycles with a full queue, or attempts to fetch a missing line, the state no
 * longer changes. */
enum { SETTLED = 4 };

/* The boot ROM's jump, and a delay before the first instruction. */
enum { BOOT_JUMP = 0x10044, BOOT_CYCLES = 8 };

/* The jumps that end in one packet, in order, up to the first that will be
 * taken.  `open` is an instruction that began in the packet before. */
struct scan {
    uint32_t target; /* of a direct jump */
    uint8_t half, last_flow;
    bool jumps, branches : 1, open : 1; /* open: an instruction goes on in the next packet */
};

/* A packet is entered at its start, at its second half, or with an instruction
 * that began in the packet before. */
enum { WAYS_IN = 3, SCANS = 2 * WAYS_IN };

/* Of a packet, next to a bit for each way in that leaves it `open`: it has jumps; the
 * predictor may know it, or one that looks alike. */
enum { JUMPS = 1 << WAYS_IN, WATCHED = 2 << WAYS_IN };

struct packet {
    uint32_t pc, next; /* the first packet, and the address fetched after it */
    int32_t look;      /* the look-up that hit it */
    uint8_t half;      /* of the jump that will be taken */
    uint8_t history;   /* by which its direction was chosen */
    bool taken, empty; /* empty: to be requested again */
};

/* The direction that a branch took, to be noted when it is known. */
struct outcome {
    uint64_t time;
    uint16_t direction;
    bool taken;
};

/* Data and code share one line. */
struct flash {
    uint64_t free;
    bool instant; /* nothing is timed, and the board answers at once */
};

/* What a clock uses and does not own. */
struct surroundings {
    const struct machine *machine;
    const struct scan *scans; /* of each packet of the program: scan_of() */
    uint8_t *traits;          /* of each: traits_of() */
    uint32_t packets;
    struct learned *learned;
    struct record *record;
};

/* The prediction for a requested packet. */
struct lookup {
    struct guess guess;
    int32_t look;
    uint8_t history;
};

struct fetch {
    struct surroundings around;
    struct flash flash;
    uint64_t now; /* all cycles before are done */
    unsigned refills;
    uint8_t history; /* of branches, the newest one in the highest bit */
    bool expects;    /* the predictor has something to do when the next packet is requested */
    int32_t look;    /* the number of the next look-up */

    /* The packet that is looked up, `asking` if it is also read; `sure` if it is not
     * ahead of the program, so that the flash may be read for it. */
    uint32_t asked;
    bool asking, sure;

    /* The packet that was looked up in the cycle before, and whether it was read;
     * `again` if it did not come and waits for room to be read. */
    uint32_t coming_pc;
    bool coming, was_asked, coming_sure, again;

    struct lookup lookups[2]; /* of both of them */
    bool turn;                /* the number of the coming packet's */
    bool open;                /* the last instruction that came goes on in the coming packet */
    bool lost;                /* as above */

    uint32_t shown;              /* the packet that the cache shows, */
    bool hit;                    /* if it has it */
    uint32_t lines[KNOWN_LINES]; /* that have been found, since a state was named or one was missed */
    uint32_t filled;             /* the last one that was read from the flash, */
    uint64_t line_time;          /* when it is there, */
    unsigned tries;              /* and how often something did not come since it was wanted */
    unsigned settled;            /* cycles for which the queue has been full */

    struct packet queue[SLOTS];
    unsigned first, count;
    uint32_t kept_pc; /* where the half begins that the decoder has kept of the packet before */
    bool kept;        /* it has one */

    struct outcome outcomes[OUTCOMES];
    unsigned first_outcome, outcome_count;
};

static inline uint64_t
ask(struct fetch *f, struct question question)
{
    struct record *r = f->around.record;
    uint64_t a = answer(f->around.learned, &question);

    if (r->count < RECORD)
        r->list[r->count++] = (struct answered){.question = question, .answer = a};
    else
        r->incomplete = true;
    return a;
}

/* When so many bytes have been read that are requested now, `more` cycles being
 * spent on the way. */
static uint64_t
read_flash(struct flash *flash, unsigned bytes, unsigned more, uint64_t now)
{
    uint64_t begin = now > flash->free ? now : flash->free;

    flash->free = begin + (flash->instant ? 0 : flash_cycles(bytes)) + more;
    return flash->free;
}

static void
miss(struct fetch *f, uint32_t pc)
{
    ask(f, (struct question){.kind = FILL, .address = pc});
    f->around.record->incomplete = true;
    f->refills++;
    f->filled = pc & ~(uint32_t)(LINE_BYTES - 1);
    memset(f->lines, 0, sizeof f->lines);
    f->tries = 0;
    f->line_time = read_flash(&f->flash, LINE_BYTES, MISS_OVERHEAD, f->now);
}

static inline bool
in_cache(struct fetch *f, uint32_t pc)
{
    uint32_t line = pc & ~(uint32_t)(LINE_BYTES - 1);
    uint32_t *known = &f->lines[pc / LINE_BYTES % KNOWN_LINES];

    if (line == *known)
        return true;
    if (ask(f, (struct question){.kind = HOLDS, .address = line}) == 0 ||
        (line == f->filled && f->now + 1 < f->line_time))
        return false;
    *known = line;
    return true;
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
            s.jumps = true;
            s.target = at + (uint32_t)i->imm;
            break;
        }
        at += i->length;
    }
    return s;
}

static void
scan_program(struct fetch *f)
{
    uint32_t packets = f->around.machine->program_bytes / 4 + 1;
    struct scan *scans = malloc(packets * SCANS * sizeof *scans);
    uint8_t *traits = calloc(packets, 1);
    bool watched[REGION_PACKETS] = {false};

    if (scans == NULL || traits == NULL)
        exit(2);
    for (uint32_t n = 0; n < packets * SCANS; n++) {
        uint32_t base = PROGRAM_BASE + n / SCANS * 4, way = n % SCANS / 2;

        scans[n] = scan_packet(f->around.machine, base + (way == 1 ? 2 : 0), way == 2, n % 2 != 0);
        traits[n / SCANS] |=
            (uint8_t)(scans[n].open << way | (scans[n].jumps || scans[n].branches ? JUMPS : 0));
        watched[base / 4 % REGION_PACKETS] |= (traits[n / SCANS] & JUMPS) != 0;
    }
    for (uint32_t n = 0; n < packets; n++)
        traits[n] |= watched[(PROGRAM_BASE / 4 + n) % REGION_PACKETS] ? WATCHED : 0;
    f->around.scans = scans;
    f->around.traits = traits;
    f->around.packets = packets;
}

/* The predictor will learn this packet.  If that was not expected, because the jump was none, the
 * recorded requests were made without it. */
static void
watch(struct fetch *f, uint32_t packet)
{
    uint32_t first = packet_number(packet) % REGION_PACKETS;

    for (uint32_t n = first; n < f->around.packets; n += REGION_PACKETS) {
        f->around.record->outdated |= (f->around.traits[n] & WATCHED) == 0;
        f->around.traits[n] |= WATCHED;
    }
}

static inline const struct scan *
scan_of(const struct fetch *f, uint32_t start, bool open, bool direction)
{
    static const struct scan outside;
    unsigned way = open ? 2 : start >> 1 & 1;
    uint32_t number = packet_number(start);

    return number < f->around.packets ? &f->around.scans[number * SCANS + 2 * way + direction] : &outside;
}

static inline unsigned
traits_of(const struct fetch *f, uint32_t pc)
{
    uint32_t number = packet_number(pc);

    return number < f->around.packets ? f->around.traits[number] : JUMPS | WATCHED;
}

/* The prediction for this packet at its request. */
static inline void
look(struct fetch *f, uint32_t pc, unsigned traits, struct lookup *lookup)
{
    lookup->guess = unpacked(ask(f, (struct question){.kind = LOOK_UP,
                                                      .flag = (traits & JUMPS) != 0,
                                                      .number = direction_of(pc, f->history),
                                                      .look = f->look,
                                                      .address = pc}));
    lookup->look = f->look;
    f->expects = lookup->guess.taken;
}

/* That packet, of which that look-up knew the place, will be known by a jump, or no more. */
static void
teach(struct fetch *f, uint32_t packet, int32_t look, bool jump, uint8_t half, uint8_t flow)
{
    if (f->look - look > LOOKS / 2) {
        fputs("e31_run: a packet has waited for too long\n", stderr);
        exit(2);
    }
    watch(f, packet);
    ask(f, (struct question){
               .kind = TEACH, .flag = jump, .half = half, .flow = flow, .look = look, .address = packet});
    f->expects = true;
}

/* Calls and returns take effect when their packet arrives. */
static inline void
follow_calls(struct fetch *f, const struct scan *s, uint32_t base)
{
    if (s->last_flow == FLOW_CALL || s->last_flow == FLOW_INDIRECT_CALL)
        ask(f, (struct question){.kind = PUSH_RETURN, .address = base + 2 * s->half + 2u});
    else if (s->last_flow == FLOW_RETURN)
        ask(f, (struct question){.kind = POP_RETURN});
}

static inline bool
target_of(struct fetch *f, const struct scan *s, uint32_t *target)
{
    uint64_t back;

    switch (s->last_flow) {
    case FLOW_BRANCH:
    case FLOW_JUMP:
    case FLOW_CALL:
        *target = s->target;
        return true;
    case FLOW_RETURN:
        back = ask(f, (struct question){.kind = LAST_RETURN});
        if (back != 0)
            *target = (uint32_t)back;
        return back != 0;
    default:
        return false;
    }
}

/* Whether the known jump cannot be: a long instruction begins where it should
 * end, in what the cache shows. */
static bool
contradicts(const struct fetch *f)
{
    bool long_first, long_second;

    if (!f->hit)
        return false;
    long_first = !f->open && instruction_at(f->around.machine, f->shown)->length == 4;
    long_second = !long_first && instruction_at(f->around.machine, f->shown + 2)->length == 4;
    return f->lookups[f->turn].guess.half == 0 ? long_first : long_second;
}

/* A packet that the cache does not have shows zeros, also as the second half of
 * what began before: a jump goes astray, and what it teaches stays. */
static struct scan
scan_empty(const struct fetch *f)
{
    struct scan s = {0};
    uint32_t pc = (f->coming_pc & ~UINT32_C(3)) - 2;
    struct instruction half;

    if (!f->open)
        return s;
    half = decode(instruction_at(f->around.machine, pc)->raw & 0xffff);
    s.last_flow = half.flow;
    s.branches = half.flow == FLOW_BRANCH;
    s.jumps = half.flow != STRAIGHT && (!s.branches || f->lookups[f->turn].guess.direction);
    s.target = pc + (uint32_t)half.imm;
    return s;
}

/* The packet comes into the queue.  Returns whether it shows a jump that nobody
 * knew of, so that what is requested now is not wanted; `next` is what will be. */
static __attribute__((noinline)) bool
enqueue(struct fetch *f, bool wrong, uint32_t *next)
{
    const struct lookup *lookup = &f->lookups[f->turn];
    const struct guess *g = &lookup->guess;
    uint32_t base = f->coming_pc & ~UINT32_C(3);
    struct scan empty;
    const struct scan *scan = &empty;
    struct packet *packet = &f->queue[(f->first + f->count) % SLOTS];
    bool jumps, lost = f->lost;

    if (f->hit)
        scan = scan_of(f, f->coming_pc, f->open, g->direction);
    else
        empty = scan_empty(f);
    jumps = !g->taken && scan->jumps;
    *packet = (struct packet){.pc = f->coming_pc,
                              .look = lookup->look,
                              .half = g->half,
                              .history = lookup->history,
                              .taken = g->taken,
                              .empty = !f->hit || wrong};
    if (jumps) {
        packet->half = scan->half;
        packet->look = NO_LOOK;
        packet->taken = true;
        if (!target_of(f, scan, next))
            f->lost = true;
        else if (!g->known && !lost && f->count < 2)
            teach(f, base, NO_LOOK, true, scan->half, scan->last_flow);
    }
    if (!lost) {
        if (scan->branches)
            f->history = (uint8_t)(g->direction << 7 | f->history >> 1);
        follow_calls(f, scan, base);
    }
    f->open = scan->open && !g->taken;
    packet->next = g->taken ? f->asked : *next;
    f->count++;
    return jumps;
}

/* Whether there is space for those in the queue, those on the way, and one more. */
static inline bool
has_room(const struct fetch *f)
{
    return f->count < 3 || (f->count == 3 && !(f->asking && f->coming)) ||
           (f->count == 4 && !f->asking && !f->coming);
}

/* The coming packet comes or, if it cannot, is to be requested `again`. */
static __attribute__((noinline)) bool
arrive(struct fetch *f, bool *again, uint32_t *next)
{
    bool wrong = f->lookups[f->turn].guess.known && contradicts(f), jumps = false;

    if (wrong)
        ask(f, (struct question){.kind = FORGET_TARGETS});
    if (f->was_asked && (f->hit || !f->coming_sure) && f->count < QUEUE) {
        jumps = enqueue(f, wrong, next);
    } else {
        *again = true;
        if (f->was_asked && !f->hit && f->coming_sure && f->now >= f->line_time)
            miss(f, f->coming_pc);
        f->tries++;
    }
    f->lost |= wrong;
    return jumps;
}

/* One cycle of fetching. */
static inline void
fetch(struct fetch *f)
{
    struct lookup *lookup = &f->lookups[!f->turn], *coming = &f->lookups[f->turn];
    uint32_t asked = f->asked, next = (asked | 3) + 1;
    unsigned traits = traits_of(f, asked);
    uint8_t history = f->history;
    bool space = has_room(f), again = f->again, jumps = false,
         ahead = !f->sure || (f->coming && f->coming_sure);

    if (f->expects || (traits & WATCHED) != 0) {
        look(f, asked, traits, lookup);
        if (lookup->guess.taken) {
            next = lookup->guess.target;
            ahead = true;
        }
    } else if (!again) {
        *lookup = (struct lookup){.look = FOUND_NOTHING};
    }
    lookup->history = history;
    if (f->coming) {
        unsigned traits_coming = traits_of(f, f->coming_pc);

        if (f->was_asked && f->hit && f->count < QUEUE && !coming->guess.known &&
            (traits_coming & JUMPS) == 0) {
            f->queue[(f->first + f->count++) % SLOTS] =
                (struct packet){.pc = f->coming_pc, .look = coming->look, .history = coming->history};
            f->open = (traits_coming >> (f->open ? 2 : f->coming_pc >> 1 & 1) & 1) != 0;
        } else {
            jumps = arrive(f, &again, &next);
        }
    }
    if (f->asking) {
        f->shown = asked & ~UINT32_C(3);
        f->hit = in_cache(f, asked);
    }
    f->settled = f->again && !space ? f->settled + 1 : 0;
    f->was_asked = f->asking;
    f->asking = space;
    f->again = again && !space;
    if (again) {
        if (f->coming && coming->look < FOUND_NOTHING)
            f->look = coming->look;
        f->coming = false;
        f->asked = f->coming_pc;
        f->sure = f->coming_sure;
    } else {
        f->look += lookup->look == f->look;
        f->coming = !jumps;
        f->coming_pc = asked;
        f->coming_sure = f->sure;
        f->turn = !f->turn;
        f->asked = next;
        f->sure = !ahead;
    }
    f->now++;
}

/* Redirects fetching: requested in the next cycle, received in the one after. */
static inline void
send(struct fetch *f, uint32_t pc, bool sure)
{
    f->asked = pc;
    f->asking = true;
    f->sure = sure;
    f->coming = f->again = f->open = f->lost = f->kept = false;
    f->count = 0;
    f->settled = 0;
}

/* The boot ROM has been fetched, and has jumped to the program through a register,
 * which is the first thing that is learned. */
static void
boot(struct fetch *f)
{
    f->around.learned->cache.shift_register = 1;
    teach(f, BOOT_JUMP, NO_LOOK, true, 0, FLOW_RETURN);
    f->now = BOOT_CYCLES;
    send(f, PROGRAM_BASE, false);
}

/* Simulates fetching up to the end of this cycle. */
static __attribute__((noinline)) void
fetch_on(struct fetch *f, uint64_t cycle)
{
    do {
        if (f->outcome_count == 0 && f->settled >= SETTLED) {
            f->now = cycle + 1;
            break;
        }
        fetch(f);
        if (f->outcome_count != 0 && f->outcomes[f->first_outcome].time < f->now) {
            const struct outcome *o = &f->outcomes[f->first_outcome];

            ask(f, (struct question){.kind = NOTE_DIRECTION, .flag = o->taken, .number = o->direction});
            f->first_outcome = (f->first_outcome + 1) % OUTCOMES;
            f->outcome_count--;
            f->settled = 0;
        }
    } while (f->now <= cycle);
}

static inline void
fetch_until(struct fetch *f, uint64_t cycle)
{
    if (f->now <= cycle)
        fetch_on(f, cycle);
}

/* A line that is on its way is tried for every other cycle.  Leaves most of them
 * out and returns how many. */
static inline uint64_t
skip_tries(struct fetch *f)
{
    uint64_t skipped = 0;

    if (f->tries > SETTLED && f->line_time > f->now + 2 * SETTLED && f->outcome_count == 0)
        skipped = (f->line_time - f->now - SETTLED) & ~UINT64_C(1);
    f->now += skipped;
    return skipped;
}

static inline void
note_outcome(struct fetch *f, struct outcome outcome)
{
    f->outcomes[(f->first_outcome + f->outcome_count++) % OUTCOMES] = outcome;
}

/* The address of the decoder's next instruction; the queue must not be empty. */
static inline uint32_t
decoder_pc(const struct fetch *f)
{
    return f->kept ? f->kept_pc : f->queue[f->first].pc;
}

/* The packet that the decoder sees, and the one before, of which it may have kept a half. */
static inline const struct packet *
first_packet(const struct fetch *f)
{
    return &f->queue[f->first];
}

static inline const struct packet *
kept_packet(const struct fetch *f)
{
    return &f->queue[(f->first - 1) % SLOTS];
}

static inline unsigned
halves(const struct packet *p)
{
    return (p->taken ? p->half + 1u : 2u) - (p->pc >> 1 & 1);
}

/* Whether the decoder has an instruction of that length. */
static inline bool
whole(const struct fetch *f, unsigned length)
{
    return 2 * (f->kept + (f->count != 0 ? halves(first_packet(f)) : 0)) >= length;
}

/* The decoder takes so many halves.  It looks at one packet a cycle and can keep
 * one half for later: a packet of which one half is left goes there. */
static inline void
take(struct fetch *f, unsigned taken)
{
    const struct packet *packet = first_packet(f);
    unsigned from_packet = taken - (taken != 0 && f->kept), left;

    if (taken == 0 && f->kept)
        return;
    f->kept = false;
    if (f->count == 0)
        return;
    left = halves(packet) - from_packet;
    if (left >= 2)
        return;
    f->kept = left == 1;
    f->kept_pc = packet->pc + 2 * from_packet;
    f->first = (f->first + 1) % SLOTS;
    f->count--;
    f->settled = 0;
}

#endif
