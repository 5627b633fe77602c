/* When code arrives at the decoder.
 *
 * Code comes in packets of four aligned bytes.  In one cycle the next packet is
 * asked for and what is known of it looked up; in the following one it comes
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
 *   - a packet that finds no room is asked for again, with all that entails
 *   - if a jump is known to end where the packet has a long instruction begin, all
 *     targets are forgotten.  When a packet had to wait, the core compares with
 *     what the cache last showed, which is the packet before: then it forgets for
 *     no reason, and takes itself for lost
 *   - a packet in no cache line comes empty, goes through the pipeline and is asked
 *     for again; only then is the flash read */
#ifndef NARAE_LAB_E31_FETCH_H
#define NARAE_LAB_E31_FETCH_H

#include "machine.h"
#include "predictor.h"

enum { LINE_BYTES = 64, CACHE_SETS = 128, CACHE_WAYS = 2, QUEUE = 5, SLOTS = 8, OUTCOMES = 4 };

/* From the cycle in which a line is missed to that of its packet, beside the
 * flash's own time. */
enum { MISS_OVERHEAD = 40 };

/* So many cycles with a full queue, or tries to get what is not there yet, and
 * nothing changes any more. */
enum { SETTLED = 4 };

/* The boot ROM's jump, and some time before the first instruction. */
enum { BOOT_JUMP = 0x10044, BOOT_CYCLES = 8 };

struct cache {
    uint32_t lines[CACHE_SETS][CACHE_WAYS]; /* address, 0 if empty */
    uint16_t shift_register;                /* its highest bit names the way to fill */
    unsigned refills;
    bool holds_everything;
};

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

/* Of a packet, beside a bit for each way in that leaves it `open`: */
enum { JUMPS = 1 << WAYS_IN }; /* it has jumps */

struct packet {
    uint32_t pc, next; /* from where on, and what is fetched behind it */
    uint8_t half;      /* of the jump that will be taken */
    uint8_t place, history;
    bool taken, empty; /* empty: to be asked for again */
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

struct fetch {
    struct predictor predictor;
    struct cache cache;
    struct flash flash;
    const struct machine *machine;
    const struct scan *scans; /* of each packet of the program: scan_of() */
    const uint8_t *traits;    /* of each: traits_of() */
    uint32_t packets;
    uint64_t now; /* all cycles before are done */

    /* The packet that is looked up, `asking` if it is also read; `sure` if it is not
     * ahead of the program, so that the flash may be read for it. */
    uint32_t asked;
    bool asking, sure;

    /* The packet that was looked up in the cycle before, and whether it was read;
     * `again` if it did not come and waits for room to be read. */
    uint32_t coming_pc;
    bool coming, was_asked, coming_sure, again;

    struct guess guesses[2]; /* of both of them */
    bool turn;               /* the number of the coming packet's */
    bool open;               /* the last instruction that came goes on in the coming packet */
    bool lost;               /* as above */

    uint32_t shown;     /* the packet that the cache shows, */
    bool hit;           /* if it has it */
    uint32_t line;      /* the last one that was found */
    uint32_t filled;    /* the last one that was read from the flash, */
    uint64_t line_time; /* when it is there, */
    unsigned tries;     /* and how often something did not come since it was wanted */
    unsigned settled;   /* cycles for which the queue has been full */

    struct packet queue[SLOTS];
    unsigned first, count;
    uint32_t kept_pc; /* where the half begins that the decoder has kept of the packet before */
    bool kept;        /* it has one */

    struct outcome outcomes[OUTCOMES];
    unsigned first_outcome, outcome_count;
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
    cache->lines[pc / LINE_BYTES % CACHE_SETS][cache->shift_register >> 15] =
        pc & ~(uint32_t)(LINE_BYTES - 1);
    cache->refills++;
}

/* When so many bytes have been read that are asked for now, `more` cycles being
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
    fill(&f->cache, pc);
    f->filled = pc & ~(uint32_t)(LINE_BYTES - 1);
    f->line = 0;
    f->tries = 0;
    f->line_time = read_flash(&f->flash, LINE_BYTES, MISS_OVERHEAD, f->now);
}

static inline bool
in_cache(struct fetch *f, uint32_t pc)
{
    uint32_t line = pc & ~(uint32_t)(LINE_BYTES - 1);

    if (line == f->line)
        return true;
    if (!cache_holds(&f->cache, pc) || (line == f->filled && f->now + 1 < f->line_time))
        return false;
    f->line = line;
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
    uint32_t packets = f->machine->program_bytes / 4 + 1;
    struct scan *scans = malloc(packets * SCANS * sizeof *scans);
    uint8_t *traits = calloc(packets, 1);

    if (scans == NULL || traits == NULL)
        exit(2);
    for (uint32_t n = 0; n < packets * SCANS; n++) {
        uint32_t base = PROGRAM_BASE + n / SCANS * 4, way = n % SCANS / 2;

        scans[n] = scan_packet(f->machine, base + (way == 1 ? 2 : 0), way == 2, n % 2 != 0);
        traits[n / SCANS] |=
            (uint8_t)(scans[n].open << way | (scans[n].jumps || scans[n].branches ? JUMPS : 0));
    }
    f->scans = scans;
    f->traits = traits;
    f->packets = packets;
}

static inline const struct scan *
scan_of(const struct fetch *f, uint32_t start, bool open, bool direction)
{
    static const struct scan outside;
    unsigned way = open ? 2 : start >> 1 & 1;
    uint32_t number = packet_number(start);

    return number < f->packets ? &f->scans[number * SCANS + 2 * way + direction] : &outside;
}

static inline unsigned
traits_of(const struct fetch *f, uint32_t pc)
{
    uint32_t number = packet_number(pc);

    return number < f->packets ? f->traits[number] : JUMPS;
}

/* Calls and returns take effect when their packet comes. */
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
        *target = s->target;
        return true;
    case FLOW_RETURN:
        if (p->depth != 0)
            *target = p->returns[p->top];
        return p->depth != 0;
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
    long_first = !f->open && instruction_at(f->machine, f->shown)->length == 4;
    long_second = !long_first && instruction_at(f->machine, f->shown + 2)->length == 4;
    return f->guesses[f->turn].half == 0 ? long_first : long_second;
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
    half = decode(instruction_at(f->machine, pc)->raw & 0xffff);
    s.last_flow = half.flow;
    s.branches = half.flow == FLOW_BRANCH;
    s.jumps = half.flow != STRAIGHT && (!s.branches || f->guesses[f->turn].direction);
    s.target = pc + (uint32_t)half.imm;
    return s;
}

/* The packet comes into the queue.  Returns whether it shows a jump that nobody
 * knew of, so that what is asked for now is not wanted; `next` is what will be. */
static __attribute__((noinline)) bool
enqueue(struct fetch *f, bool wrong, uint32_t *next)
{
    struct predictor *p = &f->predictor;
    const struct guess *g = &f->guesses[f->turn];
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
                              .half = g->half,
                              .place = g->place,
                              .history = g->history,
                              .taken = g->taken,
                              .empty = !f->hit || wrong};
    if (jumps) {
        packet->half = scan->half;
        packet->place = NO_TARGET;
        packet->taken = true;
        if (!target_of(p, scan, next))
            f->lost = true;
        else if (!g->known && !lost && f->count < 2)
            p->lesson = (struct lesson){true, true, scan->half, scan->last_flow, NO_TARGET, base};
    }
    if (!lost) {
        if (scan->branches)
            p->history = (uint8_t)(g->direction << 7 | p->history >> 1);
        follow_calls(p, scan, base);
    }
    f->open = scan->open && !g->taken;
    packet->next = g->taken ? f->asked : *next;
    f->count++;
    return jumps;
}

/* Whether there is room for those in the queue, those on the way, and one more. */
static inline bool
has_room(const struct fetch *f)
{
    return f->count < 3 || (f->count == 3 && !(f->asking && f->coming)) ||
           (f->count == 4 && !f->asking && !f->coming);
}

/* The coming packet comes or, if it cannot, is to be asked for `again`. */
static __attribute__((noinline)) bool
arrive(struct fetch *f, bool *again, uint32_t *next)
{
    struct predictor *p = &f->predictor;
    bool wrong = f->guesses[f->turn].known && contradicts(f), jumps = false;

    if (wrong)
        forget_targets(p, p->valid);
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
    struct predictor *p = &f->predictor;
    struct guess *guess = &f->guesses[!f->turn];
    uint32_t asked = f->asked, next = (asked | 3) + 1;
    bool space = has_room(f), again = f->again, jumps = false,
         ahead = !f->sure || (f->coming && f->coming_sure);

    if (concerns(p, asked)) {
        look_up(p, asked, guess);
        if (guess->taken) {
            next = guess->target;
            ahead = true;
        }
    } else if (!again) {
        look_up_direction(p, asked, (traits_of(f, asked) & JUMPS) != 0, guess);
    }
    if (f->coming) {
        const struct guess *g = &f->guesses[f->turn];
        unsigned traits = traits_of(f, f->coming_pc);

        if (f->was_asked && f->hit && f->count < QUEUE && !g->known && (traits & JUMPS) == 0) {
            f->queue[(f->first + f->count++) % SLOTS] =
                (struct packet){.pc = f->coming_pc, .place = g->place, .history = g->history};
            f->open = (traits >> (f->open ? 2 : f->coming_pc >> 1 & 1) & 1) != 0;
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
        f->coming = false;
        f->asked = f->coming_pc;
        f->sure = f->coming_sure;
    } else {
        f->coming = !jumps;
        f->coming_pc = asked;
        f->coming_sure = f->sure;
        f->turn = !f->turn;
        f->asked = next;
        f->sure = !ahead;
    }
    f->now++;
}

/* Fetching goes on elsewhere: asked for in the next cycle, there in the one after. */
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
 * which is the first thing that is learnt. */
static void
boot(struct fetch *f)
{
    f->cache.shift_register = 1;
    f->predictor.lesson = (struct lesson){
        .waits = true, .jump = true, .flow = FLOW_RETURN, .place = NO_TARGET, .packet = BOOT_JUMP};
    f->now = BOOT_CYCLES;
    send(f, PROGRAM_BASE, false);
}

/* Follows fetching up to the end of that cycle. */
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

            f->predictor.directions[o->direction] = o->taken;
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

/* Where the decoder's next instruction begins; it must have something. */
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
