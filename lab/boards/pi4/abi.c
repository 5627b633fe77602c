/* SPDX-License-Identifier: MIT */
/* The names of the promises that abi.S checks. */

#include "abi.h"

#include "print.h"

void
hal_abi_print(uint8_t promise)
{
    if (promise == 32) {
        print_text("FPCR");
    } else if (promise == 31) {
        print_text("the stack pointer");
    } else if (promise >= 19) {
        print_text("x");
        print_number(promise);
    } else {
        print_text("d");
        print_number(promise);
    }
}
