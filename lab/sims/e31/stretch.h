/* SPDX-License-Identifier: MIT */
/* What was executed, written down for those who look at it afterwards: the clocks
 * (recall.h) and the hashes of a window.
 *
 * Between two jumps the program says what comes; so only where jumps went, where
 * memory was accessed and what was divided is kept, in order. */
#ifndef NARAE_LAB_E31_STRETCH_H
#define NARAE_LAB_E31_STRETCH_H

#include "report.h"
#include "timing.h"

enum { ROOM = 1 << 13, DTIM_WORDS = DTIM_BYTES / 4 };

/* The last stores into the DTIM are numbered, from more than there can be waiting on. */
struct stored {
    uint32_t words[WAITING_STORES]; /* each where its number says */
    uint32_t count;
};

/* The continuation of a path, as far as clocks are concerned. */
struct route {
    struct hash pcs, effects;
};

struct stretch {
    unsigned count; /* of instructions */
    uint32_t begin;
    unsigned jumps, data;
    uint32_t targets[ROOM]; /* the address after each jump or branch */
    uint32_t values[ROOM];  /* addresses; of a division, both operands */
    struct stored before, stored;
    uint32_t last_store[DTIM_WORDS]; /* the number of the last one into each word */
    struct route route;
};

static inline void
start_stretch(struct stretch *stretch, uint32_t pc)
{
    stretch->count = stretch->jumps = stretch->data = 0;
    stretch->begin = pc;
    stretch->before = stretch->stored;
    memset(&stretch->route, 0, sizeof stretch->route);
}

static uint8_t
watched_of(const struct instruction *i)
{
    bool special = i->marker != 0 || i->kind >= CSR || i->operation == ILLEGAL || i->rd == STACK_POINTER;
    bool divides = i->kind == MULTIPLY_DIVIDE && i->operation >= DIV;

    return (uint8_t)((i->kind >= LOAD && i->kind <= ATOMIC ? ACCESSES : 0) | (divides ? DIVIDES : 0) |
                     (i->flow != STRAIGHT ? JUMPS_AWAY : 0) | (special ? SPECIAL : 0));
}

/* Which of the last stores went to that word.  Within a stretch it is enough to say
 * how long ago the last one was: that one has said it of the one before. */
static inline uint32_t
stores_met(const struct stretch *stretch, uint32_t word)
{
    const struct stored *stored = &stretch->stored;
    uint32_t age = stored->count - stretch->last_store[word % DTIM_WORDS], met = 0;

    if (age > WAITING_STORES)
        return 0;
    if (age <= stored->count - stretch->before.count)
        return age;
    for (unsigned n = 1; n <= WAITING_STORES; n++)
        met |= (uint32_t)(stored->words[(stored->count - n) % WAITING_STORES] == word) << n;
    return met << 8;
}

/* The kind of an access, as far as clocks are concerned. */
static inline uint32_t
effect_of(const struct stretch *stretch, uint32_t address)
{
    uint32_t low = address & 3;

    if (!in_dtim(address))
        return low | (address >= FLASH_BASE ? 4u : 8u);
    return low | 16u | stores_met(stretch, address >> 2) << 8;
}

/* Records an observed instruction. */
static inline void
write_down(struct stretch *stretch, const struct instruction *i, const struct step *s)
{
    struct stored *stored = &stretch->stored;

    if ((i->watched & ACCESSES) != 0) {
        stretch->values[stretch->data++] = s->address;
        hash_word(&stretch->route.effects, effect_of(stretch, s->address));
        if (i->kind != LOAD && in_dtim(s->address)) {
            stored->words[stored->count % WAITING_STORES] = s->address >> 2;
            stretch->last_store[(s->address >> 2) % DTIM_WORDS] = stored->count++;
        }
    } else if ((i->watched & JUMPS_AWAY) != 0) {
        stretch->targets[stretch->jumps++] = s->next_pc;
        if (s->next_pc != s->pc + i->length) {
            hash_word(&stretch->route.pcs, s->pc);
            hash_word(&stretch->route.pcs, s->next_pc);
        }
    } else if ((i->watched & DIVIDES) != 0) {
        stretch->values[stretch->data++] = s->a;
        stretch->values[stretch->data++] = s->b;
        hash_word(&stretch->route.effects, quotient_cycles(i, s->a, s->b));
    }
}

static inline bool
has_room_for_more(const struct stretch *stretch)
{
    return stretch->jumps < ROOM && stretch->data + 2 <= ROOM;
}

/* Reads a recorded stretch, instruction by instruction. */
struct reading {
    const struct machine *machine;
    const struct stretch *stretch;
    uint32_t pc;
    unsigned count, jumps, data;
};

static inline struct reading
read_from_start(const struct machine *machine, const struct stretch *stretch)
{
    return (struct reading){.machine = machine, .stretch = stretch, .pc = stretch->begin};
}

/* The next instruction, or NULL. */
static inline const struct instruction *
read_on(struct reading *r, struct step *s)
{
    const struct stretch *stretch = r->stretch;
    const struct instruction *i;

    if (r->count == stretch->count)
        return NULL;
    r->count++;
    i = instruction_at(r->machine, r->pc);
    s->pc = r->pc;
    s->next_pc = (i->watched & JUMPS_AWAY) != 0 ? stretch->targets[r->jumps++] : r->pc + i->length;
    if ((i->watched & ACCESSES) != 0) {
        s->address = stretch->values[r->data++];
    } else if ((i->watched & DIVIDES) != 0) {
        s->a = stretch->values[r->data++];
        s->b = stretch->values[r->data++];
    }
    r->pc = s->next_pc;
    return i;
}

#endif
