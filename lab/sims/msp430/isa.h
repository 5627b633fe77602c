/* SPDX-License-Identifier: MIT */
/* What the instructions of MSP430 and MSP430X do, without any notion of time: TI
 * SLAU049F, 3.4; SLAU208Q, 6.6.  Written once, and read as the includer says what words
 * are: numbers (machine.h), or literals.  It defines before
 *
 *   msp_word, msp_flag             20 bits; one bit, whose constants are 0 and 1 and complement ^ 1
 *   struct msp                     with the fields
 *       msp_word r[16]             of SR all but flags; PC is not among them
 *       msp_flag c, n, top[3]      V: the first two of top are equal, the third is another
 *       msp_word zero              Z: it is zero
 *       bool inverse               C: not Z, instead of c
 *       unsigned width             of registers: 16, or 20 of MSP430X
 *       uint32_t next              where the next instruction is
 *   msp_known(x)                   the word of a number
 *   msp_and, msp_or, msp_xor(p, a, b), msp_not(a)
 *   msp_add(p, bits, a, b, c, o)   the low bits of a + b + c; *o: the carry, unless null
 *   msp_low(a, bits), msp_up(a, n), msp_down(a, n)     low bits, and shifts by numbers
 *   msp_get(a, n), msp_put(a, n, f)                    bit n, and a with another one
 *   msp_both(p, f, g), msp_differ(p, f, g)             AND and XOR of flags
 *   msp_is_zero(p, a)              a flag
 *   msp_choose(p, f, a, b)         f ? a : b
 *   msp_decided(p, f), msp_place(p, a)                 numbers of a flag and of a jump's target, which
 *                                  have to be public
 *   msp_load(p, address, bytes), msp_store(p, address, a, bytes)
 *   msp_refuse(p)                  an instruction that is not modelled
 *
 * Flags are kept as what they follow from, because most are never read.  What the manuals leave undefined, V
 * after DADD and RLAM, is 0. */
#ifndef NARAE_LAB_MSP430_ISA_H
#define NARAE_LAB_MSP430_ISA_H

#include "decode.h"

enum { MSP_C, MSP_Z, MSP_N, MSP_V = 8, MSP_CONTROL = 0xf8 }; /* of SR: bits, and all others */

/* Flags */

static inline msp_flag
msp_carry(struct msp *p)
{
    return p->inverse ? msp_is_zero(p, p->zero) ^ 1 : p->c;
}

static inline msp_flag
msp_overflow(struct msp *p)
{
    return msp_both(p, msp_differ(p, p->top[0], p->top[1]) ^ 1, msp_differ(p, p->top[0], p->top[2]));
}

static inline msp_word
msp_status(struct msp *p)
{
    msp_word w = p->r[MSP_SR];

    w = msp_put(w, MSP_C, msp_carry(p));
    w = msp_put(w, MSP_Z, msp_is_zero(p, p->zero));
    w = msp_put(w, MSP_N, p->n);
    return msp_put(w, MSP_V, msp_overflow(p));
}

static inline void
msp_set_status(struct msp *p, msp_word w)
{
    p->r[MSP_SR] = msp_and(p, w, msp_known(MSP_CONTROL));
    p->c = msp_get(w, MSP_C);
    p->zero = msp_put(msp_known(0), 0, msp_get(w, MSP_Z) ^ 1);
    p->n = msp_get(w, MSP_N);
    p->top[0] = p->top[1] = 0;
    p->top[2] = msp_get(w, MSP_V);
    p->inverse = false;
}

/* N and Z of a result; V of three bits. */
static inline msp_word
msp_flagged(struct msp *p, msp_word r, unsigned bits, msp_flag a, msp_flag b, msp_flag c)
{
    p->zero = r;
    p->n = msp_get(r, bits - 1);
    p->top[0] = a;
    p->top[1] = b;
    p->top[2] = c;
    p->inverse = false;
    return r;
}

/* Of an operation whose C is not Z. */
static inline msp_word
msp_flagged_logical(struct msp *p, msp_word r, unsigned bits, msp_flag a, msp_flag b)
{
    msp_flagged(p, r, bits, a, b, 0);
    p->inverse = true;
    return r;
}

static inline bool
msp_holds(struct msp *p, unsigned condition)
{
    switch (condition) {
    case 0:
    case 1:
        return msp_decided(p, msp_is_zero(p, p->zero)) == (condition == 1);
    case 2:
    case 3:
        return msp_decided(p, msp_carry(p)) == (condition == 3);
    case 4:
        return msp_decided(p, p->n);
    case 5:
    case 6:
        return msp_decided(p, msp_differ(p, p->n, msp_overflow(p))) == (condition == 6);
    default:
        return true;
    }
}

/* Operands */

static inline void
msp_set(struct msp *p, unsigned reg, msp_word w)
{
    switch (reg) {
    case MSP_PC:
        p->next = msp_place(p, w) & ~UINT32_C(1);
        break;
    case MSP_SP:
        p->r[MSP_SP] = msp_put(w, 0, 0);
        break;
    case MSP_SR:
        msp_set_status(p, w);
        break;
    case MSP_CG:
        break;
    default:
        p->r[reg] = w;
    }
}

static inline msp_word
msp_moved(struct msp *p, msp_word address, uint32_t by)
{
    return msp_add(p, p->width, address, msp_known(by & 0xfffff), 0, NULL);
}

/* The sum of msp_indexed() of decode.h. */
static inline msp_word
msp_address(struct msp *p, const struct msp_operand *o, unsigned family)
{
    if (o->mode == MSP_INDIRECT || o->mode == MSP_INCREMENT)
        return p->r[o->reg];
    if (o->mode != MSP_INDEXED)
        return msp_known(o->value);
    if (family == MSP_EXTENDED)
        return msp_moved(p, p->r[o->reg], o->value);
    if (family == MSP_PLAIN && msp_decided(p, msp_is_zero(p, msp_down(p->r[o->reg], 16))))
        return msp_add(p, 16, p->r[o->reg], msp_known(o->value), 0, NULL);
    return msp_moved(p, p->r[o->reg], msp_signed_16(o->value));
}

/* A number of 20 bits is two words, the low one first. */
static inline msp_word
msp_read(struct msp *p, msp_word address, unsigned bits)
{
    msp_word low = msp_load(p, address, bits == 8 ? 1 : 2);

    if (bits < 20)
        return low;
    return msp_or(p, low, msp_up(msp_low(msp_load(p, msp_moved(p, address, 2), 2), 4), 16));
}

static inline void
msp_write(struct msp *p, msp_word address, msp_word w, unsigned bits)
{
    msp_store(p, address, msp_low(w, bits < 16 ? 8 : 16), bits == 8 ? 1 : 2);
    if (bits == 20)
        msp_store(p, msp_moved(p, address, 2), msp_down(w, 16), 2);
}

static inline bool
msp_is_in_memory(const struct msp_operand *o)
{
    return o->mode >= MSP_INDIRECT;
}

/* The value of an operand; *address: where it is, if in memory. */
static inline msp_word
msp_value(struct msp *p, const struct msp_operand *o, unsigned bits, unsigned family, msp_word *address)
{
    msp_word w;

    switch (o->mode) {
    case MSP_REGISTER:
        return msp_low(o->reg == MSP_PC   ? msp_known(o->value)
                       : o->reg == MSP_SR ? msp_status(p)
                       : o->reg == MSP_CG ? msp_known(0)
                                          : p->r[o->reg],
                       bits);
    case MSP_GENERATED:
    case MSP_IMMEDIATE:
        return msp_low(msp_known(o->value), bits);
    }
    *address = msp_address(p, o, family);
    w = msp_read(p, *address, bits);
    if (o->mode == MSP_INCREMENT)
        msp_set(p, o->reg, msp_moved(p, *address, bits == 20 ? 4 : bits == 16 || o->reg == MSP_SP ? 2 : 1));
    return w;
}

static inline void
msp_put_back(struct msp *p, const struct msp_operand *o, msp_word address, msp_word w, unsigned bits)
{
    if (msp_is_in_memory(o))
        msp_write(p, address, w, bits);
    else
        msp_set(p, o->reg, w);
}

static inline void
msp_push(struct msp *p, msp_word w, unsigned bits)
{
    msp_set(p, MSP_SP, msp_moved(p, p->r[MSP_SP], bits == 20 ? UINT32_C(0) - 4 : UINT32_C(0) - 2));
    msp_write(p, p->r[MSP_SP], w, bits);
}

static inline msp_word
msp_pop(struct msp *p, unsigned bits)
{
    msp_word w = msp_read(p, p->r[MSP_SP], bits);

    msp_set(p, MSP_SP, msp_moved(p, p->r[MSP_SP], bits == 20 ? 4 : 2));
    return w;
}

/* Operations */

static inline msp_word
msp_sum(struct msp *p, unsigned bits, msp_word a, msp_word b, msp_flag carry)
{
    msp_word r = msp_add(p, bits, a, b, carry, &p->c);

    return msp_flagged(p, r, bits, msp_get(a, bits - 1), msp_get(b, bits - 1), msp_get(r, bits - 1));
}

/* Decimal digits. */
static inline msp_word
msp_decimal_sum(struct msp *p, unsigned bits, msp_word a, msp_word b, msp_flag carry)
{
    msp_word r = msp_known(0);

    for (unsigned at = 0; at < bits; at += 4) {
        msp_word digit = msp_add(p, 8, msp_low(msp_down(a, at), 4), msp_low(msp_down(b, at), 4), carry, NULL);
        msp_word less = msp_add(p, 8, digit, msp_known(256 - 10), 0, &carry);

        r = msp_or(p, r, msp_up(msp_low(msp_choose(p, carry, less, digit), 4), at));
    }
    p->c = carry;
    return msp_flagged(p, r, bits, 0, 0, 0);
}

/* a: source, b: destination */
static inline msp_word
msp_two(struct msp *p, unsigned operation, unsigned bits, msp_word a, msp_word b, msp_flag carry)
{
    msp_word inverse = msp_low(msp_not(a), bits);

    switch (operation) {
    case MSP_MOV:
        return a;
    case MSP_ADD:
        return msp_sum(p, bits, b, a, 0);
    case MSP_ADDC:
        return msp_sum(p, bits, b, a, carry);
    case MSP_SUB:
    case MSP_CMP:
        return msp_sum(p, bits, b, inverse, 1);
    case MSP_SUBC:
        return msp_sum(p, bits, b, inverse, carry);
    case MSP_DADD:
        return msp_decimal_sum(p, bits, b, a, carry);
    case MSP_BIC:
        return msp_and(p, b, inverse);
    case MSP_BIS:
        return msp_or(p, b, a);
    case MSP_XOR:
        return msp_flagged_logical(p, msp_xor(p, b, a), bits, msp_get(a, bits - 1), msp_get(b, bits - 1));
    default: /* AND, BIT */
        return msp_flagged_logical(p, msp_and(p, b, a), bits, 0, 0);
    }
}

/* One bit to the right. */
static inline msp_word
msp_right(struct msp *p, unsigned bits, msp_word a, msp_flag top)
{
    p->c = msp_get(a, 0);
    return msp_flagged(p, msp_put(msp_down(a, 1), bits - 1, top), bits, 0, 0, 0);
}

/* Bit 7 goes up to the top of a register, or of what is in memory. */
static inline msp_word
msp_extended(struct msp *p, unsigned bits, msp_word a)
{
    msp_word r = msp_low(a, 8);

    for (unsigned n = 8; n < bits; n++)
        r = msp_put(r, n, msp_get(a, 7));
    return msp_flagged_logical(p, r, bits, 0, 0);
}

static inline msp_word
msp_one(struct msp *p, unsigned operation, unsigned bits, msp_word a, msp_flag carry)
{
    switch (operation) {
    case MSP_RRC:
    case MSP_RRCM:
        return msp_right(p, bits, a, carry);
    case MSP_RRUM:
        return msp_right(p, bits, a, 0);
    case MSP_RRA:
    case MSP_RRAM:
        return msp_right(p, bits, a, msp_get(a, bits - 1));
    case MSP_RLAM:
        p->c = msp_get(a, bits - 1);
        return msp_flagged(p, msp_low(msp_up(a, 1), bits), bits, 0, 0, 0);
    case MSP_SWPB: /* bits above 15 stay */
        return msp_or(p, msp_up(msp_down(a, 16), 16),
                      msp_or(p, msp_up(msp_low(a, 8), 8), msp_low(msp_down(a, 8), 8)));
    default:
        return msp_extended(p, bits, a);
    }
}

static inline void
msp_do_two(struct msp *p, const struct msp_instruction *i, msp_flag carry)
{
    msp_word address = msp_known(0), a, b = msp_known(0);
    unsigned bits = i->bits;

    a = msp_value(p, &i->source, bits, i->family, &address);
    if (!msp_is_in_memory(&i->destination)) {
        if (i->operation != MSP_MOV)
            b = msp_value(p, &i->destination, bits, i->family, &address);
    } else {
        address = msp_address(p, &i->destination, i->family);
        if (i->operation != MSP_MOV)
            b = msp_read(p, address, bits);
    }
    b = msp_two(p, i->operation, bits, a, b, carry);
    if (msp_writes(i->operation))
        msp_put_back(p, &i->destination, address, b, bits);
}

static inline void
msp_do_one(struct msp *p, const struct msp_instruction *i, msp_flag carry)
{
    msp_word address = msp_known(0), a = msp_value(p, &i->source, i->bits, i->family, &address);
    bool in_register = i->operation == MSP_SXT && i->source.mode == MSP_REGISTER;
    unsigned bits = in_register ? p->width : i->bits;

    msp_put_back(p, &i->source, address, msp_one(p, i->operation, bits, a, carry), bits);
}

/* PUSHM and POPM; registers are words of the stack, the lowest one at the lowest address. */
static inline void
msp_do_many(struct msp *p, const struct msp_instruction *i)
{
    for (unsigned n = 0; n < i->count; n++)
        if (i->operation == MSP_PUSHM)
            msp_push(p, msp_low(p->r[i->source.reg - n], i->bits), i->bits);
        else
            p->r[i->source.reg + n] = msp_pop(p, i->bits);
}

static inline void
msp_return_from_interrupt(struct msp *p)
{
    msp_word status = msp_pop(p, 16), to = msp_pop(p, 16);

    if (p->width == 20)
        to = msp_or(p, to, msp_up(msp_down(status, 12), 16));
    msp_set_status(p, status);
    msp_set(p, MSP_PC, to);
}

/* p->next is the instruction's end; jumps change it. */
static inline __attribute__((always_inline)) void
msp_execute(struct msp *p, const struct msp_instruction *i)
{
    msp_word address = msp_known(0), w;
    unsigned times = i->family == MSP_EXTENDED && i->count != 0 ? i->count : 1;

    switch (i->operation) {
    case MSP_ILLEGAL:
        msp_refuse(p);
        break;
    case MSP_JUMP:
        if (msp_holds(p, i->count))
            p->next = i->source.value;
        break;
    case MSP_PUSH:
        w = msp_value(p, &i->source, i->bits, i->family, &address);
        msp_push(p, w, i->bits);
        break;
    case MSP_CALL:
        w = msp_value(p, &i->source, i->bits, i->family, &address);
        msp_push(p, msp_known(p->next), i->bits);
        msp_set(p, MSP_PC, w);
        break;
    case MSP_RETI:
        msp_return_from_interrupt(p);
        break;
    case MSP_PUSHM:
    case MSP_POPM:
        msp_do_many(p, i);
        break;
    case MSP_RRCM:
    case MSP_RRAM:
    case MSP_RLAM:
    case MSP_RRUM:
        for (unsigned n = 0; n < i->count; n++)
            msp_do_one(p, i, msp_carry(p));
        break;
    case MSP_RRC:
    case MSP_SWPB:
    case MSP_RRA:
    case MSP_SXT:
        if (i->counts_by_register)
            times = 1 + (msp_place(p, p->r[i->count]) & 15);
        for (unsigned n = 0; n < times; n++)
            msp_do_one(p, i, i->without_carry ? 0 : msp_carry(p));
        break;
    default:
        if (i->counts_by_register)
            times = 1 + (msp_place(p, p->r[i->count]) & 15);
        for (unsigned n = 0; n < times; n++)
            msp_do_two(p, i, i->without_carry ? 0 : msp_carry(p));
    }
}

#endif
