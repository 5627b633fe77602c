/* SPDX-License-Identifier: MIT */
/* AVR: the register file, its two read ports to the ALU, and flags. */
#ifndef NARAE_LAB_LEAK_WATCH_AVR_H
#define NARAE_LAB_LEAK_WATCH_AVR_H

static void
avr_flags(avr *p, lit *bits)
{
    for (unsigned i = 0; i < WATCHED_FLAGS; i++)
        bits[i] = watching->model.flags >> i & 1 ? flag(p, i) : 0;
}

static void
avr_start(void *any)
{
    avr *p = any;

    if (watching == NULL)
        return;
    for (unsigned i = 0; i < 32; i++)
        memcpy(watching->registers[i], reg(p, i), sizeof(byte));
    avr_flags(p, watching->flags);
}

/* Latches A and B behind the ports of Rd and Rr; what an instruction does not read stays there. */
static void
avr_operands(void *any, uint32_t x)
{
    avr *p = any;
    unsigned d = x >> 4 & 31, r = (x & 15) | (x >> 5 & 16), high = x >> 10;
    bool narrow = (x & 0xfe00) == 0x0200;                                     /* MULS to FMULSU */
    bool pair = (high >= 1 && high <= 10) || high == 0x27;                    /* CPC to OR, MUL */
    bool upper = (x >> 12 >= 3 && x >> 12 <= 7);                              /* with an immediate */
    bool single = (x & 0xfe00) == 0x9400 && ((x & 15) < 8 || (x & 15) == 10); /* COM to ROR, DEC */
    bool stores = (x & 0xfe00) == 0x9200 || (x & 0xd200) == 0x8200;           /* ST, STS, PUSH */
    bool bits = (x & 0xfc08) == 0xf800;                                       /* BLD, BST */
    bool moves = high == 11;

    if (watching == NULL)
        return;
    watching->pc = p->m.pc;
    if (pair || single || stores || bits)
        set_latch(&p->m, LATCH_A, reg(p, d), 8);
    if (narrow) {
        unsigned mask = x & 0x0100 ? 7 : 15;

        set_latch(&p->m, LATCH_A, reg(p, 16 + (x >> 4 & mask)), 8);
        set_latch(&p->m, LATCH_B, reg(p, 16 + (x & mask)), 8);
    }
    if (upper)
        set_latch(&p->m, LATCH_A, reg(p, 16 + (x >> 4 & 15)), 8);
    if (pair || moves)
        set_latch(&p->m, LATCH_B, reg(p, r), 8);
}

static void
avr_registers(void *any)
{
    avr *p = any;
    uint32_t at = (uint32_t)p->m.instructions;
    lit flags[WATCHED_FLAGS];

    if (watching == NULL)
        return;
    for (unsigned i = 0; i < 32; i++)
        change(at, REGISTERS, i, watching->registers[i], reg(p, i), 8);
    avr_flags(p, flags);
    change(at, FLAGS_PLACE, 0, watching->flags, flags, WATCHED_FLAGS);
}

#endif
