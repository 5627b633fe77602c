/* SPDX-License-Identifier: MIT */
/* Thumb code of ARMv6-M and ARMv7E-M on words of literals: Armv6-M and Armv7-M
 * Architecture Reference Manuals (DDI 0419E, DDI 0403E), chapter A7.  Parallel
 * arithmetic: UADD8 and USUB8 without GE flags.  No saturation, no exceptions. */
#ifndef NARAE_LAB_PROOF_THUMB_H
#define NARAE_LAB_PROOF_THUMB_H

#include "machine.h"

enum core { M0PLUS, M3, M4 }; /* long multiplications of the M3 terminate early */
enum { SP = 13, LR, PC, ALWAYS = 14 };

typedef struct thumb {
    machine m;
    enum core core;
    word r[15];
    word last; /* result that sets N and Z */
    lit carry;
    lit top[3];  /* signs of operands and sum of the last addition, for V */
    unsigned it; /* ITSTATE, section A7.3.3 */
    uint32_t next;
    word sp; /* before this instruction */
} thumb;

/* Conditions and flags */

static lit
th_overflow(thumb *p)
{
    graph *g = p->m.graph;

    return gate_and(g, gate_xor(g, p->top[0], p->top[2]), gate_xor(g, p->top[1], p->top[2]));
}

static lit
th_condition(thumb *p, unsigned which)
{
    graph *g = p->m.graph;
    word w = p->last;
    lit zero = equal_words(&p->m, w, known(0)), r;

    to_bits(&w);
    switch (which >> 1) {
    case 0:
        r = zero;
        break;
    case 1:
        r = p->carry;
        break;
    case 2:
        r = w.bit[31];
        break;
    case 3:
        r = th_overflow(p);
        break;
    case 4:
        r = gate_and(g, p->carry, zero ^ 1);
        break;
    case 5:
        r = gate_xor(g, w.bit[31], th_overflow(p)) ^ 1;
        break;
    case 6:
        r = gate_and(g, zero ^ 1, gate_xor(g, w.bit[31], th_overflow(p)) ^ 1);
        break;
    default:
        return 1;
    }
    return r ^ (which & 1);
}

static bool
th_holds(thumb *p, lit r)
{
    return branch_taken(&p->m, r);
}

/* Sets N, Z, C and V; N and Z by a word that has them. */
static void
th_set_flags(thumb *p, const lit flags[4])
{
    p->last = known(0);
    to_bits(&p->last);
    p->last.bit[31] = flags[0];
    p->last.bit[0] = flags[1] ^ 1;
    p->last = from_bits(p->last);
    p->carry = flags[2];
    p->top[0] = p->top[1] = 0;
    p->top[2] = flags[3];
}

static void
th_get_flags(thumb *p, lit flags[4])
{
    word w = p->last;

    to_bits(&w);
    flags[0] = w.bit[31];
    flags[1] = equal_words(&p->m, w, known(0));
    flags[2] = p->carry;
    flags[3] = th_overflow(p);
}

/* Registers */

static word
th_get(const thumb *p, unsigned n)
{
    return n == PC ? known(p->m.pc + 4) : p->r[n];
}

/* MOV or ADD to PC, TBB, TBH */
static void
th_jump(thumb *p, word target)
{
    if (!target.known)
        stop_for(&p->m, BRANCH, target.bit, BITS, 0);
    p->next = target.value & ~1u;
}

/* BX, BLX or a load of PC: bit 0 must select Thumb. */
static void
th_interwork(thumb *p, word target)
{
    machine *m = &p->m;

    if (!target.known && is_return(m, target.bit, BITS, 1, 1))
        target = known(m->end | 1);
    if (target.known && !(target.value & 1))
        stop(m, JUMP, target.value, 0);
    th_jump(p, target);
}

static void
th_set(thumb *p, unsigned n, word value)
{
    if (n == PC)
        th_jump(p, value);
    else
        p->r[n] = value;
}

/* how: 0 LSL, 1 LSR, 2 ASR, 3 ROR; an encoded amount of 0 means 32, or RRX. */
static word
th_shift_encoded(word a, unsigned how, unsigned n, lit *carry)
{
    static const char name[4] = {'l', 'r', 'a', 'o'};
    word r;

    to_bits(&a);
    if (n == 0 && how == 0)
        return from_bits(a);
    if (n == 0 && how == 3) {
        r = word_shift(a, 'r', 1);
        to_bits(&r);
        r.bit[31] = *carry;
        *carry = a.bit[0];
        return from_bits(r);
    }
    if (n == 0) {
        *carry = a.bit[31];
        return how == 1 ? known(0) : word_shift(a, 'a', 31);
    }
    *carry = how == 0 ? a.bit[32 - n] : a.bit[n - 1];
    return word_shift(from_bits(a), name[how], n);
}

static word
th_shift_by(thumb *p, word a, unsigned how, word by, lit *carry)
{
    unsigned n = 0;

    to_bits(&by);
    to_bits(&a);
    for (unsigned i = 0; i < 8; i++) {
        if (by.bit[i] > 1)
            stop_for(&p->m, AMOUNT, by.bit, 8, 0);
        n |= (by.bit[i] & 1) << i;
    }
    if (how == 3 && n)
        n = (n & 31) ? n & 31 : 32;
    if (n == 0)
        return from_bits(a);
    if (n < 32)
        return th_shift_encoded(a, how, n, carry);
    if (how == 2) {
        *carry = a.bit[31];
        return word_shift(from_bits(a), 'a', 31);
    }
    *carry = n > 32 ? 0 : how == 0 ? a.bit[0] : a.bit[31];
    return how == 3 ? from_bits(a) : known(0);
}

/* Data processing: operations of section A5.3.1, and the 16-bit MUL. */
enum operation {
    DO_AND,
    DO_BIC,
    DO_ORR,
    DO_ORN,
    DO_EOR,
    DO_ADD = 8,
    DO_ADC = 10,
    DO_SBC,
    DO_SUB = 13,
    DO_RSB
};

static word
th_add(thumb *p, word a, word b, lit carry, bool flags)
{
    word r = word_add(&p->m, a, b, carry, &carry);

    if (flags) {
        word all[3] = {a, b, r};

        for (unsigned i = 0; i < 3; i++) {
            to_bits(&all[i]);
            p->top[i] = all[i].bit[31];
        }
        p->carry = carry;
        p->last = r;
    }
    return r;
}

static word
th_operate(thumb *p, unsigned operation, word a, word b, lit carry, bool flags)
{
    word r;

    switch (operation) {
    case DO_ADD:
        return th_add(p, a, b, 0, flags);
    case DO_ADC:
        return th_add(p, a, b, p->carry, flags);
    case DO_SBC:
        return th_add(p, a, word_not(b), p->carry, flags);
    case DO_SUB:
        return th_add(p, a, word_not(b), 1, flags);
    case DO_RSB:
        return th_add(p, word_not(a), b, 1, flags);
    case DO_AND:
        r = word_gate(&p->m, '&', a, b);
        break;
    case DO_BIC:
        r = word_gate(&p->m, '&', a, word_not(b));
        break;
    case DO_ORR:
        r = word_gate(&p->m, '|', a, b);
        break;
    case DO_ORN:
        r = word_gate(&p->m, '|', a, word_not(b));
        break;
    case DO_EOR:
        r = word_gate(&p->m, '^', a, b);
        break;
    default:
        stop(&p->m, INSTRUCTION, 0, 0);
        return known(0);
    }
    if (flags) {
        p->last = r;
        p->carry = carry;
    }
    return r;
}

/* Shifted register or immediate; Rd = PC compares, Rn = PC moves. */
static void
th_process(thumb *p, uint32_t x, word b, lit carry)
{
    unsigned operation = bit_field(x, 24, 21), rd = bit_field(x, 11, 8), rn = bit_field(x, 19, 16);
    bool flags = x >> 20 & 1, compares = rd == PC && flags;
    word a = (operation == DO_ORR || operation == DO_ORN) && rn == PC ? known(0) : th_get(p, rn);
    word r = th_operate(p, operation, a, b, carry, flags);

    if (!compares)
        th_set(p, rd, r);
}

static word
th_immediate(uint32_t x, lit *carry)
{
    uint32_t low = bit_field(x, 7, 0),
             how = bit_field(x, 26, 26) << 4 | bit_field(x, 14, 12) << 1 | bit_field(x, 7, 7);
    word r;

    switch (how >> 1) {
    case 0:
        return known(low);
    case 1:
        return known(low << 16 | low);
    case 2:
        return known(low << 24 | low << 8);
    case 3:
        return known(low * 0x01010101);
    }
    r = word_shift(known(0x80 | low), 'o', how);
    to_bits(&r);
    *carry = r.bit[31];
    return from_bits(r);
}

static word
th_extension(word a, unsigned how)
{
    return low_bits(a, how & 1 ? 8 : 16, how < 2); /* SXTH, SXTB, UXTH, UXTB */
}

static word
th_reversal(word a, unsigned how)
{
    switch (how) {
    case 0:
        return reversed(a, 24);
    case 1:
        return reversed(a, 8);
    case 2:
        return reversed(a, 31);
    default:
        return low_bits(reversed(a, 8), 16, true);
    }
}

/* Multiplication */

/* The low word of a product, cheaper with a constant factor. */
static word
th_product(machine *m, word a, word b)
{
    word r;

    if (a.known && b.known)
        return known(a.value * b.value);
    to_bits(&a);
    to_bits(&b);
    multiply_rows(m->graph, BITS, a.known ? b.bit : a.bit, a.known ? a.bit : b.bit, r.bit);
    return from_bits(r);
}

static word
th_product_added(machine *m, word a, word product)
{
    if (a.known && product.known)
        return known(a.value + product.value);
    to_bits(&a);
    to_bits(&product);
    add_products(m->graph, BITS, a.bit, product.bit, a.bit);
    return from_bits(a);
}

static void
th_long_product(thumb *p, uint32_t x)
{
    machine *m = &p->m;
    unsigned low = bit_field(x, 15, 12), high = bit_field(x, 11, 8),
             how = bit_field(x, 22, 20) << 4 | bit_field(x, 7, 4);
    word a = th_get(p, bit_field(x, 19, 16)), b = th_get(p, bit_field(x, 3, 0)),
         words[2] = {p->r[low], p->r[high]};
    lit out[64], more[64] = {0};

    if (p->core == M3 && !(a.known && b.known))
        stop(m, EARLY_END, 0, 0);
    to_bits(&a);
    to_bits(&b);
    multiply_bits(m->graph, BITS, a.bit, !(how & 0x20), b.bit, !(how & 0x20), out);
    switch (how) {
    case 0x00: /* SMULL, UMULL */
    case 0x20:
        break;
    case 0x40: /* SMLAL, UMLAL */
    case 0x60:
        to_bits(&words[0]);
        to_bits(&words[1]);
        memcpy(more, words[0].bit, sizeof words[0].bit);
        memcpy(more + BITS, words[1].bit, sizeof words[1].bit);
        add_products(m->graph, 64, out, more, out);
        break;
    case 0x66: /* UMAAL */
        for (unsigned i = 0; i < 2; i++) {
            to_bits(&words[i]);
            memcpy(more, words[i].bit, sizeof words[i].bit);
            add_products(m->graph, 64, out, more, out);
        }
        break;
    default:
        stop(m, INSTRUCTION, 0, 0);
    }
    memcpy(words[0].bit, out, sizeof words[0].bit);
    memcpy(words[1].bit, out + BITS, sizeof words[1].bit);
    p->r[low] = from_bits(words[0]);
    p->r[high] = from_bits(words[1]);
}

static void
th_division(thumb *p, uint32_t x, bool is_signed)
{
    word a = th_get(p, bit_field(x, 19, 16)), b = th_get(p, bit_field(x, 3, 0));
    uint32_t r = 0;

    if (!a.known || !b.known)
        stop(&p->m, DIVISION, 0, 0);
    else if (b.value && is_signed)
        r = (uint32_t)((int64_t)(int32_t)a.value / (int32_t)b.value);
    else if (b.value)
        r = a.value / b.value;
    p->r[bit_field(x, 11, 8)] = known(r);
}

/* Memory */

static word
th_load(thumb *p, word address, unsigned bytes, bool is_signed, bool aligned)
{
    machine *m = &p->m;
    lit bits[BITS] = {0};
    word given = address, r;

    address = resolve_word(m, address);
    if (address.known) {
        require_aligned(m, given, address.value, aligned ? bytes : 1);
        read_bits(m, address.value, bits, bytes);
    } else {
        for (unsigned i = 0; aligned && i < 2; i++)
            if (bytes >> i > 1 && address.bit[i] != 0)
                stop_for(m, ADDRESS, address.bit, BITS, bytes);
        if (!read_table(m, address.bit, BITS, 0, bytes, bits))
            stop_for(m, ADDRESS, address.bit, BITS, bytes);
    }
    for (unsigned i = 8 * bytes; i < BITS; i++)
        bits[i] = is_signed ? bits[8 * bytes - 1] : 0;
    memcpy(r.bit, bits, sizeof r.bit);
    return from_bits(r);
}

static void
th_store(thumb *p, word address, word value, unsigned bytes, bool aligned)
{
    machine *m = &p->m;
    word given = address;

    address = resolve_word(m, address);
    if (!address.known)
        stop_for(m, ADDRESS, address.bit, BITS, bytes);
    else
        require_aligned(m, given, address.value, aligned ? bytes : 1);
    if (m->fault != NO_FAULT)
        return;
    to_bits(&value);
    write_bits(m, address.value, value.bit, bytes);
}

static void
th_load_into(thumb *p, unsigned n, word value)
{
    if (n == PC)
        th_interwork(p, value);
    else
        p->r[n] = value;
}

/* One register; ARMv6-M requires alignment. */
static void
th_transfer(thumb *p, bool loads, unsigned rt, word address, unsigned bytes, bool is_signed)
{
    bool aligned = p->core == M0PLUS;

    if (loads)
        th_load_into(p, rt, th_load(p, address, bytes, is_signed, aligned));
    else
        th_store(p, address, th_get(p, rt), bytes, aligned);
}

/* Registers of a list, from an address upwards. */
static void
th_transfer_list(thumb *p, bool loads, unsigned list, word address)
{
    for (unsigned n = 0; n < 16; n++)
        if (list >> n & 1) {
            if (loads)
                th_load_into(p, n, th_load(p, address, 4, false, true));
            else
                th_store(p, address, th_get(p, n), 4, true);
            address = plus(&p->m, address, known(4));
        }
}

static word
th_moved(thumb *p, word a, int32_t by)
{
    return plus(&p->m, a, known((uint32_t)by));
}

/* 16-bit instructions, section A5.2 */

static void
th_narrow_register(thumb *p, uint32_t x, bool flags)
{
    static const uint8_t operations[16] = {DO_AND, DO_EOR, 0,      0,      0,      DO_ADC, DO_SBC, 0,
                                           DO_AND, DO_RSB, DO_SUB, DO_ADD, DO_ORR, 0,      DO_BIC, DO_ORN};
    unsigned which = bit_field(x, 9, 6), rd = bit_field(x, 2, 0);
    word a = p->r[rd], b = p->r[bit_field(x, 5, 3)], r;
    lit carry = p->carry;

    switch (which) {
    case 2:
    case 3:
    case 4:
    case 7:
        r = th_shift_by(p, a, which == 7 ? 3 : which - 2, b, &carry);
        r = th_operate(p, DO_ORR, r, known(0), carry, flags);
        break;
    case 13:
        r = th_product(&p->m, a, b);
        r = th_operate(p, DO_ORR, r, known(0), p->carry, flags);
        break;
    case 9: /* 0 - b */
        r = th_operate(p, DO_RSB, b, known(0), carry, flags);
        break;
    case 15: /* MVN */
        r = th_operate(p, DO_ORN, known(0), b, carry, flags);
        break;
    default:
        r = th_operate(p, operations[which], a, b, carry, flags || which == 8 || which == 10 || which == 11);
    }
    if (which != 8 && which != 10 && which != 11)
        p->r[rd] = r;
}

static void
th_narrow_high(thumb *p, uint32_t x)
{
    unsigned rd = bit_field(x, 7, 7) << 3 | bit_field(x, 2, 0), rm = bit_field(x, 6, 3);

    switch (bit_field(x, 9, 8)) {
    case 0:
        th_set(p, rd, plus(&p->m, th_get(p, rd), th_get(p, rm)));
        break;
    case 1:
        th_operate(p, DO_SUB, th_get(p, rd), th_get(p, rm), 0, true);
        break;
    case 2:
        th_set(p, rd, th_get(p, rm));
        break;
    default: /* BX, BLX */
        th_interwork(p, th_get(p, rm));
        if (x & 0x80)
            p->r[LR] = known((p->m.pc + 2) | 1);
    }
}

static void
th_miscellaneous(thumb *p, uint32_t x)
{
    machine *m = &p->m;
    unsigned rd = bit_field(x, 2, 0), list = bit_field(x, 7, 0);
    word a = p->r[bit_field(x, 5, 3)];

    switch (bit_field(x, 11, 8)) {
    case 0: /* ADD and SUB of sp */
        p->r[SP] = th_moved(p, p->r[SP], (x & 0x80 ? -4 : 4) * (int32_t)bit_field(x, 6, 0));
        break;
    case 1: /* CBZ, CBNZ */
    case 3:
    case 9:
    case 11:
        if (th_holds(p, equal_words(m, p->r[rd], known(0)) ^ bit_field(x, 11, 11)))
            p->next = m->pc + 4 + (bit_field(x, 9, 9) << 6 | bit_field(x, 7, 3) << 1);
        break;
    case 2:
        p->r[rd] = th_extension(a, bit_field(x, 7, 6));
        break;
    case 4: /* PUSH */
    case 5:
        list |= bit_field(x, 8, 8) << LR;
        p->r[SP] = th_moved(p, p->r[SP], -4 * __builtin_popcount(list));
        th_transfer_list(p, false, list, p->r[SP]);
        break;
    case 10:
        if (bit_field(x, 7, 6) == 2)
            stop(m, INSTRUCTION, 0, 0);
        p->r[rd] = th_reversal(a, bit_field(x, 7, 6));
        break;
    case 12: /* POP */
    case 13: {
        word from = p->r[SP];

        list |= bit_field(x, 8, 8) << PC;
        p->r[SP] = th_moved(p, from, 4 * __builtin_popcount(list));
        th_transfer_list(p, true, list, from);
        break;
    }
    case 15: /* IT, and hints */
        if (x & 15)
            p->it = list;
        break;
    default:
        stop(m, INSTRUCTION, 0, 0);
    }
}

static void
th_narrow(thumb *p, uint32_t x)
{
    static const uint8_t sizes[8] = {4, 2, 1, 1, 4, 2, 1, 2};
    machine *m = &p->m;
    unsigned rd = bit_field(x, 2, 0), rn = bit_field(x, 5, 3), wide = bit_field(x, 10, 8),
             imm8 = bit_field(x, 7, 0), imm5 = bit_field(x, 10, 6);
    bool flags = p->it == 0;
    lit carry = p->carry;
    word a;

    switch (x >> 11) {
    case 0:
    case 1:
    case 2:
        a = th_shift_encoded(p->r[rn], bit_field(x, 12, 11), imm5, &carry);
        p->r[rd] = th_operate(p, DO_ORR, a, known(0), carry, flags);
        break;
    case 3:
        a = x & 0x400 ? known(bit_field(x, 8, 6)) : p->r[bit_field(x, 8, 6)];
        p->r[rd] = th_operate(p, x & 0x200 ? DO_SUB : DO_ADD, p->r[rn], a, 0, flags);
        break;
    case 4:
        p->r[wide] = th_operate(p, DO_ORR, known(imm8), known(0), carry, flags);
        break;
    case 5:
        th_operate(p, DO_SUB, p->r[wide], known(imm8), 0, true);
        break;
    case 6:
    case 7:
        p->r[wide] = th_operate(p, x & 0x800 ? DO_SUB : DO_ADD, p->r[wide], known(imm8), 0, flags);
        break;
    case 8:
        if (x & 0x400)
            th_narrow_high(p, x);
        else
            th_narrow_register(p, x, flags);
        break;
    case 9:
        p->r[wide] = th_load(p, known(((m->pc + 4) & ~3u) + 4 * imm8), 4, false, true);
        break;
    case 10:
    case 11:
        a = plus(m, p->r[rn], p->r[bit_field(x, 8, 6)]);
        th_transfer(p, bit_field(x, 11, 9) > 2, rd, a, sizes[bit_field(x, 11, 9)],
                    bit_field(x, 11, 9) == 3 || bit_field(x, 11, 9) == 7);
        break;
    case 12:
    case 13:
        th_transfer(p, x & 0x800, rd, th_moved(p, p->r[rn], 4 * (int32_t)imm5), 4, false);
        break;
    case 14:
    case 15:
        th_transfer(p, x & 0x800, rd, th_moved(p, p->r[rn], (int32_t)imm5), 1, false);
        break;
    case 16:
    case 17:
        th_transfer(p, x & 0x800, rd, th_moved(p, p->r[rn], 2 * (int32_t)imm5), 2, false);
        break;
    case 18:
    case 19:
        th_transfer(p, x & 0x800, wide, th_moved(p, p->r[SP], 4 * (int32_t)imm8), 4, false);
        break;
    case 20:
        p->r[wide] = known(((m->pc + 4) & ~3u) + 4 * imm8);
        break;
    case 21:
        p->r[wide] = th_moved(p, p->r[SP], 4 * (int32_t)imm8);
        break;
    case 22:
    case 23:
        th_miscellaneous(p, x);
        break;
    case 24:
    case 25: { /* an LDM that reads its base does not write it back */
        word base = p->r[wide], end = th_moved(p, base, 4 * __builtin_popcount(imm8));

        th_transfer_list(p, x & 0x800, imm8, base);
        if (!(x & 0x800) || !(imm8 >> wide & 1))
            p->r[wide] = end;
        break;
    }
    case 26:
    case 27:
        if (wide == 14 || bit_field(x, 11, 8) >= ALWAYS)
            stop(m, INSTRUCTION, 0, 0);
        else if (th_holds(p, th_condition(p, bit_field(x, 11, 8))))
            p->next = m->pc + 4 + (uint32_t)sign_extend(imm8 << 1, 9);
        break;
    case 28:
        p->next = m->pc + 4 + (uint32_t)sign_extend(bit_field(x, 10, 0) << 1, 12);
        break;
    default:
        stop(m, INSTRUCTION, 0, 0);
    }
}

/* 32-bit instructions, section A5.3 */

static void
th_wide_list(thumb *p, uint32_t x)
{
    unsigned rn = bit_field(x, 19, 16), list = bit_field(x, 15, 0);
    bool loads = x >> 20 & 1, down = bit_field(x, 24, 23) == 2;
    int32_t bytes = 4 * __builtin_popcount(list);
    word base = p->r[rn], other = th_moved(p, base, down ? -bytes : bytes);

    if (bit_field(x, 24, 23) != 1 && !down)
        stop(&p->m, INSTRUCTION, 0, 0);
    if (x >> 21 & 1) /* first, as memory below the stack pointer is not live */
        p->r[rn] = other;
    th_transfer_list(p, loads, list, down ? other : base);
}

static void
th_wide_double(thumb *p, uint32_t x)
{
    unsigned rn = bit_field(x, 19, 16);
    int32_t by = (x >> 23 & 1 ? 4 : -4) * (int32_t)bit_field(x, 7, 0);
    word base = rn == PC ? known((p->m.pc + 4) & ~3u) : p->r[rn], other = th_moved(p, base, by);

    if (!(x >> 24 & 1) && !(x >> 21 & 1)) { /* TBB, TBH */
        unsigned bytes = 1 + (x >> 4 & 1);
        word at = plus(&p->m, th_get(p, rn), word_shift(p->r[bit_field(x, 3, 0)], 'l', bytes - 1)), entry;

        if (bit_field(x, 24, 20) != 13 || bit_field(x, 15, 5) != 0x780) {
            stop(&p->m, INSTRUCTION, 0, 0);
            return;
        }
        entry = at.known ? th_load(p, at, bytes, false, false) : at;
        th_jump(p, plus(&p->m, known(p->m.pc + 4), word_shift(entry, 'l', 1)));
        return;
    }
    if (!(x >> 24 & 1))
        other = base;
    if (x >> 21 & 1)
        p->r[rn] = th_moved(p, base, by);
    for (unsigned i = 0; i < 2; i++) {
        unsigned rt = i ? bit_field(x, 11, 8) : bit_field(x, 15, 12);

        if (x >> 20 & 1)
            th_set(p, rt, th_load(p, th_moved(p, other, 4 * (int32_t)i), 4, false, true));
        else
            th_store(p, th_moved(p, other, 4 * (int32_t)i), th_get(p, rt), 4, true);
    }
}

static void
th_wide_single(thumb *p, uint32_t x)
{
    unsigned rn = bit_field(x, 19, 16), rt = bit_field(x, 15, 12), size = bit_field(x, 22, 21);
    bool loads = x >> 20 & 1, is_signed = x >> 24 & 1;
    int32_t by = (int32_t)bit_field(x, 7, 0);
    word base = th_get(p, rn), address, after = base;

    if (size == 3 || (rt == PC && size != 2)) {
        if (size == 3 || !loads) /* else a hint: PLD */
            stop(&p->m, INSTRUCTION, 0, 0);
        return;
    }
    if (rn == PC && loads) {
        address = th_moved(p, known(base.value & ~3u), (x >> 23 & 1 ? 1 : -1) * (int32_t)bit_field(x, 11, 0));
    } else if (x >> 23 & 1) {
        address = th_moved(p, base, (int32_t)bit_field(x, 11, 0));
    } else if (bit_field(x, 11, 6) == 0) {
        address = plus(&p->m, base, word_shift(p->r[bit_field(x, 3, 0)], 'l', bit_field(x, 5, 4)));
    } else if (x >> 11 & 1) {
        address = th_moved(p, base, x >> 9 & 1 ? by : -by);
        if (x >> 8 & 1)
            after = address;
        if (!(x >> 10 & 1))
            address = base;
    } else {
        stop(&p->m, INSTRUCTION, 0, 0);
        return;
    }
    if (rn != PC)
        p->r[rn] = after;
    th_transfer(p, loads, rt, address, 1u << size, is_signed);
}

static void
th_plain_immediate(thumb *p, uint32_t x)
{
    unsigned rd = bit_field(x, 11, 8), rn = bit_field(x, 19, 16),
             lsb = bit_field(x, 14, 12) << 2 | bit_field(x, 7, 6), last = bit_field(x, 4, 0);
    uint32_t imm12 = bit_field(x, 26, 26) << 11 | bit_field(x, 14, 12) << 8 | bit_field(x, 7, 0);
    word a = rn == PC ? known((p->m.pc + 4) & ~3u) : p->r[rn], r;

    switch (bit_field(x, 24, 20)) {
    case 0:
        p->r[rd] = th_moved(p, a, (int32_t)imm12);
        return;
    case 10:
        p->r[rd] = th_moved(p, a, -(int32_t)imm12);
        return;
    case 4: /* MOVW */
        p->r[rd] = known(rn << 12 | imm12);
        return;
    case 12: /* MOVT */
        r = low_bits(p->r[rd], 16, false);
        p->r[rd] = word_gate(&p->m, '|', r, known((rn << 12 | imm12) << 16));
        return;
    case 20: /* SBFX, UBFX */
    case 28:
        if (lsb + last > 31)
            break;
        p->r[rd] = low_bits(word_shift(a, 'r', lsb), last + 1, bit_field(x, 24, 20) == 20);
        return;
    case 22: /* BFI, BFC */
        if (last < lsb)
            break;
        a = rn == PC ? known(0) : a;
        r = p->r[rd];
        to_bits(&a);
        to_bits(&r);
        for (unsigned i = lsb; i <= last; i++)
            r.bit[i] = a.bit[i - lsb];
        p->r[rd] = from_bits(r);
        return;
    }
    stop(&p->m, INSTRUCTION, 0, 0);
}

static void
th_wide_branch(thumb *p, uint32_t x)
{
    machine *m = &p->m;
    uint32_t s = bit_field(x, 26, 26), j1 = bit_field(x, 13, 13), j2 = bit_field(x, 11, 11), by;

    if ((x >> 12 & 5) == 0) { /* with a condition; barriers and hints */
        by = s << 20 | j2 << 19 | j1 << 18 | bit_field(x, 21, 16) << 12 | bit_field(x, 10, 0) << 1;
        if (bit_field(x, 25, 22) < ALWAYS) {
            if (th_holds(p, th_condition(p, bit_field(x, 25, 22))))
                p->next = m->pc + 4 + (uint32_t)sign_extend(by, 21);
        } else if (bit_field(x, 26, 20) != 0x3a && bit_field(x, 26, 20) != 0x3b) {
            stop(m, INSTRUCTION, 0, 0);
        }
        return;
    }
    by = s << 24 | (j1 ^ s ^ 1) << 23 | (j2 ^ s ^ 1) << 22 | bit_field(x, 25, 16) << 12 |
         bit_field(x, 10, 0) << 1;
    if ((x >> 12 & 5) == 4)
        stop(m, INSTRUCTION, 0, 0);
    if (x >> 14 & 1)
        p->r[LR] = known((m->pc + 4) | 1);
    p->next = m->pc + 4 + (uint32_t)sign_extend(by, 25);
}

/* UADD8, USUB8: the sums or differences of four bytes. */
static word
th_lanes(machine *m, word a, word b, bool subtracts)
{
    word r;

    b = subtracts ? word_not(b) : b;
    to_bits(&a);
    to_bits(&b);
    for (unsigned i = 0; i < BITS; i += 8)
        add_bits(m->graph, 8, a.bit + i, b.bit + i, subtracts, r.bit + i, NULL);
    return from_bits(r);
}

static void
th_wide_register(thumb *p, uint32_t x)
{
    machine *m = &p->m;
    unsigned rd = bit_field(x, 11, 8), rn = bit_field(x, 19, 16), which = bit_field(x, 22, 20);
    word a = th_get(p, rn), b = th_get(p, bit_field(x, 3, 0));
    lit carry = p->carry;

    if (x >> 23 & 1) { /* UADD8, USUB8, REV and others, CLZ */
        if (bit_field(x, 7, 4) == 4 && (which == 0 || which == 4))
            p->r[rd] = th_lanes(m, a, b, which == 4);
        else if (bit_field(x, 7, 6) == 2 && which == 1)
            p->r[rd] = th_reversal(b, bit_field(x, 5, 4));
        else if (bit_field(x, 7, 4) == 8 && which == 3)
            p->r[rd] = count_special(m, b, 0);
        else
            stop(m, INSTRUCTION, 0, 0);
    } else if (x >> 7 & 1) { /* SXTH, UXTH, UXTB16, SXTB, UXTB, and with an addition */
        static const uint8_t how[6] = {0, 2, 0, 0, 1, 3};

        b = word_shift(b, 'o', 8 * bit_field(x, 5, 4));
        if (which == 3 && rn == PC)
            b = word_gate(m, '&', b, known(0x00ff00ff));
        else if (which == 2 || which == 3 || which > 5)
            stop(m, INSTRUCTION, 0, 0);
        else
            b = th_extension(b, how[which]);
        p->r[rd] = rn == PC ? b : plus(m, a, b);
    } else if (bit_field(x, 7, 4) == 0) {
        b = th_shift_by(p, a, bit_field(x, 22, 21), b, &carry);
        p->r[rd] = th_operate(p, DO_ORR, b, known(0), carry, x >> 20 & 1);
    } else {
        stop(m, INSTRUCTION, 0, 0);
    }
}

static void
th_wide_product(thumb *p, uint32_t x)
{
    machine *m = &p->m;
    unsigned rd = bit_field(x, 11, 8), ra = bit_field(x, 15, 12);
    lit unused;
    word r;

    if (bit_field(x, 22, 20) != 0 || bit_field(x, 7, 4) > 1 || (bit_field(x, 7, 4) == 1 && ra == PC)) {
        stop(m, INSTRUCTION, 0, 0);
        return;
    }
    r = th_product(m, th_get(p, bit_field(x, 19, 16)), th_get(p, bit_field(x, 3, 0)));
    if (bit_field(x, 7, 4) == 1)
        r = minus(m, p->r[ra], r, &unused);
    else if (ra != PC)
        r = th_product_added(m, p->r[ra], r);
    p->r[rd] = r;
}

static void
th_wide(thumb *p, uint32_t x)
{
    lit carry = p->carry;
    word b;

    switch (x >> 25) {
    case 0x74:
        if (x >> 22 & 1)
            th_wide_double(p, x);
        else
            th_wide_list(p, x);
        return;
    case 0x75:
        b = th_shift_encoded(th_get(p, bit_field(x, 3, 0)), bit_field(x, 5, 4),
                             bit_field(x, 14, 12) << 2 | bit_field(x, 7, 6), &carry);
        if (bit_field(x, 24, 21) != 6)
            th_process(p, x, b, carry);
        else if (x >> 4 & 1) /* PKHTB, PKHBT */
            stop(&p->m, INSTRUCTION, 0, 0);
        else
            p->r[bit_field(x, 11, 8)] =
                word_gate(&p->m, '|', low_bits(th_get(p, bit_field(x, 19, 16)), 16, false),
                          word_gate(&p->m, '&', b, known(0xffff0000)));
        return;
    case 0x78:
    case 0x79:
    case 0x7a:
    case 0x7b:
        if (x >> 15 & 1) {
            th_wide_branch(p, x);
        } else if (x >> 25 & 1) {
            th_plain_immediate(p, x);
        } else {
            b = th_immediate(x, &carry);
            th_process(p, x, b, carry);
        }
        return;
    case 0x7c:
        th_wide_single(p, x);
        return;
    case 0x7d:
        if (!(x >> 24 & 1))
            th_wide_register(p, x);
        else if (!(x >> 23 & 1))
            th_wide_product(p, x);
        else if (bit_field(x, 7, 4) == 15 && (bit_field(x, 22, 20) == 1 || bit_field(x, 22, 20) == 3))
            th_division(p, x, bit_field(x, 22, 20) == 1);
        else
            th_long_product(p, x);
        return;
    }
    stop(&p->m, INSTRUCTION, 0, 0);
}

/* The lowest stack address in use, before or after this instruction. */
static uint32_t
th_live(machine *m)
{
    thumb *p = (thumb *)m;
    word before = resolve_word(m, p->sp), now = resolve_word(m, p->r[SP]);

    if (!before.known || !now.known)
        return UINT32_MAX;
    return before.value < now.value ? before.value : now.value;
}

static void
th_stack_moved(thumb *p)
{
    word before = resolve_word(&p->m, p->sp), now = resolve_word(&p->m, p->r[SP]);

    if (!now.known || !before.known)
        stop_for(&p->m, ADDRESS, p->r[SP].bit, now.known ? 0 : BITS, 0);
    else
        discard_stack(&p->m, before.value, now.value);
}

static bool
same_word(word a, word b)
{
    return a.known == b.known && (a.known ? a.value == b.value : memcmp(a.bit, b.bit, sizeof a.bit) == 0);
}

/* One instruction, skipped if it fails its IT condition. */
static void
th_step(thumb *p)
{
    machine *m = &p->m;
    unsigned it = p->it;
    uint32_t x;
    bool is_wide;

    if (!begin_step(m, 2))
        return;
    p->sp = p->r[SP];
    x = code_halfword(m, m->pc);
    is_wide = x >> 11 >= 0x1d;
    p->next = m->pc + (is_wide ? 4 : 2);
    if (is_wide)
        x = x << 16 | code_halfword(m, m->pc + 2);
    if (it == 0 || th_holds(p, th_condition(p, it >> 4))) {
        watch_operands(p, thumb, x);
        if (is_wide)
            th_wide(p, x);
        else
            th_narrow(p, x);
    }
    watch_registers(p, thumb);
    if (m->live && !same_word(p->sp, p->r[SP]))
        th_stack_moved(p);
    if (it)
        p->it = it & 7 ? (it & 0xe0) | (it << 1 & 0x1f) : 0;
    if (m->fault == NO_FAULT)
        m->pc = p->next;
}

static void
th_run(thumb *p)
{
    uint32_t before;

    p->it = 0;
    watch_start(p, thumb);
    do {
        before = p->m.pc;
        th_step(p);
    } while (!is_finished(&p->m, before) ||
             (p->m.fault == NO_FAULT && p->it)); /* do not pause in an IT block */
}

#endif
