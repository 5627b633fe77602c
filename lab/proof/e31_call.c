/* SPDX-License-Identifier: MIT */
/* Calls functions in the model of the E31, without its clock: commands on standard
 * input, as avr_call.c reads them; memory is the flash from 0x20000000 and the DTIM. */

#include "../sims/e31/machine.h"

enum { LINE = 1 << 17, PROGRAM_BYTES = 1 << 20 };

static uint8_t *
memory(struct machine *m, unsigned long address, size_t bytes)
{
    if (address - FLASH_BASE < FLASH_BYTES - bytes)
        return m->board->flash + (address - FLASH_BASE);
    if (address - DTIM_BASE <= DTIM_BYTES - bytes)
        return m->dtim + (address - DTIM_BASE);
    fprintf(stderr, "%lx is outside of memory\n", address);
    exit(2);
}

static void
run(struct machine *m, struct instruction *program, uint32_t pc, uint32_t end, unsigned long most)
{
    struct step s;

    m->pc = pc;
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
    } while (m->pc != end && --most != 0 && m->fault == NULL);
    printf("%x%s\n", m->pc, m->fault && m->pc != end ? " fault" : "");
}

int
main(void)
{
    static char line[LINE], hex[LINE];
    static struct board board;
    static struct machine m;
    struct instruction *program = calloc(PROGRAM_BYTES / 2, sizeof *program);
    unsigned long a, b, c;

    board.flash = malloc(FLASH_BYTES);
    if (board.flash == NULL || program == NULL)
        return 2;
    m.board = &board;
    m.program = program;
    m.program_bytes = PROGRAM_BYTES;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "M %lx %s", &a, hex) == 2) {
            size_t bytes = strlen(hex) / 2;
            uint8_t *to = memory(&m, a, bytes);

            for (size_t i = 0; i < bytes; i++)
                sscanf(hex + 2 * i, "%2hhx", to + i);
        } else if (sscanf(line, "R %lu %lx", &a, &b) == 2) {
            m.x[a & 31] = (uint32_t)b;
        } else if (sscanf(line, "G %lx %lx %lu", &a, &b, &c) == 3) {
            m.fault = NULL;
            run(&m, program, (uint32_t)a, (uint32_t)b, c);
        } else if (sscanf(line, "D %lx %lu", &a, &b) == 2) {
            const uint8_t *from = memory(&m, a, b);

            for (unsigned long i = 0; i < b; i++)
                printf("%02x", from[i]);
            printf("\n");
        } else if (line[0] == 'P') {
            for (unsigned i = 0; i < 32; i++)
                printf("%x ", m.x[i]);
            printf("\n");
        }
    }
    return 0;
}
