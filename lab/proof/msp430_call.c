/* SPDX-License-Identifier: MIT */
/* Calls functions in the model of an MSP430, CHIP; memory is that of the chip.  Register 0 is PC, 2 SR with
 * its flags; 16 is the number of cycles, 17 that of cycles which mspdebug adds. */

#include "../sims/msp430/machine.h"

typedef struct msp simulator;

#include "call.h"

enum { REGISTERS = 16 };

static uint8_t *
memory(simulator *m, unsigned long address, size_t bytes)
{
    uint32_t end = m->board->chip->flash_end;

    return address < end && bytes <= end - address ? m->board->memory + address : outside(address);
}

static void
set_register(simulator *m, unsigned long number, unsigned long value)
{
    if (number == MSP_SR)
        msp_set_status(m, (uint32_t)value);
    else if (number < REGISTERS)
        m->r[number] = (uint32_t)value;
    else
        m->cycles = m->constants = value;
}

static void
run(simulator *m, unsigned long start, unsigned long end, unsigned long max)
{
    uint32_t pc = (uint32_t)start;

    m->fault = NULL;
    do {
        struct msp_instruction i;

        if (pc >= m->board->chip->flash_end) {
            fault(m, "jump outside memory");
            break;
        }
        i = decode_at(m->board, pc);
        step(m, &i, pc);
        pc = m->next;
    } while (pc != end && --max != 0 && m->fault == NULL);
    m->r[MSP_PC] = pc;
    printf("%x%s\n", pc, m->fault ? " fault" : "");
}

static void
print_registers(const simulator *m)
{
    simulator copy = *m;

    for (unsigned i = 0; i < REGISTERS; i++)
        printf("%x ", i == MSP_SR ? msp_status(&copy) : m->r[i]);
    printf("%llx %llx\n", (unsigned long long)m->cycles, (unsigned long long)m->constants);
}

int
main(void)
{
    static struct board board;
    static simulator m;

    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* answers are read one by one */
    prepare_board(&board, &chips[CHIP]);
    prepare_machine(&m, &board);
    return serve(&m);
}
