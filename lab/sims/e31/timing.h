/* When an instruction leaves the decoder: the clock of the E31.
 *
 * One instruction leaves at a time and in order, each in the first cycle in
 * which its code has arrived, its registers are ready and what it works with is
 * free.  What follows takes a fixed number of cycles, so the distance of two
 * instructions at the decoder is that at retirement.  This clock takes the
 * stream of executed instructions and gives each its cycle; it follows the
 * facts below, not the circuit.
 *
 *   - a result can be used 1 cycle later; a loaded word, a link of an indirect
 *     jump and an atomic's result 2, a loaded byte or half and a CSR 3
 *     (SiFive E31 Core Complex Manual, 3.3)
 *   - a product after 6 cycles, a quotient after 6 to 37, depending on leading
 *     zeros and signs; one at a time.  It is written when no other instruction
 *     writes a register (commit logs of the RTL)
 *   - a wrong prediction is noticed 2 cycles after the decoder
 *   - stores wait for a cycle in which no load enters the memory, two of them at
 *     most; a load that wants bytes of one that waits, or that is in the way
 *     when a third one comes, is fetched again and leaves 5 cycles later
 *   - a read outside the core takes what the flash takes, and as long as it
 *     does nothing else outside begins */
#ifndef NARAE_LAB_E31_TIMING_H
#define NARAE_LAB_E31_TIMING_H

#include "fetch.h"

/* Cycles from the decoder to ... */
enum {
    TO_MEMORY = 2,
    TO_STORED = 3, /* the first cycle in which a store may enter the memory */
    TO_RETIREMENT = 3,
    TO_RIGHT_PATH = 4,
    TO_SECOND_TRY = 5,
    TO_PRODUCT = 6,
    TO_OUTSIDE_READ = 10, /* beside the flash's own time */
    TO_OUTSIDE_WRITE = 8,
};
enum { WAITING_STORES = 8 };

struct waiting_store {
    uint64_t from; /* the first cycle in which it may enter the memory */
    uint32_t word;
    uint8_t mask;
};

struct clock {
    struct fetch fetch;
    uint64_t now; /* when the last instruction left the decoder */
    uint64_t ready[NO_REGISTER + 1];
    uint64_t writers, loads; /* bit n: one that left n cycles before `now` */

    bool computing; /* a product or quotient */
    uint64_t computed;
    uint8_t computed_register;

    struct waiting_store stores[WAITING_STORES];
    unsigned first_store, store_count;
    uint64_t stored_until; /* what enters the memory up to here is settled */

    uint64_t outside_free, flash_free;
};

static uint8_t
latency_of(const struct instruction *i)
{
    switch (i->kind) {
    case LOAD:
        return i->operation == LW ? 2 : 3;
    case ATOMIC:
    case JUMP_REGISTER:
        return 2;
    case CSR:
        return 3;
    default:
        return 1;
    }
}

/* One quotient bit a cycle, without those that the operands' leading zeros rule
 * out, and one cycle for each change of sign. */
static unsigned
quotient_cycles(const struct instruction *i, uint32_t a, uint32_t b)
{
    bool is_signed = i->operation == DIV || i->operation == REM;
    bool minus_a = is_signed && (int32_t)a < 0, minus_b = is_signed && (int32_t)b < 0;
    uint32_t n = minus_a ? 0 - a : a, d = minus_b ? 0 - b : b;
    unsigned zeros = (unsigned)(__builtin_clz(n | 1) - __builtin_clz(d | 1) + 31) % 32;
    unsigned cycles = d != 0 && zeros != 0 ? 36 - zeros : 35;
    bool minus_result = i->operation == REM ? minus_a : minus_a != minus_b && d != 0;

    return cycles + (minus_a || minus_b) + minus_result;
}

static inline unsigned
mask_of(const struct instruction *i, uint32_t address)
{
    unsigned bytes = i->operation == LB || i->operation == LBU || i->operation == SB   ? 1
                     : i->operation == LH || i->operation == LHU || i->operation == SH ? 2
                                                                                       : 4;

    return ((1u << bytes) - 1) << (address & 3);
}

/* Whether an instruction of that kind left the decoder in that cycle. */
static inline bool
left_at(const struct clock *c, uint64_t kind, uint64_t cycle)
{
    return cycle <= c->now && c->now - cycle < 64 && (kind >> (c->now - cycle) & 1) != 0;
}

/* The cycle in which the product or quotient is written, if nothing more leaves
 * the decoder. */
static uint64_t
write_result(struct clock *c)
{
    uint64_t cycle = c->computed;

    while (left_at(c, c->writers, cycle - TO_RETIREMENT))
        cycle++;
    c->computing = false;
    c->ready[c->computed_register] = cycle;
    c->ready[NO_REGISTER] = 0;
    return cycle;
}

static uint64_t
wait_for_result(struct clock *c, const struct instruction *i, uint64_t cycle)
{
    uint8_t r = c->computed_register;
    bool wants =
        i->kind == MULTIPLY_DIVIDE || (r != NO_REGISTER && (i->rs1 == r || i->rs2 == r || i->rd == r));

    if (wants || cycle > c->computed + 32) {
        uint64_t written = write_result(c);

        if (wants && written > cycle)
            cycle = written;
    }
    return cycle;
}

/* Lets the stores enter the memory that can do so up to that cycle. */
static inline void
settle_stores(struct clock *c, uint64_t until)
{
    while (c->store_count != 0) {
        const struct waiting_store *s = &c->stores[c->first_store];
        uint64_t cycle = c->stored_until + 1 > s->from ? c->stored_until + 1 : s->from;

        while (cycle <= until && left_at(c, c->loads, cycle - 1))
            cycle++;
        if (cycle > until) {
            if (c->stored_until < until)
                c->stored_until = until;
            return;
        }
        c->stored_until = cycle;
        c->first_store = (c->first_store + 1) % WAITING_STORES;
        c->store_count--;
    }
}

/* Whether a load that leaves at that cycle has to come a second time. */
static bool
has_to_come_again(struct clock *c, const struct instruction *i, uint32_t address, uint64_t cycle)
{
    unsigned mask = mask_of(i, address), in_the_way = 0;

    settle_stores(c, cycle);
    for (unsigned n = 0; n < c->store_count; n++) {
        const struct waiting_store *s = &c->stores[(c->first_store + n) % WAITING_STORES];

        in_the_way += s->from <= cycle + TO_MEMORY;
        if (s->word == address >> 2 && (s->mask & mask) != 0)
            return true;
    }
    return in_the_way > 2;
}

static inline uint64_t
come_again(struct clock *c, const struct instruction *i, uint32_t pc, uint64_t cycle)
{
    restart(&c->fetch, cycle + TO_SECOND_TRY);
    cycle += TO_SECOND_TRY;
    enter_packet(&c->fetch, pc, false, cycle);
    if (pc + i->length > c->fetch.end)
        enter_packet(&c->fetch, c->fetch.end, true, cycle);
    settle_stores(c, cycle);
    return cycle > c->fetch.arrival ? cycle : c->fetch.arrival;
}

static inline uint64_t
access_memory(struct clock *c, const struct instruction *i, const struct step *s, uint64_t cycle)
{
    if (!in_dtim(s->address)) {
        if (cycle + TO_RETIREMENT < c->outside_free)
            cycle = c->outside_free - TO_RETIREMENT;
        c->outside_free = cycle + TO_OUTSIDE_WRITE;
        if (i->kind != STORE && s->address >= FLASH_BASE) {
            unsigned bytes = (unsigned)__builtin_popcount(mask_of(i, s->address));
            uint64_t begin = cycle > c->flash_free ? cycle : c->flash_free;

            c->outside_free = c->flash_free = begin + flash_cycles(bytes) + TO_OUTSIDE_READ;
        } else if (i->kind != STORE) {
            c->outside_free = cycle + TO_OUTSIDE_READ;
        }
        return cycle;
    }
    if (i->kind != STORE && c->store_count != 0 && has_to_come_again(c, i, s->address, cycle))
        cycle = come_again(c, i, s->pc, cycle);
    if (i->kind != LOAD) {
        if (c->store_count == WAITING_STORES)
            settle_stores(c, cycle + TO_STORED);
        if (c->store_count < WAITING_STORES)
            c->stores[(c->first_store + c->store_count++) % WAITING_STORES] =
                (struct waiting_store){cycle + TO_STORED, s->address >> 2, (uint8_t)mask_of(i, s->address)};
    }
    return cycle;
}

static inline uint8_t
flow_for_predictor(const struct instruction *i)
{
    return i->flow == FLOW_INDIRECT_CALL ? FLOW_CALL : i->flow == FLOW_INDIRECT ? FLOW_JUMP : i->flow;
}

/* What the instruction's outcome means for the fetch unit. */
static inline void
turn(struct clock *c, const struct instruction *i, const struct step *s)
{
    struct fetch *f = &c->fetch;
    struct predictor *p = &f->predictor;
    uint32_t next = s->pc + i->length, last = next - 2;
    bool taken = s->next_pc != next || (i->flow != STRAIGHT && i->flow != FLOW_BRANCH);
    bool predicted = f->taken && (last >> 1 & 1) == f->half;
    uint32_t expected = predicted ? f->target : next;
    bool wrong = expected != s->next_pc || (f->lost && taken && i->flow != FLOW_BRANCH);

    if (i->flow == FLOW_BRANCH)
        teach(p, (struct lesson){.time = c->now + TO_MEMORY,
                                 .direction = direction_of(last & ~UINT32_C(3), f->history),
                                 .taken = taken});
    if (wrong) {
        if (!f->lost)
            wander(f, c->now + TO_MEMORY);
        p->history = i->flow == FLOW_BRANCH ? (uint8_t)(taken << 7 | f->history >> 1) : f->history;
        if (taken)
            teach(p, (struct lesson){c->now + TO_MEMORY + 1, last & ~UINT32_C(3), s->next_pc, DIRECTIONS,
                                     (uint8_t)(last >> 1 & 1), flow_for_predictor(i), f->place, true});
        restart(f, c->now + TO_RIGHT_PATH);
    } else if (taken) {
        f->end = 0;
    }
}

/* The decoder looks at one packet a cycle and can keep one half for later: a
 * packet of one half alone (behind a jump to its second half, or before a jump in
 * its first) goes there as soon as the instruction before has left. */
static inline void
keep_half(struct fetch *f, uint64_t before)
{
    uint64_t last = f->left[(f->count - 2) % REMEMBERED], kept = f->arrival > before ? f->arrival : before;

    f->left[(f->count - 1) % REMEMBERED] = kept > last ? kept : last + 1;
    f->settled = true;
}

/* The code of the instruction: when it is whole at the decoder. */
static inline uint64_t
code_ready(struct clock *c, const struct instruction *i, uint32_t pc)
{
    struct fetch *f = &c->fetch;
    uint64_t cycle = c->now + 1;
    bool jumped = f->end == 0;

    if (pc + i->length <= f->end)
        return cycle;
    if (jumped || pc == f->end) {
        enter_packet(f, pc, false, cycle);
        if ((pc & 2) != 0 || (f->taken && f->half == 0))
            keep_half(f, c->now);
        if (pc + i->length <= f->end)
            return f->arrival > cycle ? f->arrival : cycle;
        cycle = f->left[(f->count - 1) % REMEMBERED] + 1;
    }
    enter_packet(f, f->end, true, cycle);
    return f->arrival > cycle ? f->arrival : cycle;
}

/* The cycle in which the instruction leaves the decoder. */
static inline uint64_t
tick(struct clock *c, const struct instruction *i, const struct step *s)
{
    struct fetch *f = &c->fetch;
    uint64_t cycle = code_ready(c, i, s->pc);

    if (cycle < c->ready[i->rs1])
        cycle = c->ready[i->rs1];
    if (cycle < c->ready[i->rs2])
        cycle = c->ready[i->rs2];
    if (cycle < c->ready[i->rd])
        cycle = c->ready[i->rd];
    if (c->computing)
        cycle = wait_for_result(c, i, cycle);
    if (!f->settled)
        f->left[(f->count - 1) % REMEMBERED] = cycle;
    f->settled = true;
    if (i->kind >= LOAD && i->kind <= ATOMIC)
        cycle = access_memory(c, i, s, cycle);

    {
        uint64_t gap = cycle - c->now;

        c->writers = (gap < 64 ? c->writers << gap : 0) | i->writes;
        c->loads = (gap < 64 ? c->loads << gap : 0) | (i->kind == LOAD || i->kind == ATOMIC);
    }
    c->now = cycle;
    if (i->rd != NO_REGISTER)
        c->ready[i->rd] = cycle + i->latency;
    if (i->kind == LOAD && !in_dtim(s->address) && i->rd != NO_REGISTER)
        c->ready[i->rd] = c->outside_free;
    if (i->kind == MULTIPLY_DIVIDE) {
        c->computing = true;
        c->computed = cycle + (i->operation < DIV ? TO_PRODUCT : quotient_cycles(i, s->a, s->b));
        c->computed_register = i->rd;
    }
    if (i->flow != STRAIGHT || (f->taken && f->half == ((s->pc + i->length - 2) >> 1 & 1)))
        turn(c, i, s);
    return cycle;
}

#endif
