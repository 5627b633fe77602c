/* SPDX-License-Identifier: MIT */
/* The Cortex-A72 as its Software Optimization Guide describes it: three
 * instructions decoded a cycle, up to three micro-operations dispatched in
 * order (section 4.1: at most one to B, F0 and F1, two to I, M and to L and S
 * together), eight pipes that issue out of order from queues of their own, and
 * 128 micro-operations in flight that retire in order.
 *
 * Instructions are looked at once, in program order, and each micro-operation
 * takes the first cycle in which its inputs are there and its pipe is free.
 * Older ones have then had their choice, as in a scheduler that prefers them,
 * and younger ones fill the gaps.
 *
 * Caches always hit, the target of a branch is known when its direction is,
 * and a load waits for exactly those stores that wrote its bytes. */

#include "pipeline.h"

#include <stdlib.h>
#include <string.h>

enum { DECODED = 3, DISPATCHED = 3, IN_FLIGHT = 128 };
enum { HORIZON = 1 << 12, RING = 32 };
enum { HISTORY_BITS = 12, TARGETS = 256, BYTES = 1 << 16, DRAIN = 1 };
enum { WARM = 100000 }; /* the last instructions of a trace, which train the predictor */

/* Groups of pipes that dispatch counts together. */
enum group { GROUP_B, GROUP_I, GROUP_M, GROUP_LS, GROUP_F0, GROUP_F1, GROUPS };
static const uint8_t group_of[PIPES] = {GROUP_B,  GROUP_I,  GROUP_I,  GROUP_M,
                                        GROUP_LS, GROUP_LS, GROUP_F0, GROUP_F1};
static const uint8_t group_limit[GROUPS] = {1, 2, 2, 2, 1, 1};

struct pipe_state {
    uint64_t busy[HORIZON]; /* the cycle in which the pipe is occupied */
    uint64_t waiting[RING]; /* when the entries of its queue issue, in this order from `first` on */
    unsigned first;
};

/* The last store to a byte. */
struct byte {
    uint32_t address;
    uint64_t store, executed, drained;
};

struct machine {
    const struct assumptions *assumptions;
    struct pipe_state pipe[PIPES];
    uint64_t ready[REGISTERS];
    uint64_t retired[IN_FLIGHT];
    uint64_t entered, stores, last_retire; /* micro-operations that ever were in flight */
    uint64_t fetch, fetched;               /* the cycle of decoding, and how many were decoded in it */
    uint64_t dispatch;                     /* the cycle, from 1 on, and how many were dispatched in it */
    uint8_t dispatched, dispatched_to[GROUPS];
    uint8_t counters[1 << HISTORY_BITS];
    uint32_t history, targets[TARGETS];
    struct byte bytes[BYTES];
    uint64_t mispredictions, forwarded;
};

static uint64_t
later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The first cycle from `from` on in which the pipe is free for a while. */
static uint64_t
first_free(const struct pipe_state *pipe, uint64_t from, unsigned occupancy)
{
    for (unsigned length = 0; length < occupancy; from++)
        length = pipe->busy[from % HORIZON] == from ? 0 : length + 1;
    return from - occupancy;
}

/* The first cycle in which the pipe's queue has space. All entries start as issued in cycle 0. */
static uint64_t
room_in_queue(const struct pipe_state *pipe)
{
    return pipe->waiting[pipe->first % RING] + 1;
}

/* In the first entry's stead.  That one issues before `issue`, which ends the search for where it belongs. */
static void
enter_queue(struct pipe_state *pipe, unsigned size, uint64_t issue)
{
    unsigned place = pipe->first++ + size;

    for (; pipe->waiting[(place - 1) % RING] > issue; place--)
        pipe->waiting[place % RING] = pipe->waiting[(place - 1) % RING];
    pipe->waiting[place % RING] = issue;
}

/* Moves the cycle of dispatch to one that can still take a micro-operation. */
static void
dispatch_no_earlier(struct machine *m, uint64_t cycle)
{
    if (cycle <= m->dispatch)
        return;
    m->dispatch = cycle;
    m->dispatched = 0;
    memset(m->dispatched_to, 0, sizeof m->dispatched_to);
}

static void
dispatch_to(struct machine *m, enum group group)
{
    if (m->dispatched == DISPATCHED || m->dispatched_to[group] == group_limit[group])
        dispatch_no_earlier(m, m->dispatch + 1);
    m->dispatched++;
    m->dispatched_to[group]++;
}

/* When the bytes of a load arrive; `issue` is the cycle of its access. */
static uint64_t
loaded(struct machine *m, uint32_t address, unsigned bytes, uint64_t issue, unsigned latency)
{
    uint64_t store = 0, executed = 0, drained = 0;
    unsigned in_flight = 0, from_one = 0;

    for (unsigned i = 0; i < bytes; i++) {
        const struct byte *byte = &m->bytes[(address + i) % BYTES];

        if (byte->address != address + i || byte->drained <= issue)
            continue;
        in_flight++;
        if (byte->store > store) {
            store = byte->store;
            from_one = 0;
        }
        from_one += byte->store == store;
        executed = later(executed, byte->executed);
        drained = later(drained, byte->drained);
    }
    if (in_flight == 0)
        return issue + latency;
    m->forwarded++;
    if (from_one == bytes)
        return later(issue + latency, executed + m->assumptions->forwarding);
    return later(issue + latency, executed + m->assumptions->blocked_forward);
}

/* The pipe that would start it first.  If there is a choice, `*ready`, the cycle in which its inputs are
 * there, moves on to that start: it will not be an earlier one. */
static unsigned
choose_pipe(const struct machine *m, const struct uop *uop, uint64_t *ready)
{
    unsigned chosen = (unsigned)__builtin_ctz(uop->pipes);
    uint64_t earliest = UINT64_MAX;

    if (uop->pipes == 1 << chosen)
        return chosen;
    for (unsigned rest = uop->pipes; rest != 0; rest &= rest - 1) {
        unsigned p = (unsigned)__builtin_ctz(rest);
        uint64_t start = m->dispatch + (m->dispatched_to[group_of[p]] == group_limit[group_of[p]]);

        start = later(later(start, room_in_queue(&m->pipe[p])) + 1, *ready);
        start = first_free(&m->pipe[p], start, uop->occupancy);
        if (start < earliest) {
            chosen = p;
            earliest = start;
        }
    }
    *ready = earliest;
    return chosen;
}

/* One micro-operation; gives the cycle in which it has executed. */
static uint64_t
run_uop(struct machine *m, const struct uop *uop, const struct step *step, unsigned access_bytes)
{
    uint64_t ready = 0, issue, done;
    struct pipe_state *pipe;
    unsigned chosen;

    for (unsigned i = 0; i < uop->reads; i++)
        ready = later(ready, m->ready[uop->read[i]]);
    chosen = choose_pipe(m, uop, &ready);
    pipe = &m->pipe[chosen];
    dispatch_no_earlier(m, room_in_queue(pipe));
    dispatch_to(m, group_of[chosen]);
    issue = first_free(pipe, later(m->dispatch + 1, ready), uop->occupancy);
    enter_queue(pipe, m->assumptions->queue, issue);
    for (unsigned i = 0; i < uop->occupancy; i++)
        pipe->busy[(issue + i) % HORIZON] = issue + i;

    done = issue + uop->latency;
    if (chosen == PIPE_L && access_bytes != 0)
        done = loaded(m, step->address, access_bytes, issue, uop->latency);
    for (unsigned i = 0; i < uop->writes; i++)
        m->ready[uop->write[i]] = done;
    return done;
}

static void
remember_store(struct machine *m, uint32_t address, unsigned bytes, uint64_t executed, uint64_t drained)
{
    m->stores++;
    for (unsigned i = 0; i < bytes; i++)
        m->bytes[(address + i) % BYTES] = (struct byte){address + i, m->stores, executed, drained};
}

/* Was the prediction right? Training is immediate. */
static bool
predicted(struct machine *m, const struct instruction *instruction, uint32_t pc, uint32_t next)
{
    if (instruction->is_conditional) {
        bool taken = next != pc + 4, right;
        uint8_t *counter = &m->counters[(pc >> 2 ^ m->history) % (1 << HISTORY_BITS)];

        right = (*counter >= 2) == taken;
        if (taken && *counter < 3)
            ++*counter;
        else if (!taken && *counter > 0)
            --*counter;
        m->history = (m->history << 1 | taken) % (1 << HISTORY_BITS);
        return right;
    }
    if (instruction->is_indirect) {
        uint32_t *target = &m->targets[(pc >> 2) % TARGETS];
        bool right = *target == next;

        *target = next;
        return right;
    }
    return true;
}

/* Retires in order, with all of its micro-operations. */
static uint64_t
retire(struct machine *m, uint64_t done, unsigned places)
{
    m->last_retire = later(m->last_retire, done);
    while (places-- != 0)
        m->retired[m->entered++ % IN_FLIGHT] = m->last_retire;
    return m->last_retire;
}

static void
run_step(struct machine *m, const struct step *step, const struct instruction *instruction, uint32_t next)
{
    unsigned places =
        instruction->uops != 0 ? instruction->uops : 1; /* one that does nothing takes one, too */
    uint64_t done, stored = 0, retired;

    if (m->fetched == DECODED) {
        m->fetch++;
        m->fetched = 0;
    }
    m->fetched++;
    dispatch_no_earlier(m, m->fetch);
    dispatch_no_earlier(m, m->retired[(m->entered + places - 1) % IN_FLIGHT]);
    done = m->dispatch;
    for (unsigned i = 0; i < instruction->uops; i++) {
        uint64_t end = run_uop(m, &instruction->uop[i], step, instruction->access_bytes);

        done = later(done, end);
        if (instruction->uop[i].pipes == 1 << PIPE_S)
            stored = end;
    }
    if (m->fetch < m->dispatch) { /* decoding waits for dispatch */
        m->fetch = m->dispatch;
        m->fetched = 1;
    }
    retired = retire(m, done, places);
    if (stored != 0)
        remember_store(m, step->address, instruction->access_bytes, stored, retired + DRAIN);
    if (!instruction->is_branch)
        return;
    if (next != step->pc + 4)
        m->fetched = DECODED; /* nothing after a taken branch in its group */
    if (m->assumptions->mispredicts && !predicted(m, instruction, step->pc, next)) {
        m->mispredictions++;
        m->fetch = later(m->fetch, done + m->assumptions->penalty);
        m->fetched = 0;
    }
}

struct outcome
run_pipeline(const struct assumptions *assumptions, const struct step *steps,
             const struct instruction *const *instructions, size_t count, unsigned repeats)
{
    struct machine *m = calloc(1, sizeof *m);
    struct outcome outcome = {0};
    uint64_t warm = 0, mispredictions = 0, forwarded = 0;

    if (m == NULL)
        exit(2);
    m->assumptions = assumptions;
    for (unsigned p = 0; p < PIPES; p++)
        memset(m->pipe[p].busy, 0xff, sizeof m->pipe[p].busy);
    m->fetch = 1;
    for (unsigned r = 0; r < 2 * repeats; r++) {
        if (r == repeats) {
            warm = m->last_retire;
            mispredictions = m->mispredictions;
            forwarded = m->forwarded;
        }
        for (size_t i = r == 0 && count > WARM ? count - WARM : 0; i < count; i++)
            run_step(m, &steps[i], instructions[i], steps[i + 1 < count ? i + 1 : 0].pc);
    }
    outcome.cycles = (double)(m->last_retire - warm) / repeats;
    outcome.mispredictions = (double)(m->mispredictions - mispredictions) / repeats;
    outcome.forwarded = (double)(m->forwarded - forwarded) / repeats;
    free(m);
    return outcome;
}
