/* SPDX-License-Identifier: MIT */
/* What the E31 has learned, the branch predictor's and the instruction cache's
 * state, and how a clock requests it.
 *
 * This is most of what a core remembers, and what seldom comes back as it was.  But
 * it bears on time only by its answers: all else follows from them and from the way
 * through the program.  So whatever a clock needs to know about it or does to it is a
 * question, and is written down with its answer: as long as the answers are the
 * same, what it took is the same. */
#ifndef NARAE_LAB_E31_LEARNED_H
#define NARAE_LAB_E31_LEARNED_H

#include "predictor.h"

enum { LINE_BYTES = 64, CACHE_SETS = 128, CACHE_WAYS = 2 };

struct cache {
    uint32_t lines[CACHE_SETS][CACHE_WAYS]; /* address, 0 if empty */
    uint16_t shift_register;                /* its highest bit names the way to fill */
    bool holds_everything;
};

/* A place of the predictor may change its number and what else is learned stay as it
 * is.  A clock does not know the numbers: it counts look-ups, and names the one that
 * found the place.  It requests none that is older than so many, or that is none. */
enum { LOOKS = 256, NO_LOOK = INT32_MAX, FOUND_NOTHING = INT32_MAX - 1 };

struct learned {
    struct predictor predictor;
    struct cache cache;
    uint8_t looks[LOOKS]; /* the places that look-ups found */
    uint32_t first_look;  /* where the clock's look-up 0 is */
};

enum question_kind {
    LOOK_UP,        /* request of a packet: its prediction */
    TEACH,          /* training for a packet, or its removal */
    FORGET_TARGETS, /* all of them */
    NOTE_DIRECTION, /* a branch was `flag`: taken */
    PUSH_RETURN,
    POP_RETURN,
    LAST_RETURN, /* its address, and whether there is one */
    HOLDS,       /* whether the cache has the line */
    FILL,        /* with the line; changes what will be held, and the way that is next */
    ARRIVED,     /* no question: the end of a stretch (recall.h) */
};

struct question {
    uint8_t kind;
    bool flag; /* LOOK_UP: the packet has jumps; TEACH: it will be known */
    uint8_t half, flow;
    uint16_t number; /* of a direction's bit */
    int32_t look;
    uint32_t address;
};

struct answered {
    struct question question;
    uint64_t answer;
    uint64_t other; /* where it goes on if the answer is another one, or 0 */
};

enum { RECORD = 1 << 12 };

struct record {
    struct answered list[RECORD];
    unsigned count;
    bool incomplete; /* the record is incomplete or cannot be replayed */
    bool outdated;   /* an earlier request would now differ */
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
}

static inline uint8_t *
place_of(struct learned *l, int32_t look)
{
    return &l->looks[(l->first_look + (uint32_t)look) % LOOKS];
}

/* Of a guess, what the clock goes by. */
static inline uint64_t
packed(const struct guess *g)
{
    return (g->taken ? g->target : 0) | (uint64_t)g->direction << 32 | (uint64_t)g->taken << 33 |
           (uint64_t)g->known << 34 | (uint64_t)(g->known ? g->half : 0) << 35;
}

static inline struct guess
unpacked(uint64_t answer)
{
    return (struct guess){.target = (uint32_t)answer,
                          .direction = (answer >> 32 & 1) != 0,
                          .taken = (answer >> 33 & 1) != 0,
                          .known = (answer >> 34 & 1) != 0,
                          .half = (uint8_t)(answer >> 35)};
}

/* 0 for what has no answer. */
static inline __attribute__((always_inline)) uint64_t
answer(struct learned *l, const struct question *q)
{
    struct predictor *p = &l->predictor;
    struct guess guess;

    switch (q->kind) {
    case LOOK_UP:
        *place_of(l, q->look) = look_up(p, q->address, q->number, q->flag, &guess);
        return packed(&guess);
    case TEACH:
        p->lesson = (struct lesson){.waits = true,
                                    .jump = q->flag,
                                    .half = q->half,
                                    .flow = q->flow,
                                    .place = q->look == NO_LOOK         ? NO_TARGET
                                             : q->look == FOUND_NOTHING ? 0
                                                                        : *place_of(l, q->look),
                                    .packet = q->address};
        return 0;
    case FORGET_TARGETS:
        forget_targets(p, p->valid);
        return 0;
    case NOTE_DIRECTION:
        note_direction(p, q->number, q->flag);
        return 0;
    case PUSH_RETURN:
        push_return(p, q->address);
        return 0;
    case POP_RETURN:
        pop_return(p);
        return 0;
    case LAST_RETURN:
        return p->depth != 0 ? UINT64_C(1) << 32 | p->returns[p->top] : 0;
    case HOLDS:
        return cache_holds(&l->cache, q->address);
    default:
        fill(&l->cache, q->address);
        return 0;
    }
}

#endif
