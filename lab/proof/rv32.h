/* SPDX-License-Identifier: MIT */
/* RV32IMC with Zbb and the rotations of Zbkb, on words of literals: RISC-V
 * Unprivileged ISA 20191213, chapters 2, 7 and 16; Bit-Manipulation 1.0.0.
 * Compressed instructions are expanded. */
#ifndef NARAE_LAB_PROOF_RV32_H
#define NARAE_LAB_PROOF_RV32_H

#include "machine.h"

/* Instruction formats */

static uint32_t
i_type(uint32_t opcode, uint32_t funct3, uint32_t rd, uint32_t rs1, uint32_t imm)
{
    return opcode | rd << 7 | funct3 << 12 | rs1 << 15 | imm << 20;
}

static uint32_t
r_type(uint32_t funct7, uint32_t funct3, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return i_type(0x33, funct3, rd, rs1, rs2 | funct7 << 5);
}

static uint32_t
s_type(uint32_t rs1, uint32_t rs2, uint32_t imm)
{
    return 0x23 | bit_field(imm, 4, 0) << 7 | 2 << 12 | rs1 << 15 | rs2 << 20 | bit_field(imm, 11, 5) << 25;
}

static uint32_t
branch_type(uint32_t funct3, uint32_t rs1, uint32_t imm)
{
    return 0x63 | bit_field(imm, 11, 11) << 7 | bit_field(imm, 4, 1) << 8 | funct3 << 12 | rs1 << 15 |
           bit_field(imm, 10, 5) << 25 | bit_field(imm, 12, 12) << 31;
}

static uint32_t
jump_type(uint32_t rd, uint32_t imm)
{
    return 0x6f | rd << 7 | bit_field(imm, 19, 12) << 12 | bit_field(imm, 11, 11) << 20 |
           bit_field(imm, 10, 1) << 21 | bit_field(imm, 20, 20) << 31;
}

/* The expansion of a compressed instruction; 0: not modelled. */
static uint32_t
expand_compressed(uint32_t c)
{
    uint32_t rd = bit_field(c, 11, 7), rs2 = bit_field(c, 6, 2), low = 8 + bit_field(c, 4, 2),
             high = 8 + bit_field(c, 9, 7);
    uint32_t imm6 = (uint32_t)sign_extend(bit_field(c, 12, 12) << 5 | bit_field(c, 6, 2), 6);
    uint32_t word = bit_field(c, 5, 5) << 6 | bit_field(c, 12, 10) << 3 | bit_field(c, 6, 6) << 2;
    uint32_t jump = (uint32_t)sign_extend(bit_field(c, 12, 12) << 11 | bit_field(c, 11, 11) << 4 |
                                              bit_field(c, 10, 9) << 8 | bit_field(c, 8, 8) << 10 |
                                              bit_field(c, 7, 7) << 6 | bit_field(c, 6, 6) << 7 |
                                              bit_field(c, 5, 3) << 1 | bit_field(c, 2, 2) << 5,
                                          12);
    uint32_t branch =
        (uint32_t)sign_extend(bit_field(c, 12, 12) << 8 | bit_field(c, 11, 10) << 3 |
                                  bit_field(c, 6, 5) << 6 | bit_field(c, 4, 3) << 1 | bit_field(c, 2, 2) << 5,
                              9);

    switch ((c & 3) << 3 | c >> 13) {
    case 0: /* c.addi4spn */
        word = bit_field(c, 10, 7) << 6 | bit_field(c, 12, 11) << 4 | bit_field(c, 5, 5) << 3 |
               bit_field(c, 6, 6) << 2;
        return word ? i_type(0x13, 0, low, 2, word) : 0;
    case 2: /* c.lw */
        return i_type(3, 2, low, high, word);
    case 6: /* c.sw */
        return s_type(high, low, word);
    case 8: /* c.addi */
        return i_type(0x13, 0, rd, rd, imm6 & 0xfff);
    case 9: /* c.jal */
        return jump_type(1, jump);
    case 10: /* c.li */
        return i_type(0x13, 0, rd, 0, imm6 & 0xfff);
    case 11: /* c.addi16sp, c.lui */
        if (rd == 2)
            return imm6 == 0
                       ? 0
                       : i_type(0x13, 0, 2, 2,
                                (uint32_t)sign_extend(bit_field(c, 12, 12) << 9 | bit_field(c, 4, 3) << 7 |
                                                          bit_field(c, 5, 5) << 6 | bit_field(c, 2, 2) << 5 |
                                                          bit_field(c, 6, 6) << 4,
                                                      10) &
                                    0xfff);
        return imm6 ? 0x37 | rd << 7 | imm6 << 12 : 0;
    case 12:
        switch (bit_field(c, 11, 10)) {
        case 0: /* c.srli */
            return c >> 12 & 1 ? 0 : i_type(0x13, 5, high, high, imm6 & 31);
        case 1: /* c.srai */
            return c >> 12 & 1 ? 0 : i_type(0x13, 5, high, high, (imm6 & 31) | 0x400);
        case 2: /* c.andi */
            return i_type(0x13, 7, high, high, imm6 & 0xfff);
        default: { /* c.sub, c.xor, c.or, c.and */
            static const uint8_t funct3[4] = {0, 4, 6, 7};

            if (c >> 12 & 1)
                return 0;
            return r_type(bit_field(c, 6, 5) == 0 ? 0x20 : 0, funct3[bit_field(c, 6, 5)], high, high, low);
        }
        }
    case 13: /* c.j */
        return jump_type(0, jump);
    case 14: /* c.beqz */
        return branch_type(0, high, branch);
    case 15: /* c.bnez */
        return branch_type(1, high, branch);
    case 16: /* c.slli */
        return c >> 12 & 1 ? 0 : i_type(0x13, 1, rd, rd, imm6 & 31);
    case 18: /* c.lwsp */
        return rd == 0
                   ? 0
                   : i_type(3, 2, rd, 2,
                            bit_field(c, 3, 2) << 6 | bit_field(c, 12, 12) << 5 | bit_field(c, 6, 4) << 2);
    case 20:
        if (rs2) /* c.add, c.mv */
            return r_type(0, 0, rd, c >> 12 & 1 ? rd : 0, rs2);
        return rd ? i_type(0x67, 0, c >> 12 & 1, rd, 0) : 0; /* c.jalr, c.jr */
    case 22:                                                 /* c.swsp */
        return s_type(2, rs2, bit_field(c, 8, 7) << 6 | bit_field(c, 12, 9) << 2);
    default:
        return 0;
    }
}

typedef struct rv32 {
    machine m;
    word x[32];
} rv32;

/* A shift by an amount that must be constant. */
static word
rv_shift(machine *m, word a, char how, word by)
{
    if (by.known)
        return word_shift(a, how, by.value & 31);
    to_bits(&by);
    for (unsigned i = 0; i < 5; i++)
        if (by.bit[i] > 1)
            stop_for(m, AMOUNT, by.bit, 5, 0);
    return word_shift(a, how, by.bit[0] | by.bit[1] << 1 | by.bit[2] << 2 | by.bit[3] << 3 | by.bit[4] << 4);
}

static word
word_of_bit(lit x)
{
    word w = known(0);

    to_bits(&w);
    w.bit[0] = x;
    return from_bits(w);
}

static word
rv_product(machine *m, uint32_t funct3, word a, word b)
{
    lit out[64];
    word r;

    to_bits(&a);
    to_bits(&b);
    multiply_bits(m->graph, BITS, a.bit, funct3 == 1 || funct3 == 2, b.bit, funct3 == 1, out);
    memcpy(r.bit, out + (funct3 ? BITS : 0), sizeof r.bit);
    return from_bits(r);
}

static word
rv_division(machine *m, uint32_t funct3, word a, word b)
{
    int32_t x, y;

    if (!a.known || !b.known) {
        stop(m, DIVISION, 0, 0);
        return known(0);
    }
    x = (int32_t)a.value;
    y = (int32_t)b.value;
    switch (funct3) {
    case 4:
        return known(y == 0 ? ~0u : x == INT32_MIN && y == -1 ? a.value : (uint32_t)(x / y));
    case 5:
        return known(y == 0 ? ~0u : a.value / b.value);
    case 6:
        return known(y == 0 ? a.value : x == INT32_MIN && y == -1 ? 0 : (uint32_t)(x % y));
    default:
        return known(y == 0 ? a.value : a.value % b.value);
    }
}

/* Ones in each byte that is not zero. */
static word
orc_b(machine *m, word a)
{
    word r;

    to_bits(&a);
    for (unsigned i = 0; i < BITS; i++)
        r.bit[i] = none_of(m->graph, a.bit + (i & 24), 8) ^ 1;
    return from_bits(r);
}

static word
min_or_max(machine *m, word a, word b, uint32_t funct3)
{
    lit less = less_than(m, a, b, (funct3 & 1) == 0) ^ (funct3 >> 1 & 1); /* 4, 5: the smaller one */
    word r;

    to_bits(&a);
    to_bits(&b);
    for (unsigned i = 0; i < BITS; i++)
        r.bit[i] = gate_mux(m->graph, less, a.bit[i], b.bit[i]);
    return from_bits(r);
}

static word
rv_register(machine *m, uint32_t x, word a, word b)
{
    lit carry;

    switch (x >> 25 << 3 | bit_field(x, 14, 12)) {
    case 0x00 << 3 | 0:
        return plus(m, a, b);
    case 0x20 << 3 | 0:
        return minus(m, a, b, &carry);
    case 0x00 << 3 | 1:
        return rv_shift(m, a, 'l', b);
    case 0x00 << 3 | 2:
        return word_of_bit(less_than(m, a, b, true));
    case 0x00 << 3 | 3:
        return word_of_bit(less_than(m, a, b, false));
    case 0x00 << 3 | 4:
        return word_gate(m, '^', a, b);
    case 0x00 << 3 | 5:
        return rv_shift(m, a, 'r', b);
    case 0x20 << 3 | 5:
        return rv_shift(m, a, 'a', b);
    case 0x00 << 3 | 6:
        return word_gate(m, '|', a, b);
    case 0x00 << 3 | 7:
        return word_gate(m, '&', a, b);
    case 0x01 << 3 | 0:
    case 0x01 << 3 | 1:
    case 0x01 << 3 | 2:
    case 0x01 << 3 | 3:
        return rv_product(m, bit_field(x, 14, 12), a, b);
    case 0x01 << 3 | 4:
    case 0x01 << 3 | 5:
    case 0x01 << 3 | 6:
    case 0x01 << 3 | 7:
        return rv_division(m, bit_field(x, 14, 12), a, b);
    case 0x20 << 3 | 4:
        return word_gate(m, '^', a, word_not(b));
    case 0x20 << 3 | 6:
        return word_gate(m, '|', a, word_not(b));
    case 0x20 << 3 | 7:
        return word_gate(m, '&', a, word_not(b));
    case 0x30 << 3 | 1:
        if (!b.known)
            stop(m, AMOUNT, 0, 0);
        return word_shift(a, 'o', 32 - (b.value & 31));
    case 0x30 << 3 | 5:
        return rv_shift(m, a, 'o', b);
    case 0x04 << 3 | 4: /* pack; zext.h */
        b = word_shift(b, 'l', 16);
        return word_gate(m, '|', low_bits(a, 16, false), b);
    case 0x05 << 3 | 4:
    case 0x05 << 3 | 5:
    case 0x05 << 3 | 6:
    case 0x05 << 3 | 7:
        return min_or_max(m, a, b, bit_field(x, 14, 12));
    default:
        stop(m, INSTRUCTION, 0, 0);
        return known(0);
    }
}

static word
rv_immediate(machine *m, uint32_t x, word a)
{
    uint32_t n = bit_field(x, 24, 20), upper = x >> 25, imm = (uint32_t)sign_extend(x >> 20, 12);

    switch (bit_field(x, 14, 12)) {
    case 0:
        return plus(m, a, known(imm));
    case 2:
        return word_of_bit(less_than(m, a, known(imm), true));
    case 3:
        return word_of_bit(less_than(m, a, known(imm), false));
    case 4:
        return word_gate(m, '^', a, known(imm));
    case 6:
        return word_gate(m, '|', a, known(imm));
    case 7:
        return word_gate(m, '&', a, known(imm));
    case 1:
        if (upper == 0)
            return word_shift(a, 'l', n);
        if (upper == 0x30 && n < 3)
            return count_special(m, a, n);
        if (upper == 0x30 && (n == 4 || n == 5))
            return low_bits(a, n == 4 ? 8 : 16, true);
        break;
    default:
        if (upper == 0 || upper == 0x20)
            return word_shift(a, upper ? 'a' : 'r', n);
        if (upper == 0x30)
            return word_shift(a, 'o', n);
        if (x >> 20 == 0x287)
            return orc_b(m, a);
        if (x >> 20 == 0x698)
            return reversed(a, 24);
        if (x >> 20 == 0x687)
            return reversed(a, 7);
    }
    stop(m, INSTRUCTION, 0, 0);
    return known(0);
}

static void
rv_load(rv32 *p, uint32_t x, word address)
{
    static const uint8_t size[8] = {1, 2, 4, 0, 1, 2, 0, 0};
    machine *m = &p->m;
    unsigned bytes = size[bit_field(x, 14, 12)];
    lit bits[BITS] = {0};
    word given = address, r;

    address = resolve_word(m, address);
    if (bytes == 0) {
        stop(m, INSTRUCTION, 0, 0);
    } else if (address.known) {
        require_aligned(m, given, address.value, bytes);
        read_bits(m, address.value, bits, bytes);
    } else {
        for (unsigned i = 0; i < 2; i++)
            if (bytes >> i > 1 && address.bit[i] != 0)
                stop_for(m, ADDRESS, address.bit, BITS, bytes);
        if (!read_table(m, address.bit, BITS, 0, bytes, bits))
            stop_for(m, ADDRESS, address.bit, BITS, bytes);
    }
    memcpy(r.bit, bits, sizeof r.bit);
    if (bytes && bytes < 4)
        for (unsigned i = 8 * bytes; i < BITS; i++)
            r.bit[i] = bit_field(x, 14, 12) < 4 ? bits[8 * bytes - 1] : 0;
    p->x[bit_field(x, 11, 7)] = from_bits(r);
}

static void
rv_store(rv32 *p, uint32_t x, word address)
{
    machine *m = &p->m;
    unsigned bytes = 1u << bit_field(x, 14, 12);
    word value = p->x[bit_field(x, 24, 20)], given = address;

    address = resolve_word(m, address);
    if (bytes > 4)
        stop(m, INSTRUCTION, 0, 0);
    else if (!address.known)
        stop_for(m, ADDRESS, address.bit, BITS, bytes);
    else
        require_aligned(m, given, address.value, bytes);
    if (m->fault != NO_FAULT)
        return;
    to_bits(&value);
    write_bits(m, address.value, value.bit, bytes);
}

static bool
rv_branch_condition(machine *m, uint32_t x, word a, word b)
{
    uint32_t funct3 = bit_field(x, 14, 12);

    if (funct3 == 2 || funct3 == 3)
        stop(m, INSTRUCTION, 0, 0);
    return branch_taken(m,
                        (funct3 < 2 ? equal_words(m, a, b) : less_than(m, a, b, funct3 < 6)) ^ (funct3 & 1));
}

static uint32_t
rv_live(machine *m)
{
    word sp = resolve_word(m, ((rv32 *)m)->x[2]);

    return sp.known ? sp.value : UINT32_MAX;
}

/* Releases stack if the stack pointer has grown. */
static void
rv_stack_moved(rv32 *p, word before)
{
    word now = resolve_word(&p->m, p->x[2]);

    before = resolve_word(&p->m, before);
    if (!now.known || !before.known)
        stop_for(&p->m, ADDRESS, p->x[2].bit, now.known ? 0 : BITS, 0);
    else
        discard_stack(&p->m, before.value, now.value);
}

/* One instruction. */
static void
rv_step(rv32 *p)
{
    machine *m = &p->m;
    uint32_t x, size = 4, next, rd;
    word a, b, sp;

    if (!begin_step(m, 2))
        return;
    x = code_halfword(m, m->pc);
    if ((x & 3) == 3) {
        x |= code_halfword(m, m->pc + 2) << 16;
    } else {
        x = expand_compressed(x);
        size = 2;
    }
    next = m->pc + size;
    rd = bit_field(x, 11, 7);
    a = p->x[bit_field(x, 19, 15)];
    b = p->x[bit_field(x, 24, 20)];
    sp = p->x[2];
    watch_operands(p, rv32, x);
    switch (x & 0x7f) {
    case 0x37:
        p->x[rd] = known(x & 0xfffff000);
        break;
    case 0x17:
        p->x[rd] = known(m->pc + (x & 0xfffff000));
        break;
    case 0x6f:
        p->x[rd] = known(next);
        next = m->pc + (uint32_t)sign_extend(bit_field(x, 31, 31) << 20 | bit_field(x, 19, 12) << 12 |
                                                 bit_field(x, 20, 20) << 11 | bit_field(x, 30, 21) << 1,
                                             21);
        break;
    case 0x67:
        p->x[rd] = known(next);
        next = (a.value + (uint32_t)sign_extend(x >> 20, 12)) & ~1u;
        if (!a.known && x >> 20 == 0 && is_return(m, a.bit, BITS, 0, 0))
            next = m->end;
        else if (!a.known)
            stop_for(m, BRANCH, a.bit, BITS, 0);
        break;
    case 0x63:
        if (rv_branch_condition(m, x, a, b))
            next = m->pc + (uint32_t)sign_extend(bit_field(x, 31, 31) << 12 | bit_field(x, 7, 7) << 11 |
                                                     bit_field(x, 30, 25) << 5 | bit_field(x, 11, 8) << 1,
                                                 13);
        break;
    case 0x03:
        rv_load(p, x, plus(m, a, known((uint32_t)sign_extend(x >> 20, 12))));
        break;
    case 0x23:
        rv_store(
            p, x,
            plus(m, a, known((uint32_t)sign_extend(bit_field(x, 31, 25) << 5 | bit_field(x, 11, 7), 12))));
        break;
    case 0x13:
        p->x[rd] = rv_immediate(m, x, a);
        break;
    case 0x33:
        p->x[rd] = rv_register(m, x, a, b);
        break;
    default:
        stop(m, INSTRUCTION, 0, 0);
    }
    watch_registers(p, rv32);
    p->x[0] = known(0);
    if (m->live && rd == 2 && (x & 0x7f) != 0x23 && (x & 0x7f) != 0x63)
        rv_stack_moved(p, sp);
    if (m->fault == NO_FAULT)
        m->pc = next;
}

static void
rv_run(rv32 *p)
{
    uint32_t before;

    watch_start(p, rv32);
    do {
        before = p->m.pc;
        rv_step(p);
    } while (!is_finished(&p->m, before));
}

#endif
