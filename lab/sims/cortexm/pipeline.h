/* SPDX-License-Identifier: MIT */
/* How long instructions take on a Cortex-M33, in memory without wait states: the table
 * PIPELINE_RULES of rules.h, and when each of its rules holds.
 *
 * The core issues in order.  A result has a time from which it can be used, and an
 * instruction waits for its operands.  The execute stage is two cycles deep: the second
 * adds what is added to products, and hands over what is stored, so these operands may
 * come a cycle later.  A NOP, IT or jump of 16 bits is issued together with another
 * instruction of 16 bits before it, if its operands are there.
 *
 * An instruction of an IT block whose condition fails is a NOP: it neither occupies a
 * stage nor has a result, so the flags of that block show in time. */
#ifndef NARAE_LAB_CORTEXM_PIPELINE_H
#define NARAE_LAB_CORTEXM_PIPELINE_H

#include "clock.h"

/* Data processing with a second operand that is shifted, or 8 bits at another place. */
static inline bool
shifts_operand(const struct instruction *i)
{
    switch (i->operation) {
    case AND:
    case BIC:
    case ORR:
    case ORN:
    case EOR:
    case ADD:
    case ADC:
    case SBC:
    case SUB:
    case RSB:
    case MVN:
        return i->immediate ? i->rotated : (i->shift | i->amount) != 0;
    default:
        return false;
    }
}

/* From the cycle of issue until the result can be an operand. */
static inline unsigned
latency_of(const int *rules, const struct instruction *i)
{
    if (i->group != DATA)
        return (unsigned)rules[PRODUCT_LATENCY];
    switch (i->operation) {
    case PKH:
    case PARALLEL:
    case SEL:
    case QADD:
    case SSAT:
    case USAT:
    case SSAT16:
    case USAT16:
    case VMOV_FROM:
        return (unsigned)rules[PRODUCT_LATENCY];
    case SXT:
        return (unsigned)rules[i->rn != NO_REGISTER ? PRODUCT_LATENCY : BASIC_LATENCY];
    default:
        return (unsigned)rules[shifts_operand(i) ? SHIFTED_LATENCY : BASIC_LATENCY];
    }
}

static inline bool
is_jump(const struct instruction *i)
{
    return i->group == BRANCH || i->group == BRANCH_REGISTER || i->group == CALL_REGISTER;
}

static inline uint64_t
later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The cycle from which all of these registers are `ahead` cycles from being ready. */
static inline uint64_t
ready(const struct clock *c, uint32_t registers, unsigned ahead)
{
    uint64_t at = 0;

    for (; registers != 0; registers &= registers - 1)
        at = later(at, c->ready[__builtin_ctz(registers)]);
    return at > ahead ? at - ahead : 0;
}

/* The cycle from which the flags can decide what this instruction does. */
static inline uint64_t
flags_ready(const struct clock *c, const struct instruction *i, const struct step *s)
{
    bool carries = i->operation == ADC || i->operation == SBC || i->shift == RRX;

    if (i->operation == BCOND)
        return s->taken || c->flags_ready == 0 ? c->flags_ready : c->flags_ready - 1;
    return s->conditional || carries ? c->flags_ready : 0;
}

/* The cycle from which all operands are there. */
static inline uint64_t
operands_ready(const struct clock *c, const struct instruction *i, const struct step *s)
{
    const int *rules = c->rules;
    unsigned late = (unsigned)rules[LATE_OPERAND];
    uint64_t at = later(ready(c, i->reads | i->addresses, 0), flags_ready(c, i, s));

    if (i->group == BRANCH_REGISTER || i->group == CALL_REGISTER)
        at = later(at, ready(c, i->reads, 0) + (unsigned)rules[TARGET_LATENCY]);
    if (i->operation == SXT)
        late = (c->loaded & i->adds) != 0 ? 0 : late;
    at = later(at, ready(c, i->adds, late));
    if (i->group == STORE || i->group == STORE_PAIR)
        at = later(at, ready(c, (bit(i->rd) | bit(i->ra)) & 0xffff, (unsigned)rules[LATE_OPERAND]));
    if (i->operation == STM) {
        unsigned word = 0;

        for (uint32_t list = i->imm; list != 0; list &= list - 1)
            at = later(at, ready(c, list & (0 - list), (unsigned)rules[LATE_OPERAND] + word++));
    }
    return at;
}

/* Cycles from the issue of an instruction to the earliest issue of the next. */
static inline unsigned
occupies(struct clock *c, const struct instruction *i, const struct step *s, bool sets_flags)
{
    const int *rules = c->rules;
    unsigned cycles = 1, further;

    switch (i->group) {
    case DATA:
    case MULTIPLY:
        if (sets_flags &&
            (i->group == MULTIPLY || (i->rotated && i->operation != MOV && i->operation != MVN)))
            cycles += because(c, FLAGGED, rules[FLAGS_SECOND_STAGE]);
        break;
    case LOAD:
    case STORE:
        further = further_accesses(i, s->address);
        cycles += because(c, UNALIGNED, (int)further * rules[UNALIGNED_ACCESS]);
        c->now.unmeasured += further != 0;
        break;
    case LOAD_PAIR:
    case STORE_PAIR:
    case LOAD_MANY:
    case STORE_MANY:
        cycles = words_of(i) * (unsigned)rules[WORD_CYCLES];
        break;
    case DIVIDE:
        cycles = quotient_cycles(i, s, (unsigned)rules[QUOTIENT_LEAST], (unsigned)rules[QUOTIENT_MOST]);
        because(c, DIVIDED, (int)cycles - 1);
        c->now.unmeasured++;
        break;
    case MOVE_PAIR:
        cycles = i->operation == VMOV_PAIR_FROM ? 2 : 1;
        break;
    case LONG_MULTIPLY:
    case LONG_MULTIPLY_ADD:
    case TABLE_BRANCH:
        c->now.unmeasured++;
        break;
    case SYSTEM:
        cycles = (unsigned)rules[BARRIER_CYCLES];
        break;
    }
    c->now.code_reads += i->group == LOAD && i->rn == PC;
    if (s->taken) {
        bool loads = i->group == LOAD || i->group == LOAD_MANY || i->group == TABLE_BRANCH;

        cycles += because(c, REFILLED, rules[loads ? LOADED_TARGET : TAKEN_JUMP]);
    }
    return cycles;
}

/* Records from when on results and flags of an instruction that was issued at `start` can be used. */
static inline void
results(struct clock *c, const struct instruction *i, uint64_t start, uint64_t end, bool sets_flags)
{
    const int *rules = c->rules;
    bool loads = i->group == LOAD || i->group == LOAD_PAIR || i->group == LOAD_MANY;
    uint64_t at = start;

    for (uint32_t left = i->writes; left != 0; left &= left - 1) {
        if (loads)
            c->ready[__builtin_ctz(left)] = at++ + (unsigned)rules[LOADED_LATENCY];
        else
            c->ready[__builtin_ctz(left)] = i->group == DIVIDE ? end : start + latency_of(rules, i);
    }
    c->loaded = loads ? c->loaded | i->writes : c->loaded & ~i->writes;
    if (i->writes_back) {
        c->ready[i->rn] = start + (unsigned)rules[BASIC_LATENCY];
        c->loaded &= ~bit(i->rn);
    }
    if (sets_flags) {
        bool late = !i->immediate && shifts_operand(i);

        c->flags_ready = end + (late ? (unsigned)rules[FLAGS_LATE] : 0);
    }
}

/* The cycles of an executed instruction. */
static inline void
issue(struct clock *c, const struct instruction *i, const struct step *s)
{
    const int *rules = c->rules;
    bool sets_flags = i->sets_flags && !(s->conditional && i->not_in_it), is_short = i->length == 2, paired;
    bool goes_second =
        is_short && i->marker == 0 && (i->group == IDLE || i->group == CONDITION || is_jump(i));
    uint64_t next = c->now.cycles, start, end, needed;

    if (s->skipped) {
        c->now.cycles += (unsigned)rules[SKIPPED_AS_NOP];
        c->slot_free = is_short;
        return;
    }
    needed = operands_ready(c, i, s);
    paired = goes_second && c->slot_free && needed < next;
    start = paired ? next - 1 : later(next, needed);
    if (start > next)
        because(c, WAITED, (int)(start - next));
    end = start + occupies(c, i, s, sets_flags);
    results(c, i, start, end, sets_flags);
    c->now.cycles = end;
    c->now.pairs += i->operation == LDRD || i->operation == STRD;
    c->slot_free = is_short && !paired && !s->taken && i->marker == 0 && i->group != CONDITION && !is_jump(i);
}

#endif
