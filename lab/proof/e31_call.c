/* SPDX-License-Identifier: MIT */
/* Calls functions in the model of the E31, without its clock; memory is the flash from
 * 0x20000000 and the DTIM. */

#include "../sims/e31/machine.h"

typedef struct machine simulator;

#include "call.h"

enum { PROGRAM_BYTES = 1 << 20 };

static struct instruction *program; /* decoded */

static uint8_t *
memory(simulator *m, unsigned long address, size_t bytes)
{
    if (address - FLASH_BASE < FLASH_BYTES - bytes)
        return m->board->flash + (address - FLASH_BASE);
    if (address - DTIM_BASE <= DTIM_BYTES - bytes)
        return m->dtim + (address - DTIM_BASE);
    return outside(address);
}

static void
set_register(simulator *m, unsigned long number, unsigned long value)
{
    m->x[number & 31] = (uint32_t)value;
}

static void
run(simulator *m, unsigned long pc, unsigned long end, unsigned long max)
{
    struct step s;

    m->fault = NULL;
    m->pc = (uint32_t)pc;
    do {
        uint32_t word;

        if (m->pc - PROGRAM_BASE >= PROGRAM_BYTES - 4) {
            fault(m, "jump outside the program");
            break;
        }
        memcpy(&word, memory(m, m->pc, 4), 4);
        program[(m->pc - PROGRAM_BASE) >> 1] = decode(word);
        program[(m->pc - PROGRAM_BASE) >> 1].watched = SPECIAL; /* every instruction goes the general way */
        do_instruction(m, instruction_at(m, m->pc), m->pc, &s);
        m->pc = s.next_pc;
        m->x[0] = 0;
    } while (m->pc != end && --max != 0 && m->fault == NULL);
    printf("%x%s\n", m->pc, m->fault && m->pc != end ? " fault" : "");
}

static void
print_registers(const simulator *m)
{
    for (unsigned i = 0; i < 32; i++)
        printf("%x ", m->x[i]);
    printf("\n");
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
