/* SPDX-License-Identifier: MIT */
/* Calls functions in simavr: commands on standard input (calls.py).
 *
 *     M ADDRESS HEX       bytes of flash, or from 0x800000 on of RAM
 *     R NUMBER VALUE      a register; 32 is SREG, 33 the stack pointer
 *     G PC END MOST       runs until END; prints the PC
 *     D ADDRESS BYTES     prints bytes of RAM
 *     P                   prints the registers */

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATA_SPACE = 0x800000, LINE = 1 << 17, SPL = 0x5d, SPH = 0x5e };

static uint8_t *
memory(avr_t *avr, unsigned long address, size_t bytes)
{
    bool data = address >= DATA_SPACE;
    unsigned long at = data ? address - DATA_SPACE : address;

    if (at + bytes > (data ? avr->ramend + 1u : avr->flashend + 1u)) {
        fprintf(stderr, "%lx is outside of memory\n", address);
        exit(2);
    }
    return (data ? avr->data : avr->flash) + at;
}

static void
set_register(avr_t *avr, unsigned long number, unsigned long value)
{
    if (number < 32) {
        avr->data[number] = (uint8_t)value;
    } else if (number == 32) {
        for (unsigned i = 0; i < 8; i++)
            avr->sreg[i] = value >> i & 1;
    } else {
        avr->data[SPL] = value & 0xff;
        avr->data[SPH] = value >> 8 & 0xff;
    }
}

int
main(void)
{
    static char line[LINE], hex[LINE];
    unsigned long a, b, c;
    avr_t *avr = avr_make_mcu_by_name("atmega1284p");

    if (avr == NULL || avr_init(avr) != 0)
        return 2;
    avr->log = 0;
    avr->state = cpu_Running;
    avr->frequency = 16000000;
    avr->codeend = avr->flashend;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "M %lx %s", &a, hex) == 2) {
            size_t bytes = strlen(hex) / 2;
            uint8_t *to = memory(avr, a, bytes);

            for (size_t i = 0; i < bytes; i++)
                sscanf(hex + 2 * i, "%2hhx", to + i);
        } else if (sscanf(line, "R %lu %lx", &a, &b) == 2) {
            set_register(avr, a, b);
        } else if (sscanf(line, "G %lx %lx %lu", &a, &b, &c) == 3) {
            avr->pc = (avr_flashaddr_t)a;
            do
                avr->pc = avr_run_one(avr);
            while (avr->pc != b && --c != 0 && avr->state == cpu_Running);
            printf("%x\n", avr->pc);
        } else if (sscanf(line, "D %lx %lu", &a, &b) == 2) {
            const uint8_t *from = memory(avr, a, b);

            for (unsigned long i = 0; i < b; i++)
                printf("%02x", from[i]);
            printf("\n");
        } else if (line[0] == 'P') {
            unsigned flags = 0;

            for (unsigned i = 0; i < 8; i++)
                flags |= (unsigned)avr->sreg[i] << i;
            for (unsigned i = 0; i < 32; i++)
                printf("%02x ", avr->data[i]);
            printf("%02x %02x%02x\n", flags, avr->data[SPH], avr->data[SPL]);
        }
    }
    return 0;
}
