/* SPDX-License-Identifier: MIT */
/* Calls functions in the model of a Cortex-M, CORE, without its clock; memory is the
 * chip's flash and RAM from 0x20000000.  Register 15 is the flags: N, Z, C and V from
 * bit 0. */

#include "../sims/cortexm/machine.h"

typedef struct machine simulator;

#include "call.h"

enum { RAM_BYTES = 512 << 10, FLAGS = 15 }; /* the largest RAM of the chips */

static uint8_t *
memory(simulator *m, unsigned long address, size_t bytes)
{
    if (address - m->flash_base <= m->flash_bytes - bytes)
        return m->board->flash + (address - m->flash_base);
    if (address - m->ram_base <= m->ram_bytes - bytes)
        return m->ram + (address - m->ram_base);
    return outside(address);
}

static void
run(simulator *m, unsigned long start, unsigned long end, unsigned long max)
{
    uint32_t pc = (uint32_t)start & ~UINT32_C(1);

    m->fault = NULL;
    m->it = 0;
    do {
        struct instruction i;
        struct step s;
        uint16_t half[2];

        if (pc - m->flash_base > m->flash_bytes - 4 && pc - m->ram_base > m->ram_bytes - 4) {
            fault(m, "jump outside memory");
            break;
        }
        memcpy(half, memory(m, pc, 4), sizeof half);
        i = decode((uint32_t)half[0] << 16 | half[1]);
        s.next = pc + i.length;
        m->r[PC] = pc + 4;
        if (m->it == 0) {
            execute(m, &i, i.sets_flags, &s);
        } else {
            uint8_t it = m->it;

            m->it = (it & 7) == 0 ? 0 : (uint8_t)((it & 0xe0) | (it << 1 & 0x1f));
            if (holds(m, it >> 4))
                execute(m, &i, i.sets_flags && !i.not_in_it, &s);
        }
        pc = s.next & ~UINT32_C(1);
    } while (pc != end && --max != 0 && m->fault == NULL);
    printf("%x%s\n", pc, m->fault ? " fault" : "");
}

static void
set_register(simulator *m, unsigned long number, unsigned long value)
{
    if (number < FLAGS) {
        m->r[number] = (uint32_t)value;
        return;
    }
    m->n = (uint32_t)value << 31;
    m->z = (value >> 1 & 1) ^ 1;
    m->c = value >> 2 & 1;
    m->v = value >> 3 & 1;
}

static void
print_registers(const simulator *m)
{
    for (unsigned i = 0; i < FLAGS; i++)
        printf("%x ", m->r[i]);
    printf("%x\n", m->n >> 31 | (m->z == 0) << 1 | (m->c != 0) << 2 | (m->v != 0) << 3);
}

int
main(void)
{
    static uint8_t ram[RAM_BYTES];
    static struct board board = {.chip = &chips[CORE], .ram = ram};
    static simulator m = {.board = &board, .ram = ram, .ram_bytes = RAM_BYTES};
    static uint64_t cycles;

    board.flash = calloc(board.chip->flash_bytes, 1);
    if (board.flash == NULL)
        return 2;
    m.cycles = &cycles;
    m.ram_base = board.chip->ram;
    m.flash_base = board.chip->flash;
    m.flash_bytes = board.chip->flash_bytes;
    m.checks_alignment = CORE == M0PLUS;
    return serve(&m);
}
