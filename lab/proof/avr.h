/* SPDX-License-Identifier: MIT */
/* AVR with MUL and 16-bit code addresses, on symbolic bytes: Microchip DS40002198,
 * AVR Instruction Set Manual.  Z and V are evaluated lazily: most are never read. */
#ifndef NARAE_LAB_PROOF_AVR_H
#define NARAE_LAB_PROOF_AVR_H

#include "machine.h"

#define DATA_SPACE UINT32_C(0x800000)

enum { C, Z, N, V, S, H, T, I, FLAGS };
enum { X_REGISTER = 26, Y_REGISTER = 28, Z_REGISTER = 30 };
enum { SPL = 0x3d, SPH = 0x3e, SREG = 0x3f }; /* as IN and OUT number them */
enum { MAX_ZERO = 64 };

typedef lit byte[8];

typedef struct avr {
    machine m;
    lit bit[32 * 8]; /* registers */
    lit flag[FLAGS]; /* except Z, V and S */
    lit zero[MAX_ZERO];
    unsigned nzero;       /* Z is the NOR of `zero` */
    lit v_a, v_b, v_r;    /* V: a and b have equal signs, r another */
    uint32_t sp;          /* stack pointer */
    lit pointer[16];      /* its bits, where `bytewise`: IN and OUT read and write them byte by byte */
    bool bytewise, moved; /* OUT has changed `pointer`; sp is stale */
    uint32_t added;       /* the addition whose carry is C */
} avr;

static inline lit *
reg(avr *p, unsigned number)
{
    return p->bit + 8 * number;
}

static void
set_zero(avr *p, const lit *bits, unsigned n)
{
    memcpy(p->zero, bits, n * sizeof *bits);
    p->nzero = n;
}

/* Z &= bits are zero */
static void
keep_zero(avr *p, const lit bits[8])
{
    lit before;

    if (p->nzero + 8 > MAX_ZERO) {
        before = none_of(p->m.graph, p->zero, p->nzero) ^ 1;
        set_zero(p, &before, 1);
    }
    memcpy(p->zero + p->nzero, bits, 8 * sizeof *bits);
    p->nzero += 8;
}

static lit
flag(avr *p, unsigned which)
{
    graph *g = p->m.graph;

    switch (which) {
    case Z:
        return none_of(g, p->zero, p->nzero);
    case V:
        return gate_and(g, gate_xor(g, p->v_a, p->v_b) ^ 1, gate_xor(g, p->v_a, p->v_r));
    case S:
        return gate_xor(g, flag(p, N), flag(p, V));
    default:
        return p->flag[which];
    }
}

static void
set_v(avr *p, lit v)
{
    p->v_a = p->v_b = 0;
    p->v_r = v;
}

static void
set_flag(avr *p, unsigned which, lit x)
{
    lit not= x ^ 1;

    if (which == Z)
        set_zero(p, &not, 1);
    else if (which == V)
        set_v(p, x);
    else
        p->flag[which] = x; /* S is derived from N and V; avr_step rejects setting it */
}

/* N, Z and V after a logical operation. */
static void
set_logical(avr *p, const byte x)
{
    p->flag[N] = x[7];
    set_zero(p, x, 8);
    set_v(p, 0);
}

static void
constant(byte x, unsigned value)
{
    for (unsigned i = 0; i < 8; i++)
        x[i] = value >> i & 1;
}

/* The constant value of bits; stops if they are symbolic. */
static uint32_t
constant_number(machine *m, const lit *bits, unsigned n, enum fault reason)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < n; i++)
        value |= (bits[i] & 1) << i;
    if (!are_constant(bits, n))
        stop_for(m, reason, bits, n, 0);
    return value;
}

/* ADD, ADC */
static void
avr_add(avr *p, const byte d, const byte x, bool with_carry, lit *out)
{
    byte r, carries, a, b;

    memcpy(a, d, sizeof a);
    memcpy(b, x, sizeof b);
    simplify_number(p->m.graph, a, 8);
    simplify_number(p->m.graph, b, 8);
    p->v_a = a[7];
    p->v_b = b[7];
    add_after(p->m.graph, 8, a, b, with_carry ? p->flag[C] : 0, with_carry ? p->added : 0, 0, r, carries);
    p->added = p->m.graph->added;
    p->flag[H] = carries[3];
    p->flag[C] = carries[7];
    p->flag[N] = p->v_r = r[7];
    set_zero(p, r, 8);
    memcpy(out, r, sizeof r);
}

/* SUB, SBC (which only clears Z) */
static void
avr_subtract(avr *p, const byte d, const byte x, bool with_carry, lit *out)
{
    byte r, inverse, carries, a;

    memcpy(a, d, sizeof a);
    for (unsigned i = 0; i < 8; i++)
        inverse[i] = x[i] ^ 1;
    simplify_number(p->m.graph, a, 8);
    simplify_number(p->m.graph, inverse, 8);
    p->v_a = a[7];
    p->v_b = inverse[7];
    add_after(p->m.graph, 8, a, inverse, with_carry ? p->flag[C] ^ 1 : 1, with_carry ? p->added : 0, 0, r,
              carries);
    p->added = p->m.graph->added;
    p->flag[H] = carries[3] ^ 1;
    p->flag[C] = carries[7] ^ 1;
    p->flag[N] = p->v_r = r[7];
    if (with_carry)
        keep_zero(p, r);
    else
        set_zero(p, r, 8);
    if (out)
        memcpy(out, r, sizeof r);
}

static void
avr_logical(avr *p, char operation, lit *d, const byte x)
{
    graph *g = p->m.graph;

    for (unsigned i = 0; i < 8; i++)
        d[i] = operation == '&'   ? gate_and(g, d[i], x[i])
               : operation == '|' ? gate_or(g, d[i], x[i])
                                  : gate_xor(g, d[i], x[i]);
    set_logical(p, d);
}

/* Right shift; `top` is shifted in. */
static void
avr_shift(avr *p, byte d, lit top)
{
    p->flag[C] = d[0];
    memmove(d, d + 1, 7 * sizeof *d);
    d[7] = top;
    p->flag[N] = top;
    set_zero(p, d, 8);
    set_v(p, gate_xor(p->m.graph, top, p->flag[C]));
}

/* r1:r0 = a * b, shifted left by one for the fractional ones. */
static void
avr_multiply(avr *p, const byte a, bool a_signed, const byte b, bool b_signed, bool fractional)
{
    lit out[16];

    multiply_bits(p->m.graph, 8, a, a_signed, b, b_signed, out);
    p->flag[C] = out[15];
    if (fractional) {
        memmove(out + 1, out, 15 * sizeof *out);
        out[0] = 0;
    }
    memcpy(reg(p, 0), out, sizeof(byte));
    memcpy(reg(p, 1), out + 8, sizeof(byte));
    set_zero(p, out, 16);
}

/* ADIW and SBIW */
static void
avr_add_word(avr *p, unsigned d, unsigned k, bool subtracts)
{
    lit addend[16], r[16], carries[16], was = reg(p, d + 1)[7];

    for (unsigned i = 0; i < 16; i++)
        addend[i] = (i < 6 ? k >> i & 1 : 0) ^ subtracts;
    add_bits(p->m.graph, 16, reg(p, d), addend, subtracts, r, carries); /* registers follow each other */
    p->flag[C] = carries[15] ^ subtracts;
    p->flag[N] = p->v_r = r[15];
    p->v_a = was;
    p->v_b = subtracts;
    memcpy(reg(p, d), r, sizeof r);
    set_zero(p, r, 16);
}

/* The address of 16 bits; stops if it cannot be resolved. */
static uint32_t
resolve_pointer(avr *p, const lit *bits)
{
    uint32_t at = DATA_SPACE;

    if (are_constant(bits, 16))
        return DATA_SPACE + constant_number(&p->m, bits, 16, ADDRESS);
    if (!resolve_address(&p->m, bits, 16, &at))
        stop_for(&p->m, ADDRESS, bits, 16, 1);
    return at;
}

static void
move_pointer(avr *p, unsigned low, bool back)
{
    lit step[16] = {1};

    for (unsigned i = 1; i < 16; i++)
        step[i] = back;
    add_bits(p->m.graph, 16, reg(p, low), step, 0, reg(p, low), NULL); /* registers follow each other */
}

/* Reads memory, or a table at a symbolic address. */
static void
avr_read(avr *p, unsigned low, uint32_t offset, uint32_t space, lit *d)
{
    const lit *bits = reg(p, low);
    uint32_t at;

    if (are_constant(bits, 16))
        read_bits(&p->m, space + ((constant_number(&p->m, bits, 16, ADDRESS) + offset) & 0xffff), d, 1);
    else if (space && resolve_address(&p->m, bits, 16, &at))
        read_bits(&p->m, at + offset, d, 1);
    else if (!read_table(&p->m, bits, 16, space + offset, 1, d))
        stop_for(&p->m, ADDRESS, bits, 16, 1);
}

static void
avr_write(avr *p, uint32_t address, const byte x)
{
    if (p->m.fault == NO_FAULT)
        write_bits(&p->m, address, x, 1);
}

/* The stack pointer, which OUT may have changed. */
static uint32_t
stack_pointer(avr *p)
{
    if (p->moved) {
        uint32_t to = resolve_pointer(p, p->pointer);

        discard_stack(&p->m, p->sp + 1, to + 1);
        p->sp = to;
        p->moved = false;
    }
    return p->sp;
}

static void
move_stack(avr *p, uint32_t to)
{
    discard_stack(&p->m, p->sp + 1, to + 1);
    p->sp = to;
    p->bytewise = p->moved = false;
}

/* The lowest stack address in use. */
static uint32_t
avr_live(machine *m)
{
    return stack_pointer((avr *)m) + 1;
}

/* Symbolic bits of the stack pointer. */
static lit *
stack_bits(avr *p)
{
    const region *stack = p->m.regions;
    bool has_base = p->m.nregions && stack->base_bits == 16;
    uint32_t by = p->sp - (has_base ? stack->base_at : DATA_SPACE);
    lit constant[16];

    if (p->bytewise)
        return p->pointer;
    for (unsigned i = 0; i < 16; i++)
        constant[i] = by >> i & 1;
    if (has_base)
        add_bits(p->m.graph, 16, stack->base, constant, 0, p->pointer, NULL);
    else
        memcpy(p->pointer, constant, sizeof constant);
    p->bytewise = true;
    return p->pointer;
}

static void
push(avr *p, const byte x)
{
    uint32_t at = stack_pointer(p);

    move_stack(p, at - 1);
    avr_write(p, at, x);
}

static void
pop(avr *p, byte x)
{
    uint32_t at = stack_pointer(p) + 1;

    read_bits(&p->m, at, x, 1);
    move_stack(p, at);
}

static void
push_return(avr *p, uint32_t address)
{
    byte x;

    constant(x, address >> 1 & 0xff);
    push(p, x);
    constant(x, address >> 9 & 0xff);
    push(p, x);
}

static uint32_t
pop_return(avr *p)
{
    lit bits[16];

    pop(p, bits + 8);
    pop(p, bits);
    return is_return(&p->m, bits, 16, 0, 0) ? p->m.end : 2 * constant_number(&p->m, bits, 16, BRANCH);
}

static void
avr_in(avr *p, unsigned port, byte d)
{
    switch (port) {
    case SPL:
    case SPH:
        memcpy(d, stack_bits(p) + 8 * (port - SPL), sizeof(byte));
        return;
    case SREG:
        for (unsigned i = 0; i < 8; i++)
            d[i] = flag(p, i);
        return;
    default:
        stop(&p->m, READ, port, 1);
    }
}

static void
avr_out(avr *p, unsigned port, const byte x)
{
    switch (port) {
    case SPL:
    case SPH:
        memcpy(stack_bits(p) + 8 * (port - SPL), x, sizeof(byte));
        p->moved = true;
        return;
    case SREG:
        if (gate_xor(p->m.graph, x[N], x[V]) != x[S])
            stop(&p->m, INSTRUCTION, 0, 0);
        for (unsigned i = 0; i < FLAGS; i++)
            set_flag(p, i, x[i]);
        return;
    default:
        stop(&p->m, WRITE, port, 1);
    }
}

static bool
two_words(uint32_t x)
{
    return (x & 0xfe0e) == 0x940e || (x & 0xfe0e) == 0x940c || (x & 0xfc0f) == 0x9000;
}

/* The target of an instruction that may skip the next one. */
static uint32_t
skip_target(avr *p, uint32_t next, lit skips)
{
    if (!branch_taken(&p->m, skips))
        return next;
    return next + (two_words(code_halfword(&p->m, next)) ? 4 : 2);
}

/* Loads and stores: 1001 00sd dddd mmmm, and with displacement 10q0 qqsd dddd yqqq. */
static void
avr_memory(avr *p, uint32_t x, uint32_t *next)
{
    machine *m = &p->m;
    unsigned d = x >> 4 & 31, low;
    bool stores = x >> 9 & 1;
    uint32_t offset = 0;
    int before = 0, after = 0;

    if ((x & 0xd000) == 0x8000) {
        low = x & 8 ? Y_REGISTER : Z_REGISTER;
        offset = (x & 7) | (x >> 7 & 0x18) | (x >> 8 & 0x20);
    } else {
        switch (x & 15) {
        case 0: /* LDS, STS */
            offset = code_halfword(m, *next);
            *next += 2;
            if (stores)
                avr_write(p, DATA_SPACE + offset, reg(p, d));
            else if (offset >= 0x40 && offset < 0x60)
                avr_in(p, offset - 0x20, reg(p, d));
            else
                read_bits(m, DATA_SPACE + offset, reg(p, d), 1);
            return;
        case 1:
        case 9:
        case 13:
            after = 1;
            break;
        case 2:
        case 10:
        case 14:
            before = -1;
            break;
        case 4:
        case 5: /* LPM */
            if (stores)
                break;
            low = Z_REGISTER;
            avr_read(p, low, 0, 0, reg(p, d));
            if (x & 1)
                move_pointer(p, low, false);
            return;
        case 12:
            break;
        case 15:
            if (stores)
                push(p, reg(p, d));
            else
                pop(p, reg(p, d));
            return;
        default:
            break;
        }
        low = (x & 12) == 12 ? X_REGISTER : (x & 12) == 8 ? Y_REGISTER : Z_REGISTER;
        if (!before && !after && (x & 15) != 12) {
            stop(m, INSTRUCTION, 0, 0);
            return;
        }
        if ((before || after) && (d & ~1u) == low) /* undefined */
            stop(m, INSTRUCTION, 0, 0);
    }
    if (before)
        move_pointer(p, low, true);
    if (stores)
        avr_write(p, resolve_pointer(p, reg(p, low)) + offset, reg(p, d));
    else
        avr_read(p, low, offset, DATA_SPACE, reg(p, d));
    if (after)
        move_pointer(p, low, false);
}

/* One operand: 1001 010d dddd oooo. */
static void
avr_one(avr *p, uint32_t x)
{
    static const byte zero = {0}, one = {1};
    lit *d = reg(p, x >> 4 & 31), carry = p->flag[C], half = p->flag[H];
    byte swap;

    switch (x & 15) {
    case 0: /* COM */
        for (unsigned i = 0; i < 8; i++)
            d[i] ^= 1;
        set_logical(p, d);
        p->flag[C] = 1;
        return;
    case 1: /* NEG */
        avr_subtract(p, zero, d, false, d);
        return;
    case 2: /* SWAP */
        memcpy(swap, d, sizeof swap);
        memcpy(d, swap + 4, 4 * sizeof *d);
        memcpy(d + 4, swap, 4 * sizeof *d);
        return;
    case 3: /* INC */
        avr_add(p, d, one, false, d);
        break;
    case 10: /* DEC */
        avr_subtract(p, d, one, false, d);
        break;
    case 5: /* ASR */
        avr_shift(p, d, d[7]);
        return;
    case 6: /* LSR */
        avr_shift(p, d, 0);
        return;
    case 7: /* ROR */
        avr_shift(p, d, carry);
        return;
    default:
        stop(&p->m, INSTRUCTION, 0, 0);
    }
    p->flag[C] = carry; /* INC and DEC leave C and H alone */
    p->flag[H] = half;
}

/* 1001 01..: jumps, calls, returns, ADIW, SBIW, bits of ports */
static uint32_t
avr_control(avr *p, uint32_t x, uint32_t next)
{
    machine *m = &p->m;

    if ((x & 0xfe0c) == 0x940c) { /* JMP, CALL */
        uint32_t to = 2 * (code_halfword(m, next) | (x & 1) << 16 | (x >> 4 & 31) << 17);

        if (x & 2)
            push_return(p, next + 2);
        return to;
    }
    if ((x & 0xfe00) == 0x9600) { /* ADIW, SBIW */
        avr_add_word(p, 24 + (x >> 3 & 6), (x & 15) | (x >> 2 & 0x30), x >> 8 & 1);
        return next;
    }
    if ((x & 0xff0f) == 0x9408) {                   /* BSET, BCLR */
        if ((x >> 4 & 7) >= N && (x >> 4 & 7) <= S) /* would make S inconsistent with N and V */
            stop(m, INSTRUCTION, 0, 0);
        set_flag(p, x >> 4 & 7, ~x >> 7 & 1);
        p->added = 0;
        return next;
    }
    switch (x) {
    case 0x9508: /* RET */
        return pop_return(p);
    case 0x9409: /* IJMP */
        return 2 * constant_number(m, reg(p, Z_REGISTER), 16, BRANCH);
    case 0x9509: /* ICALL */
        push_return(p, next);
        return 2 * constant_number(m, reg(p, Z_REGISTER), 16, BRANCH);
    case 0x95c8: /* LPM */
        avr_read(p, Z_REGISTER, 0, 0, reg(p, 0));
        return next;
    default:
        if ((x & 0xfe00) == 0x9400)
            avr_one(p, x);
        else
            stop(m, INSTRUCTION, 0, 0);
        return next;
    }
}

static uint32_t
avr_rest(avr *p, uint32_t x, uint32_t next)
{
    machine *m = &p->m;
    unsigned d = x >> 4 & 31, bit = x & 7;

    if ((x & 0xfc00) == 0x9000 || (x & 0xd000) == 0x8000) {
        avr_memory(p, x, &next);
    } else if ((x & 0xfc00) == 0x9400) {
        next = avr_control(p, x, next);
    } else if ((x & 0xfc00) == 0x9c00) {
        avr_multiply(p, reg(p, d), false, reg(p, (x & 15) | (x >> 5 & 16)), false, false);
    } else if ((x & 0xf800) == 0xb000) {
        avr_in(p, (x & 15) | (x >> 5 & 0x30), reg(p, d));
    } else if ((x & 0xf800) == 0xb800) {
        avr_out(p, (x & 15) | (x >> 5 & 0x30), reg(p, d));
    } else if ((x & 0xe000) == 0xc000) { /* RJMP, RCALL */
        if (x & 0x1000)
            push_return(p, next);
        next += 2 * (uint32_t)((int32_t)(x << 20) >> 20);
    } else if ((x & 0xf800) == 0xf000) { /* BRBS, BRBC */
        if (branch_taken(m, flag(p, bit) ^ (x >> 10 & 1)))
            next += 2 * (uint32_t)((int32_t)(x << 22) >> 25);
    } else if ((x & 0xfe08) == 0xf800) { /* BLD */
        reg(p, d)[bit] = p->flag[T];
    } else if ((x & 0xfe08) == 0xfa00) { /* BST */
        p->flag[T] = reg(p, d)[bit];
    } else if ((x & 0xfc08) == 0xfc00) { /* SBRC, SBRS */
        next = skip_target(p, next, reg(p, d)[bit] ^ (~x >> 9 & 1));
    } else {
        stop(m, INSTRUCTION, 0, 0);
    }
    return next;
}

static void
avr_step(avr *p)
{
    machine *m = &p->m;
    uint32_t x, next = m->pc + 2;
    unsigned d, r, upper;
    byte k;

    if (!begin_step(m, 2))
        return;
    x = code_halfword(m, m->pc);
    d = x >> 4 & 31;
    r = (x & 15) | (x >> 5 & 16);
    upper = 16 + (x >> 4 & 15);
    constant(k, (x & 15) | (x >> 4 & 0xf0));
    watch_operands(p, avr, x);
    switch (x >> 10) {
    case 0:
        if (x == 0) /* NOP */
            break;
        if ((x & 0xff00) == 0x0100) { /* MOVW */
            memmove(reg(p, 2 * (x >> 4 & 15)), reg(p, 2 * (x & 15)), 2 * sizeof(byte));
        } else if ((x & 0xff00) == 0x0200) { /* MULS */
            avr_multiply(p, reg(p, upper), true, reg(p, 16 + (x & 15)), true, false);
        } else if ((x & 0xff00) == 0x0300) { /* MULSU, FMUL, FMULS, FMULSU */
            unsigned which = (x >> 6 & 2) | (x >> 3 & 1);

            avr_multiply(p, reg(p, 16 + (x >> 4 & 7)), which != 1, reg(p, 16 + (x & 7)), which == 2,
                         which != 0);
        } else {
            stop(m, INSTRUCTION, 0, 0);
        }
        break;
    case 1: /* CPC */
        avr_subtract(p, reg(p, d), reg(p, r), true, NULL);
        break;
    case 2: /* SBC */
        avr_subtract(p, reg(p, d), reg(p, r), true, reg(p, d));
        break;
    case 3: /* ADD */
        avr_add(p, reg(p, d), reg(p, r), false, reg(p, d));
        break;
    case 4: { /* CPSE */
        byte differ;

        for (unsigned i = 0; i < 8; i++)
            differ[i] = gate_xor(m->graph, reg(p, d)[i], reg(p, r)[i]);
        next = skip_target(p, next, none_of(m->graph, differ, 8));
        break;
    }
    case 5: /* CP */
        avr_subtract(p, reg(p, d), reg(p, r), false, NULL);
        break;
    case 6: /* SUB */
        avr_subtract(p, reg(p, d), reg(p, r), false, reg(p, d));
        break;
    case 7: /* ADC */
        avr_add(p, reg(p, d), reg(p, r), true, reg(p, d));
        break;
    case 8:
        avr_logical(p, '&', reg(p, d), reg(p, r));
        break;
    case 9:
        avr_logical(p, '^', reg(p, d), reg(p, r));
        break;
    case 10:
        avr_logical(p, '|', reg(p, d), reg(p, r));
        break;
    case 11: /* MOV */
        memmove(reg(p, d), reg(p, r), sizeof(byte));
        break;
    case 12:
    case 13:
    case 14:
    case 15: /* CPI */
        avr_subtract(p, reg(p, upper), k, false, NULL);
        break;
    case 16:
    case 17:
    case 18:
    case 19: /* SBCI */
        avr_subtract(p, reg(p, upper), k, true, reg(p, upper));
        break;
    case 20:
    case 21:
    case 22:
    case 23: /* SUBI */
        avr_subtract(p, reg(p, upper), k, false, reg(p, upper));
        break;
    case 24:
    case 25:
    case 26:
    case 27:
        avr_logical(p, '|', reg(p, upper), k);
        break;
    case 28:
    case 29:
    case 30:
    case 31:
        avr_logical(p, '&', reg(p, upper), k);
        break;
    case 56:
    case 57:
    case 58:
    case 59: /* LDI */
        memcpy(reg(p, upper), k, sizeof k);
        break;
    default:
        next = avr_rest(p, x, next);
    }
    watch_registers(p, avr);
    if (m->fault == NO_FAULT)
        m->pc = next;
}

static void
avr_run(avr *p)
{
    uint32_t before;

    watch_start(p, avr);
    do {
        before = p->m.pc;
        avr_step(p);
    } while (!is_finished(&p->m, before));
}

#endif
