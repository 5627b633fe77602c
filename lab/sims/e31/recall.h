/* SPDX-License-Identifier: MIT */
/* A clock that remembers how long something took.
 *
 * What a stretch of the program takes follows from the state of the clock before
 * it, from the way through it, and from the answers of what the core has learned
 * (learned.h).  A firmware that measures goes few ways from few states again and
 * again, and so does a loop.  So its instructions are written down as they are
 * executed, and where the stretch ends the clock looks whether it has gone that way
 * from that state.  If so, it asks again what it asked then; with the same answers
 * it is done, and what it learns on the way is learned.  Else it ticks.
 *
 * A stretch ends at a marker, where a counter is read, with a jump backwards when
 * it is long enough, and when it has become too long.
 *
 * Two states are one if everything in them is equal that decides about the future,
 * with time counted from now; two ways, if they go through the same instructions,
 * and these do to the clock the same: which memory they reach, which of the last
 * stores a load meets, how long a division takes.  Both are compared by hash, of
 * 64 and 128 bits.  What is new takes the place of something older. */
#ifndef NARAE_LAB_E31_RECALL_H
#define NARAE_LAB_E31_RECALL_H

#include "commit_log.h"
#include "stretch.h"

#include <stddef.h>

/* Smaller tables forget more and change no result; a test makes them small. */
#ifndef E31_TABLES
#    define E31_TABLES (1 << 20)
#endif

enum { LONG_ENOUGH = 128, STATES = E31_TABLES >> 7, WAYS = E31_TABLES >> 4, ANSWERS = E31_TABLES };
_Static_assert(E31_TABLES > RECORD, "there is room for one way");
enum { START = 64 }; /* what `now` is in a state: more than any clock looks back */

/* Transitions from a state; the answers select the next one. */
struct way {
    uint64_t from;
    struct route route;
    uint32_t first; /* of its answers */
};

/* Of a clock, all but its surroundings, which come first. */
enum { AROUND = sizeof(struct surroundings), STATE = sizeof(struct clock) - AROUND };
_Static_assert(offsetof(struct clock, fetch.around) == 0, "the state is one piece");

/* States and ways are hashed.  A way's answers follow each other up to ARRIVED, which
 * has the state as its answer, the cycles as its address, and the look-ups; where
 * another answer came once, another branch begins.  All clocks use the same. */
struct memory {
    struct state {
        uint64_t name; /* 0: none */
        unsigned char clock[STATE];
    } states[STATES];
    struct way ways[WAYS];
    struct answered answers[ANSWERS];
    uint32_t count; /* of answers; the first is none */
    struct record record;
};

/* A clock at a point of the program. */
struct timeline {
    struct memory *memory;
    struct clock clock;
    struct learned learned;
    uint64_t state; /* the name of the clock's */
    uint64_t cycles;
    unsigned refills;
};

static inline uint64_t
still_to_come(uint64_t time, uint64_t now)
{
    return time > now ? time - now + START : 0;
}

/* Look-ups are also counted relative to now. */
static inline int32_t
counted_from(int32_t look, int32_t now)
{
    if (look >= FOUND_NOTHING)
        return look;
    return now - look > LOOKS ? -LOOKS : look - now;
}

static inline struct packet
packet_from(struct packet packet, int32_t now)
{
    packet.look = counted_from(packet.look, now);
    return packet;
}

static void
rest_fetch(struct fetch *f, uint64_t now)
{
    struct packet queue[SLOTS] = {0};
    struct outcome outcomes[OUTCOMES] = {0};

    f->now += START - now;
    f->flash.free = still_to_come(f->flash.free, now);
    f->line_time = still_to_come(f->line_time, now);
    if (f->line_time == 0)
        f->filled = f->tries = 0;
    if (f->settled > SETTLED)
        f->settled = SETTLED;
    memset(f->lines, 0, sizeof f->lines);
    f->refills = 0;

    f->lookups[0] = f->coming ? f->lookups[f->turn] : (struct lookup){.look = f->look};
    f->lookups[0].look = counted_from(f->lookups[0].look, f->look);
    f->lookups[1] = (struct lookup){0};
    f->turn = false;

    for (unsigned n = 0; n < f->count; n++)
        queue[n] = packet_from(f->queue[(f->first + n) % SLOTS], f->look);
    if (f->kept)
        queue[SLOTS - 1] = packet_from(*kept_packet(f), f->look);
    memcpy(f->queue, queue, sizeof queue);
    f->first = 0;

    for (unsigned n = 0; n < f->outcome_count; n++) {
        outcomes[n] = f->outcomes[(f->first_outcome + n) % OUTCOMES];
        outcomes[n].time += START - now;
    }
    memcpy(f->outcomes, outcomes, sizeof outcomes);
    f->first_outcome = 0;
}

/* Makes START of now, and leaves nothing that has no consequences. */
static void
rest(struct clock *c)
{
    struct waiting_store stores[WAITING_STORES] = {0};
    uint64_t now = c->now;

    settle_stores(c, now);
    for (unsigned n = 0; n < c->store_count; n++) {
        stores[n] = c->stores[(c->first_store + n) % WAITING_STORES];
        stores[n].from = still_to_come(stores[n].from, now);
        stores[n].word = 0; /* awake() knows it */
    }
    memcpy(c->stores, stores, sizeof stores);
    c->first_store = 0;
    c->stored_until = still_to_come(c->stored_until, now);
    c->loads &= 1;

    for (unsigned r = 0; r <= NO_REGISTER; r++)
        c->ready[r] = still_to_come(c->ready[r], now);
    if (c->computing) {
        c->computed += START - now;
    } else {
        c->computed = c->writers = 0;
        c->computed_register = 0;
    }
    c->outside_free = still_to_come(c->outside_free, now);
    if (c->outside_left + TO_MEMORY > now) {
        c->outside_left += START - now;
    } else {
        c->outside_left = 0;
        c->outside_register = NO_REGISTER;
    }
    c->last.packet = packet_from(c->last.packet, c->fetch.look);
    rest_fetch(&c->fetch, now);
    c->fetch.look = 0;
    c->now = START;
}

/* The name of the clock's state: a hash of it. */
static uint64_t
name_of(const struct clock *c)
{
    const unsigned char *bytes = (const unsigned char *)c + AROUND;
    uint64_t hash = 0, word;

    for (size_t n = 0; n < STATE; n += sizeof word) {
        memcpy(&word, bytes + n, sizeof word);
        hash = (hash << 23 ^ hash >> 41 ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return hash | 1;
}

static struct state *
place_of_state(const struct timeline *t, uint64_t name)
{
    return &t->memory->states[(name >> 32) % STATES];
}

static struct way *
place_of_way(const struct timeline *t, const struct route *route)
{
    return &t->memory->ways[((t->state >> 40) ^ route->pcs.a ^ route->effects.b) % WAYS];
}

/* The clock, ready to tick: a state does not say where the stores go that wait. */
static struct clock *
awake(struct timeline *t, const struct stored *stored)
{
    struct clock *c = &t->clock;

    for (unsigned n = 0; n < c->store_count; n++)
        c->stores[n].word = stored->words[(stored->count - c->store_count + n) % WAITING_STORES];
    return c;
}

/* The clock's state has changed. */
static void
find_state(struct timeline *t)
{
    struct state *state;

    t->learned.first_look += (uint32_t)t->clock.fetch.look;
    rest(&t->clock);
    t->state = name_of(&t->clock);
    state = place_of_state(t, t->state);
    if (state->name != t->state) {
        state->name = t->state;
        memcpy(state->clock, (const unsigned char *)&t->clock + AROUND, STATE);
    }
}

/* All that a replay can change of what is learned, but for the table `places`, which
 * follows from it. */
enum { BEGIN_KEPT = offsetof(struct predictor, jumps), KEPT = sizeof(struct predictor) - BEGIN_KEPT };

/* How far a clock came with the answers of a way. */
struct progress {
    unsigned same; /* answers */
    uint32_t last; /* the first differing answer, 0 if there is none */
    bool arrived;
};

/* Asks again what was asked on that way.  If it comes to an answer that never came,
 * nothing has been learned. */
static struct progress
ask_again(struct timeline *t, uint32_t first)
{
    struct learned *l = &t->learned;
    struct predictor *p = &l->predictor;
    const struct answered *list = t->memory->answers, *a = &list[first];
    struct progress progress = {0};
    const struct state *state;
    unsigned char kept[KEPT];

    memcpy(kept, (unsigned char *)p + BEGIN_KEPT, KEPT);
    for (; a->question.kind != ARRIVED; a++, progress.same++) {
        uint64_t answered = answer(l, &a->question);

        while (a->answer != answered && a->other != 0)
            a = &list[a->other];
        if (a->answer != answered) {
            progress.last = (uint32_t)(a - list);
            break;
        }
    }
    state = place_of_state(t, a->answer);
    if (a->question.kind == ARRIVED && state->name == a->answer) {
        memcpy((unsigned char *)&t->clock + AROUND, state->clock, STATE);
        t->state = state->name;
        t->cycles += a->question.address;
        l->first_look += (uint32_t)a->question.look;
        progress.arrived = true;
    } else {
        forget_places(p);
        memcpy((unsigned char *)p + BEGIN_KEPT, kept, KEPT);
        find_places(p);
    }
    return progress;
}

/* Ticks for all instructions of the stretch, and writes down what was asked. */
static void
tick_through(struct timeline *t, const struct stretch *stretch, FILE *log)
{
    struct clock *c = awake(t, &stretch->before);
    struct record *record = c->fetch.around.record;
    struct reading reading = read_from_start(c->fetch.around.machine, stretch);
    const struct instruction *i;
    struct step s = {0};
    uint64_t begin = c->now;
    uint32_t took;
    int32_t looks;

    record->count = 0;
    record->incomplete = false;
    while ((i = read_on(&reading, &s)) != NULL) {
        tick(c, i, &s);
        if (log != NULL)
            log_commit(log, t->cycles + c->now - begin + TO_RETIREMENT, s.pc);
    }
    took = (uint32_t)(c->now - begin);
    looks = c->fetch.look;
    t->cycles += took;
    t->refills += c->fetch.refills;
    find_state(t);
    if (record->count == RECORD)
        record->incomplete = true;
    else
        record->list[record->count++] = (struct answered){
            .question = {.kind = ARRIVED, .look = looks, .address = took}, .answer = t->state};
}

/* Records all but the first answers, which are known already. Returns where. */
static uint32_t
remember(struct memory *memory, unsigned known)
{
    const struct record *record = &memory->record;
    uint32_t first = memory->count;

    memcpy(&memory->answers[first], &record->list[known], (record->count - known) * sizeof *record->list);
    memory->count += record->count - known;
    return first;
}

static void
forget_ways(struct memory *memory)
{
    memset(memory->ways, 0, sizeof memory->ways);
    memory->count = 1;
    memory->record.outdated = false;
}

/* The stretch has been executed, up to that address.  With a log, all of it is
 * gone through. */
static void
pass(struct timeline *t, const struct stretch *stretch, uint32_t pc, FILE *log)
{
    struct memory *memory = t->memory;
    struct route route = stretch->route;
    struct progress progress = {0};
    uint64_t from = t->state;
    struct way *way;
    bool known;

    hash_word(&route.pcs, stretch->begin);
    hash_word(&route.pcs, pc);
    way = place_of_way(t, &route);
    if (memory->record.outdated)
        forget_ways(memory);
    known = way->from == from && memcmp(&way->route, &route, sizeof route) == 0 && log == NULL;
    if (known)
        progress = ask_again(t, way->first);
    if (progress.arrived)
        return;
    tick_through(t, stretch, log);
    if (memory->count + RECORD > ANSWERS)
        forget_ways(memory);
    else if (!memory->record.incomplete && !memory->record.outdated) {
        if (progress.last != 0)
            memory->answers[progress.last].other = remember(memory, progress.same);
        else
            *way = (struct way){from, route, remember(memory, 0)};
    }
}

#endif
