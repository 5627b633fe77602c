/* SPDX-License-Identifier: MIT */
/* How long instructions take on Cortex-M0+, M3 and M4, in memory without wait
 * states: the table RULES of rules.h, and when each of its rules holds.  The M33 is in
 * pipeline.h.
 *
 * These three cores issue in order, one instruction at a time, and fetch ahead.  An
 * M0+ takes for an instruction what it is; there is nothing more to know.  In the
 * M3 and M4 the address phase of a load or store is that of the bus, one cycle
 * before its data: so loads follow each other without a gap, a load's last cycle
 * has space for the address of what comes next, and a register that is not there
 * yet when an address needs it costs a cycle. */
#ifndef NARAE_LAB_CORTEXM_TIMING_H
#define NARAE_LAB_CORTEXM_TIMING_H

#include "pipeline.h"

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
    unsigned words = words_of(i), cycles = (unsigned)rules[MANY_LEAST] + words;

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

static inline unsigned
divide_cycles(struct clock *c, const struct instruction *i, const struct step *s)
{
    unsigned cycles =
        quotient_cycles(i, s, (unsigned)c->rules[DIVIDE_LEAST], (unsigned)c->rules[DIVIDE_MOST]);

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
        if (c->core != M33 && c->jumped && i->length == 4 && (pc & 2) != 0)
            c->now.cycles += because(c, STRADDLED, rules[STRADDLED_TARGET]);
        watch_alignment(c, i, pc);
    }
    c->now.instructions++;
    if (c->core == M33) {
        issue(c, i, s);
        return;
    }
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
