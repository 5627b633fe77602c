/* SPDX-License-Identifier: MIT */
/* The names of the promises that abi.S checks, and the call under both values of the interrupt flag. */

#include "abi.h"

#include "print.h"

/* abi.S */
uint8_t hal_abi_call_once(uintptr_t function, const uintptr_t arguments[4]);

/* A function that clears the flag is only noticed while it is set, and one that sets it while it is
 * clear.  Nothing interrupts. */
uint8_t
hal_abi_call(uintptr_t function, const uintptr_t arguments[4])
{
    uint8_t broken = hal_abi_call_once(function, arguments);

    if (broken == 0) {
        __asm__ volatile("nop\n eint\n nop");
        broken = hal_abi_call_once(function, arguments);
        __asm__ volatile("dint\n nop");
    }
    return broken;
}

void
hal_abi_print(uint8_t promise)
{
    if (promise == 1) {
        print_text("the stack pointer");
    } else if (promise == 2) {
        print_text("the interrupt flag");
    } else {
        print_text("r");
        print_number(promise);
    }
}
