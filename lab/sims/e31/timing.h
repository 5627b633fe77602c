/* SPDX-License-Identifier: MIT */
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
 *     most; a load that needs bytes of a pending one, or that is in the way
 *     when a third one comes, is fetched again and leaves 5 cycles later
 *   - a read outside the core takes what the flash takes; what comes too early
 *     after it, another access outside or an instruction that works with the
 *     word, is fetched again, too
 *   - so is what follows a write to a CSR */
#ifndef NARAE_LAB_E31_TIMING_H
#define NARAE_LAB_E31_TIMING_H

#include "fetch.h"

/* Cycles from the decoder to ... */
enum {
    TO_MEMORY = 2,
    TO_STORED = 3, /* the first cycle in which a store may enter the memory */
    TO_RETIREMENT = 3,
    TO_PRODUCT = 6,
    TO_OUTSIDE_READ = 10, /* next to the flash's own time */
    TO_OUTSIDE_WRITE = 9,
};
enum { WAITING_STORES = 8 };

struct waiting_store {
    uint64_t from; /* the first cycle in which it may enter the memory */
    uint32_t word;
    uint8_t mask;
};

/* The instruction that left the decoder last, and the packet in which it ended. */
struct departure {
    const struct instruction *instruction;
    uint32_t pc, next_pc;
    struct packet packet;
    bool taken;
};

struct clock {
    struct fetch fetch;
    struct departure last;
    uint64_t now; /* when the last instruction left the decoder */
    uint64_t ready[NO_REGISTER + 1];
    uint64_t writers, loads; /* bit n: one that left n cycles before `now` */

    bool computing; /* a product or quotient */
    uint64_t computed;
    uint8_t computed_register;

    struct waiting_store stores[WAITING_STORES];
    unsigned first_store, store_count;
    uint64_t stored_until; /* stores up to here are final */

    uint64_t outside_free;
    uint64_t outside_left; /* when the last read outside left, and what it gives: */
    uint8_t outside_register;
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

/* Retires stores that can enter the memory up to this cycle. */
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

/* Must a load that issues in this cycle be replayed? */
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

static inline uint8_t
flow_for_predictor(const struct instruction *i)
{
    return i->flow == FLOW_INDIRECT_CALL ? FLOW_CALL : i->flow == FLOW_INDIRECT ? FLOW_JUMP : i->flow;
}

/* Must the decoder stall an instruction for its registers? */
static inline bool
waits(const struct clock *c, const struct instruction *i, uint64_t cycle)
{
    uint8_t r = c->computed_register;

    return cycle < c->ready[i->rs1] || cycle < c->ready[i->rs2] || cycle < c->ready[i->rd] ||
           (c->computing && cycle < c->computed &&
            (i->kind == MULTIPLY_DIVIDE || (r != NO_REGISTER && (i->rs1 == r || i->rs2 == r || i->rd == r))));
}

/* Whether the first half of a long instruction has to wait: the decoder takes it
 * twice, and what that reads as. */
static bool
first_half_waits(const struct clock *c, const struct instruction *i, uint64_t cycle)
{
    enum { OP = 0x33, M = UINT32_C(1) << 25 };
    uint32_t twice = (i->raw & 0xffff) * UINT32_C(0x10001);
    struct instruction read = decode(twice);

    if ((twice & 0x7f) == OP && (twice & M) != 0)
        read.kind = MULTIPLY_DIVIDE;
    return waits(c, &read, cycle);
}

/* In a cycle after an instruction after which the core goes on elsewhere: what
 * is at the decoder leaves it if it can, and is lost. */
static void
leave_in_vain(struct clock *c, uint64_t cycle)
{
    struct fetch *f = &c->fetch;
    const struct instruction *i;
    bool complete;

    fetch_until(f, cycle);
    if (!f->kept && f->count == 0)
        return;
    if ((f->kept ? kept_packet(f) : first_packet(f))->empty) {
        take(f, 1);
        return;
    }
    i = instruction_at(f->around.machine, decoder_pc(f));
    complete = whole(f, i->length);
    if (complete ? !waits(c, i, cycle) : !first_half_waits(c, i, cycle))
        take(f, complete ? i->length / 2u : 0);
}

/* When the instruction that has left the decoder at that cycle retires, fetching
 * starts over. */
static void
fetch_again(struct clock *c, uint32_t pc, uint64_t cycle)
{
    leave_in_vain(c, cycle + 1);
    leave_in_vain(c, cycle + 2);
    fetch_until(&c->fetch, cycle + TO_RETIREMENT);
    send(&c->fetch, pc, true);
}

/* The last instruction was not followed by what is at the decoder, or by
 * nothing: the core notices when it has reached the memory.  A packet that
 * should have ended in a jump and did not loses its place. */
static void
turn_round(struct clock *c, const struct departure *d)
{
    struct fetch *f = &c->fetch;
    uint32_t last = d->pc + d->instruction->length - 2u;
    uint8_t flow = d->instruction->flow, history = d->packet.history;

    fetch_until(f, c->now + TO_MEMORY);
    f->history = flow == FLOW_BRANCH ? (uint8_t)(d->taken << 7 | history >> 1) : history;
    if (flow == STRAIGHT || d->taken)
        teach(f, last & ~UINT32_C(3), d->packet.look, flow != STRAIGHT, (uint8_t)(last >> 1 & 1),
              flow_for_predictor(d->instruction));
    send(f, d->next_pc, false);
}

/* When the code of the instruction is whole at the decoder, that was left at that
 * cycle. */
static inline uint64_t
code_ready(struct clock *c, const struct instruction *i, uint32_t pc, uint64_t left)
{
    struct fetch *f = &c->fetch;
    uint64_t cycle = left + 1 > f->now ? left + 1 : f->now;

    for (;; cycle++) {
        fetch_until(f, cycle);
        if (f->count == 0 && !(f->kept && (i->length == 2 || kept_packet(f)->empty))) {
            if (cycle == left + TO_MEMORY)
                turn_round(c, &c->last);
            else
                cycle += skip_tries(f);
        } else if (f->kept ? kept_packet(f)->empty || (i->length == 4 && first_packet(f)->empty)
                           : first_packet(f)->empty) {
            take(f, 1);
            fetch_again(c, pc, cycle);
            cycle = f->now - 1;
        } else if (whole(f, i->length)) {
            return cycle;
        } else if (!first_half_waits(c, i, cycle)) {
            take(f, 0);
        }
    }
}

static inline uint64_t
come_again(struct clock *c, const struct instruction *i, uint32_t pc, uint64_t cycle)
{
    if (i->rd != NO_REGISTER)
        c->ready[i->rd] = cycle + i->latency;
    fetch_until(&c->fetch, cycle);
    take(&c->fetch, i->length / 2u);
    fetch_again(c, pc, cycle);
    cycle = code_ready(c, i, pc, cycle);
    settle_stores(c, cycle);
    return cycle;
}

static inline uint64_t
access_memory(struct clock *c, const struct instruction *i, const struct step *s, uint64_t cycle)
{
    if (!in_dtim(s->address)) {
        while (cycle + TO_RETIREMENT < c->outside_free)
            cycle = come_again(c, i, s->pc, cycle);
        c->outside_free = cycle + TO_OUTSIDE_WRITE;
        if (i->kind != STORE && s->address >= FLASH_BASE) {
            unsigned bytes = (unsigned)__builtin_popcount(mask_of(i, s->address));

            c->outside_free = read_flash(&c->fetch.flash, bytes, TO_OUTSIDE_READ, cycle);
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

/* Reports the instruction's outcome to the fetch unit. */
static inline void
turn(struct clock *c)
{
    struct fetch *f = &c->fetch;
    const struct departure *d = &c->last;
    uint32_t next = d->pc + d->instruction->length, last = next - 2;
    uint32_t expected = d->packet.taken && (last >> 1 & 1) == d->packet.half ? d->packet.next : next;

    if (d->instruction->flow == FLOW_BRANCH)
        note_outcome(f,
                     (struct outcome){c->now + TO_MEMORY, direction_of(last, d->packet.history), d->taken});
    if (expected != d->next_pc) {
        leave_in_vain(c, c->now + 1);
        turn_round(c, d);
    }
}

/* Whether it works with what the last read outside the core will give. */
static inline bool
wants_outside(const struct clock *c, const struct instruction *i)
{
    uint8_t r = c->outside_register;

    return r != NO_REGISTER && (i->rs1 == r || i->rs2 == r || i->rd == r);
}

/* An instruction that leaves as if a word from outside were there is fetched a
 * second time, and waits then. */
static uint64_t
leave_too_early(struct clock *c, const struct instruction *i, uint32_t pc, uint64_t cycle)
{
    uint64_t early = c->outside_left + 2, ready = c->ready[c->outside_register];

    c->ready[c->outside_register] = early;
    if (cycle <= early && !waits(c, i, early)) {
        c->ready[c->outside_register] = ready;
        fetch_until(&c->fetch, early);
        take(&c->fetch, i->length / 2u);
        fetch_again(c, pc, early);
        cycle = code_ready(c, i, pc, early);
    }
    c->ready[c->outside_register] = ready;
    return cycle;
}

/* The cycle in which the instruction leaves the decoder. */
static inline uint64_t
tick(struct clock *c, const struct instruction *i, const struct step *s)
{
    struct fetch *f = &c->fetch;
    uint64_t cycle = code_ready(c, i, s->pc, c->now);

    if (cycle <= c->outside_left + 2 && wants_outside(c, i))
        cycle = leave_too_early(c, i, s->pc, cycle);
    if (cycle < c->ready[i->rs1])
        cycle = c->ready[i->rs1];
    if (cycle < c->ready[i->rs2])
        cycle = c->ready[i->rs2];
    if (cycle < c->ready[i->rd])
        cycle = c->ready[i->rd];
    if (c->computing)
        cycle = wait_for_result(c, i, cycle);
    if (i->kind >= LOAD && i->kind <= ATOMIC)
        cycle = access_memory(c, i, s, cycle);
    fetch_until(f, cycle);
    c->last = (struct departure){
        i, s->pc, s->next_pc, *(f->kept && i->length == 2 ? kept_packet(f) : first_packet(f)),
        s->next_pc != s->pc + i->length || (i->flow != STRAIGHT && i->flow != FLOW_BRANCH)};
    take(f, i->length / 2u);

    {
        uint64_t gap = cycle - c->now;

        c->writers = (gap < 64 ? c->writers << gap : 0) | i->writes;
        c->loads = (gap < 64 ? c->loads << gap : 0) | (i->kind == LOAD || i->kind == ATOMIC);
    }
    c->now = cycle;
    if (i->rd != NO_REGISTER)
        c->ready[i->rd] = cycle + i->latency;
    if (i->kind == LOAD && !in_dtim(s->address) && i->rd != NO_REGISTER) {
        c->ready[i->rd] = c->outside_free;
        c->outside_left = cycle;
        c->outside_register = i->latency == 2 ? i->rd : NO_REGISTER;
    }
    if (i->kind == MULTIPLY_DIVIDE) {
        c->computing = true;
        c->computed = cycle + (i->operation < DIV ? TO_PRODUCT : quotient_cycles(i, s->a, s->b));
        c->computed_register = i->rd;
    }
    if (i->flow != STRAIGHT || c->last.packet.taken)
        turn(c);
    else if (i->kind == CSR && (i->operation != CSRRS || i->rs1 != 0))
        fetch_again(c, s->next_pc, cycle);
    return cycle;
}

#endif
