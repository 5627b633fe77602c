/* SPDX-License-Identifier: MIT */
/* How long instructions take on Cortex-M0+, M3 and M4, in memory without wait
 * states: the table of rules.h, and when each of its rules holds.
 *
 * All three cores issue in order, one instruction at a time, and fetch ahead.  An
 * M0+ takes for an instruction what it is; there is nothing more to know.  In the
 * M3 and M4 the address phase of a load or store is that of the bus, one cycle
 * before its data: so loads follow each other without a gap, a load's last cycle
 * has space for the address of what comes next, and a register that is not there
 * yet when an address needs it costs a cycle. */
#ifndef NARAE_LAB_CORTEXM_TIMING_H
#define NARAE_LAB_CORTEXM_TIMING_H

#include "machine.h"
#include "rules.h"

enum before { OTHER, DATA_BEFORE, LOAD_BEFORE, STORE_BEFORE, INDEXED_STORE_BEFORE };

struct counters {
    uint64_t cycles, instructions;
    uint32_t causes[CAUSE_COUNT];
    uint32_t exposure;   /* runs of three or more instructions in a row that straddle words */
    uint32_t pairs;      /* LDRD and STRD */
    uint32_t code_reads; /* loads from the memory that code is fetched from */
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

static inline unsigned
load_cycles(struct clock *c, const struct instruction *i, const struct step *s)
{
    const int *rules = c->rules;
    bool literal = i->rn == PC && i->immediate;
    uint32_t region = s->address >> 28;
    bool depends = (c->written & i->addresses) != 0;
    bool moves_later = i->writes_back && c->core == M3;
    unsigned cycles, further = further_accesses(i, s->address);

    if (c->before == LOAD_BEFORE && !depends && c->region == region && (c->moved & i->addresses) == 0 &&
        !moves_later) {
        cycles = (unsigned)rules[LOAD_AFTER_LOAD];
    } else {
        cycles = (unsigned)rules[literal ? LITERAL_CYCLES : LOAD_CYCLES];
        because(c, LOADED, 1);
        if (c->before >= STORE_BEFORE)
            cycles += because(c, STORED, rules[LOAD_AFTER_STORE]);
        if (c->before == DATA_BEFORE && depends)
            cycles += because(c, ADDRESSED, rules[ADDRESS_JUST_MADE]);
    }
    if (further != 0)
        cycles += because(c, UNALIGNED, (int)further * rules[UNALIGNED_CYCLES]);
    if (i->rd == PC)
        cycles += because(c, REFILLED, rules[LOAD_PC]);
    c->region = region;
    c->now.code_reads += region < 2;
    return cycles;
}

static inline unsigned
store_cycles(struct clock *c, const struct instruction *i, const struct step *s)
{
    const int *rules = c->rules;
    unsigned cycles = (unsigned)rules[i->immediate ? STORE_CYCLES : STORE_INDEXED_CYCLES];
    unsigned further = further_accesses(i, s->address);

    if (!i->immediate)
        because(c, INDEXED, rules[STORE_INDEXED_CYCLES] - rules[STORE_CYCLES]);
    if (rules[HIDDEN_BY_STORE] != 0 && c->before == LOAD_BEFORE && c->region == s->address >> 28 &&
        (c->written & i->addresses) == 0 && !(i->writes_back && c->core == M3)) {
        cycles -= (unsigned)rules[HIDDEN_BY_STORE];
        c->now.causes[LOADED]--;
    } else if (c->before == DATA_BEFORE && (c->written & i->addresses) != 0) {
        cycles += because(c, ADDRESSED, rules[ADDRESS_JUST_MADE]);
    } else if (c->before >= STORE_BEFORE && (c->moved & i->addresses) != 0) {
        cycles += because(c, MOVED, rules[BASE_JUST_MOVED]);
    }
    if (further != 0)
        cycles += because(c, UNALIGNED, (int)further * rules[UNALIGNED_CYCLES]);
    return cycles;
}

static inline unsigned
many_cycles(struct clock *c, const struct instruction *i, const struct step *s)
{
    const int *rules = c->rules;
    bool loads = i->group == LOAD_MANY || i->group == LOAD_PAIR;
    unsigned words, cycles;

    if (i->operation == LDM || i->operation == STM)
        words = (unsigned)__builtin_popcount(i->imm);
    else
        words = i->operation == VLDM || i->operation == VSTM ? i->amount : 2;
    cycles = (unsigned)rules[MANY_LEAST] + words;
    if (c->before == DATA_BEFORE && (c->written & i->addresses) != 0)
        cycles += because(c, ADDRESSED, rules[ADDRESS_JUST_MADE]);
    if (loads && s->address >> 28 < 2)
        c->now.code_reads += words;
    if (loads && c->before >= STORE_BEFORE)
        cycles += because(c, STORED, rules[LOAD_AFTER_STORE]);
    if (s->taken)
        cycles += because(c, REFILLED, rules[LOAD_PC]);
    c->now.pairs += i->operation == LDRD || i->operation == STRD;
    return cycles;
}

/* A factor of no more than 16 bits ends a long multiplication of the M3 early. */
static inline unsigned
long_multiply_cycles(struct clock *c, const struct instruction *i, const struct step *s)
{
    const int *rules = c->rules;
    bool is_signed = i->operation == SMULL || i->operation == SMLAL, adds = i->group == LONG_MULTIPLY_ADD;
    uint32_t a = s->a, b = s->b;
    unsigned cycles = (unsigned)rules[adds ? LONG_ADD_LEAST : LONG_MULTIPLY_LEAST];

    if (rules[LONG_MULTIPLY_SIZES] != 0) {
        if (is_signed) {
            a = (int32_t)a < 0 ? ~a : a;
            b = (int32_t)b < 0 ? ~b : b;
        }
        cycles += (unsigned)rules[LONG_MULTIPLY_SIZES] * ((a >> 16 != 0) + (b >> 16 != 0));
        cycles += is_signed && adds;
    }
    because(c, MULTIPLIED, (int)cycles - 1);
    return cycles;
}

/* From 2 cycles, where there is nothing to divide, to 12. */
static inline unsigned
divide_cycles(struct clock *c, const struct instruction *i, const struct step *s)
{
    uint32_t a = s->a, b = s->b;
    unsigned bits, cycles = (unsigned)c->rules[DIVIDE_LEAST];

    if (i->operation == SDIV) {
        a = (int32_t)a < 0 ? 0 - a : a;
        b = (int32_t)b < 0 ? 0 - b : b;
    }
    if (b != 0 && a >= b) {
        bits = 1u + (unsigned)__builtin_clz(b) - (unsigned)__builtin_clz(a);
        cycles += (10 * bits + 31) / 32;
    }
    because(c, DIVIDED, (int)cycles - 1);
    return cycles;
}

static inline unsigned
jump_cycles(struct clock *c, const struct instruction *i, const struct step *s)
{
    const int *rules = c->rules;

    switch (i->group) {
    case CALL:
        return (unsigned)(rules[BRANCH_CYCLES] + rules[CALL_EXTRA]) +
               because(c, REFILLED, rules[REFILL_DIRECT]);
    case BRANCH_REGISTER:
    case CALL_REGISTER:
        return (unsigned)rules[BRANCH_CYCLES] + because(c, REFILLED, rules[REFILL_REGISTER]);
    case TABLE_BRANCH:
        return 1 + because(c, REFILLED, rules[TABLE_BRANCH_CYCLES] - 1);
    default:
        return (unsigned)rules[BRANCH_CYCLES] + (s->taken ? because(c, REFILLED, rules[REFILL_DIRECT]) : 0);
    }
}

static inline unsigned
idle_cycles(struct clock *c)
{
    const int *rules = c->rules;

    if (c->before == LOAD_BEFORE && rules[HIDDEN_BY_NOP] != 0) {
        c->now.causes[LOADED]--;
        return (unsigned)(rules[DATA_CYCLES] - rules[HIDDEN_BY_NOP]);
    }
    if (c->before == INDEXED_STORE_BEFORE && rules[HIDDEN_BY_NOP] != 0) {
        c->now.causes[INDEXED]--;
        return (unsigned)(rules[DATA_CYCLES] - rules[HIDDEN_BY_NOP]);
    }
    return (unsigned)rules[DATA_CYCLES];
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

/* Records what the next instruction depends on. */
static inline void
remember(struct clock *c, const struct instruction *i, const struct step *s)
{
    enum before before = OTHER;
    uint32_t written = i->writes, moved = 0;

    switch (i->group) {
    case DATA:
    case MULTIPLY:
    case MULTIPLY_ADD:
    case LONG_MULTIPLY:
    case LONG_MULTIPLY_ADD:
    case MOVE_PAIR:
        before = DATA_BEFORE;
        break;
    case LOAD:
        before = LOAD_BEFORE;
        moved = i->writes_back ? bit(i->rn) : 0;
        break;
    case STORE:
        before = i->immediate ? STORE_BEFORE : INDEXED_STORE_BEFORE;
        moved = i->writes_back ? bit(i->rn) : 0;
        break;
    }
    c->before = before;
    c->written = written;
    c->moved = moved;
    c->short_before = i->length == 2;
    c->jumped = s->taken;
}

/* The cycles of an executed instruction at `pc`. */
static inline void
tick(struct clock *c, const struct instruction *i, uint32_t pc, const struct step *s)
{
    const int *rules = c->rules;
    unsigned cycles;

    if (c->core != M0PLUS) {
        if (c->jumped && i->length == 4 && (pc & 2) != 0)
            c->now.cycles += because(c, STRADDLED, rules[STRADDLED_TARGET]);
        watch_alignment(c, i, pc);
    }
    c->now.instructions++;
    if (s->skipped) {
        c->now.cycles += (unsigned)rules[SKIPPED_CYCLES];
        c->before = OTHER;
        c->written = c->moved = 0;
        c->short_before = i->length == 2;
        c->jumped = false;
        return;
    }
    switch (i->group) {
    case DATA:
        cycles = (unsigned)rules[DATA_CYCLES];
        break;
    case MULTIPLY:
        cycles = (unsigned)rules[MULTIPLY_CYCLES];
        break;
    case MULTIPLY_ADD:
        cycles = (unsigned)rules[MULTIPLY_ADD_CYCLES];
        because(c, MULTIPLIED, (int)cycles - 1);
        break;
    case LOAD:
        cycles = load_cycles(c, i, s);
        break;
    case STORE:
        cycles = store_cycles(c, i, s);
        break;
    case LOAD_PAIR:
    case STORE_PAIR:
    case LOAD_MANY:
    case STORE_MANY:
        cycles = many_cycles(c, i, s);
        break;
    case LONG_MULTIPLY:
    case LONG_MULTIPLY_ADD:
        cycles = long_multiply_cycles(c, i, s);
        break;
    case DIVIDE:
        cycles = divide_cycles(c, i, s);
        break;
    case MOVE_PAIR:
        cycles = (unsigned)rules[MOVE_PAIR_CYCLES];
        break;
    case IDLE:
        cycles = idle_cycles(c);
        break;
    case CONDITION:
        if (c->short_before) /* it is decoded together with what was before, which still is what comes before
                              */
            return;
        cycles = because(c, UNFOLDED, rules[CONDITION_CYCLES]);
        break;
    case SYSTEM:
        cycles = (unsigned)rules[SYSTEM_CYCLES];
        break;
    default:
        cycles = jump_cycles(c, i, s);
    }
    c->now.cycles += cycles;
    remember(c, i, s);
}

#endif
