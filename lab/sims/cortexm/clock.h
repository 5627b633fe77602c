/* SPDX-License-Identifier: MIT */
/* What the timing models of all cores share: the clock's state, and what instructions
 * do to memory and fetching. */
#ifndef NARAE_LAB_CORTEXM_CLOCK_H
#define NARAE_LAB_CORTEXM_CLOCK_H

#include "machine.h"
#include "rules.h"

enum before { OTHER, DATA_BEFORE, LOAD_BEFORE, STORE_BEFORE, INDEXED_STORE_BEFORE };

struct counters {
    uint64_t cycles, instructions;
    uint32_t causes[CAUSE_COUNT];
    uint32_t exposure;   /* runs of three or more instructions in a row that straddle words */
    uint32_t pairs;      /* LDRD and STRD */
    uint32_t code_reads; /* loads from the memory that code is fetched from */
    uint32_t unmeasured; /* M33: instructions whose cycles no source measured */
};

struct clock {
    const int *rules;
    enum core core;
    struct counters now;
    enum before before;
    uint32_t written;    /* by the data instruction or load right before */
    uint32_t moved;      /* the base that the access right before has moved */
    uint32_t region;     /* of memory, of the load right before */
    bool short_before;   /* the instruction before was 16 bits long */
    bool jumped;         /* it was a jump that was taken */
    unsigned straddling; /* number of consecutive instructions that straddle words */
    /* M33 (pipeline.h): cycles from which registers and flags can be used */
    uint64_t ready[16], flags_ready;
    uint32_t loaded; /* registers with what was loaded */
    bool slot_free;  /* the last cycle's second instruction may follow */
};

static inline unsigned
because(struct clock *c, enum cause cause, int cycles)
{
    c->now.causes[cause] += (unsigned)cycles;
    return (unsigned)cycles;
}

static inline unsigned
bytes_of(const struct instruction *i)
{
    switch (i->operation) {
    case LDRB:
    case LDRSB:
    case STRB:
        return 1;
    case LDRH:
    case LDRSH:
    case STRH:
        return 2;
    default:
        return 4;
    }
}

/* Accesses of the bus after the first: each is of aligned 1, 2 or 4 bytes. */
static inline unsigned
further_accesses(const struct instruction *i, uint32_t address)
{
    unsigned bytes = bytes_of(i);

    if ((address & (bytes - 1)) == 0)
        return 0;
    return bytes == 2 ? 1 : (address & 1) != 0 ? 2 : 1;
}

/* Words that an access of several moves. */
static inline unsigned
words_of(const struct instruction *i)
{
    if (i->operation == LDM || i->operation == STM)
        return (unsigned)__builtin_popcount(i->imm);
    return i->operation == VLDM || i->operation == VSTM ? i->amount : 2;
}

/* From the least, where there is nothing to divide, to the most. */
static inline unsigned
quotient_cycles(const struct instruction *i, const struct step *s, unsigned least, unsigned most)
{
    uint32_t a = s->a, b = s->b;
    unsigned bits;

    if (i->operation == SDIV) {
        a = (int32_t)a < 0 ? 0 - a : a;
        b = (int32_t)b < 0 ? 0 - b : b;
    }
    if (b == 0 || a < b)
        return least;
    bits = 1u + (unsigned)__builtin_clz(b) - (unsigned)__builtin_clz(a);
    return least + ((most - least) * bits + 31) / 32;
}

/* Counts where 32-bit instructions cross two words: of what they cost there
 * is no agreement. */
static inline void
watch_alignment(struct clock *c, const struct instruction *i, uint32_t pc)
{
    if (i->length == 4 && (pc & 2) != 0)
        c->now.exposure += ++c->straddling == 3;
    else
        c->straddling = 0;
}

#endif
