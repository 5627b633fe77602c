/* SPDX-License-Identifier: MIT */
/* Calls functions in the model of a Cortex-M, CORE, without its clock: commands on
 * standard input, as avr_call.c reads them; memory is the chip's flash and RAM from
 * 0x20000000.  Register 15 is the flags: N, Z, C and V from bit 0. */

#include "../sims/cortexm/machine.h"

enum { LINE = 1 << 17, RAM_BYTES = 128 << 10, FLAGS = 15 };

static uint8_t *
memory(struct machine *m, unsigned long address, size_t bytes)
{
    if (address - m->flash_base <= m->flash_bytes - bytes)
        return m->board->flash + (address - m->flash_base);
    if (address - m->ram_base <= m->ram_bytes - bytes)
        return m->ram + (address - m->ram_base);
    fprintf(stderr, "%lx is outside of memory\n", address);
    exit(2);
}

static void
run(struct machine *m, uint32_t pc, uint32_t end, unsigned long most)
{
    pc &= ~UINT32_C(1);
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
    } while (pc != end && --most != 0 && m->fault == NULL);
    printf("%x%s\n", pc, m->fault ? " fault" : "");
}

static void
set(struct machine *m, unsigned number, uint32_t value)
{
    if (number < FLAGS) {
        m->r[number] = value;
        return;
    }
    m->n = value << 31;
    m->z = (value >> 1 & 1) ^ 1;
    m->c = value >> 2 & 1;
    m->v = value >> 3 & 1;
}

int
main(void)
{
    static char line[LINE], hex[LINE];
    static uint8_t ram[RAM_BYTES];
    static struct board board = {.chip = &chips[CORE], .ram = ram};
    static struct machine m = {.board = &board, .ram = ram, .ram_bytes = RAM_BYTES};
    static uint64_t cycles;
    unsigned long a, b, c;

    board.flash = calloc(board.chip->flash_bytes, 1);
    if (board.flash == NULL)
        return 2;
    m.cycles = &cycles;
    m.ram_base = board.chip->ram;
    m.flash_base = board.chip->flash;
    m.flash_bytes = board.chip->flash_bytes;
    m.checks_alignment = CORE == M0PLUS;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "M %lx %s", &a, hex) == 2) {
            size_t bytes = strlen(hex) / 2;
            uint8_t *to = memory(&m, a, bytes);

            for (size_t i = 0; i < bytes; i++)
                sscanf(hex + 2 * i, "%2hhx", to + i);
        } else if (sscanf(line, "R %lu %lx", &a, &b) == 2) {
            set(&m, (unsigned)a, (uint32_t)b);
        } else if (sscanf(line, "G %lx %lx %lu", &a, &b, &c) == 3) {
            m.fault = NULL;
            run(&m, (uint32_t)a, (uint32_t)b, c);
        } else if (sscanf(line, "D %lx %lu", &a, &b) == 2) {
            const uint8_t *from = memory(&m, a, b);

            for (unsigned long i = 0; i < b; i++)
                printf("%02x", from[i]);
            printf("\n");
        } else if (line[0] == 'P') {
            for (unsigned i = 0; i < FLAGS; i++)
                printf("%x ", m.r[i]);
            printf("%x\n", m.n >> 31 | (m.z == 0) << 1 | (m.c != 0) << 2 | (m.v != 0) << 3);
        }
    }
    return 0;
}
