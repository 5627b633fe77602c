/* SPDX-License-Identifier: MIT */
/* Cortex-M: registers, latches A and B of the ALU's operands, a latch behind the shifter,
 * and flags. */
#ifndef NARAE_LAB_LEAK_WATCH_THUMB_H
#define NARAE_LAB_LEAK_WATCH_THUMB_H

enum { NONE = 16 };

/* What an instruction reads through the ports; NONE: nothing. */
typedef struct ports {
    unsigned a, b, target; /* `target` of a move or load */
    unsigned shift, by;    /* of b, as th_shift_encoded() has it; 0 by 0: not shifted */
    bool immediate, loads, moves;
} ports;

/* 16 bits, section A5.2 of the manuals. */
static ports
narrow_ports(uint32_t x)
{
    ports r = {NONE, NONE, NONE, 0, 0, false, false, false};
    unsigned low = bit_field(x, 2, 0), next = bit_field(x, 5, 3), third = bit_field(x, 8, 6),
             wide = bit_field(x, 10, 8), op = bit_field(x, 9, 6);

    switch (x >> 11) {
    case 0:
    case 1:
    case 2: /* shifts by an immediate; MOVS */
        r.b = next;
        r.target = low;
        r.moves = x >> 6 == 0;
        r.shift = x >> 11;
        r.by = bit_field(x, 10, 6);
        break;
    case 3:
        r.a = next;
        r.b = x & 0x400 ? NONE : third;
        r.immediate = x & 0x400;
        break;
    case 4:
        r.target = wide;
        r.moves = r.immediate = true;
        break;
    case 5:
    case 6:
    case 7:
        r.a = wide;
        r.immediate = true;
        break;
    case 8:
        if ((x & 0x700) == 0x700) { /* BX, BLX */
            r.b = bit_field(x, 6, 3);
        } else if (x & 0x400) {
            r.b = bit_field(x, 6, 3);
            r.moves = bit_field(x, 9, 8) == 2;
            r.target = bit_field(x, 7, 7) << 3 | low;
            r.a = r.moves ? NONE : r.target;
        } else {
            r.b = next;
            r.moves = op == 15;
            r.target = low;
            r.a = r.moves || op == 9 ? NONE : low;
        }
        break;
    case 9:
        r.target = wide;
        r.loads = true;
        break;
    case 10:
    case 11:
        r.a = next;
        r.b = third;
        r.loads = bit_field(x, 11, 9) > 2;
        r.target = low;
        break;
    case 12:
    case 13:
    case 14:
    case 15:
    case 16:
    case 17:
        r.a = next;
        r.loads = x & 0x800;
        r.target = low;
        break;
    case 18:
    case 19:
        r.a = SP;
        r.loads = x & 0x800;
        r.target = wide;
        break;
    case 22:
    case 23:
        if (bit_field(x, 11, 8) == 2 || bit_field(x, 11, 8) == 10)
            r.b = next;
        break;
    default:
        break;
    }
    return r;
}

/* 32 bits, section A5.3. */
static ports
wide_ports(uint32_t x)
{
    ports r = {NONE, NONE, NONE, 0, 0, false, false, false};
    unsigned rn = bit_field(x, 19, 16), rd = bit_field(x, 11, 8), rm = bit_field(x, 3, 0),
             op = bit_field(x, 24, 21);

    switch (x >> 25) {
    case 0x74:
        r.a = rn;
        r.loads = x >> 20 & 1;
        break;
    case 0x75:
        r.b = rm;
        r.a = rn == PC ? NONE : rn;
        r.moves = rn == PC && (op == DO_ORR || op == DO_ORN);
        r.target = rd;
        r.shift = bit_field(x, 5, 4);
        r.by = bit_field(x, 14, 12) << 2 | bit_field(x, 7, 6);
        break;
    case 0x78:
    case 0x79:
    case 0x7a:
    case 0x7b:
        if (x >> 15 & 1)
            break;
        r.immediate = true;
        r.target = rd;
        r.moves = !(x >> 25 & 1) && rn == PC;
        r.b = x >> 25 & 1 && bit_field(x, 24, 20) == 22 ? rd : NONE; /* BFI */
        r.a = rn == PC || (x >> 25 & 1 && bit_field(x, 22, 22) == 1 && bit_field(x, 24, 24) == 0) ? NONE : rn;
        break;
    case 0x7c:
        r.a = rn;
        r.loads = x >> 20 & 1;
        r.target = bit_field(x, 15, 12);
        r.b = !(x >> 23 & 1) && bit_field(x, 11, 6) == 0 ? rm : NONE;
        break;
    case 0x7d:
        r.a = rn == PC ? NONE : rn;
        r.b = rm;
        break;
    default:
        break;
    }
    return r;
}

static const lit *
thumb_bits(thumb *p, unsigned number)
{
    to_bits(&p->r[number]);
    return p->r[number].bit;
}

/* N, Z, C, V in this order. */
static void
thumb_flags(thumb *p, lit *bits)
{
    uint32_t which = watching->model.flags;
    word last = p->last;

    memset(bits, 0, WATCHED_FLAGS * sizeof *bits);
    to_bits(&last);
    bits[0] = which & 1 ? last.bit[31] : 0;
    bits[1] = which & 2 ? equal_words(&p->m, last, known(0)) : 0;
    bits[2] = which & 4 ? p->carry : 0;
    bits[3] = which & 8 ? th_overflow(p) : 0;
}

static void
thumb_start(void *any)
{
    if (watching == NULL)
        return;
    for (unsigned i = 0; i < 15; i++)
        memcpy(watching->registers[i], thumb_bits(any, i), sizeof watching->registers[i]);
    thumb_flags(any, watching->flags);
}

/* POP in scVerif's model: loads as above, and then the stack pointer and a constant, whose sum it
 * is. */
static void
pop_operands(thumb *p, uint32_t registers)
{
    static const lit zeros[BITS];

    set_latch(&p->m, LATCH_A, thumb_bits(p, SP), BITS);
    for (unsigned i = 0; i < 8; i++)
        if (registers >> i & 1)
            set_latch(&p->m, LATCH_B, thumb_bits(p, i), BITS);
    set_latch(&p->m, LATCH_B, zeros, BITS);
}

static void
thumb_operands(void *any, uint32_t x)
{
    static const lit zeros[BITS];
    thumb *p = any;
    const model *model;
    ports r;

    if (watching == NULL)
        return;
    model = &watching->model;
    watching->pc = p->m.pc;
    r = x >> 16 ? wide_ports(x) : narrow_ports(x);
    if (model->old_targets && x >> 9 == 0x5e)
        pop_operands(p, x);
    if (model->old_targets && r.target < 15 && (r.moves || r.loads))
        set_latch(&p->m, r.moves ? LATCH_A : LATCH_B, thumb_bits(p, r.target), BITS);
    if (r.a < 15)
        set_latch(&p->m, LATCH_A, thumb_bits(p, r.a), BITS);
    if (r.b < 15 && !(model->old_targets && r.loads))
        set_latch(&p->m, LATCH_B, thumb_bits(p, r.b), BITS);
    else if (r.immediate && model->immediates)
        set_latch(&p->m, LATCH_B, zeros, BITS); /* any constant */
    if (model->shifter && r.b < 15 && r.shift + r.by) {
        lit carry = p->carry;
        word shifted = th_shift_encoded(p->r[r.b], r.shift, r.by, &carry);

        to_bits(&shifted);
        set_latch(&p->m, LATCH_SHIFTER, shifted.bit, BITS);
    }
}

static void
thumb_registers(void *any)
{
    thumb *p = any;
    uint32_t at = (uint32_t)p->m.instructions;
    lit flags[WATCHED_FLAGS];

    if (watching == NULL)
        return;
    for (unsigned i = 0; i < 15; i++)
        change(at, REGISTERS, i, watching->registers[i], thumb_bits(p, i), BITS);
    thumb_flags(p, flags);
    change(at, FLAGS_PLACE, 0, watching->flags, flags, WATCHED_FLAGS);
}

#endif
