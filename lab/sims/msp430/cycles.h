/* SPDX-License-Identifier: MIT */
/* How long instructions take, in cycles of MCLK.  MSP430: TI SLAU049F, tables 3-14 to 3-16.
 * MSP430X: SLAU208Q, tables 6-9, 6-10 and 6-15 to 6-17; the chips of SLAU367 and SLAU445 have
 * the same core.  Nothing else adds to them: memory answers at once, FRAM up to 8 MHz. */
#ifndef NARAE_LAB_MSP430_CYCLES_H
#define NARAE_LAB_MSP430_CYCLES_H

#include "decode.h"

/* 0: a register or generated constant; 1: what is found without an index; 2: with one */
static inline unsigned
msp_distance(const struct msp_operand *o)
{
    return o->mode < MSP_IMMEDIATE ? 0 : o->mode < MSP_INDEXED ? 1 : 2;
}

static inline bool
msp_is_pc(const struct msp_operand *o)
{
    return o->mode == MSP_REGISTER && o->reg == MSP_PC;
}

static inline unsigned
msp430_cycles(const struct msp_instruction *i)
{
    unsigned from = msp_distance(&i->source), mode = i->source.mode;

    switch (i->operation) {
    case MSP_JUMP:
        return 2;
    case MSP_RETI:
        return 5;
    case MSP_PUSH:
        return from == 0 ? 3 : from == 2 || mode == MSP_INCREMENT ? 5 : 4;
    case MSP_CALL:
        return from == 0 || mode == MSP_INDIRECT ? 4 : 5;
    case MSP_RRC:
    case MSP_SWPB:
    case MSP_RRA:
    case MSP_SXT:
        return from == 0 ? 1 : from == 1 ? 3 : 4;
    default:
        if (msp_is_in_memory(&i->destination))
            return 4 + from;
        if (msp_is_pc(&i->destination))
            return from == 0 || mode == MSP_INDIRECT ? 2 : 3;
        return 1 + from;
    }
}

/* What mspdebug's simulator counts more on MSP430: to it a generated constant has the addressing mode that
 * its bits are. */
static inline unsigned
msp430_constant_cycles(const struct msp_instruction *i)
{
    struct msp_instruction taken = *i;

    if (i->source.mode != MSP_GENERATED || i->source.value == 0)
        return 0;
    taken.source.mode = i->source.value == 1                           ? MSP_INDEXED
                        : i->source.value == 2 || i->source.value == 4 ? MSP_INDIRECT
                                                                       : MSP_INCREMENT;
    return msp430_cycles(&taken) - msp430_cycles(i);
}

/* A double operand whose destination is not read, or not written. */
static inline bool
msp_saves_access(const struct msp_instruction *i)
{
    return i->operation == MSP_MOV || !msp_writes(i->operation);
}

static inline unsigned
msp430x_plain_cycles(const struct msp_instruction *i)
{
    unsigned from = msp_distance(&i->source), mode = i->source.mode;

    switch (i->operation) {
    case MSP_JUMP:
        return 2;
    case MSP_RETI:
        return 5;
    case MSP_PUSH:
        return from == 2 ? 4 : 3;
    case MSP_CALL:
        return mode == MSP_ABSOLUTE ? 6 : from == 2 ? 5 : 4;
    case MSP_RRC:
    case MSP_SWPB:
    case MSP_RRA:
    case MSP_SXT:
        return from == 0 ? 1 : from == 1 ? 3 : 4;
    case MSP_RRCM:
    case MSP_RRAM:
    case MSP_RLAM:
    case MSP_RRUM:
        return i->count;
    case MSP_PUSHM:
    case MSP_POPM:
        return 2 + i->count * (i->bits == 20 ? 2u : 1u);
    default:
        if (msp_is_in_memory(&i->destination))
            return 4 + from - msp_saves_access(i);
        if (msp_is_pc(&i->destination))
            return from == 0 || mode == MSP_IMMEDIATE ? 3 : from == 1 ? 4 : 5;
        return 1 + from;
    }
}

/* A repetition is a cycle more. */
static inline unsigned
msp_times(const struct msp_instruction *i)
{
    return i->counts_by_register || i->count == 0 ? 1 : i->count;
}

/* After an extension word. */
static inline unsigned
msp430x_extended_cycles(const struct msp_instruction *i)
{
    unsigned from = msp_distance(&i->source), mode = i->source.mode;
    bool wide = i->bits == 20, loads = from != 0 && mode != MSP_IMMEDIATE;

    switch (i->operation) {
    case MSP_PUSH:
        if (!wide)
            return (from == 2 ? 5u : 4u) + (mode == MSP_INDEXED && i->source.reg == MSP_SP);
        return from == 2 ? 7u + (mode == MSP_INDEXED && i->source.reg == MSP_SP) : loads ? 6u : 5u;
    case MSP_RRC:
    case MSP_SWPB:
    case MSP_RRA:
    case MSP_SXT:
        return from == 0 ? 1 + msp_times(i) : (from == 1 ? 4u : 5u) + 2 * wide;
    default:
        if (msp_is_in_memory(&i->destination))
            return 5 + from - msp_saves_access(i) + (wide ? 2u + loads - msp_saves_access(i) : 0);
        if (msp_is_pc(&i->destination)) {
            bool shorter = i->operation == MSP_MOV || i->operation == MSP_ADD || i->operation == MSP_SUB;

            if (from == 0)
                return 4;
            return (mode == MSP_IMMEDIATE ? 4u
                    : from == 1           ? 5u
                                          : 6u) +
                   (wide && loads) - (shorter && (mode == MSP_IMMEDIATE || from == 2));
        }
        return from == 0 ? 1 + msp_times(i) : 2 + from + (wide && loads);
    }
}

/* MOVA, ADDA, SUBA, CMPA, CALLA */
static inline unsigned
msp430x_address_cycles(const struct msp_instruction *i)
{
    unsigned from = msp_distance(&i->source), mode = i->source.mode;

    if (i->operation == MSP_CALL) {
        if (mode == MSP_INDEXED)
            return 5u + (i->source.reg == MSP_SP);
        return from == 2 ? 7 : mode == MSP_INDIRECT || mode == MSP_INCREMENT ? 6 : 5;
    }
    if (msp_is_in_memory(&i->destination))
        return 4;
    if (mode == MSP_IMMEDIATE)
        return i->operation == MSP_MOV && !msp_is_pc(&i->destination) ? 2 : 3;
    return 1 + from + (from != 0) + (msp_is_pc(&i->destination) ? 2 : 0);
}

/* With `counts_by_register` an extended instruction takes as many more as the register says. */
static inline unsigned
msp_cycles(const struct msp_instruction *i, bool has_extensions)
{
    if (i->operation == MSP_ILLEGAL)
        return 1;
    if (!has_extensions)
        return msp430_cycles(i);
    return i->family == MSP_PLAIN      ? msp430x_plain_cycles(i)
           : i->family == MSP_EXTENDED ? msp430x_extended_cycles(i)
                                       : msp430x_address_cycles(i);
}

#endif
