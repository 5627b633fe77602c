/* SPDX-License-Identifier: MIT */
/* Traces (traces.h) of functions in the model of the E31, without its clock.
 *
 * Operands are what the register file's two ports read, whose numbers are fixed fields of each instruction, a
 * short one being expanded; the bus has all data that are loaded and stored, one after the other.  A result
 * is that of the ALU, which of loads, stores and branches is public. */

#include "../sims/e31/machine.h"

typedef struct machine simulator;

enum { REGISTER_BYTES = 4 };

#include "traces.h"

enum { PROGRAM_BYTES = 1 << 20 };

static struct instruction *program; /* decoded */

static uint8_t *outside(unsigned long address);

static uint8_t *
memory(simulator *m, unsigned long address, size_t bytes)
{
    if (address - FLASH_BASE < FLASH_BYTES - bytes)
        return m->board->flash + (address - FLASH_BASE);
    if (address - DTIM_BASE <= DTIM_BYTES - bytes)
        return m->dtim + (address - DTIM_BASE);
    return outside(address);
}

static struct memory
ram_of(simulator *m)
{
    return (struct memory){m->dtim, DTIM_BYTES};
}

static void
set_register(simulator *m, unsigned number, uint32_t value)
{
    m->x[number & 31] = value;
}

static void
begin(simulator *m)
{
    m->fault = NULL;
    m->x[0] = 0;
}

static const char *
fault_of(const simulator *m)
{
    return m->fault;
}

static void
set_device(simulator *m, uint32_t address, uint32_t value)
{
    if (in_dtim(address))
        memcpy(memory(m, address, sizeof value), &value, sizeof value);
    else
        io_write(m->board, address, value);
}

static uint32_t
returned(simulator *m, bool has_result, uint32_t result)
{
    if (has_result)
        m->x[10] = result;
    return m->x[1];
}

static uint32_t
peek(simulator *m, uint32_t address, unsigned bytes)
{
    uint32_t word = 0;

    if (in_dtim(address) && in_dtim(address + bytes - 1))
        memcpy(&word, m->dtim + (address - DTIM_BASE), bytes);
    else if (address >= IO_BASE && address < IO_END)
        word = io_read(m->board, address);
    else if (address - FLASH_BASE < FLASH_BYTES - bytes)
        memcpy(&word, m->board->flash + (address - FLASH_BASE), bytes);
    return word;
}

static void
read_operands(const simulator *m, uint32_t raw)
{
    enum {
        OP = 0x33,
        STORE_DATA = 0x23,
        BRANCHES = 0x63,
        OP_IMMEDIATE = 0x13,
        LOADS = 0x03,
        INDIRECT = 0x67
    };
    uint32_t opcode = raw & 0x7f, a = m->x[field(raw, 19, 15)], b = m->x[field(raw, 24, 20)];
    unsigned rs1 = field(raw, 19, 15), rs2 = field(raw, 24, 20);
    bool reads_b = opcode == OP || opcode == STORE_DATA || opcode == BRANCHES;
    bool reads_a = reads_b || opcode == OP_IMMEDIATE || opcode == LOADS || opcode == INDIRECT;

    if (reads_a)
        set_latch(LATCH_A, a);
    if (reads_b)
        set_latch(LATCH_B, b);
    if (watched.model.bypass) {
        read_at_pace(&watched.pace, raw, reads_a, reads_b);
        if (reads_a && !is_bypassed(&watched.pace, rs1))
            set_latch(KEPT_A, a);
        if (reads_b && !is_bypassed(&watched.pace, rs2))
            set_latch(KEPT_B, b);
        write_at_pace(&watched.pace, raw);
    }
    if (watched.model.ports) {
        set_latch(PORT_A, a);
        set_latch(PORT_B, b);
    }
}

static unsigned
bytes_moved(const struct instruction *i)
{
    switch (i->operation) {
    case LB:
    case LBU:
    case SB:
        return 1;
    case LH:
    case LHU:
    case SH:
        return 2;
    default:
        return i->kind == LOAD || i->kind == STORE || i->kind == ATOMIC ? 4 : 0;
    }
}

static uint32_t
step(simulator *m, uint32_t pc)
{
    struct instruction *i;
    struct step s;
    uint32_t word, address, cell = 0, before;
    unsigned bytes;

    if (pc - PROGRAM_BASE >= PROGRAM_BYTES - 4) {
        fault(m, "jump outside the program");
        return pc;
    }
    i = &program[(pc - PROGRAM_BASE) >> 1];
    if (i->length == 0) {
        memcpy(&word, memory(m, pc, 4), sizeof word);
        *i = decode(word);
        i->watched = SPECIAL; /* every instruction goes the general way */
    }
    bytes = bytes_moved(i);
    address = m->x[i->rs1] + (i->kind == ATOMIC ? 0 : (uint32_t)i->imm);
    if (bytes != 0)
        cell = peek(m, address, bytes);
    read_operands(m, i->raw);
    before = m->x[i->rd];
    do_instruction(m, i, pc, &s);
    if (watched.model.results)
        set_latch(RESULT, i->kind == LOAD || i->kind == STORE || i->kind == BRANCH ? 0 : m->x[i->rd]);
    if (i->rd != NO_REGISTER)
        change(REGISTERS, before ^ m->x[i->rd]);
    if (i->kind == LOAD || i->kind == ATOMIC)
        load_passes(address, cell, bytes, peek(m, address & ~UINT32_C(3), WORD));
    if (i->kind == STORE || i->kind == ATOMIC)
        store_passes(address, cell, peek(m, address, bytes), bytes);
    return s.next_pc;
}

int
main(void)
{
    static struct board board;
    static simulator m;

    board.flash = malloc(FLASH_BYTES);
    m.board = &board;
    m.program = program = calloc(PROGRAM_BYTES / 2, sizeof *program);
    m.program_bytes = PROGRAM_BYTES;
    return board.flash == NULL || program == NULL ? 2 : serve(&m);
}
