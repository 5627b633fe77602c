/* SPDX-License-Identifier: MIT */
/* Calls functions in a simulator: commands on standard input (simulation.py).
 *
 *     M ADDRESS HEX       writes memory
 *     R NUMBER VALUE      sets a register
 *     G PC END MAX        runs until END, at most MAX instructions; prints the PC, and "fault"
 *     D ADDRESS BYTES     prints memory
 *     P                   prints the registers
 *
 * The simulator defines `simulator` and the functions below. */
#ifndef NARAE_LAB_PROOF_CALL_H
#define NARAE_LAB_PROOF_CALL_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 17 };

static uint8_t *memory(simulator *s, unsigned long address, size_t bytes);
static void set_register(simulator *s, unsigned long number, unsigned long value);
static void run(simulator *s, unsigned long pc, unsigned long end, unsigned long max);
static void print_registers(const simulator *s);

static uint8_t *
outside(unsigned long address)
{
    fprintf(stderr, "%lx is outside of memory\n", address);
    exit(2);
}

static unsigned
digit(char hexadecimal)
{
    return (unsigned)(hexadecimal & 15) + (hexadecimal > '9' ? 9 : 0);
}

static int
serve(simulator *s)
{
    static char line[LINE], hex[LINE];
    unsigned long a, b, c;

    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "M %lx %s", &a, hex) == 2) {
            size_t bytes = strlen(hex) / 2;
            uint8_t *to = memory(s, a, bytes);

            for (size_t i = 0; i < bytes; i++)
                to[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
        } else if (sscanf(line, "R %lu %lx", &a, &b) == 2) {
            set_register(s, a, b);
        } else if (sscanf(line, "G %lx %lx %lu", &a, &b, &c) == 3) {
            run(s, a, b, c);
        } else if (sscanf(line, "D %lx %lu", &a, &b) == 2) {
            const uint8_t *from = memory(s, a, b);

            for (unsigned long i = 0; i < b; i++)
                printf("%02x", from[i]);
            printf("\n");
        } else if (line[0] == 'P') {
            print_registers(s);
        }
    }
    return 0;
}

#endif
