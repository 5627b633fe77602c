/* SPDX-License-Identifier: MIT */
/* Calls functions in simavr; memory is the flash, and RAM from 0x800000 on.  Register 32
 * is SREG, 33 the stack pointer. */

#include <simavr/sim_avr.h>
#include <simavr/sim_core.h>
#include <stdbool.h>
#include <stdint.h>

typedef avr_t simulator;

#include "call.h"

enum { DATA_SPACE = 0x800000, SPL = 0x5d, SPH = 0x5e };

static uint8_t *
memory(simulator *avr, unsigned long address, size_t bytes)
{
    bool data = address >= DATA_SPACE;
    unsigned long at = data ? address - DATA_SPACE : address;

    if (at + bytes > (data ? avr->ramend + 1u : avr->flashend + 1u))
        return outside(address);
    return (data ? avr->data : avr->flash) + at;
}

static void
set_register(simulator *avr, unsigned long number, unsigned long value)
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

static void
run(simulator *avr, unsigned long pc, unsigned long end, unsigned long max)
{
    avr->pc = (avr_flashaddr_t)pc;
    do
        avr->pc = avr_run_one(avr);
    while (avr->pc != end && --max != 0 && avr->state == cpu_Running);
    printf("%x\n", avr->pc);
}

static void
print_registers(const simulator *avr)
{
    unsigned flags = 0;

    for (unsigned i = 0; i < 8; i++)
        flags |= (unsigned)avr->sreg[i] << i;
    for (unsigned i = 0; i < 32; i++)
        printf("%02x ", avr->data[i]);
    printf("%02x %02x%02x\n", flags, avr->data[SPH], avr->data[SPL]);
}

int
main(void)
{
    avr_t *avr = avr_make_mcu_by_name("atmega1284p");

    if (avr == NULL || avr_init(avr) != 0)
        return 2;
    avr->log = 0;
    avr->state = cpu_Running;
    avr->frequency = 16000000;
    avr->codeend = avr->flashend;
    return serve(avr);
}
