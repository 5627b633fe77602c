/* SPDX-License-Identifier: MIT */
/* What instructions do: registers, the DTIM, the flash and the registers of
 * the board, without any notion of time.  A fault is remembered and ends the
 * run. */
#ifndef NARAE_LAB_E31_MACHINE_H
#define NARAE_LAB_E31_MACHINE_H

#include "isa.h"

struct machine {
    struct board *board;
    const struct instruction *program; /* decoded at each halfword, from PROGRAM_BASE on */
    uint32_t program_bytes;
    uint32_t pc;
    uint32_t x[33]; /* the last one takes what is written to x0 */
    uint8_t dtim[DTIM_BYTES];
    uint64_t instructions;
    const char *fault;
};

/* The effects of one instruction, for observers. */
struct step {
    uint32_t pc, next_pc;
    uint32_t address; /* of a memory access */
    uint32_t a, b;    /* its operands */
};

static inline const struct instruction *
instruction_at(const struct machine *m, uint32_t pc)
{
    static const struct instruction outside = {
        .operation = ILLEGAL, .length = 4, .rd = NO_REGISTER, .watched = SPECIAL};
    uint32_t at = pc - PROGRAM_BASE;

    return at < m->program_bytes ? &m->program[at >> 1] : &outside;
}

static void
fault(struct machine *m, const char *what)
{
    if (m->fault == NULL)
        m->fault = what;
}

static inline bool
in_dtim(uint32_t address)
{
    return address - DTIM_BASE < DTIM_BYTES;
}

static uint32_t
read_outside(struct machine *m, uint32_t address, unsigned bytes)
{
    uint32_t word = 0;

    if (address - FLASH_BASE < FLASH_BYTES)
        memcpy(&word, m->board->flash + (address - FLASH_BASE), bytes);
    else if (address >= IO_BASE && address < IO_END)
        word = io_read(m->board, address);
    else
        fault(m, "read outside memory");
    return word;
}

static inline uint32_t
read_memory(struct machine *m, uint32_t address, unsigned bytes)
{
    uint32_t word = 0;

    if ((address & (bytes - 1)) != 0)
        fault(m, "misaligned access");
    else if (in_dtim(address))
        memcpy(&word, m->dtim + (address - DTIM_BASE), bytes);
    else
        word = read_outside(m, address, bytes);
    return word;
}

static inline void
write_memory(struct machine *m, uint32_t address, uint32_t value, unsigned bytes)
{
    if ((address & (bytes - 1)) != 0)
        fault(m, "misaligned access");
    else if (in_dtim(address))
        memcpy(m->dtim + (address - DTIM_BASE), &value, bytes);
    else if (address >= IO_BASE && address < IO_END)
        io_write(m->board, address, value);
    else
        fault(m, "write outside memory");
}

static uint32_t
atomic(struct machine *m, const struct instruction *i, uint32_t address, uint32_t b)
{
    uint32_t old = read_memory(m, address, 4);

    if (i->operation == LR || i->operation == SC || !in_dtim(address))
        fault(m, "reservations and atomics reach no further than the DTIM");
    else
        write_memory(m, address, atomic_result((enum operation)i->operation, old, b), 4);
    return old;
}

/* Does the instruction at `pc`.  The value of a counter is the caller's: it needs a
 * clock.  What nobody watches, which is most, goes one way, and all else another:
 * with few targets each, their jumps are predicted well. */
static inline __attribute__((always_inline)) void
do_instruction(struct machine *m, const struct instruction *i, uint32_t pc, struct step *s)
{
    uint32_t a = m->x[i->rs1], b = m->x[i->rs2], imm = (uint32_t)i->imm;
    uint32_t link = pc + i->length, target = pc + imm, result = 0;
    bool jumps = false;

    s->pc = pc;
    s->next_pc = link;
    s->address = a + imm;
    s->a = a;
    s->b = b;
    if (i->watched == 0) {
        m->x[i->rd] = compute(i, pc, a, b);
        return;
    }
    switch (i->operation) {
    case LB:
        result = (uint32_t)(int8_t)read_memory(m, a + imm, 1);
        break;
    case LH:
        result = (uint32_t)(int16_t)read_memory(m, a + imm, 2);
        break;
    case LW:
        result = read_memory(m, a + imm, 4);
        break;
    case LBU:
        result = read_memory(m, a + imm, 1);
        break;
    case LHU:
        result = read_memory(m, a + imm, 2);
        break;
    case SB:
        write_memory(m, a + imm, b, 1);
        break;
    case SH:
        write_memory(m, a + imm, b, 2);
        break;
    case SW:
        write_memory(m, a + imm, b, 4);
        break;
    case JAL:
        result = link;
        jumps = true;
        break;
    case JALR:
        result = link;
        target = (a + imm) & ~UINT32_C(1);
        jumps = true;
        break;
    case BEQ:
        jumps = a == b;
        break;
    case BNE:
        jumps = a != b;
        break;
    case BLT:
        jumps = (int32_t)a < (int32_t)b;
        break;
    case BGE:
        jumps = (int32_t)a >= (int32_t)b;
        break;
    case BLTU:
        jumps = a < b;
        break;
    case BGEU:
        jumps = a >= b;
        break;
    case FENCE:
    case FENCE_I:
    case WFI:
    case CSRRW:
    case CSRRS:
    case CSRRC:
    case CSRRWI:
    case CSRRSI:
    case CSRRCI:
        break;
    case ILLEGAL:
        fault(m, "illegal instruction");
        break;
    default:
        if (i->kind == ATOMIC) {
            s->address = a;
            result = atomic(m, i, a, b);
        } else {
            result = compute(i, pc, a, b);
        }
    }
    if (jumps) {
        s->next_pc = target;
        if (target - PROGRAM_BASE >= m->program_bytes)
            fault(m, "jump outside the program");
    }
    m->x[i->rd] = result;
}

enum {
    CSR_MCYCLE = 0xb00,
    CSR_MINSTRET = 0xb02,
    CSR_MCYCLEH = 0xb80,
    CSR_MINSTRETH = 0xb82,
    CSR_CYCLE = 0xc00,
    CSR_INSTRET = 0xc02,
    CSR_MTVEC = 0x305
};

/* Gives a CSR instruction its result; `now` is what the cycle counter shows. */
static void
read_csr(struct machine *m, const struct instruction *i, uint64_t now)
{
    uint64_t value = 0;

    switch (i->imm) {
    case CSR_MCYCLE:
    case CSR_CYCLE:
        value = now;
        break;
    case CSR_MCYCLEH:
        value = now >> 32;
        break;
    case CSR_MINSTRET:
    case CSR_INSTRET:
        value = m->instructions - 1;
        break;
    case CSR_MINSTRETH:
        value = (m->instructions - 1) >> 32;
        break;
    case CSR_MTVEC:
        break;
    default:
        fault(m, "a CSR that is not modelled");
    }
    m->x[i->rd] = (uint32_t)value;
}

#endif
