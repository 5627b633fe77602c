/* SPDX-License-Identifier: MIT */
/* RV32: registers, and the two read ports of the register file.  A latch behind a port
 * takes what an instruction reads; where that comes by a bypass (pace.h), as zero does, a
 * second pair of latches keeps what it held.  The
 * registers behind the ALU take what it computes.  The port itself follows the
 * instruction's fields, whether or not they name registers. */
#ifndef NARAE_LAB_LEAK_WATCH_RV32_H
#define NARAE_LAB_LEAK_WATCH_RV32_H

static const lit *
rv32_bits(rv32 *p, unsigned number)
{
    to_bits(&p->x[number]);
    return p->x[number].bit;
}

static void
rv32_start(void *any)
{
    if (watching)
        for (unsigned i = 0; i < 32; i++)
            memcpy(watching->registers[i], rv32_bits(any, i), sizeof watching->registers[i]);
}

/* `x` is expanded, if it was compressed. */
static void
rv32_operands(void *any, uint32_t x)
{
    rv32 *p = any;
    uint32_t opcode = x & 0x7f;
    unsigned rs1 = bit_field(x, 19, 15), rs2 = bit_field(x, 24, 20);
    bool reads_2 = opcode == 0x33 || opcode == 0x23 || opcode == 0x63,
         reads_1 = reads_2 || opcode == 0x13 || opcode == 0x03 || opcode == 0x67;

    if (watching == NULL)
        return;
    watching->pc = p->m.pc;
    watching->instruction = x;
    if (reads_1)
        set_latch(&p->m, LATCH_A, rv32_bits(p, rs1), BITS);
    if (reads_2)
        set_latch(&p->m, LATCH_B, rv32_bits(p, rs2), BITS);
    if (watching->model.bypass) {
        read_at_pace(&watching->pace, x, reads_1, reads_2);
        if (reads_1 && !is_bypassed(&watching->pace, rs1))
            set_latch(&p->m, KEPT_A, rv32_bits(p, rs1), BITS);
        if (reads_2 && !is_bypassed(&watching->pace, rs2))
            set_latch(&p->m, KEPT_B, rv32_bits(p, rs2), BITS);
        write_at_pace(&watching->pace, x);
    }
    if (watching->model.ports) {
        set_latch(&p->m, PORT_A, rv32_bits(p, rs1), BITS);
        set_latch(&p->m, PORT_B, rv32_bits(p, rs2), BITS);
    }
}

/* What the ALU computed, also for x0: the target's new content, or something public, such as an address. */
static const lit *
rv32_result(rv32 *p, uint32_t x)
{
    static const lit zero[BITS];
    uint32_t opcode = x & 0x7f;

    return opcode == 0x03 || opcode == 0x23 || opcode == 0x63 ? zero : rv32_bits(p, bit_field(x, 11, 7));
}

static void
rv32_registers(void *any)
{
    rv32 *p = any;

    if (watching == NULL)
        return;
    if (watching->model.results)
        set_latch(&p->m, RESULT, rv32_result(p, watching->instruction), BITS);
    for (unsigned i = 1; i < 32; i++)
        change((uint32_t)p->m.instructions, REGISTERS, i, watching->registers[i], rv32_bits(p, i), BITS);
}

#endif
