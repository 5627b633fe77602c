/* SPDX-License-Identifier: MIT */
/* Instructions of MSP430 and MSP430X, decoded: TI SLAU049F, 3.4; SLAU208Q, 6.5 and 6.6.
 *
 * MSP430X adds 20-bit registers and addresses: an extension word before an instruction,
 * MOVA, ADDA, SUBA and CMPA, CALLA, PUSHM and POPM, shifts by up to four bits. */
#ifndef NARAE_LAB_MSP430_DECODE_H
#define NARAE_LAB_MSP430_DECODE_H

#include <stdbool.h>
#include <stdint.h>

enum { MSP_PC, MSP_SP, MSP_SR, MSP_CG };

enum msp_operation {
    MSP_ILLEGAL,
    MSP_MOV = 4, /* the numbers of format I */
    MSP_ADD,
    MSP_ADDC,
    MSP_SUBC,
    MSP_SUB,
    MSP_CMP,
    MSP_DADD,
    MSP_BIT,
    MSP_BIC,
    MSP_BIS,
    MSP_XOR,
    MSP_AND,
    MSP_RRC, /* those of format II */
    MSP_SWPB,
    MSP_RRA,
    MSP_SXT,
    MSP_PUSH,
    MSP_CALL,
    MSP_RETI,
    MSP_JUMP,
    MSP_RRCM, /* MSP430X alone */
    MSP_RRAM,
    MSP_RLAM,
    MSP_RRUM,
    MSP_PUSHM, /* from register source.reg down */
    MSP_POPM   /* to register source.reg and up */
};

/* What a word of an instruction says of an operand; GENERATED: a constant in no word of its own. */
enum msp_mode {
    MSP_REGISTER,
    MSP_GENERATED,
    MSP_IMMEDIATE,
    MSP_INDIRECT,
    MSP_INCREMENT,
    MSP_INDEXED,
    MSP_SYMBOLIC,
    MSP_ABSOLUTE
};

enum msp_family {
    MSP_PLAIN,
    MSP_EXTENDED,
    MSP_ADDRESS
}; /* with an extension word; MOVA and its like, CALLA */

struct msp_operand {
    uint8_t mode, reg;
    uint32_t value; /* constant, address, or index */
};

struct msp_instruction {
    uint8_t operation, family, length; /* in bytes; 0: not decoded yet */
    uint8_t bits;                      /* 8, 16 or 20 */
    uint8_t count;                     /* of shifts, registers, repetitions; a jump's condition */
    bool counts_by_register;           /* number `count` holds the repetitions but one */
    bool without_carry;                /* the carry counts as 0 */
    uint8_t cycles, constants, marker; /* set by the simulator */
    struct msp_operand source, destination;
};

/* The words of an instruction, at their addresses. */
struct msp_cursor {
    uint32_t at;
    const uint16_t *next;
};

static inline uint32_t
msp_next_word(struct msp_cursor *c)
{
    c->at += 2;
    return *c->next++;
}

static inline uint32_t
msp_signed_16(uint32_t x)
{
    return ((x & 0xffff) ^ 0x8000) - 0x8000;
}

/* base + index: in the lower 64 KiB a sum stays there, except by instructions of MSP430X. */
static inline uint32_t
msp_indexed(uint32_t base, uint32_t index, unsigned family)
{
    if (family == MSP_EXTENDED)
        return (base + index) & 0xfffff;
    if (family == MSP_PLAIN && base < 0x10000)
        return (base + index) & 0xffff;
    return (base + msp_signed_16(index)) & 0xfffff;
}

/* An operand that has a word of its own; `high`: bits 19 to 16 of an extension word. */
static inline struct msp_operand
msp_far_operand(struct msp_cursor *c, unsigned mode, unsigned reg, uint32_t high, unsigned family)
{
    uint32_t at = c->at, x = msp_next_word(c) | high << 16;

    if (mode == MSP_INDEXED && reg == MSP_PC)
        return (struct msp_operand){MSP_SYMBOLIC, MSP_PC, msp_indexed(at, x, family)};
    if (mode == MSP_INDEXED && reg == MSP_SR)
        mode = MSP_ABSOLUTE;
    return (struct msp_operand){(uint8_t)mode, (uint8_t)reg, x};
}

static inline struct msp_operand
msp_generated(uint32_t value)
{
    return (struct msp_operand){MSP_GENERATED, MSP_CG, value & 0xfffff};
}

static inline struct msp_operand
msp_source(struct msp_instruction *i, struct msp_cursor *c, unsigned reg, unsigned as, uint32_t high)
{
    static const uint8_t modes[4] = {MSP_REGISTER, MSP_INDEXED, MSP_INDIRECT, MSP_INCREMENT};

    if (reg == MSP_CG)
        return msp_generated(as == 3 ? UINT32_MAX : as);
    if (reg == MSP_SR && as > 1)
        return msp_generated(as == 2 ? 4 : 8);
    if (reg == MSP_PC && as == 0)
        return (struct msp_operand){MSP_REGISTER, MSP_PC, c->at};
    if (reg == MSP_PC && as == 2)
        i->operation = MSP_ILLEGAL;
    if (reg == MSP_PC && as == 3)
        return msp_far_operand(c, MSP_IMMEDIATE, reg, high, i->family);
    if (as == 1)
        return msp_far_operand(c, MSP_INDEXED, reg, high, i->family);
    return (struct msp_operand){modes[as], (uint8_t)reg, 0};
}

/* Does an operation write its destination, and does it set flags? */
static inline bool
msp_writes(unsigned operation)
{
    return operation != MSP_CMP && operation != MSP_BIT;
}

static inline bool
msp_sets_flags(unsigned operation)
{
    return operation != MSP_MOV && operation != MSP_BIC && operation != MSP_BIS && operation != MSP_SWPB;
}

static inline void
msp_decode_two(struct msp_instruction *i, struct msp_cursor *c, uint32_t x, uint32_t extension)
{
    unsigned reg = x & 15;

    i->operation = (uint8_t)(x >> 12);
    i->source = msp_source(i, c, x >> 8 & 15, x >> 4 & 3, extension >> 7 & 15);
    i->destination = (struct msp_operand){MSP_REGISTER, (uint8_t)reg, c->at};
    if ((x & 0x80) != 0)
        i->destination = msp_far_operand(c, MSP_INDEXED, reg, extension & 15, i->family);
    if (((x & 0x80) != 0 && reg == MSP_CG) ||
        ((x & 0x80) == 0 && reg == MSP_SR && msp_writes(i->operation) && msp_sets_flags(i->operation)))
        i->operation = MSP_ILLEGAL;
}

static inline void
msp_decode_one(struct msp_instruction *i, struct msp_cursor *c, uint32_t x, uint32_t extension)
{
    unsigned operation = x >> 7 & 7, mode;

    i->operation = (uint8_t)(MSP_RRC + operation);
    if (x == 0x1300) /* RETI */
        return;
    i->source = msp_source(i, c, x & 15, x >> 4 & 3, extension & 15);
    mode = i->source.mode;
    if (operation < 4 && (mode == MSP_GENERATED || mode == MSP_IMMEDIATE ||
                          (mode == MSP_REGISTER && (x & 15) <= MSP_SR && (x & 15) != MSP_SP)))
        i->operation = MSP_ILLEGAL;
    if (operation > 5 || (i->bits == 8 && (operation & 1) != 0))
        i->operation = MSP_ILLEGAL;
}

/* MOVA, CMPA, ADDA, SUBA, and shifts by several bits: 0000 .... .... .... */
static inline void
msp_decode_address(struct msp_instruction *i, struct msp_cursor *c, uint32_t x)
{
    static const uint8_t operations[4] = {MSP_MOV, MSP_CMP, MSP_ADD, MSP_SUB};
    unsigned high = x >> 8 & 15, low = x & 15, what = x >> 4 & 15;

    i->family = MSP_ADDRESS;
    i->bits = 20;
    i->operation = MSP_MOV;
    i->source = (struct msp_operand){MSP_REGISTER, (uint8_t)high, c->at};
    i->destination = (struct msp_operand){MSP_REGISTER, (uint8_t)low, 0};
    switch (what) {
    case 0:
    case 1:
        i->source.mode = what == 0 ? MSP_INDIRECT : MSP_INCREMENT;
        if (high == MSP_PC)
            i->operation = MSP_ILLEGAL;
        break;
    case 2:
        i->source = (struct msp_operand){MSP_ABSOLUTE, MSP_SR, high << 16 | msp_next_word(c)};
        break;
    case 3:
        i->source = msp_far_operand(c, MSP_INDEXED, high, 0, MSP_ADDRESS);
        break;
    case 4:
    case 5:
        i->family = MSP_PLAIN;
        i->bits = what == 4 ? 20 : 16;
        i->operation = (uint8_t)(MSP_RRCM + (high & 3));
        i->count = (uint8_t)(1 + (high >> 2));
        i->source = i->destination;
        break;
    case 6:
        i->destination = (struct msp_operand){MSP_ABSOLUTE, MSP_SR, low << 16 | msp_next_word(c)};
        break;
    case 7:
        i->destination = msp_far_operand(c, MSP_INDEXED, low, 0, MSP_ADDRESS);
        break;
    default:
        i->operation = operations[what & 3];
        if (what < 12)
            i->source = (struct msp_operand){MSP_IMMEDIATE, MSP_PC, high << 16 | msp_next_word(c)};
        i->destination.value = c->at;
    }
    if ((i->source.mode != MSP_ABSOLUTE && i->source.mode != MSP_IMMEDIATE && i->source.reg == MSP_SR) ||
        (i->destination.mode != MSP_ABSOLUTE && i->destination.reg == MSP_SR) ||
        (what == 7 && low == MSP_CG) || (what < 4 && what != 2 && high == MSP_CG) ||
        ((what == 4 || what == 5) && low < MSP_CG))
        i->operation = MSP_ILLEGAL;
    if (i->source.mode == MSP_REGISTER && high == MSP_CG && what != 4 && what != 5)
        i->source = msp_generated(0);
}

/* 0001 0011 .1.. ....: CALLA; 0001 01.. .... ....: PUSHM, POPM */
static inline void
msp_decode_stack(struct msp_instruction *i, struct msp_cursor *c, uint32_t x)
{
    static const uint8_t modes[4] = {MSP_REGISTER, MSP_INDEXED, MSP_INDIRECT, MSP_INCREMENT};
    unsigned low = x & 15, what = x >> 4 & 15;

    if ((x & 0xfc00) == 0x1400) {
        i->operation = x >> 9 & 1 ? MSP_POPM : MSP_PUSHM;
        i->bits = x >> 8 & 1 ? 16 : 20;
        i->count = (uint8_t)(1 + what);
        i->source.reg = (uint8_t)low;
        if (i->operation == MSP_PUSHM ? low < what + MSP_CG + 1 : low <= MSP_CG || low + what > 15)
            i->operation = MSP_ILLEGAL;
        return;
    }
    i->operation = MSP_CALL;
    i->family = MSP_ADDRESS;
    i->bits = 20;
    if (what >= 4 && what < 8 && (low > MSP_CG || low == MSP_SP)) {
        i->source = (struct msp_operand){modes[what & 3], (uint8_t)low, 0};
        if (what == 5)
            i->source = msp_far_operand(c, MSP_INDEXED, low, 0, MSP_ADDRESS);
    } else if (what == 8) {
        i->source = (struct msp_operand){MSP_ABSOLUTE, MSP_SR, low << 16 | msp_next_word(c)};
    } else if (what == 9) {
        uint32_t at = c->at;

        i->source =
            (struct msp_operand){MSP_SYMBOLIC, MSP_PC, (at + (low << 16 | msp_next_word(c))) & 0xfffff};
    } else if (what == 11) {
        i->source = (struct msp_operand){MSP_IMMEDIATE, MSP_PC, low << 16 | msp_next_word(c)};
    } else {
        i->operation = MSP_ILLEGAL;
    }
}

/* The instruction after an extension word. */
static inline void
msp_decode_extended(struct msp_instruction *i, struct msp_cursor *c, uint32_t extension)
{
    uint32_t x = msp_next_word(c);
    bool one = x >> 12 == 1, narrow = x >> 6 & 1, wide = (extension & 0x40) == 0;
    bool in_registers = one ? (x & 0x30) == 0 : (x & 0xb0) == 0;

    i->family = MSP_EXTENDED;
    i->bits = wide ? 20 : narrow ? 8 : 16;
    if (one && (x >> 7 & 1) != 0) /* SWPBX, SXTX */
        narrow = wide;
    if (in_registers) {
        i->counts_by_register = extension >> 7 & 1;
        i->count = (uint8_t)((extension & 15) + !i->counts_by_register);
        i->without_carry = extension >> 8 & 1;
    }
    if (one && x < 0x1280)
        msp_decode_one(i, c, x & ~0x40u, in_registers ? 0 : extension);
    else if (x >= 0x4000)
        msp_decode_two(i, c, x, in_registers ? 0 : extension);
    if ((wide && !narrow) || (i->count == 0 && !i->counts_by_register && in_registers))
        i->operation = MSP_ILLEGAL;
}

/* Erratum CPU4 of MSP430: PUSH of the generated 4 or 8 pushes another number. */
static inline bool
msp_has_erratum(const struct msp_instruction *i)
{
    return i->operation == MSP_PUSH && i->source.mode == MSP_GENERATED &&
           (i->source.value == 4 || i->source.value == 8);
}

/* The instruction at `pc`, of up to four words. */
static inline struct msp_instruction
msp_decode(uint32_t pc, const uint16_t words[4], bool has_extensions)
{
    struct msp_cursor c = {pc, words};
    uint32_t x = msp_next_word(&c);
    struct msp_instruction i = {.bits = (x & 0x40) != 0 ? 8 : 16};

    if (x >= 0x4000) {
        msp_decode_two(&i, &c, x, 0);
    } else if (x >= 0x2000) {
        i.operation = MSP_JUMP;
        i.bits = 16;
        i.count = x >> 10 & 7;
        i.source = msp_generated(pc + 2 + 2 * (((x & 0x3ff) ^ 0x200) - 0x200));
        if (!has_extensions)
            i.source.value &= 0xffff;
    } else if (x >= 0x1000 && x <= 0x1300) {
        msp_decode_one(&i, &c, x, 0);
    } else if (has_extensions && x < 0x1000) {
        msp_decode_address(&i, &c, x);
    } else if (has_extensions && x < 0x1800) {
        msp_decode_stack(&i, &c, x);
    } else if (has_extensions && x < 0x2000) {
        msp_decode_extended(&i, &c, x);
    }
    i.length = (uint8_t)(c.at - pc);
    if (!has_extensions && msp_has_erratum(&i))
        i.operation = MSP_ILLEGAL;
    return i;
}

#endif
