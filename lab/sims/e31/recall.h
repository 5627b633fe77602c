/* A clock that remembers how long something took.
 *
 * What a stretch of the program takes follows from the state of the clock before
 * it and from the way through it.  A firmware that measures goes few ways from few
 * states again and again, and so does a loop.  So its instructions are written
 * down as they are executed, and where the stretch ends the clock looks whether it
 * has gone that way from that state.  Only if it has not, it ticks.
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
#include "report.h"
#include "timing.h"

#include <stddef.h>

enum { LONG_ENOUGH = 512, STRETCH = 1 << 13, STATES = 1 << 11, WAYS = 1 << 15 };
enum { START = 64 }; /* what `now` is in a state: more than any clock looks back */

/* The last stores into the DTIM, the newest before `next`. */
struct stored {
    uint32_t words[WAITING_STORES];
    unsigned next;
};

/* Where a way leads, as far as clocks are concerned. */
struct route {
    struct hash pcs, effects;
};

struct stretch {
    unsigned count;
    struct step steps[STRETCH];
    struct stored before, stored;
    struct route route;
};

/* From one state to another. */
struct way {
    uint64_t from, to;
    struct route route;
    uint64_t cycles;
    uint32_t refills;
};

/* All of a clock but the predictor's table `places`, which comes first, is large,
 * and follows from the rest. */
enum { PLACES = sizeof(((struct predictor *)NULL)->places), STATE = sizeof(struct clock) - PLACES };
_Static_assert(offsetof(struct clock, fetch.predictor.places) == 0, "all but the table is one piece");

/* Both tables are hashed; `states` lie where their names say. */
struct memory {
    struct state {
        uint64_t name; /* 0: none */
        unsigned char clock[STATE];
    } states[STATES];
    struct way ways[WAYS];
};

/* A clock on its way through the program.  It is in `state`; `clock` is that, or
 * `behind` and what it was when it last ticked. */
struct timeline {
    struct memory *memory;
    struct clock clock;
    bool behind;
    uint64_t state;
    uint64_t cycles;
    unsigned refills;
};

/* What an instruction's operands mean to a clock. */
static inline uint32_t
effect_of(const struct stored *stored, const struct instruction *i, const struct step *s)
{
    uint32_t word = s->address >> 2, low = s->address & 3, met = 0;

    if (i->kind == MULTIPLY_DIVIDE)
        return quotient_cycles(i, s->a, s->b);
    if (!in_dtim(s->address))
        return low | (s->address >= FLASH_BASE ? 4u : 8u);
    for (unsigned n = 0; n < WAITING_STORES && i->kind != STORE; n++)
        met |= (uint32_t)(stored->words[n] == word) << n;
    met = (met << WAITING_STORES | met) >> stored->next & 0xff; /* by age */
    return low | 16u | met << 8;
}

/* Writes down what was executed.  The jumps, with where it began and ended, are the
 * way through it. */
static inline void
follow(struct stretch *stretch, const struct instruction *i, const struct step *s)
{
    struct stored *stored = &stretch->stored;

    stretch->steps[stretch->count++] = *s;
    if (s->next_pc != s->pc + i->length) {
        hash_word(&stretch->route.pcs, s->pc);
        hash_word(&stretch->route.pcs, s->next_pc);
    }
    if ((i->kind >= LOAD && i->kind <= ATOMIC) || (i->kind == MULTIPLY_DIVIDE && i->operation >= DIV))
        hash_word(&stretch->route.effects, effect_of(stored, i, s));
    if ((i->kind == STORE || i->kind == ATOMIC) && in_dtim(s->address)) {
        stored->words[stored->next] = s->address >> 2;
        stored->next = (stored->next + 1) % WAITING_STORES;
    }
}

static inline uint64_t
still_to_come(uint64_t time, uint64_t now)
{
    return time > now ? time - now + START : 0;
}

static void
rest_fetch(struct fetch *f, uint64_t now)
{
    struct packet queue[SLOTS] = {0};
    struct outcome outcomes[OUTCOMES] = {0};

    f->now += START - now;
    f->flash.free = still_to_come(f->flash.free, now);
    f->line = 0;
    f->line_time = still_to_come(f->line_time, now);
    if (f->line_time == 0)
        f->filled = f->tries = 0;
    if (f->settled > SETTLED)
        f->settled = SETTLED;
    f->cache.refills = 0;

    f->guesses[0] = f->coming ? f->guesses[f->turn] : (struct guess){0};
    f->guesses[1] = (struct guess){0};
    f->turn = false;

    for (unsigned n = 0; n < f->count; n++)
        queue[n] = f->queue[(f->first + n) % SLOTS];
    if (f->kept)
        queue[SLOTS - 1] = *kept_packet(f);
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
    rest_fetch(&c->fetch, now);
    c->now = START;
}

/* The name of the clock's state: a hash of it. */
static uint64_t
name_of(const struct clock *c)
{
    const unsigned char *bytes = (const unsigned char *)c + PLACES;
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

/* The clock that ticks, in the state in which the timeline is. */
static struct clock *
awake(struct timeline *t, const struct stored *stored)
{
    struct clock *c = &t->clock;

    if (t->behind) {
        forget_places(&c->fetch.predictor);
        memcpy((unsigned char *)c + PLACES, place_of_state(t, t->state)->clock, STATE);
        find_places(&c->fetch.predictor);
    }
    t->behind = false;
    for (unsigned n = 0; n < c->store_count; n++)
        c->stores[n].word = stored->words[(stored->next - c->store_count + n) % WAITING_STORES];
    return c;
}

/* The clock has ticked, or something else has changed it. */
static void
find_state(struct timeline *t)
{
    struct state *state;

    rest(&t->clock);
    t->state = name_of(&t->clock);
    t->behind = false;
    state = place_of_state(t, t->state);
    if (state->name != t->state) {
        state->name = t->state;
        memcpy(state->clock, (const unsigned char *)&t->clock + PLACES, STATE);
    }
}

/* Ticks for all instructions of the stretch. */
static struct way
tick_through(struct timeline *t, const struct stretch *stretch, FILE *log)
{
    struct way way = {.from = t->state};
    struct clock *c = awake(t, &stretch->before);
    uint64_t begin = c->now;
    unsigned refills = c->fetch.cache.refills;

    for (const struct step *s = stretch->steps; s < stretch->steps + stretch->count; s++) {
        tick(c, instruction_at(c->fetch.machine, s->pc), s);
        if (log != NULL)
            log_commit(log, t->cycles + c->now - begin + TO_RETIREMENT, s->pc);
    }
    way.cycles = c->now - begin;
    way.refills = c->fetch.cache.refills - refills;
    find_state(t);
    way.to = t->state;
    return way;
}

/* The stretch has been executed, up to that address.  With a log, all of it is
 * gone through. */
static void
pass(struct timeline *t, const struct stretch *stretch, uint32_t pc, FILE *log)
{
    struct route route = stretch->route;
    struct way *way;

    hash_word(&route.pcs, stretch->steps[0].pc);
    hash_word(&route.pcs, pc);
    way = place_of_way(t, &route);
    if (way->from == t->state && memcmp(&way->route, &route, sizeof route) == 0 &&
        place_of_state(t, way->to)->name == way->to && log == NULL) {
        t->state = way->to;
        t->behind = true;
    } else {
        *way = tick_through(t, stretch, log);
        way->route = route;
    }
    t->cycles += way->cycles;
    t->refills += way->refills;
}

#endif
